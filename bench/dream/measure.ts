/** The result of the quarter: which facts mattered by the sets' own labels, and which of them are in MEMORY.md. */

import { estimateTokens } from '../../src/memory/token-estimate.ts'
import { findPromotedLines } from '../../src/notes/dream/promoted-line.ts'
import { type Lived, makeFinder } from './live.ts'
import { DAY_MS, DAYS, type Piece, type Quarter, START } from './quarter.ts'

const QUESTIONS = 3
const ON_DAYS = 3

/** Facts found by at least three different questions about them, on at least three days. */
export function factsThatMatter({ found }: Lived): Set<string> {
  const asked = new Map<string, { questions: Set<string>; days: Set<number> }>()
  for (const { question, hits } of found) {
    const shown = new Set(hits.flatMap(({ piece }) => piece.facts))
    for (const id of question.answers.filter((answer) => shown.has(answer))) {
      const of = asked.get(id) ?? { questions: new Set(), days: new Set() }
      of.questions.add(wordsIn(question.text))
      of.days.add(Math.floor((question.at - START) / DAY_MS))
      asked.set(id, of)
    }
  }
  const often = [...asked].filter(([, { questions, days }]) => questions.size >= QUESTIONS && days.size >= ON_DAYS)
  return new Set(often.map(([id]) => id))
}

/** Questions that differ only in small words and order are one. */
function wordsIn(question: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{N}'-]{4,}/gu) ?? []
  return [...new Set(words)].sort().join(' ')
}

export interface Promoted {
  promoted: number
  precision: number
  recall: number
  /** Facts that were written twice. */
  twice: number
  wrong: string[]
  missed: string[]
}

export function judgePromotions(lived: Lived, quarter: Quarter, matter: ReadonlySet<string>): Promoted {
  const ids = lived.additions.map(({ fact }) => factIn(fact, quarter))
  const right = ids.filter((id) => id !== undefined && matter.has(id))
  const found = new Set(right)
  const texts = lived.additions.map(({ fact }) => fact)
  return {
    promoted: ids.length,
    precision: right.length / Math.max(1, ids.length),
    recall: found.size / Math.max(1, matter.size),
    twice: texts.length - new Set(texts).size + (right.length - found.size),
    wrong: texts.filter((_, at) => !right.includes(ids[at])),
    missed: [...matter].filter((id) => !found.has(id)),
  }
}

/** Of the promoted facts that were overruled later, the share retired or proposed at the end. */
export function judgeContradicted(lived: Lived, quarter: Quarter): { promoted: number; ended: number } {
  const promoted = lived.additions.filter(({ fact }) => quarter.overruled.has(factIn(fact, quarter) ?? ''))
  const standing = findPromotedLines(lived.memoryMd).map(({ fact }) => fact)
  const proposed = lived.proposed.map(({ line }) => line)
  const ended = promoted.filter(({ fact, line }) => !standing.includes(fact) || proposed.includes(line))
  return { promoted: promoted.length, ended: ended.length / Math.max(1, promoted.length) }
}

/** Of the questions answered without MEMORY.md, the share still answered with it. */
export async function judgeLoss(lived: Lived, quarter: Quarter): Promise<{ asked: number; kept: number }> {
  const end = START + DAYS * DAY_MS
  const lines = findPromotedLines(lived.memoryMd)
  const added = chunked(lines, 5).map((some, at): Piece => {
    const facts = some.flatMap(({ fact }) => factIn(fact, quarter) ?? [])
    const text = some.map(({ visible }) => visible).join('\n')
    return { key: `m${at}`, kind: 'note', id: quarter.pieces.length + at, text, createdAt: end - 1, facts }
  })
  const [before, after] = [makeFinder(quarter.pieces), makeFinder([...quarter.pieces, ...added])]
  const questions = new Map(quarter.questions.filter(({ answers }) => answers.length > 0).map((one) => [one.text, one]))
  let [asked, kept] = [0, 0]
  for (const { text, answers } of questions.values()) {
    const wanted = new Set(answers.map((id) => quarter.overruled.get(id) ?? id))
    const shows = (hits: readonly { piece: Piece }[]) =>
      hits.some(({ piece }) => piece.facts.some((id) => wanted.has(id)))
    if (!shows(await before(text, end))) continue
    asked += 1
    if (shows(await after(text, end))) kept += 1
  }
  return { asked, kept: kept / Math.max(1, asked) }
}

export function tokensOf(lived: Lived): { before: number; after: number; most: number } {
  return {
    before: estimateTokens(lived.nights[0] ?? ''),
    after: estimateTokens(lived.memoryMd),
    most: Math.max(...lived.nights.map(estimateTokens)),
  }
}

/** The set's fact whose words the promoted one contains. */
function factIn(fact: string, quarter: Quarter): string | undefined {
  for (const [id, text] of quarter.textOf) if (fact.includes(text.replace(/\s+/g, ' ').replace(/\.+$/, ''))) return id
  return undefined
}

function chunked<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}
