/** How much of a question what is left of the day's budget can carry. */
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
  /** Tokens of the day that nobody has spent or set aside. */
  left: number
  /** By how much this model's count may exceed our expectation. */
  factor: number
  /** Tokens a model of this provider may think before it answers. */
  thinking: number
}

/** Would a request show anything, were there room enough? What cannot be shown is no reason to speak of budgets. */
export function isAskable(question: Question): boolean {
  return buildIfPossible({ ...question, maxInputTokens: MAX_INPUT_TOKENS }, 0) !== undefined
}

/** The largest request that fits; undefined when not even the smallest one does that shows anything. */
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

/** Can anything at all still be asked? A question in the middle of a session is the smallest there is. */
export function fitsAny(question: Question, room: Room): boolean {
  const events = [...question.turns, ...question.events]
  return fitRequest({ ...question, final: false, turns: [], events }, room) !== undefined
}

/** What has to be set aside for a request. */
export function costOfRequest(request: EnrichRequest, factor: number): number {
  return mostTokens({ expected: expectedOf(request), factor, maxOutputTokens: request.maxOutputTokens })
}

export function expectedOf({ system, preamble, prompt, schema }: EnrichRequest): number {
  return expectedInput({ own: [system, JSON.stringify(schema)], observed: [preamble, prompt] })
}

/** undefined when there is too little room for the rules, or none for anything to judge by them. */
function buildIfPossible(input: EnrichInput, thinking: number): EnrichRequest | undefined {
  try {
    const request = buildRequest(input)
    if (!showsSomething(request)) return undefined
    return { ...request, maxOutputTokens: request.maxOutputTokens + thinking }
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'bad_input') return undefined // too little room: an answer here
    throw error
  }
}
