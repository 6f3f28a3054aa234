/** The index for meaning, for people: does it work, what is left to do, and what they can do. */

import { memories } from '../../memory/count.ts'
import type { IndexStatus } from '../../worker/protocol/overview.ts'

/** One line for `status`; short when all is well. */
export function renderSearchState(index: IndexStatus | undefined): string {
  if (!index) return 'words; the index for meaning did not answer in time. To ask again: claude-mem index status'
  const { waiting, refused, problem } = index
  if (problem !== null) return `words only. ${problem} ${remedyFor(index)}`
  if (isBeingMade(index)) return `words for now; the index for meaning is still being built${toGo(index)}`
  return [
    'words and meaning',
    ...(waiting > 0 ? [`${memories(waiting)} still to be indexed`] : []),
    ...(refused === null ? [] : [`${memories(refused.count)} by words alone: \`claude-mem index status\` says why`]),
  ].join('; ')
}

export function renderIndexStatus(index: IndexStatus): string {
  const { state, model, dimensions, driver, indexed, waiting, refused, because, problem } = index
  const made = isBeingMade(index)
  const size = dimensions === 0 ? '' : ` (${dimensions} dimensions)`
  return [
    `state      ${made ? `still being built${toGo(index)}; until then these are found by words` : STATES[problem === null ? state : 'unavailable']}`,
    `model      ${model}${size}, vectors: ${driver}`,
    `indexed    ${memories(indexed)}, ${waiting} waiting`,
    ...(refused === null ? [] : [`refused    ${memories(refused.count)}: ${refused.reason}`]),
    ...(made && because !== null ? [`because    ${because}`] : []),
    ...(problem === null ? [] : [`problem    ${problem}`, `do         ${remedyFor(index)}`]),
  ].join('\n')
}

const STATES: Record<IndexStatus['state'], string> = {
  ready: 'ready',
  building: 'ready; new memories are added when nothing else is running',
  rebuilding: 'being built',
  unavailable: 'not available: searches use words',
}

/** Being built from the start, or mostly. Nobody has to do anything. */
function isBeingMade({ state, problem, waiting, indexed }: IndexStatus): boolean {
  return problem === null && (state === 'rebuilding' || (state === 'building' && waiting > indexed))
}

function remedyFor({ hint }: IndexStatus): string {
  return hint ?? 'It will be tried again automatically; `claude-mem logs` says more.'
}

function toGo({ waiting }: IndexStatus): string {
  return waiting === 0 ? '' : `, ${memories(waiting)} to go`
}
