/**
 * A long text matches a question about as well as its best part. Judged as a whole, a session of several pages has a
 * few words of any question somewhere and would outrank a short note that answers it. A part is about a paragraph long.
 */
import { type RareTerm, type ReadMemory, scoreWords, type WordScore } from './word-score.ts'

/**
 * Tokens of a part. Run `parts`, words only: compared with whole texts, 100 takes beam-100k from 43.8 to 46 R@10 and
 * from 30.7 to 35.7 nDCG@10; 150 and 250 gain less. Adding a share of the second-best part costs beam 7 nDCG@10.
 * Where a cut falls is chance, so a text is cut in three ways and the best parts are averaged: against 100 alone,
 * locomo-session 91.2 → 91.6 R@5, beam-100k 50.4 → 50.9 R@10, cranfield 44.7 → 44.8 nDCG@10, entire-commit2session
 * 75.2 → 74.8 hit@10 (one question) and 57.7 → 58.0 nDCG@10. Five ways are no better and cost more; parts that overlap
 * cost entire 2.
 */
const PART_TOKENS = [90, 100, 120]
/**
 * How much the whole text counts besides its best part: the answer may be in two places. Run `parts`, words and
 * meaning: 0 costs locomo-session 0.4 R@5, 0.3 costs nothing (nDCG@10 86.0 → 86.7); beam-100k has 50.5 R@10 (whole
 * texts 48.3), entire-commit2session 75.2 hit@10 (72.8; best part alone 76.0).
 */
const WHOLE = 0.3
/**
 * Up to this many tokens a text is one thought. From 130 on, commits lose 0.2 hit@5 by words, and beam-100k is level.
 */
const WHOLE_TOKENS = 250
/** What a part's title and files add to its length, as `readMemory` counts. */
const BESIDE_TOKENS = 20
/** Length of a text that needs no parts, at most: that of a typical part. */
const PART_LENGTH = 120

export function scoreText(memory: ReadMemory, by: { terms: RareTerm[]; typicalLength: number }): WordScore {
  const typicalLength = Math.min(by.typicalLength, PART_LENGTH)
  if (memory.body.length <= WHOLE_TOKENS) return scoreWords(memory, { terms: by.terms, typicalLength })
  const whole = scoreWords(memory, by)
  const places = placesOf(memory)
  const best = PART_TOKENS.map((tokens) => {
    const about = { terms: by.terms, typicalLength: Math.min(by.typicalLength, tokens + BESIDE_TOKENS) }
    return Math.max(...partsOf(memory, { places, tokens }).map((part) => scoreWords(part, about).score))
  })
  const mean = best.reduce((sum, score) => sum + score, 0) / best.length
  return { score: (1 - WHOLE) * mean + WHOLE * whole.score, matched: whole.matched }
}

type Found = ReadMemory['found']

/** What was found in the title, in the body, and in the files. */
interface Places {
  before: Found
  inside: Found
  after: Found
}

function placesOf({ found, body }: ReadMemory): Places {
  const from = found.findIndex(({ at }) => at > body.from)
  const first = from < 0 ? found.length : from
  const to = found.findIndex(({ at }) => at > body.to)
  const last = to < 0 ? found.length : to
  return { before: found.slice(0, first), inside: found.slice(first, last), after: found.slice(last) }
}

/** Parts of equal length that contain a word of the query, each with the title and files of the whole. */
function partsOf(
  { length, body }: ReadMemory,
  by: { places: Places; tokens: number },
): Pick<ReadMemory, 'found' | 'length'>[] {
  const { before, inside, after } = by.places
  const count = Math.ceil(body.length / by.tokens)
  const partLength = length - body.length + body.length / count
  const partOf = (at: number) => Math.floor(((at - body.from - 1) * count) / (body.to - body.from))
  const parts: Found[] = []
  let from = 0
  for (let next = 1; next <= inside.length; next++) {
    const own = inside[from]
    const other = inside[next]
    if (own && other && partOf(own.at) === partOf(other.at)) continue
    parts.push(inside.slice(from, next))
    from = next
  }
  // If no part has one, the title is scored with the first part.
  const chosen = parts.length === 0 ? [[]] : parts
  const alone = before.length === 0 && after.length === 0
  return chosen.map((own) => ({ found: alone ? own : [...before, ...own, ...after], length: partLength }))
}
