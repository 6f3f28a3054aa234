/**
 * May a model's wording of promoted lines replace ours? It may shorten and join, but not lose facts: the numbers,
 * names, code words, paths and source of each fact must still be there.
 */
import { redactSecrets } from '../../memory/redaction.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import { namesIn, shareIn } from '../../synthesis/words/terms.ts'
import { contentTerms } from './content-terms.ts'

/** Asks a model; undefined when it has no answer. One per fact, in the same order. */
export type Reword = (facts: readonly string[]) => Promise<string[] | undefined>

/** The model's words where they keep everything that matters, else ours. */
export async function rewordFacts<T extends { fact: string }>(
  candidates: readonly T[],
  reword: Reword | undefined,
): Promise<T[]> {
  const words = candidates.length === 0 ? undefined : await reword?.(candidates.map(({ fact }) => fact))
  return candidates.map((candidate, at) => {
    const fact = words?.[at]
    if (fact === undefined || redactSecrets(fact) !== fact) return candidate
    // A short fact may need a few more words to be understood alone.
    const mostTokens = Math.ceil(estimateTokens(candidate.fact) * MAX_LONGER)
    return checkRewrite([candidate.fact], [fact], { mostTokens }).kind === 'accepted'
      ? { ...candidate, fact }
      : candidate
  })
}

const MAX_LONGER = 1.2

export type Checked = { kind: 'accepted'; kept: number } | { kind: 'rejected'; reason: string; kept: number }

/** Share of the facts: losing more than a quarter is not rewording. */
const LEAST_KEPT = 0.75
/** Share of a fact's plain words: the rest may be said differently. */
const LEAST_WORDS = 0.4

export function checkRewrite(
  before: readonly string[],
  after: readonly string[],
  by: { mostTokens?: number; lineTokens?: number } = {},
): Checked {
  const whole = after.map((line) => ({ line, terms: contentTerms(line) }))
  const kept = before.length === 0 ? 1 : before.filter((fact) => survives(fact, whole)).length / before.length
  const rejected = (reason: string): Checked => ({ kind: 'rejected', reason, kept })
  if (after.some((line) => line.trim() === '' || line.includes('\n'))) return rejected('a fact is one line')
  const most = by.mostTokens ?? estimateTokens(before.join('\n'))
  if (estimateTokens(after.join('\n')) > most) return rejected('it is longer than what it rewords')
  if (after.some((line) => estimateTokens(line) > (by.lineTokens ?? LINE_TOKENS))) return rejected('a line is too long')
  const sources = before.flatMap(sourcesIn)
  const missing = sources.find((source) => !after.some((line) => line.includes(source)))
  if (missing !== undefined) return rejected(`the source ${missing} is lost`)
  if (kept < LEAST_KEPT) return rejected('more than a quarter of the facts is lost')
  return { kind: 'accepted', kept }
}

/** A fact of 160 tokens with its source, figures and comment. */
const LINE_TOKENS = 320

function survives(fact: string, lines: readonly { line: string; terms: ReadonlySet<string> }[]): boolean {
  const said = withoutSource(fact)
  const anchors = anchorsOf(said)
  const terms = contentTerms(said)
  return lines.some(({ line, terms: told }) => {
    const lower = line.toLowerCase()
    if (NOT.test(said) !== NOT.test(withoutSource(line))) return false
    return anchors.every((anchor) => lower.includes(anchor)) && shareIn(terms, told) >= LEAST_WORDS
  })
}

const NOT = /\b(?:not|no|never|without|cannot|\w+n['’]t|nunca|jamás|sin)\b/iu

/** What must stay literal: numbers, code, paths, and names (capitalised after a sentence's first word). */
function anchorsOf(fact: string): string[] {
  const numbers = fact.match(/\d+(?:[.,:/]\d+)*/g) ?? []
  const names = fact.match(/(?<=[\p{L}\p{N},;:)] )\p{Lu}[\p{L}\p{N}]+/gu) ?? []
  return [...new Set([...numbers, ...names, ...namesIn(fact)])].map((anchor) => anchor.toLowerCase())
}

function sourcesIn(line: string): string[] {
  return [...line.matchAll(/(?:\*\(from |\bfrom=)([^\s,;)]+)/g)].map(([, source = '']) => source)
}

function withoutSource(line: string): string {
  return line.replace(/<!--.*?-->/g, '').replace(/\*\(from [^)]*\)\*/g, '')
}
