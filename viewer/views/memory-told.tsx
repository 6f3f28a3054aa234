/** Which sessions were told a memory, when, on which occasion and why. */
import { useSignal } from '@preact/signals'
import type { Ledger } from '../../src/worker/protocol/overview.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { Answer, Time } from '../parts.tsx'
import { count } from '../times.ts'
import { OCCASIONS, ToldSession, times, WhyTold } from '../told.tsx'

/** The newest are what one wants to know; the rest is one click away. */
const FEW = 10
/** As many as one request gives. */
const MOST = 1000

export function ToldIn({ memory }: { memory: ObservationFull }) {
  const limit = useSignal(FEW)
  const asked = useAsked<Ledger>((signal) => get('/api/ledger', { observation: memory.id, limit: limit.value }, signal))
  return (
    <section aria-labelledby="told-in">
      <h2 id="told-in">Told in</h2>
      <Answer asked={asked}>
        {(ledger) => (ledger.count === 0 ? <NeverTold memory={memory} /> : <Tellings {...{ ledger, limit }} />)}
      </Answer>
    </section>
  )
}

function Tellings({ ledger, limit }: { ledger: Ledger; limit: { value: number } }) {
  const { injections, tokens, gateTokens } = ledger
  return (
    <>
      <p class="quiet">
        {times(ledger.count)} in the last 90 days, {count(tokens + gateTokens)} tokens in all
      </p>
      <ul class="tellings">
        {injections.map((line) => (
          <li key={`${line.session} ${line.surface} ${line.at}`}>
            <div class="telling">
              <Time at={line.at} /> <span>{OCCASIONS[line.surface] ?? line.surface}</span> <ToldSession line={line} />{' '}
              <span class="amount">{count(line.tokens)} tokens</span>
            </div>
            <WhyTold line={line} />
          </li>
        ))}
      </ul>
      {ledger.count > injections.length && limit.value < MOST ? (
        <button type="button" onClick={() => (limit.value = MOST)}>
          All {count(ledger.count)}
        </button>
      ) : null}
    </>
  )
}

function NeverTold({ memory }: { memory: ObservationFull }) {
  return (
    <p class="quiet">
      No session was told it yet.{' '}
      {memory.recalled === false
        ? 'It is never recalled unasked: only a search finds it.'
        : 'It is told when a session starts in its project and it is among the best for it, beside a prompt it may answer, before a file it is about is read, or after a call that failed as it says. What an agent finds by a search of its own is not written down here.'}
    </p>
  )
}
