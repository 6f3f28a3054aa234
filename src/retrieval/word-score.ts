/**
 * How well a memory's words fit a query: BM25 over its fields, a title word counting more than one of the body, times a
 * bonus for the share of the query it covers. FTS5 chooses the candidates; this orders them, because only here are rarity
 * inside the project and the words of names known.
 */
import type { Candidate } from '../store/search.ts'
import type { QueryTerm } from './query-terms.ts'
import { type Token, tokensOf } from './tokens.ts'
import { WEIGHTS } from './weights.ts'

/** A memory as tokens, read once. */
export interface ReadMemory {
  title: Token[]
  subtitle: Token[]
  body: Token[]
  files: Token[]
  length: number
}

export interface RareTerm extends QueryTerm {
  /** High for a word few memories have. */
  rarity: number
}

export interface WordScore {
  score: number
  /** Stems of the terms found in it. */
  matched: Set<string>
}

export function readMemory(candidate: Candidate): ReadMemory {
  const title = tokensOf(candidate.title)
  const subtitle = tokensOf(candidate.subtitle)
  const body = tokensOf(candidate.body)
  const files = tokensOf(pathsOf(candidate.files))
  const length = sizeOf(title) + sizeOf(subtitle) + sizeOf(body) + WEIGHTS.fileLength * sizeOf(files)
  return { title, subtitle, body, files, length }
}

export function scoreWords(memory: ReadMemory, by: { terms: RareTerm[]; typicalLength: number }): WordScore {
  const found = countTerms(memory, by.terms)
  const { saturation, lengthEffect, coverage } = WEIGHTS
  const longness = 1 - lengthEffect + (lengthEffect * memory.length) / by.typicalLength
  let score = 0
  let covered = 0
  let whole = 0
  for (const term of by.terms) {
    const weight = term.weight * term.rarity
    whole += weight
    const count = found.get(term.stem)
    if (count === undefined) continue
    const strength = count / longness
    score += (weight * strength * (saturation + 1)) / (strength + saturation)
    covered += weight
  }
  return { score: whole === 0 ? 0 : score * (1 + coverage * (covered / whole)), matched: new Set(found.keys()) }
}

/** BM25's rarity: inside the projects asked for and in the whole store, half each. */
export function rarityOf(by: { all: number; own: number }, corpus: { size: number; own: number }): number {
  return WEIGHTS.ownRarity * idf(by.own, corpus.own) + (1 - WEIGHTS.ownRarity) * idf(by.all, corpus.size)
}

function idf(occurrences: number, size: number): number {
  return Math.log(1 + (Math.max(0, size - occurrences) + 0.5) / (occurrences + 0.5))
}

function countTerms(memory: ReadMemory, terms: RareTerm[]): Map<string, number> {
  const wanted = new Set(terms.map((term) => term.stem))
  const prefixes = terms.filter((term) => term.prefix).map((term) => term.stem)
  const counts = new Map<string, number>()
  const add = (stem: string, weight: number) => counts.set(stem, (counts.get(stem) ?? 0) + weight)
  const { field, part } = WEIGHTS
  for (const [tokens, weight] of [
    [memory.title, field.title],
    [memory.subtitle, field.subtitle],
    [memory.body, field.body],
    [memory.files, field.files],
  ] as const) {
    for (const token of tokens) {
      if (wanted.has(token.whole)) add(token.whole, weight)
      for (const stem of token.parts) if (wanted.has(stem)) add(stem, weight * part)
      for (const start of prefixes) if (token.word !== start && token.word.startsWith(start)) add(start, weight)
    }
  }
  return counts
}

function sizeOf(tokens: Token[]): number {
  let size = tokens.length
  for (const token of tokens) size += token.parts.length / 2
  return size
}

/** The paths in a JSON list, or in `{read, modified}`. */
function pathsOf(json: string): string {
  if (json === '' || json === '[]') return ''
  const value = JSON.parse(json) as string[] | { read: string[]; modified: string[] } // written by the store
  return (Array.isArray(value) ? value : [...new Set([...value.read, ...value.modified])]).join(' ')
}
