/**
 * Where the weights of the salience model come from. A piece of text is good if it states what a careful reader wrote
 * down about the session: each thing is a set of patterns, and a piece counts by the rare ones it matches. Logistic
 * regression with a little shrinkage, small enough to be trained in seconds.
 */
import { changedTerms } from '../../src/synthesis/changed-terms.ts'
import { splitRequests } from '../../src/synthesis/requests.ts'
import { splitTurns } from '../../src/synthesis/turns.ts'
import { type Features, featuresOf, type Weights } from '../../src/synthesis/words/salience.ts'
import type { RealSession, Truth } from './data.ts'

export interface Example {
  repository: string
  features: Features
  /** 0–1. */
  worth: number
  /** How much it counts beside the others. Default: 1. */
  weight?: number
}

export function examplesOf(sessions: readonly RealSession[], truth: readonly Truth[]): Example[] {
  return sessions.flatMap((session) => {
    const wanted = truth.filter(
      (one) => one.session === session.id && (one.kind === 'thing' || one.kind === 'question'),
    )
    // A session nobody read in depth has no labels: what is not written down there may still be good.
    if (!wanted.some(({ kind }) => kind === 'thing')) return []
    const pieces = splitRequests(splitTurns(session.events)).flatMap((request) =>
      featuresOf({ sources: request.sources, ...changedTerms(request) }),
    )
    const texts = pieces.map(({ unit }) => `${unit.heading}. ${unit.lead} ${unit.text}`)
    const worth = texts.map(() => 0)
    for (const one of wanted) {
      matchOf(partsOf(one.strict), texts).forEach((share, i) => {
        worth[i] = Math.max(worth[i] ?? 0, one.kind === 'question' ? QUESTION * share : share)
      })
    }
    return pieces.map(({ features }, i) => ({
      repository: session.repository,
      features,
      worth: squashed(worth[i] ?? 0),
    }))
  })
}

/** An answer to a question is worth a little less than a thing somebody wrote down unasked. */
const QUESTION = 0.8

/** Half a match is chance, nine tenths are as good as all. */
function squashed(share: number): number {
  return Math.max(0, Math.min(1, (share - 0.45) / 0.4))
}

/** How much of the patterns each text matches, the rare ones counting more. */
function matchOf(parts: readonly RegExp[], texts: readonly string[]): number[] {
  const hits = parts.map((part) => texts.map((text) => part.test(text)))
  const weights = hits.map((row) => Math.log(1 + texts.length / (1 + row.filter((hit) => hit).length)))
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return texts.map((_, i) => hits.reduce((sum, row, part) => sum + (row[i] ? (weights[part] ?? 0) : 0), 0) / all)
}

/** The lookaheads of `^(?=.*A)(?=.*B)…`, each as a separate pattern; any other expression as a whole. */
export function partsOf(strict: string): RegExp[] {
  const parts: RegExp[] = []
  let rest = strict.replace(/^\^/, '')
  while (rest.startsWith('(?=.*')) {
    const end = closingBracket(rest)
    parts.push(new RegExp(rest.slice('(?=.*'.length, end), 'is'))
    rest = rest.slice(end + 1)
  }
  return parts.length === 0 ? [new RegExp(strict, 'is')] : parts
}

function closingBracket(pattern: string): number {
  let depth = 0
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern[i]
    if (sign === '\\') i++
    else if (sign === '[') while (pattern[i + 1] !== undefined && pattern[++i] !== ']') if (pattern[i] === '\\') i++
    if (sign === '(') depth++
    if (sign === ')' && --depth === 0) return i
  }
  return pattern.length
}

// 0.001: of 0.0005, 0.001 and 0.002 the one whose pieces answer most questions; on unseen repositories all three are
// level
const SHRINK = 0.001
const ROUNDS = 400

export function train(examples: readonly Example[], shrink = SHRINK): Weights {
  const names = ['bias', ...new Set(examples.flatMap(({ features }) => Object.keys(features)))]
  const places = new Map(names.map((name, place) => [name, place]))
  // Features are few and mostly 0: listing only the others makes a round take milliseconds.
  const rows = examples.map(({ features, worth, weight = 1 }) => {
    const set = Object.entries({ bias: 1, ...features }).filter(([, value]) => value !== 0)
    return { at: set.map(([name]) => places.get(name) ?? 0), values: set.map(([, value]) => value), worth, weight }
  })
  const weights = new Float64Array(names.length)
  const speed = new Float64Array(names.length)
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Float64Array(names.length)
    for (const { at, values, worth, weight } of rows) {
      let sum = 0
      for (let i = 0; i < at.length; i++) sum += (weights[at[i] ?? 0] ?? 0) * (values[i] ?? 0)
      const error = weight * (1 / (1 + Math.exp(-sum)) - worth)
      for (let i = 0; i < at.length; i++) slope[at[i] ?? 0] = (slope[at[i] ?? 0] ?? 0) + error * (values[i] ?? 0)
    }
    const step = 0.05 * Math.min(1, 60 / (round + 1))
    for (let i = 0; i < names.length; i++) {
      const by = (slope[i] ?? 0) / rows.length + (i === 0 ? 0 : shrink * (weights[i] ?? 0))
      speed[i] = 0.9 * (speed[i] ?? 0) + 0.1 * by * by
      weights[i] = (weights[i] ?? 0) - (step * by) / (Math.sqrt(speed[i] ?? 0) + 1e-6)
    }
  }
  const learned = names.map((name, i) => [name, Number((weights[i] ?? 0).toFixed(3))] as const)
  return { bias: 0, ...Object.fromEntries(learned) }
}

/** How often a good piece scores above one that is not. */
export function areaUnderCurve(examples: readonly Example[], weights: Weights): number {
  const ranked = examples
    .map(({ features, worth }) => ({ score: scoreOf(features, weights), good: worth > 0.5 }))
    .sort((a, b) => a.score - b.score)
  let good = 0
  let bad = 0
  let inOrder = 0
  for (const one of ranked) {
    if (one.good) {
      good++
      inOrder += bad
    } else bad++
  }
  return inOrder / Math.max(1, good * bad)
}

export function scoreOf(features: Features, weights: Weights): number {
  let sum = weights.bias
  for (const [name, value] of Object.entries(features)) sum += value * (weights[name] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}
