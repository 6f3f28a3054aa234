/** Rows under their days. */
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import { keyOf } from '../pages.ts'
import { Row } from '../parts.tsx'
import { dayOf } from '../times.ts'

export function Days({ rows, isHere }: { rows: AnyIndex[]; isHere?: (row: AnyIndex) => boolean }) {
  const days = Map.groupBy(rows, (row) => dayOf(row.created_at_epoch))
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 class="day">{day}</h2>
          {ofDay.map((row) => (
            <Row key={keyOf(row)} row={row} clock here={isHere?.(row) ?? false} />
          ))}
        </section>
      ))}
    </>
  )
}
