/** One session as it went: its summary, what was asked, done and said in order, what is remembered, what it was told. */
import type { Ledger } from '../../src/worker/protocol/overview.ts'
import type { SessionReply, Step } from '../../src/worker/protocol/sessions.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { Chip, Problem, Row, Time } from '../parts.tsx'
import { clockOf, count } from '../times.ts'

/** A pause this long is worth seeing. */
const GAP_MS = 15 * 60_000

export function SessionView({ id }: { id: string }) {
  const asked = useAsked<SessionReply>((signal) => get('/api/session', { id: `S${id}` }, signal))
  const session = asked.answer.value
  if (asked.problem.value) return <Problem error={asked.problem.value} />
  if (!session) return <p class="quiet">Loading …</p>
  const { summary } = session
  return (
    <article>
      <div class="row-head">
        <span class="type">session S{session.number}</span>
        <Chip name="project" value={session.project_id} label={session.project} />
        <Time at={session.started_at_epoch} />
        <span class="mark">{session.status}</span>
      </div>
      <h1>{summary?.request || `Session S${session.number}`}</h1>
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
        <ol class="steps">{strip(session.steps)}</ol>
        {session.left_out ? <p class="quiet">{count(session.left_out)} more are left out.</p> : null}
      </section>
    </article>
  )
}

/** Runs of tool calls are folded into one line; a pause is a line of its own. */
function strip(steps: Step[]) {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.kind === 'did' && last?.[0]?.kind === 'did') last.push(step)
    else groups.push([step])
  }
  return groups.map((group, at) => {
    const [first] = group
    if (!first) return null
    const before = groups[at - 1]?.at(-1)
    const gap = before && first.at - before.at > GAP_MS ? Math.round((first.at - before.at) / 60_000) : 0
    return (
      <>
        {gap > 0 ? <li class="gap">{count(gap)} minutes later</li> : null}
        <li class={`step step-${first.kind}`}>
          <span class="clock">{clockOf(first.at)}</span>
          {first.kind === 'did' && group.length > 1 ? <Did steps={group} /> : <StepText step={first} />}
        </li>
      </>
    )
  })
}

function Did({ steps }: { steps: Step[] }) {
  const failed = steps.filter((step) => step.failed).length
  const tools = [...new Set(steps.map(({ tool }) => tool))].join(', ')
  return (
    <details>
      <summary>
        {count(steps.length)} calls: {tools}
        {failed > 0 ? <span class="stale"> {count(failed)} failed</span> : null}
      </summary>
      <ol>
        {steps.map((step) => (
          <li key={`${step.at} ${step.text}`}>
            <StepText step={step} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function StepText({ step }: { step: Step }) {
  return (
    <div>
      {step.kind === 'did' ? (
        <code>
          {step.tool} {step.text}
        </code>
      ) : (
        <p class="text">
          {step.kind === 'began' ? `Began (${step.text})` : step.kind === 'ended' ? 'Ended' : step.text}
        </p>
      )}
      {step.failed ? <span class="stale">failed</span> : null}
      {step.agent ? <span class="mark">{step.agent}</span> : null}
    </div>
  )
}

function Told({ session }: { session: string }) {
  const asked = useAsked<Ledger>((signal) => get('/api/ledger', { session }, signal))
  const ledger = asked.answer.value
  if (!ledger || ledger.count === 0) return null
  return (
    <details>
      <summary>
        It was told {count(ledger.count)} memories in {count(ledger.tokens)} tokens
      </summary>
      <ul>
        {ledger.injections.map((one) => (
          <li key={`${one.at} ${one.observation} ${one.surface}`}>
            {one.title ? <a href={`/memory/${one.observation}`}>{one.title}</a> : <em>forgotten since</em>}{' '}
            <span class="quiet">{one.surface.replaceAll('_', ' ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
