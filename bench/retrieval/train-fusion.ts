/**
 * Are learned fusion weights better than hand-set ones? `npm run train:fusion [-- --sets a,b]`. Two ways of learning
 * are tested on sets they have not seen: a sum of curves (curves.ts), and the product's own formula with the best of
 * many random weights. Views of one conversation, and questions to the same sessions, are left out together.
 */
import { parseArgs } from 'node:util'
import '../../scripts/text-imports.mjs'
import { renderTable } from '../figures.ts'
import type { Case } from './fusion-features.ts'
import type { Fusion } from './fusion-model.ts'
import { pairedP } from './metrics.ts'

const { fusionOf, trainCurves } = await import('./curves.ts')
const { BY_HAND, rankCase } = await import('./fusion-model.ts')
const { SETS } = await import('./datasets.ts')
const { fusionSets } = await import('./fusion-sets.ts')

const { values: asked } = parseArgs({ options: { sets: { type: 'string', default: '' } } })
/** Of 0.01 and 0.1 the one with the better mean over the left-out sets, which favours what is learned. */
const CAUTION = 0.1
const DRAWN = 40

const parts = asked.sets.split(',')
const sets = await fusionSets(SETS.filter((set) => parts.some((part) => set.includes(part))))
const drawn = drawFusions()
const drawnMeans = drawn.map(
  ({ fusion }) => new Map([...sets].map(([name, cases]) => [name, mean(figuresOf(cases, fusion).ndcg)])),
)

const rows: string[][] = []
const learned = new Map<string, { curves: Fusion; searched: Fusion }>()
for (const [name, cases] of sets) {
  const family = familyOf(name)
  const { curves, searched } = learned.get(family) ?? learnWithout(family)
  learned.set(family, { curves, searched })
  const hand = figuresOf(cases, BY_HAND)
  const cells = [curves, searched].flatMap((fusion) => {
    const unseen = figuresOf(cases, fusion)
    return [percent(unseen.ndcg), pairedP(unseen.ndcg, hand.ndcg).toFixed(3), percent(unseen.found)]
  })
  rows.push([name, String(cases.length), percent(hand.ndcg), percent(hand.found), ...cells])
}
const column = (at: number) => mean(rows.map((cells) => Number(cells[at]))).toFixed(2)
rows.push(['mean', '', column(2), column(3), column(4), '', column(6), column(7), '', column(9)])
const found = 'R@10'
console.log(
  renderTable(
    ['set', 'queries', 'by hand: nDCG@10', found, 'curves: nDCG@10', 'p', found, 'searched: nDCG@10', 'p', found],
    rows,
  ),
)
console.log(`curves, trained on all: ${numbers(trainCurves([...sets.values()], CAUTION))}`)
console.log(`searched on all: ${drawn[bestOf(() => true)]?.text}`)

function learnWithout(family: string) {
  const isSeen = (name: string) => familyOf(name) !== family
  const seen = [...sets].filter(([name]) => isSeen(name)).map(([, cases]) => cases)
  const searched = drawn[bestOf(isSeen)]?.fusion ?? BY_HAND
  return { curves: fusionOf(trainCurves(seen, CAUTION)), searched }
}

/** The random weights with the best mean over these sets. */
function bestOf(isSeen: (name: string) => boolean): number {
  const worth = drawnMeans.map((means) => mean([...means].filter(([name]) => isSeen(name)).map(([, value]) => value)))
  return worth.indexOf(Math.max(...worth))
}

/** The hand-set weights first, then others around them, the same every time. */
function drawFusions(): { fusion: Fusion; text: string }[] {
  let state = 7
  const between = (low: number, high: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return low + ((high - low) * state) / 2 ** 32
  }
  const others = Array.from({ length: DRAWN }, () => {
    const [sharpness, meaning, coverage, wish] = [between(1, 2), between(0.3, 0.9), between(0, 0.3), between(0.2, 0.6)]
    const [said, neighbour, sameTime] = [between(0.3, 0.9), between(0.1, 0.3), between(0, 0.3)]
    return {
      fusion: {
        own: (of: Parameters<Fusion['own']>[0]) =>
          of.words ** sharpness + meaning * of.meaning + coverage * of.coverage + wish * of.time,
        ...{ said, neighbour, sameTime },
      },
      text: `sharpness, meaning, coverage, wish, said, neighbour, sameTime: ${numbers([sharpness, meaning, coverage, wish, said, neighbour, sameTime])}`,
    }
  })
  return [{ fusion: BY_HAND, text: 'the weights set by hand' }, ...others]
}

interface Figures {
  ndcg: number[]
  /** Recall@10; of questions to sessions answer@5. */
  found: number[]
}

function figuresOf(cases: Case[], fusion: Fusion): Figures {
  const each = cases.map((one) => {
    const first = rankCase(one, fusion).slice(0, 10)
    const gains = first.map(({ relevant }, at) => (relevant > 0 ? 1 / Math.log2(at + 2) : 0))
    // For a question to sessions one answering row is enough.
    if (one.turns) return { ndcg: Math.max(0, ...gains), found: Number(gains.slice(0, 5).some((gain) => gain > 0)) }
    const ideal = Array.from({ length: Math.min(10, one.wanted) }, (_, at) => 1 / Math.log2(at + 2))
    return { ndcg: sum(gains) / sum(ideal), found: sum(first.map(({ relevant }) => relevant)) / one.wanted }
  })
  return { ndcg: each.map(({ ndcg }) => ndcg), found: each.map(({ found: one }) => one) }
}

function familyOf(name: string): string {
  return /^(locomo|sessions)-/.exec(name)?.[1] ?? name
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

function mean(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length)
}

function percent(values: readonly number[]): string {
  return (100 * mean(values)).toFixed(1)
}

function numbers(values: readonly number[]): string {
  return values.map((value) => value.toFixed(2)).join(' ')
}
