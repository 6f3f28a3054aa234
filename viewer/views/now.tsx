/** What the memory is doing, as it happens: is it recording, what came last, what waits, what it holds. */
import '../styles/now.css'
import type { LiveChange } from '../../src/worker/protocol/live.ts'
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import type { AnyReply } from '../../src/worker/protocol/search.ts'
import type { Status } from '../../src/worker/protocol.ts'
import { changesMade, get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { type Live, useLive } from '../live.ts'
import { keyOf } from '../pages.ts'
import { Problem, Ticked } from '../parts.tsx'
import { Row } from '../row.tsx'
import { ago, bytes, clockOf, count, lasting } from '../times.ts'

const NEWEST = 12
/** Named, because a search over everything leaves out the prompts that agents are still working on. */
const NEWEST_OF = 'observation,summary,prompt,note'

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
      <p class="quiet">
        {live.listening.value ? 'Live.' : 'Looking every few seconds.'}{' '}
        {status.paused ? 'What you do now leaves no memory. Ctrl K, “Record again” switches it on.' : ''}
      </p>
      <dl class="tiles">
        <Figure label="memories" value={count(status.stored.observations)} />
        <Figure label="sessions" value={count(status.stored.sessions)} />
        <Figure label="open now" value={count(status.stored.activeSessions)} />
        <Figure label="prompts" value={count(status.stored.prompts)} />
        <Figure label="projects" value={count(status.stored.projects)} />
      </dl>
      <dl class="figures">
        <Figure label="In the queue" value={queueOf(status)} />
        <Figure label="Worded by" value={wordedBy(status)} />
        <Figure label="Budget of today" value={budgetOf(status)} />
        <Figure
          label="Worker"
          value={`version ${status.version}, ${bytes(status.memoryBytes)} of memory, started ${ago(status.startedAt)}`}
        />
      </dl>
      {status.notices.map((notice) => (
        <p key={notice} class="notice">
          <Ticked text={notice} />
        </p>
      ))}
      {status.lastError ? (
        <p class="problem">
          {ago(status.lastError.at)}: {status.lastError.message}
        </p>
      ) : null}
      <Heard live={live} />
      <Newest live={live} />
    </>
  )
}

/** What is being worked on, and how long the oldest of it has waited. */
function queueOf({ queue, erasing }: Status): string {
  const { spool, waitingSessions, oldestUnprocessedAgeMs: age } = queue
  const parts = [
    ...(spool > 0 ? [`${count(spool)} ${spool === 1 ? 'event' : 'events'} to take`] : []),
    ...(waitingSessions > 0
      ? [`${count(waitingSessions)} ${waitingSessions === 1 ? 'session' : 'sessions'} to distil`]
      : []),
    ...(erasing ? ['what was forgotten is being removed from the disk'] : []),
  ]
  if (parts.length === 0) return 'nothing: all is taken and distilled'
  return `${parts.join(', ')}${age === null || age < OLD_MS ? '' : `; the oldest for ${lasting(age)}`}`
}

/** A turn that is still going waits until it ends; that is no delay. */
const OLD_MS = 60_000

function wordedBy({ synthesis }: Status): string {
  if (synthesis.provider === 'local') return 'the sessions’ own words; no model is asked'
  const { waiting, skipped, lastError } = synthesis
  return [
    `${synthesis.provider} (${synthesis.model})`,
    ...(waiting > 0 ? [`${count(waiting)} waiting`] : []),
    ...(skipped > 0 ? [`${count(skipped)} left in their own words`] : []),
    ...(lastError ? [lastError] : []),
  ].join(', ')
}

function budgetOf({ synthesis: { provider, spentToday, budget } }: Status): string {
  if (provider === 'local' && spentToday === 0) return 'nothing is spent'
  return `${count(spentToday)} of ${count(budget)} tokens`
}

function said({ what, count: n }: LiveChange): string {
  if (what === 'changed') return 'a memory was changed by hand or imported'
  if (what === 'taken') return n === 1 ? '1 event came in' : `${count(n)} events came in`
  return n === 1 ? 'a session was distilled' : `${count(n)} sessions were distilled`
}

/** As it came in, for as long as this page is open. */
function Heard({ live: { heard } }: { live: Live }) {
  return (
    <section aria-label="What came in" role="log" hidden={heard.value.length === 0}>
      <h2>What came in</h2>
      <ol class="heard">
        {heard.value.map((change) => (
          <li key={change.at}>
            <span class="clock">{clockOf(change.at)}</span> {said(change)}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Newest({ live }: { live: Live }) {
  const asked = useAsked<AnyReply>((signal) => {
    void live.looks.value
    return get('/api/search', { query: '', kind: NEWEST_OF, format: 'index', limit: NEWEST }, signal)
  })
  const rows = asked.answer.value?.results as AnyIndex[] | undefined // asked for as an index
  return (
    <section aria-label="Newest">
      <h2>Newest</h2>
      {rows?.map((row) => (
        <Row key={keyOf(row)} row={row} />
      ))}
      {rows ? null : <p class="quiet">Loading …</p>}
      {rows?.length === 0 ? (
        <p class="quiet">
          Nothing yet. Work in Claude Code as always: a prompt stands here as soon as you send it, and what is worth
          keeping a moment after each answer. <code>claude-mem import transcripts</code> takes in your old sessions.
        </p>
      ) : null}
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
