/** What a session was told from memory: every text that was sent, the memories in it, and why each was chosen. */
import type { Injection, Ledger } from '../../src/worker/protocol/overview.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { clockOf, count } from '../times.ts'
import { OCCASIONS, WhyTold } from '../told.tsx'

export function Told({ session }: { session: string }) {
  const asked = useAsked<Ledger>((signal) => get('/api/ledger', { session, limit: 1000 }, signal))
  const ledger = asked.answer.value
  if (!ledger || ledger.texts.length === 0) return null
  const tokens = ledger.tokens + ledger.gateTokens
  return (
    <section>
      <h2>Told from memory</h2>
      <p class="quiet">
        {count(ledger.texts.length)} {ledger.texts.length === 1 ? 'text' : 'texts'}, {count(tokens)} tokens in all
      </p>
      {ledger.texts.map(({ surface, at, tokens: cost }) => (
        <details key={`${surface} ${at}`} class="told">
          <summary>
            {clockOf(at)} {OCCASIONS[surface] ?? surface}: {count(linesOf(ledger, surface, at).length)} memories,{' '}
            {count(cost)} tokens
          </summary>
          <ul>
            {linesOf(ledger, surface, at).map((line) => (
              <Line key={line.observation} line={line} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

/** A text and its lines are written at the same moment. */
const linesOf = (ledger: Ledger, surface: string, at: number) =>
  ledger.injections.filter((one) => one.surface === surface && one.at === at)

function Line({ line }: { line: Injection }) {
  const { observation, title, tokens } = line
  return (
    <li>
      {title === null ? (
        <em>forgotten since</em>
      ) : observation > 0 ? (
        <a href={`/memory/${observation}`}>{title}</a>
      ) : (
        <span>{title}</span>
      )}{' '}
      <span class="amount">{count(tokens)} tokens</span>
      <WhyTold line={line} />
    </li>
  )
}
