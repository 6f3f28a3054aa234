/** Fresh random values for every run: the same seed gives the same values, so that a miss can be looked at again. */

export type Random = () => number

/** mulberry32: small, and good enough to fill templates. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const ALPHABETS: Record<string, string> = {
  A: UPPER + LOWER + DIGITS,
  l: LOWER + DIGITS,
  z: LOWER,
  L: UPPER + LOWER,
  U: UPPER + DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  d: DIGITS,
  u: `${UPPER + LOWER + DIGITS}_-`,
  b: `${UPPER + LOWER + DIGITS}+/`,
  s: `${UPPER + LOWER + DIGITS}!#%^*+=~_-`,
}

export function letters(random: Random, alphabet: string, length: number): string {
  const from = ALPHABETS[alphabet] ?? ''
  return Array.from({ length }, () => from.charAt(Math.floor(random() * from.length))).join('')
}

export function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** `ghp_{A36}`: an alphabet and a length in braces; `{A20-40}` a length between. */
export function fill(random: Random, format: string): string {
  return format.replace(/\{([A-Za-z])(\d+)(?:-(\d+))?\}/g, (_, alphabet: string, least: string, most?: string) => {
    const extra = most === undefined ? 0 : Math.floor(random() * (Number(most) - Number(least) + 1))
    return letters(random, alphabet, Number(least) + extra)
  })
}

const WORDS = 'amber tiger coffee winter rocket silver garden monkey dragon purple summer banana orange falcon'.split(
  ' ',
)

/** Passwords as people and generators make them, 8 to 18 characters. */
export const PASSWORDS: Record<string, (random: Random) => string> = {
  mixed: (random) => fill(random, '{A8-18}'),
  'lower case and digits': (random) => fill(random, '{l8-18}'),
  'letters only': (random) => fill(random, '{L8-18}'),
  'lower-case letters': (random) => fill(random, '{z8-18}'),
  symbols: (random) => fill(random, '{L1}{s8-16}{A1}'),
  'words and digits': (random) => `${pick(random, WORDS)}${pick(random, WORDS)}${fill(random, '{d2}')}`,
}
