/** Everything that is remembered, by day, newest first. A day can be picked; the next pages come while one scrolls. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import type { AnyReply } from '../../src/worker/protocol/search.ts'
import { go, parameters, withParameters } from '../address.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { Problem, Row } from '../parts.tsx'
import { dayOf } from '../times.ts'

const PAGE = 50

export function TimelineView() {
  const limit = useSignal(PAGE)
  const asked = useAsked<AnyReply>((signal) => {
    const by = parameters.value
    const day = by.get('day')
    const dateRange = day ? JSON.stringify({ start: day, end: day }) : undefined
    const project = by.get('project') ?? undefined
    const kind = 'observation,summary'
    return get('/api/search', { query: '', kind, project, dateRange, format: 'index', limit: limit.value }, signal)
  })
  const reply = asked.answer.value
  return (
    <>
      <h1 class="unseen">Timeline</h1>
      <div class="filters">
        <label>
          Day
          <input
            type="date"
            value={parameters.value.get('day') ?? ''}
            onChange={(event) => go(withParameters({ day: event.currentTarget.value || undefined }))}
          />
        </label>
        {parameters.value.get('day') ? <a href={withParameters({ day: undefined })}>all days</a> : null}
      </div>
      {asked.problem.value ? <Problem error={asked.problem.value} /> : null}
      {reply?.results.length === 0 ? <p class="empty">Nothing is remembered of this time.</p> : null}
      {reply ? <Days rows={reply.results as AnyIndex[]} /> : <p class="quiet">Loading …</p>}
      {reply?.more ? <More onSeen={() => (limit.value += PAGE)} /> : null}
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
            <Row key={`${row.kind} ${'id' in row ? row.id : row.citation}`} row={row} clock />
          ))}
        </section>
      ))}
    </>
  )
}

/** A button for those who use keys; seen by a mouse's wheel it presses itself. */
function More({ onSeen }: { onSeen: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!button.current) return
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onSeen(), {
      rootMargin: '400px',
    })
    watch.observe(button.current)
    return () => watch.disconnect()
  })
  return (
    <button type="button" ref={button} onClick={onSeen}>
      Earlier
    </button>
  )
}
