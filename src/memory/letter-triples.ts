/**
 * Whether letters read like words. `qzvtklmxw` is a secret and `lexerState` is a name, and no digit tells which. Every letter is
 * weighed by the two in front of it: how much more often than by chance it follows them in words of eight languages, in names of
 * code and of packages. `letter-triples.json` holds the weights, made by scripts/build-letter-triples.mjs. Pure, and one look at a
 * table for each letter.
 */
import table from './letter-triples.json' with { type: 'json' }

/** Letters and, as 0, the beginning of a word. */
const LETTERS = 27
// Not made by a loop: one this long is compiled at every start, which takes a worker at rest 10 MB.
const WEIGHTS = new Int8Array(Buffer.from(table.weights, 'base64'))

const NONE = 0
/** 1 to 26 for letters of either case; for every code, because a look outside of the table would be slow. */
const PLACES = new Uint8Array(65_536)
const IS_CAPITAL = new Uint8Array(65_536)
for (let letter = 1; letter < LETTERS; letter++) {
  PLACES[96 + letter] = letter
  PLACES[64 + letter] = letter
  IS_CAPITAL[64 + letter] = 1
}

/** How surely the letters are words, in half bits: below zero they are random sooner than words. */
export interface Reading {
  score: number
  letters: number
  /** Words, as camelCase and signs part them. */
  parts: number
}

export function readLetters(text: string, start = 0, end = text.length): Reading {
  let score = 0
  let letters = 0
  let parts = 0
  let second = NONE
  let first = NONE
  let wasSmall = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const place = PLACES[code] ?? NONE
    if (place === NONE) {
      first = second = NONE
      continue
    }
    const isCapital = IS_CAPITAL[code] === 1
    // A capital behind a small letter begins a word, and so does the last capital of `XMLHttp`.
    if (isCapital && (wasSmall || (first !== NONE && startsSmall(text, at, end)))) first = second = NONE
    if (first === NONE) parts += 1
    score += WEIGHTS[(second * LETTERS + first) * LETTERS + place] ?? 0
    letters += 1
    second = first
    first = place
    wasSmall = !isCapital
  }
  return { score, letters, parts }
}

function startsSmall(text: string, at: number, end: number): boolean {
  if (at + 1 >= end) return false
  const next = text.charCodeAt(at + 1)
  return PLACES[next] !== NONE && IS_CAPITAL[next] !== 1
}

/** Letters only, at least 7 of them: no words in lower case, no camelCase of words. Shorter ones tell too little. */
export function isRandomLetters(value: string): boolean {
  return value.length >= 7 && value.length <= 64 && /^[A-Za-z]+$/.test(value) && isBelow(readLetters(value), LIKELY)
}

/** For places where harmless words stand as often as secrets. */
export function isSurelyRandomLetters(value: string): boolean {
  return value.length >= 7 && value.length <= 64 && /^[A-Za-z]+$/.test(value) && isBelow(readLetters(value), SURE)
}

/** For any place: not one word in a thousand. */
export function isHardlyWords(value: string): boolean {
  return isBelow(readLetters(value), HARDLY)
}

/** The quick look at every long word of a text: whether its letters are worth a closer one. */
export function mayBeRandomLetters(text: string, { start, end }: { start: number; end: number }): boolean {
  return isBelow(readLetters(text, start, end), LIKELY + 8)
}

/** Half bits. */
const LIKELY = 0
const SURE = -5
const HARDLY = -14

/** The words of `getUserById` have 2.8 letters each; where case changes more often no one wrote words. */
export function isBelow({ score, letters, parts }: Reading, limit: number): boolean {
  return letters >= 7 && (letters / parts < 2.6 || score < limit)
}
