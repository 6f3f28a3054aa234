/**
 * A long text matches a question about as well as its best part. Judged as a whole, a session of several pages has a
 * few words of any question somewhere and would outrank a short note that answers it. A part is about a paragraph long.
 */
import { type RareTerm, type ReadMemory, scoreWords, type WordScore } from './word-score.ts'

/**
 * Tokens of a part. Run `parts`, words only: compared with whole texts, 100 takes beam-100k from 43.8 to 46 R@10 and
 * from 30.7 to 35.7 nDCG@10; 150 and 250 gain less. Adding a share of the second-best part costs beam 7 nDCG@10.
 */
const PART_TOKENS = 100
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
/** Length of a typical part with its title, as `readMemory` counts. */
const PART_LENGTH = 120

export function scoreText(memory: ReadMemory, by: { terms: RareTerm[]; typicalLength: number }): WordScore {
  const typicalLength = Math.min(by.typicalLength, PART_LENGTH)
  if (memory.body.length <= WHOLE_TOKENS) return scoreWords(memory, { terms: by.terms, typicalLength })
  const parts = partsOf(memory).map((part) => scoreWords(part, { terms: by.terms, typicalLength }))
  const whole = scoreWords(memory, by)
  return {
    score: (1 - WHOLE) * Math.max(...parts.map(({ score }) => score)) + WHOLE * whole.score,
    matched: whole.matched,
  }
}

/** Parts of equal length that contain a word of the query, each with the title and files of the whole. */
function partsOf({ found, length, body }: ReadMemory): Pick<ReadMemory, 'found' | 'length'>[] {
  const count = Math.ceil(body.length / PART_TOKENS)
  const partOf = (at: number) => Math.floor(((at - body.from - 1) * count) / (body.to - body.from))
  const isBeside = (at: number) => at <= body.from || at > body.to
  const parts = new Set(found.filter(({ at }) => !isBeside(at)).map(({ at }) => partOf(at)))
  // If no part has one, the title is scored with the first part.
  const chosen = parts.size === 0 ? [0] : [...parts]
  return chosen.map((part) => ({
    found: found.filter(({ at }) => isBeside(at) || partOf(at) === part),
    length: length - body.length + body.length / count,
  }))
}
