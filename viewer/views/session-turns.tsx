/** A session as a strip of turns and, below it, every turn in full; runs of tool calls are folded into one line. */
import type { Step } from '../../src/worker/protocol/sessions.ts'
import { clockOf, count, lasting } from '../times.ts'

/** A pause this long is worth seeing. */
const GAP_MS = 15 * 60_000
/** In the strip the longest turn is no more than this many times as wide as the shortest. */
const WIDEST = 12

export interface Turn {
  number: number
  steps: Step[]
  /** Before it began, in milliseconds; 0 when it was short. */
  gap: number
  compacted: boolean
}

/** What was asked begins a turn; what came before the first question is turn 0. */
export function turnsOf(steps: Step[]): Turn[] {
  const turns: Turn[] = []
  for (const step of steps) {
    const last = turns.at(-1)
    if (!last || step.kind === 'asked') {
      const pause = last ? step.at - (last.steps.at(-1)?.at ?? step.at) : 0
      const number = last ? last.number + 1 : step.kind === 'asked' ? 1 : 0
      turns.push({ number, steps: [step], gap: pause > GAP_MS ? pause : 0, compacted: false })
    } else last.steps.push(step)
    const current = turns.at(-1)
    if (current && step.kind === 'compacted') current.compacted = true
  }
  return turns
}

const nameOf = ({ number, steps: [first] }: Turn) => (number === 0 ? 'Before the first prompt' : (first?.text ?? ''))

export function Strip({ turns }: { turns: Turn[] }) {
  if (turns.length < 2) return null
  return (
    <nav class="strip" aria-label="Turns">
      {turns.map((turn) => {
        const { number, steps, gap, compacted } = turn
        const failed = steps.filter((step) => step.failed).length
        const said = [
          nameOf(turn),
          `${clockOf(steps[0]?.at ?? 0)}, ${count(steps.length)} steps`,
          ...(failed > 0 ? [`${count(failed)} failed`] : []),
          ...(compacted ? ['compacted'] : []),
          ...(gap > 0 ? [`after a pause of ${lasting(gap)}`] : []),
        ].join('\n')
        return (
          <button
            key={number}
            type="button"
            title={said}
            aria-label={`${number === 0 ? 'start' : `Turn ${number}`}: ${said}`}
            {...{
              'data-start': number === 0,
              'data-gap': gap > 0,
              'data-failed': failed > 0,
              'data-compacted': compacted,
            }}
            style={{ flexGrow: number === 0 ? 0 : Math.min(WIDEST, 1 + steps.length / 4) }}
            onClick={() => {
              const turnStep = document.getElementById(`turn-${number}`)
              turnStep?.scrollIntoView({ block: 'start' })
              turnStep?.focus({ preventScroll: true })
            }}
          >
            <span aria-hidden="true">{number === 0 ? 'start' : number}</span>
          </button>
        )
      })}
    </nav>
  )
}

export function Turns({ turns }: { turns: Turn[] }) {
  return (
    <>
      {turns.map(({ number, steps, gap }) => (
        <ol key={number} class="steps" id={`turn-${number}`} tabIndex={-1} aria-label={`Turn ${number}`}>
          {gap > 0 ? <li class="gap">{lasting(gap)} later</li> : null}
          {folded(steps)}
        </ol>
      ))}
    </>
  )
}

/** Runs of tool calls become one line; a pause inside a turn is a line of its own. */
function folded(steps: Step[]) {
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
    const gap = before && first.at - before.at > GAP_MS ? first.at - before.at : 0
    return (
      <>
        {gap > 0 ? <li class="gap">{lasting(gap)} later</li> : null}
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
