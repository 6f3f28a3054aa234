/**
 * How a session begins, as far as its context goes. It can also begin again in the middle: after `/clear` and a
 * compaction.
 */
import type { SessionStartSource } from './event.ts'

interface Happening {
  kind: string
  text?: string
}

const EMPTIED: SessionStartSource[] = ['clear', 'compact']
const ANEW: SessionStartSource[] = ['startup', ...EMPTIED]

/** Does a session begin with an empty context? Then it is told what earlier ones left. */
export function beginsAnew(event: Happening): boolean {
  return isStart(event, ANEW)
}

/** Does a session continue without what it was told before? Then it may be told again. */
export function losesContext(event: Happening): boolean {
  return isStart(event, EMPTIED)
}

function isStart({ kind, text }: Happening, sources: SessionStartSource[]): boolean {
  return kind === 'session_started' && sources.some((source) => source === text)
}
