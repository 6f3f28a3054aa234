/** Everything that is remembered, by day, newest first. A day can be picked; the next pages come while one scrolls. */
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import { askedFor, Filters } from '../filters.tsx'
import { LongList } from '../long-list.tsx'
import { keyOf, usePages } from '../pages.ts'
import { Problem, Row } from '../parts.tsx'
import { dayOf } from '../times.ts'

const PAGE = 50

export function TimelineView() {
  const list = usePages(() => {
    const by = askedFor()
    // A session has no type, concept or file: with one of these, only memories are meant.
    const kind = by.type || by.concepts || by.files ? 'observation' : 'observation,summary'
    return { ...by, query: '', kind, limit: PAGE }
  })
  const [first] = list.pages.value
  return (
    <>
      <h1 class="unseen">Timeline</h1>
      <Filters when={false} />
      {list.problem.value ? <Problem error={list.problem.value} /> : null}
      {first?.rows.length === 0 ? <p class="empty">Nothing is remembered of this time.</p> : null}
      {first || list.problem.value ? null : <p class="quiet">Loading …</p>}
      <LongList list={list} more="Earlier" draw={({ rows }) => <Days rows={rows} />} />
    </>
  )
}

function Days({ rows }: { rows: AnyIndex[] }) {
  const days = Map.groupBy(rows, (row) => dayOf(row.created_at_epoch))
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 class="day">{day}</h2>
          {ofDay.map((row) => (
            <Row key={keyOf(row)} row={row} clock />
          ))}
        </section>
      ))}
    </>
  )
}
