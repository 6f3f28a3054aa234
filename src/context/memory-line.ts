/** What all lines about a memory have in common, wherever an agent reads them. */
import type { ObservationOrigin, ObservationType } from '../memory/observation.ts'
import { oneLine } from '../memory/one-line.ts'
import { safeLine } from '../memory/safe-text.ts'

export const TYPE_MARKS: Record<ObservationType, string> = {
  decision: '⚖',
  bugfix: '●',
  feature: '◆',
  refactor: '↻',
  discovery: '○',
  change: '✓',
}

/** Its type, and its project unless it is the reader's own. */
export function renderMark(
  memory: { type: ObservationType; project: string; projectName: string },
  home: string,
): string {
  return `${TYPE_MARKS[memory.type]}${memory.project === home ? '' : ` [from: ${safeLine(memory.projectName)}]`}`
}

/** The title or its substitute; text from outside is marked as such. */
export function renderTitle(title: string, by: { origin: ObservationOrigin; characters: number }): string {
  return `${by.origin === 'untrusted' ? '[outside text] ' : ''}${oneLine(title, by.characters)}`
}
