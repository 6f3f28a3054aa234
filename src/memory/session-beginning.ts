/** How a session begins, as far as its context goes. The host starts one anew in the middle, too: after `/clear` and a compaction. */
import type { SessionStartSource } from './event.ts'

interface Happening {
  kind: string
  text?: string
}

const EMPTIED: SessionStartSource[] = ['clear', 'compact']
const ANEW: SessionStartSource[] = ['startup', ...EMPTIED]

/** Whether a session with an empty context begins: it is told what the earlier ones left. */
export function beginsAnew(event: Happening): boolean {
  return isStart(event, ANEW)
}

/** Whether a session goes on without what it was told before: that may be said again. */
export function losesContext(event: Happening): boolean {
  return isStart(event, EMPTIED)
}

function isStart({ kind, text }: Happening, sources: SessionStartSource[]): boolean {
  return kind === 'session_started' && sources.some((source) => source === text)
}
