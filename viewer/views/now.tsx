/** What the memory is doing: is it recording, what waits, what it holds, what it spends. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Status } from '../../src/worker/protocol.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { Problem } from '../parts.tsx'
import { ago, bytes, count } from '../times.ts'

const LOOK_MS = 2000

export function NowView() {
  const looks = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) looks.value += 1
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const asked = useAsked<Status>((signal) => {
    void looks.value // asked again at each look
    return get('/api/status', {}, signal)
  })
  const status = asked.answer.value
  if (asked.problem.value) return <Problem error={asked.problem.value} />
  if (!status) return <p class="quiet">Loading …</p>
  return (
    <>
      <h1>{status.paused ? 'Paused: nothing is recorded' : 'Recording'}</h1>
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
    </>
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
