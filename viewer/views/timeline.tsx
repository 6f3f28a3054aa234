/** Everything that is remembered, by day and session, newest first. The next pages come while one scrolls. */
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import { parameters } from '../address.ts'
import { DayRow, titlesOf } from '../day-row.tsx'
import { askedFor, Filters, isFiltered, wrongDates } from '../filters.tsx'
import { LongList } from '../long-list.tsx'
import { keyOf, usePages } from '../pages.ts'
import { Problem } from '../parts.tsx'
import { Row } from '../row.tsx'
import { dayOf } from '../times.ts'
import { Around } from './timeline-around.tsx'

const PAGE = 50

export function TimelineView() {
  const anchor = parameters.value.get('around')
  return (
    <>
      <h1 class="unseen">Timeline</h1>
      {anchor ? <Around key={anchor} anchor={anchor} /> : <Whole />}
    </>
  )
}

function Whole() {
  const list = usePages(() => {
    const by = askedFor()
    const kind = isOfMemories() ? 'observation' : 'observation,summary'
    return wrongDates() ?? { ...by, query: '', kind, limit: PAGE }
  })
  const [first] = list.pages.value
  const titles = titlesOf(list.pages.value.flatMap(({ rows }) => rows))
  const isFlat = isOfMemories()
  const drawRow = (row: AnyIndex, before: AnyIndex | undefined) =>
    isFlat ? <Row key={keyOf(row)} row={row} clock /> : <DayRow key={keyOf(row)} {...{ row, before, titles }} />
  return (
    <>
      <Filters when={false} />
      {list.problem.value ? <Problem error={list.problem.value} /> : null}
      {first?.rows.length === 0 ? (
        <section class="empty">
          <h2>{isFiltered() ? 'Nothing is remembered of this' : 'The timeline is empty'}</h2>
          {isFiltered() ? (
            <p>
              <a href="/timeline">The whole timeline</a> shows every day.
            </p>
          ) : (
            <p>It fills while you work in Claude Code: each session leaves its memories and a summary here, by day.</p>
          )}
        </section>
      ) : null}
      {first || list.problem.value ? null : <p class="quiet">Loading …</p>}
      <LongList list={list} more="Earlier" draw={drawRow} dayOf={(row) => dayOf(row.created_at_epoch)} />
    </>
  )
}

/** A session has no type, concept or file: with one of these only memories are meant, and no session stands above them. */
function isOfMemories(): boolean {
  const { type, concepts, files } = askedFor()
  return Boolean(type || concepts || files)
}
