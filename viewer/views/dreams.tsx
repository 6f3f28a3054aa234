/** What dreaming did to a workspace's notes, what it would do, what it asks; every run can be taken back. */
import { useSignal } from '@preact/signals'
import type { DreamProposal, DreamReply, DreamStatus } from '../../src/worker/protocol/dream.ts'
import { get, mayChange, post } from '../api.ts'
import { useAsked, useSending } from '../asked.ts'
import { Answer, Problem } from '../parts.tsx'
import { ago, count } from '../times.ts'
import { Source } from './fact-source.tsx'
import { ProposalText, visible } from './proposal.tsx'

const MOST_RUNS = 6

type Ask = (by: { action: DreamReply['action']; run?: string; proposal?: string; answer?: 'yes' | 'no' }) => void

export function Dreams({ root, onWritten }: { root: string; onWritten: () => void }) {
  const looks = useSignal(0)
  const reply = useSignal<DreamReply | undefined>(undefined)
  const { problem, busy, send } = useSending()
  const asked = useAsked<DreamStatus>((signal) => {
    void looks.value
    return get('/api/dream', { cwd: root }, signal)
  })
  const ask: Ask = (by) =>
    void send(async () => {
      reply.value = await post<DreamReply>('/api/dream', { cwd: root, ...by })
      looks.value += 1
      if (by.action !== 'dry-run') onWritten()
    })
  return (
    <section class="dreams" aria-busy={busy.value}>
      <h2>Dreams</h2>
      <Answer asked={asked}>
        {(status) => (
          <>
            <p class="quiet">
              {status.enabled ? `It dreams once a day, at ${status.time} or later.` : 'It dreams only when asked.'} Last
              dream: {status.lastDreamAt ? ago(Date.parse(status.lastDreamAt)) : 'none yet'}.{' '}
              {status.recalled === 1 ? '1 thing was' : `${count(status.recalled)} things were`} recalled so far;
              MEMORY.md takes about {count(status.memoryTokens)} tokens.
            </p>
            {mayChange.value ? (
              <p class="buttons">
                <button type="button" disabled={busy.value} onClick={() => ask({ action: 'dry-run' })}>
                  What would it do?
                </button>
                <button type="button" disabled={busy.value} onClick={() => ask({ action: 'run' })}>
                  Dream now
                </button>
              </p>
            ) : null}
            {problem.value ? <Problem error={problem.value} /> : null}
            {reply.value ? <Outcome reply={reply.value} /> : null}
            <Proposals proposals={status.proposals} ask={ask} />
            <Runs status={status} ask={ask} busy={busy.value} />
          </>
        )}
      </Answer>
    </section>
  )
}

function Outcome({ reply }: { reply: DreamReply }) {
  const { promotions, removals, tokens, kept = [] } = reply
  return (
    <div class="notice" role="status">
      <p>{SAID[reply.outcome]}</p>
      {promotions.length > 0 ? (
        <ul>
          {promotions.map(({ fact, from, score }) => (
            <li key={fact}>
              <ins>{fact}</ins>{' '}
              <span class="source">
                from <Source from={from} />, score {score.toFixed(2)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {removals.length > 0 ? (
        <ul>
          {removals.map(({ line, reason, state }) => (
            <li key={line}>
              <del>{visible(line)}</del>{' '}
              <span class="source">
                {reason}
                {state === 'proposed' ? '; asks you first' : ''}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {kept.map((line) => (
        <p key={line}>Stays, because it was edited: {visible(line)}</p>
      ))}
      {promotions.length + removals.length > 0 ? (
        <p class="quiet">
          MEMORY.md: about {count(tokens.before)} tokens before, {count(tokens.after)} after.
        </p>
      ) : null}
    </div>
  )
}

const SAID: Record<DreamReply['outcome'], string> = {
  planned: 'Nothing was written. A dream would change:',
  done: 'Done. The list below can take it back.',
  nothing: 'There was nothing to do.',
  changed: 'MEMORY.md was changed meanwhile. Nothing was done; try again.',
  undone: 'Taken back.',
  declined: 'It stays, and is not proposed again.',
  stale: 'That line is not in MEMORY.md any more; nothing was done.',
}

function Proposals({ proposals, ask }: { proposals: DreamProposal[]; ask: Ask }) {
  if (proposals.length === 0) return null
  return (
    <section aria-label="Proposals">
      <h3>
        {proposals.length === 1 ? '1 proposal waits' : `${count(proposals.length)} proposals wait`} for your answer
      </h3>
      {proposals.map((proposal) => (
        <div key={proposal.id} class="proposal">
          <ProposalText proposal={proposal} />
          {mayChange.value ? (
            <p class="buttons">
              <button type="button" onClick={() => ask({ action: 'answer', proposal: proposal.id, answer: 'yes' })}>
                {proposal.kind === 'merge' ? 'Merge them' : 'Let it go'}
              </button>
              <button type="button" onClick={() => ask({ action: 'answer', proposal: proposal.id, answer: 'no' })}>
                Keep it
              </button>
            </p>
          ) : null}
        </div>
      ))}
    </section>
  )
}

function Runs({ status, ask, busy }: { status: DreamStatus; ask: Ask; busy: boolean }) {
  if (status.runs.length === 0) return null
  return (
    <div class="table-box">
      <table>
        <caption class="unseen">The last runs</caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Added</th>
            <th scope="col">Removed</th>
            <th scope="col">
              <span class="unseen">Undo</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {status.runs.slice(0, MOST_RUNS).map((run) => (
            <tr key={run.id}>
              <th scope="row">
                {run.kind === 'dream' ? 'Dream' : 'Your answer'}, {ago(Date.parse(run.at))}
              </th>
              <td>{count(run.promoted)}</td>
              <td>{count(run.removed)}</td>
              <td>
                {run.status !== 'done' ? (
                  <span class="quiet">{run.status}</span>
                ) : mayChange.value ? (
                  <button
                    type="button"
                    class="link"
                    disabled={busy}
                    onClick={() => ask({ action: 'undo', run: run.id })}
                  >
                    undo
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
