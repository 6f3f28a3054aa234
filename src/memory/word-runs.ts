/**
 * The words of a text that may be secrets, found in one cheap pass: eight characters or longer, and mixed, or of letters that make
 * no words. Nearly every word of a text is neither, so whatever is asked of the others may cost more.
 */
import { mayBeRandomLetters } from './letter-triples.ts'

export interface Span {
  start: number
  end: number
}

/** 8 characters: shorter ones are words of machines (`x86_64`, `h264`) as often as passwords. */
export const SHORTEST = 8

const SMALL = 1
const CAPITAL = 2
const DIGIT = 4
/** Signs that names and paths do not hold. */
const SIGN = 8
const SEPARATOR = 16
const SLASH = 32
/** What may stand around a secret in a word with slashes: `bob/x@host`, `https:`. */
const AROUND = 64
const LETTERS = SMALL | CAPITAL

/** For every code, because a look outside of the table would be slow. Quotes, brackets and letters of other scripts end a word. */
const KINDS = new Uint8Array(65_536)
for (const [kind, letters] of [
  [SMALL, 'abcdefghijklmnopqrstuvwxyz'],
  [CAPITAL, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [DIGIT, '0123456789'],
  [SIGN, '!#%^*~'],
  [SEPARATOR, '_-.=?&+$'],
  [SLASH, '/'],
  [AROUND, '@:'],
] as const)
  for (const letter of letters) KINDS[letter.charCodeAt(0)] = kind

export function oddRuns(text: string): Span[] {
  const found: Span[] = []
  let start = -1
  let kinds = 0
  // A plain loop over numbers, because it sees every character of every event.
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? (KINDS[text.charCodeAt(at)] ?? 0) : 0
    if (kind !== 0) {
      if (start === -1) {
        start = at
        // A slash in front makes no path.
        kinds = kind & ~SLASH
      } else kinds |= kind
      continue
    }
    if (start !== -1 && at - start >= SHORTEST && (kinds & LETTERS) !== 0 && isOdd(text, { start, end: at, kinds }))
      found.push({ start, end: at })
    start = -1
  }
  return found
}

function isOdd(text: string, { start, end, kinds }: Span & { kinds: number }): boolean {
  if ((kinds & SLASH) !== 0 && (kinds & AROUND) === 0) return isOddBehindSlash(text, { start, end })
  if ((kinds & (DIGIT | SIGN)) !== 0) return true
  if (mayBeRandomLetters(text, { start, end })) return true
  return hasOddPart(text, { start, end, kinds })
}

/** A long name around the value reads like words: `http.basicauth.users=bob:x`, `bob:x@db.example.com`. */
function hasOddPart(text: string, { start, end, kinds }: Span & { kinds: number }): boolean {
  if ((kinds & (AROUND | SEPARATOR)) === 0) return false
  let from = start
  for (let at = start; at <= end; at++) {
    if (at < end && !isSet(text.charCodeAt(at))) continue
    if (from > start && at - from >= SHORTEST && mayBeRandomLetters(text, { start: from, end: at })) return true
    from = at + 1
  }
  return false
}

/** `eve/x`: two parts, the second as long as a secret and no name. */
function isOddBehindSlash(text: string, { start, end }: Span): boolean {
  const value = text.lastIndexOf('/', end - 1) + 1
  if (end - value < SHORTEST || value - start > 32) return false
  let hasDigit = false
  for (let at = start; at < end; at++) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0
    if (at < value - 1 && kind === SLASH) return false
    if (at >= value && (kind & (DIGIT | SIGN)) !== 0) hasDigit = true
  }
  return hasDigit || mayBeRandomLetters(text, { start: value, end })
}

/** `:`, `=` and `@`. */
function isSet(code: number): boolean {
  return code === 58 || code === 61 || code === 64
}
