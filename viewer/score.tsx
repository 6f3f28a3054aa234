/** Why a row stands where it stands. */
import './styles/score.css'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'

export function Why({ explain }: { explain: NonNullable<AnyIndex['explain']> }) {
  return (
    <details class="why">
      <summary>why</summary>
      <Score parts={explain.parts} />
      {explain.matched.length > 0 ? <p>has: {explain.matched.join(', ')}</p> : null}
      {explain.missing.length > 0 ? <p>lacks: {explain.missing.join(', ')}</p> : null}
    </details>
  )
}

/** Every part of a score, the largest as wide as there is room. */
export function Score({ parts: all }: { parts: Record<string, number> }) {
  const parts = Object.entries(all).filter(([, value]) => Math.abs(value) >= 0.005)
  const most = Math.max(...parts.map(([, value]) => Math.abs(value)), 0.01)
  return (
    <dl>
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <meter min={0} max={most} value={Math.abs(value)} aria-label={`${name} ${value.toFixed(2)}`} />
            {value.toFixed(2)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
