/**
 * Has recording not worked for a day although the worker runs? Then the person is told at the next session's start. When
 * no worker runs, the hook script tells. Pure: the clock is an argument.
 */
export interface Spooling {
  /** Milliseconds; of the oldest event that waits. */
  waitingSince: number | undefined
  /** Events that were not understood, of the last day. */
  refused: number
  /** Milliseconds; of any session. */
  lastEventAt: number | undefined
  now: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const REMEDY = 'Run: claude-mem doctor'

/** undefined when all is well. */
export function unrecorded({ waitingSince, refused, lastEventAt, now }: Spooling): string | undefined {
  if (waitingSince !== undefined && now - waitingSince > DAY_MS)
    return `events have been waiting for a day and cannot be stored. ${REMEDY}`
  if (refused > 0 && now - (lastEventAt ?? 0) > DAY_MS)
    return `for a day no event could be understood; nothing is recorded. ${REMEDY}`
  return undefined
}
