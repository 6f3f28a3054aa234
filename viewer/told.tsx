/** One telling of a memory: on which occasion, to which session, and why it was chosen. */
import type { Injection } from '../src/worker/protocol/overview.ts'
import { SessionLink } from './parts.tsx'
import { Score } from './score.tsx'
import { count } from './times.ts'

export const OCCASIONS: Record<string, string> = {
  session_start: 'at the start',
  prompt: 'beside a prompt',
  read: 'before a file was read',
  failure: 'after a failure',
}

export const times = (n: number) => (n === 1 ? 'once' : `${count(n)} times`)

export function ToldSession({ line: { session_db_id: number } }: { line: Injection }) {
  return number === null ? <span>in a session that is no longer kept</span> : <SessionLink number={number} />
}

/** Nothing where no parts were written down. */
export function WhyTold({ line: { score, parts } }: { line: Injection }) {
  return Object.keys(parts).length > 0 ? (
    <details class="why">
      <summary>why</summary>
      <Score parts={parts} />
      {score > 0 ? <p>in all {score.toFixed(2)}</p> : null}
    </details>
  ) : null
}
