/** Days and times as both doors print them, in this machine's time zone. */
import { localDay, localTime } from '../memory/local-day.ts'
import type { ObservationReply } from '../worker/protocol/search.ts'

/** How a time in the query was understood; undefined when there was none. */
export function renderUnderstood({
  understood,
  results,
}: {
  understood?: ObservationReply['understood']
  results: { created_at_epoch: number }[]
}): string | undefined {
  if (!understood) return undefined
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, phrase } = understood
  const range = `${renderRange(from, to)} ("${phrase}")`
  // In a longer question a time is a preference: matches come first, and nothing is hidden.
  const isWish = results.some(({ created_at_epoch: at }) => at < from || at > to)
  return isWish ? `Looked at all times, ${range} first.` : `Looked at ${range}.`
}

function renderRange(from: number, to: number): string {
  const [first, last] = [renderMoment(from, 'start'), renderMoment(to, 'end')]
  if (from === Number.NEGATIVE_INFINITY) return `everything until ${last}`
  if (to === Number.POSITIVE_INFINITY) return `${first} and later`
  return first === last ? first : `${first} to ${last}`
}

/** Only the day if the range covers all of it. */
function renderMoment(at: number, side: 'start' | 'end'): string {
  const date = new Date(side === 'start' ? at : at + 1)
  const isWholeDay = date.getHours() + date.getMinutes() + date.getSeconds() + date.getMilliseconds() === 0
  return isWholeDay ? localDay(at) : `${localDay(at)} ${localTime(at)}`
}
