/**
 * A row in its day. What is of a session stands in from the edge, under the row of that session. Where other work came
 * between, or the session's own row stands under another day, a line names the session again: an indent always is of the
 * session above it.
 */
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import { SessionLink, sessionOf } from './parts.tsx'
import { Row } from './row.tsx'

/** What sessions were about, by their numbers, as far as their rows are loaded. */
export type SessionTitles = ReadonlyMap<number, string>

export function titlesOf(rows: Iterable<AnyIndex>): SessionTitles {
  return new Map([...rows].flatMap((row) => (row.kind === 'summary' ? [[row.id, row.request] as const] : [])))
}

export function DayRow(by: { row: AnyIndex; before: AnyIndex | undefined; titles: SessionTitles; here?: boolean }) {
  const { row, before } = by
  const session = sessionOf(row)
  const isUnder = session !== null && row.kind !== 'summary'
  const goesOn = before !== undefined && sessionOf(before) === session
  return (
    <>
      {isUnder && !goesOn ? (
        <div class="session-line">
          <SessionLink number={session}>{by.titles.get(session)}</SessionLink>
        </div>
      ) : null}
      <Row row={row} under={isUnder} here={by.here ?? false} clock />
    </>
  )
}
