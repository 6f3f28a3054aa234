/**
 * A fusion learned as a sum of curves: words, meaning, coverage, time, neighbours, same time. Trained on pairs of a
 * right and a wrong row, each weighted by how much swapping them would change nDCG@10 (LambdaRank, linear); every set
 * counts the same.
 */
import type { Case } from './fusion-features.ts'
import { BY_HAND, type Features, type Fusion, rankCase, type Scored } from './fusion-model.ts'

/** Rounds of re-ranking with what was learned, and steps in each. Not tuned. */
const ROUNDS = 3
const STEPS = 60
const RATE = 0.05
/** A difference of 0.1 in score is a clear one. */
const SHARP = 10
/** Per query: the highest-ranked wrong rows, and the right ones. Not tuned. */
const WRONG = 15
const RIGHT = 4

/** Where the curves bend. */
const WORD_KNOTS = [0, 1 / 3, 2 / 3]
const MEANING_KNOTS = [0, 0.25, 0.5]

/** The hand-set weights in the same form, with x^1.5 approximated by chords. */
const START = [0.577, 0.478, 0.315, 0.5, 0, 0, 0, 0.4, 0.2, 0.2]

/** `caution` pulls back to the hand-set weights. */
export function trainCurves(sets: Case[][], caution: number): number[] {
  let weights = [...START]
  for (let round = 0; round < ROUNDS; round++) {
    const pairs = sets.flatMap((cases) => pairsOf(cases, fusionOf(weights)))
    const steepness = weights.map(() => 0)
    for (let step = 0; step < STEPS; step++) {
      const slope = weights.map((value, at) => caution * (value - (START[at] ?? 0)))
      for (const { difference, weight } of pairs) {
        const wrong = weight / sets.length / (1 + Math.exp(SHARP * dot(weights, difference)))
        for (let at = 0; at < slope.length; at++) slope[at] = (slope[at] ?? 0) - SHARP * wrong * (difference[at] ?? 0)
      }
      weights = weights.map((value, at) => {
        const own = slope[at] ?? 0
        steepness[at] = (steepness[at] ?? 0) + own * own
        return value - (RATE * own) / Math.sqrt((steepness[at] ?? 0) + 1e-9)
      })
    }
  }
  return weights
}

export function fusionOf(weights: readonly number[]): Fusion {
  const own = weights.slice(0, -2)
  const [neighbour = 0, sameTime = 0] = weights.slice(-2)
  return { own: (features) => dot(own, ownVector(features)), said: BY_HAND.said, neighbour, sameTime }
}

function ownVector({ words, meaning, coverage, time }: Features): number[] {
  const hinges = (knots: number[], value: number) => knots.map((knot) => Math.max(0, value - knot))
  return [...hinges(WORD_KNOTS, words), ...hinges(MEANING_KNOTS, meaning), coverage, time]
}

interface Pair {
  /** Right minus wrong, feature by feature. */
  difference: number[]
  weight: number
}

function pairsOf(cases: Case[], fusion: Fusion): Pair[] {
  const vectorOf = (one: Scored) => [...ownVector(one.features), one.neighbours, one.sameTime]
  const pairs = cases.flatMap((one) => {
    const placed = rankCase(one, fusion).map((row, at) => ({ row, gain: 1 / Math.log2(at + 2) }))
    const wrong = placed.filter(({ row }) => row.relevant === 0).slice(0, WRONG)
    const right = placed.filter(({ row }) => row.relevant > 0).slice(0, RIGHT)
    return right.flatMap(({ row, gain }) =>
      wrong.map((other) => {
        const than = vectorOf(other.row)
        return {
          difference: vectorOf(row).map((value, at) => value - (than[at] ?? 0)),
          weight: Math.abs(gain - other.gain),
        }
      }),
    )
  })
  const whole = pairs.reduce((sum, { weight }) => sum + weight, 0)
  return pairs.map(({ difference, weight }) => ({ difference, weight: weight / whole }))
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
