/** Why a row stands in a list; of a memory also when agents were told it, which is asked for when somebody unfolds it. */
import { useSignal } from '@preact/signals'
import type { Ledger } from '../src/worker/protocol/overview.ts'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import { get } from './api.ts'
import { useAsked } from './asked.ts'
import { Answer } from './parts.tsx'
import { Score } from './score.tsx'
import { ago } from './times.ts'
import { OCCASIONS, ToldSession, times } from './told.tsx'

export function Why({ row }: { row: AnyIndex }) {
  const open = useSignal(false)
  const { explain } = row
  if (!explain && row.kind !== 'observation') return null
  return (
    <details class="why" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>why</summary>
      {explain ? (
        <>
          <Score parts={explain.parts} />
          {explain.matched.length > 0 ? <p>has: {explain.matched.join(', ')}</p> : null}
          {explain.missing.length > 0 ? <p>lacks: {explain.missing.join(', ')}</p> : null}
        </>
      ) : null}
      {open.value && row.kind === 'observation' ? <ToldBriefly observation={row.id} /> : null}
    </details>
  )
}

function ToldBriefly({ observation }: { observation: number }) {
  const asked = useAsked<Ledger>((signal) => get('/api/ledger', { observation, limit: 1 }, signal))
  return (
    <Answer asked={asked}>
      {({ count, injections: [last] }) => (
        <p class="telling">
          {last ? (
            <>
              <span>
                Told {times(count)}, last {ago(last.at)} {OCCASIONS[last.surface] ?? last.surface}
              </span>{' '}
              <ToldSession line={last} />
            </>
          ) : (
            'Not told to any session yet.'
          )}
        </p>
      )}
    </Answer>
  )
}
