/** How large a question the rest of the day's budget can pay for. */
import { MemoryError } from '../../../memory/error.ts'
import {
  buildRequest,
  type EnrichInput,
  type EnrichRequest,
  showsSomething,
} from '../../../synthesis/enrich/request.ts'
import { expectedInput, mostTokens } from '../../../synthesis/spending.ts'
import type { Question } from './enrich-input.ts'

const MAX_INPUT_TOKENS = 12_000
// 12,000 tokens halved ten times: a dozen tokens, far less than one observation
const ROUNDS = 10

export interface Room {
  /** Today's tokens that are neither spent nor reserved. */
  left: number
  /** How far this model's count may exceed ours. */
  factor: number
  /** Tokens a model of this provider may think before answering. */
  thinking: number
}

/** Would a request with unlimited room show anything? If not, the budget is not the problem. */
export function isAskable(question: Question): boolean {
  return buildIfPossible({ ...question, maxInputTokens: MAX_INPUT_TOKENS }, 0) !== undefined
}

/** The largest request that fits; undefined when even the smallest useful one does not. */
export function fitRequest(question: Question, room: Room): EnrichRequest | undefined {
  const whole = buildIfPossible({ ...question, maxInputTokens: MAX_INPUT_TOKENS }, room.thinking)
  if (!whole || costOfRequest(whole, room.factor) <= room.left) return whole
  let best: EnrichRequest | undefined
  let [low, high] = [0, MAX_INPUT_TOKENS]
  for (let round = 0; round < ROUNDS; round += 1) {
    const maxInputTokens = Math.floor((low + high) / 2)
    const request = buildIfPossible({ ...question, maxInputTokens }, room.thinking)
    const fits = request !== undefined && costOfRequest(request, room.factor) <= room.left
    if (fits) best = request
    if (fits || !request) low = maxInputTokens
    else high = maxInputTokens
  }
  return best
}

/** Can anything at all still be asked? Questions in the middle of a session are the smallest. */
export function fitsAny(question: Question, room: Room): boolean {
  const events = [...question.turns, ...question.events]
  return fitRequest({ ...question, final: false, turns: [], events }, room) !== undefined
}

/** What to reserve for a request. */
export function costOfRequest(request: EnrichRequest, factor: number): number {
  return mostTokens({ expected: expectedOf(request), factor, maxOutputTokens: request.maxOutputTokens })
}

export function expectedOf({ system, preamble, prompt, schema }: EnrichRequest): number {
  return expectedInput({ own: [system, JSON.stringify(schema)], observed: [preamble, prompt] })
}

/** undefined when there is too little room for the rules, or none left for anything to judge. */
function buildIfPossible(input: EnrichInput, thinking: number): EnrichRequest | undefined {
  try {
    const request = buildRequest(input)
    if (!showsSomething(request)) return undefined
    return { ...request, maxOutputTokens: request.maxOutputTokens + thinking }
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'bad_input') return undefined // too little room: an expected result here
    throw error
  }
}
