/** One session as it went: its summary, what was asked, done and said in order, what is remembered, what it was told. */
import '../styles/session.css'
import type { SessionReply } from '../../src/worker/protocol/sessions.ts'
import { href } from '../address.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { filteredBy } from '../filters.tsx'
import { Chip, Problem, Time } from '../parts.tsx'
import { Row } from '../row.tsx'
import { count, lasting } from '../times.ts'
import { Told } from './session-told.tsx'
import { Strip, Turns, turnsOf } from './session-turns.tsx'

export function SessionView({ id }: { id: string }) {
  const asked = useAsked<SessionReply>((signal) => get('/api/session', { id: `S${id}` }, signal))
  const session = asked.answer.value
  if (asked.problem.value) return <Problem error={asked.problem.value} />
  if (!session) return <p class="quiet">Loading …</p>
  const { summary } = session
  const turns = turnsOf(session.steps)
  return (
    <article>
      <div class="row-head">
        <a
          class="type"
          href={filteredBy({ session: String(session.number) })}
          title="Show only what is of this session"
        >
          session S{session.number}
        </a>
        <Chip name="project" value={session.project_id} label={session.project} />
        <Time at={session.started_at_epoch} />
        <a
          class="row-link"
          href={href('/timeline', { around: `S${session.number}` })}
          title="What came before and after it"
        >
          around it
        </a>
        <span class="mark">{session.status}</span>
      </div>
      <h1>{summary?.request || `Session S${session.number}`}</h1>
      <p class="quiet">{figuresOf(session)}</p>
      <Strip turns={turns} />
      {summary ? (
        <dl class="summary">
          {(
            [
              ['Learned', summary.learned],
              ['Completed', summary.completed],
              ['Next steps', summary.next_steps],
              ['Notes', summary.notes],
            ] as const
          )
            .filter(([, text]) => text)
            .map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd class="text">{text}</dd>
              </div>
            ))}
        </dl>
      ) : (
        <p class="quiet">It left no summary.</p>
      )}
      <section>
        <h2>Remembered</h2>
        {session.observations.map((one) => (
          <Row key={one.id} row={{ ...one, kind: 'observation' }} />
        ))}
        {session.observations.length === 0 ? <p class="quiet">Nothing.</p> : null}
      </section>
      <Told session={session.id} />
      <section>
        <h2>As it went</h2>
        {session.purged ? <p class="quiet">What its tools did is no longer kept.</p> : null}
        <Turns turns={turns} />
        {session.left_out ? <p class="quiet">{count(session.left_out)} more are left out.</p> : null}
      </section>
    </article>
  )
}

function figuresOf({ steps, started_at_epoch, last_event_epoch, summary }: SessionReply): string {
  const done = steps.filter(({ kind }) => kind === 'did')
  const failed = done.filter((step) => step.failed).length
  const amount = (n: number, one: string, many: string) => `${count(n)} ${n === 1 ? one : many}`
  return [
    lasting(last_event_epoch - started_at_epoch),
    amount(steps.filter(({ kind }) => kind === 'asked').length, 'prompt', 'prompts'),
    `${amount(done.length, 'call', 'calls')}${failed > 0 ? ` (${count(failed)} failed)` : ''}`,
    ...(summary?.discovery_tokens ? [`about ${count(summary.discovery_tokens)} tokens of work`] : []),
  ].join(' · ')
}
