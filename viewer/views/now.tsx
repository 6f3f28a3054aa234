/** What the memory is doing, as it happens: is it recording, what came last, what waits, what it holds. */
import type { LiveChange } from '../../src/worker/protocol/live.ts'
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import type { AnyReply } from '../../src/worker/protocol/search.ts'
import type { Status } from '../../src/worker/protocol.ts'
import { changesMade, get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { type Live, useLive } from '../live.ts'
import { keyOf } from '../pages.ts'
import { Problem, Row } from '../parts.tsx'
import { ago, bytes, clockOf, count } from '../times.ts'

const NEWEST = 12

export function NowView() {
  const live = useLive()
  const asked = useAsked<Status>((signal) => {
    void [live.looks.value, changesMade.value] // asked again at each change
    return get('/api/status', {}, signal)
  })
  const status = asked.answer.value
  if (asked.problem.value) return <Problem error={asked.problem.value} />
  if (!status) return <p class="quiet">Loading …</p>
  return (
    <>
      <h1>{status.paused ? 'Paused: nothing is recorded' : 'Recording'}</h1>
      <p class="quiet" role="status">
        {live.listening.value ? 'Live.' : 'Looking every few seconds.'}
        {live.last.value ? ` ${clockOf(live.last.value.at)}: ${said(live.last.value)}.` : ''}
      </p>
      <dl class="figures">
        <Figure label="memories" value={count(status.stored.observations)} />
        <Figure
          label="sessions"
          value={`${count(status.stored.sessions)}, ${count(status.stored.activeSessions)} open`}
        />
        <Figure label="prompts" value={count(status.stored.prompts)} />
        <Figure label="projects" value={count(status.stored.projects)} />
        <Figure label="events that wait" value={count(status.queue.spool)} />
        <Figure label="sessions to distil" value={count(status.queue.waitingSessions)} />
        <Figure label="worded by" value={status.provider} />
        <Figure
          label="worker"
          value={`${status.version}, ${bytes(status.memoryBytes)}, started ${ago(status.startedAt)}`}
        />
      </dl>
      {status.lastError ? (
        <p class="problem">
          {ago(status.lastError.at)}: {status.lastError.message}
        </p>
      ) : null}
      <Newest live={live} />
    </>
  )
}

function said({ what, count: n }: LiveChange): string {
  if (what === 'changed') return 'a memory was changed by hand or imported'
  if (what === 'taken') return n === 1 ? '1 event came in' : `${count(n)} events came in`
  return n === 1 ? 'a session was distilled' : `${count(n)} sessions were distilled`
}

function Newest({ live }: { live: Live }) {
  const asked = useAsked<AnyReply>((signal) => {
    void live.looks.value
    return get('/api/search', { query: '', format: 'index', limit: NEWEST }, signal)
  })
  const rows = asked.answer.value?.results as AnyIndex[] | undefined // asked for as an index
  return (
    <section aria-label="Newest">
      <h2>Newest</h2>
      {rows?.map((row) => (
        <Row key={keyOf(row)} row={row} />
      ))}
      {rows?.length === 0 ? <p class="quiet">Nothing yet. It fills while you work in Claude Code.</p> : null}
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
