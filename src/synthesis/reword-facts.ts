/** Asks a model for better wording of lasting facts, and reads its answer. */
import { findJson } from './enrich/lenient-json.ts'
import type { ModelRequest } from './providers/provider.ts'
import system from './reword-facts.md'

/** A fact has at most 160; the list around them is small. */
const TOKENS_PER_FACT = 200

export function rewordRequest(facts: readonly string[], by: { thinkingTokens: number }): ModelRequest {
  return {
    system: system.trim(),
    prompt: JSON.stringify(facts),
    conversation: 'dream',
    preamble: '',
    schema: {
      type: 'object',
      properties: { facts: { type: 'array', items: { type: 'string' } } },
      required: ['facts'],
      additionalProperties: false,
    },
    maxOutputTokens: 100 + facts.length * TOKENS_PER_FACT + by.thinkingTokens,
  }
}

/** One per fact that was asked about; undefined when the answer has another shape. */
export function parseReworded(text: string, count: number): string[] | undefined {
  for (const found of findJson(text)) {
    const list = Array.isArray(found) ? found : (found as Record<string, unknown>).facts // an object of unknown shape
    if (!Array.isArray(list) || list.length !== count) continue
    const words = list
      .filter((one): one is string => typeof one === 'string')
      .map((one) => one.replace(/\s+/g, ' ').trim())
    if (words.length === count) return words
  }
  return undefined
}
