/** What every line about a memory has in common, wherever an agent reads it. */
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

/** Its type, and its project where that is not the reader's own. */
export function renderMark(
  memory: { type: ObservationType; project: string; projectName: string },
  home: string,
): string {
  return `${TYPE_MARKS[memory.type]}${memory.project === home ? '' : ` [from: ${safeLine(memory.projectName)}]`}`
}

/** A title, or what stands in its place; words that came from outside are marked as such. */
export function renderTitle(title: string, by: { origin: ObservationOrigin; characters: number }): string {
  return `${by.origin === 'untrusted' ? '[outside text] ' : ''}${oneLine(title, by.characters)}`
}
