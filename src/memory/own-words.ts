/**
 * The user's own additions to the word lists, a plain text file:
 *   es: perro = dog, hound     a Spanish word and what it is called in English
 *   stop: foo bar              words that say nothing here
 *   keep: like                 words of our list that do say something here
 *   # a comment
 * Pure: the text is an argument. An invalid line is reported and skipped; the others count.
 */
import { fold } from './fold.ts'

export interface OwnWords {
  /** In lower case without accents, as all our words. */
  pairs: { spanish: string; english: string[] }[]
  stop: string[]
  keep: string[]
}

export function parseOwnWords(text: string): { words: OwnWords; problems: string[] } {
  const words: OwnWords = { pairs: [], stop: [], keep: [] }
  const problems: string[] = []
  for (const [at, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(0, MAX_LINES)
    .entries()) {
    const line = raw.replace(/#.*$/, '').trim()
    const problem = line === '' ? undefined : readLine(line, words)
    if (problem !== undefined) problems.push(`Line ${at + 1} ${problem}`)
  }
  return { words, problems }
}

/** Far more than anybody writes; limits the cost of a wrong file. */
const MAX_LINES = 10_000

/** What is wrong with the line, if anything. */
function readLine(line: string, words: OwnWords): string | undefined {
  const [, kind = '', rest = ''] = /^(\w+)\s*:(.*)$/su.exec(line) ?? []
  const known = kind.toLowerCase()
  if (known === 'stop' || known === 'keep') return readWords(rest, words[known])
  if (known === 'es') return readPair(rest, words)
  return 'begins with none of “es:”, “stop:” and “keep:”, and is left out.'
}

function readWords(text: string, list: string[]): string | undefined {
  const found = wordsOf(text)
  if (found.length === 0) return 'names no word, and is left out.'
  if (!found.every((word) => WORD.test(word))) return 'has something in it that is not a word, and is left out.'
  list.push(...found)
  return undefined
}

function readPair(text: string, words: OwnWords): string | undefined {
  const sides = text.split('=')
  const [spanish, ...more] = wordsOf(sides[0] ?? '')
  const english = (sides[1] ?? '').split(',').map((one) => wordsOf(one))
  const isPair =
    sides.length === 2 && spanish !== undefined && more.length === 0 && english.every(({ length }) => length === 1)
  const all = [spanish ?? '', ...english.flat()]
  if (!isPair || !all.every((word) => LATIN.test(word)))
    return 'is not one word, “=”, and one word or several with commas between them, and is left out.'
  words.pairs.push({ spanish, english: english.flat() })
  return undefined
}

function wordsOf(text: string): string[] {
  return fold(text)
    .toLowerCase()
    .split(/[\s]+/)
    .filter((word) => word !== '')
}

const WORD = /^[\p{L}\p{N}_]+$/u
/** What the word lists have. */
const LATIN = /^[a-z]+$/
