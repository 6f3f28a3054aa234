/** The parts of a score, whoever gave it. */
import './styles/score.css'

/** The largest as wide as there is room. */
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
