/** What came before and after one memory, session or moment, in the same project; the newest first, as in the timeline. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import type { TimelineReply } from '../../src/worker/protocol/search.ts'
import { href, parameters } from '../address.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { DayRow, titlesOf } from '../day-row.tsx'
import { keyOf } from '../pages.ts'
import { Answer, Day } from '../parts.tsx'
import { dayOf, wholeTime } from '../times.ts'

const STEP = 12
/** As many as one request gives. */
const MOST = 100

export function Around({ anchor }: { anchor: string }) {
  const later = useSignal(STEP)
  const earlier = useSignal(STEP)
  const asked = useAsked<TimelineReply>((signal) => {
    const project = parameters.value.get('project') ?? undefined
    const depth = { depth_before: earlier.value, depth_after: later.value }
    return get('/api/search/timeline', { anchor, ...depth, project }, signal)
  })
  const isThere = asked.answer.value !== undefined
  useEffect(() => {
    if (isThere) document.querySelector('.row[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [isThere])
  return (
    <>
      <div class="filters">
        <a href={href('/timeline')}>the whole timeline</a>
      </div>
      <Answer asked={asked}>
        {(reply) => {
          const rows = reply.timeline.filter((row): row is AnyIndex => row.kind !== 'anchor').reverse()
          const titles = titlesOf(rows)
          return (
            <>
              <p class="quiet">
                Before and after {nameOf(anchor)}, {wholeTime(reply.anchor_timestamp)}
              </p>
              <More label="Later" shown={reply.depth_after} depth={later} />
              {[...Map.groupBy(rows, (row) => dayOf(row.created_at_epoch))].map(([day, ofDay]) => (
                <Day key={day} day={day}>
                  {ofDay.map((row, at) => (
                    <DayRow key={keyOf(row)} {...{ row, titles, before: ofDay[at - 1], here: isAnchor(row, anchor) }} />
                  ))}
                </Day>
              ))}
              <More label="Earlier" shown={reply.depth_before} depth={earlier} />
            </>
          )
        }}
      </Answer>
    </>
  )
}

function More({ label, shown, depth }: { label: string; shown: number; depth: { value: number } }) {
  if (shown < depth.value || depth.value >= MOST) return null
  return (
    <button type="button" onClick={() => (depth.value = Math.min(MOST, depth.value + 2 * STEP))}>
      {label}
    </button>
  )
}

const nameOf = (anchor: string) =>
  /^S\d+$/.test(anchor) ? `session ${anchor}` : /^\d+$/.test(anchor) ? `memory ${anchor}` : 'this moment'

function isAnchor(row: AnyIndex, anchor: string): boolean {
  if (row.kind === 'observation') return anchor === String(row.id)
  if (row.kind === 'summary') return anchor === `S${row.id}`
  return new Date(row.created_at_epoch).toISOString() === anchor
}
