/**
 * Which of many fixed strings stand in a text, found in one pass: hundreds of them cost as much as one. Every place is looked up
 * by its next five characters, and most places of a text begin like none of them.
 */

export interface WordMark {
  /** Two characters or longer, small letters; found in any case. */
  mark: string
  /** Counts in the middle of a word too; else only where a word begins. */
  anywhere?: boolean
  /** Whether it counts at this place; always, where it does not say. */
  isAt?: (text: string, at: number) => boolean
}

/** A mark that counts only where something stands in front of it. */
export function nearby(before: RegExp | undefined): Pick<WordMark, 'isAt'> {
  return before === undefined ? {} : { isAt: (text, at) => before.test(text.slice(Math.max(0, at - NEARBY), at)) }
}

/** Characters: the longest that a pattern has between the two. */
const NEARBY = 240

export interface WordMarks {
  search(text: string): {
    /** The marks that stand somewhere in the text. */
    present: Set<WordMark>
    /** Where any of the strings stands whose places were asked for, in order. */
    places: number[]
  }
}

/** Which of many rules have one of their marks in a text, in their order: asked of every text, and most have none. */
export function makeRuleFinder<Rule extends { marks: readonly WordMark[] }>(
  rules: readonly Rule[],
): (present: ReadonlySet<WordMark>) => Rule[] {
  const places = new Map<WordMark, number>()
  for (const [place, { marks }] of rules.entries()) for (const mark of marks) places.set(mark, place)
  return (present) => {
    const found = new Set<number>()
    for (const mark of present) {
      const place = places.get(mark)
      if (place !== undefined) found.add(place)
    }
    if (found.size === 0) return []
    return [...found].sort((one, two) => one - two).flatMap((place) => rules[place] ?? [])
  }
}

/** `placed`: strings of which every place is wanted, in the middle of a word too. */
export function makeWordMarks(marks: readonly WordMark[], placed: readonly string[] = []): WordMarks {
  const wanted = placed.map((mark): WordMark => ({ mark, anywhere: true }))
  const isWanted = new Set(wanted)
  let index: Index | undefined
  return {
    search(text) {
      // Not when the program loads: a thread that never cleans a text does without its half megabyte.
      index ??= indexOf([...marks, ...wanted])
      const present = new Set<WordMark>()
      const places: number[] = []
      eachPlace(text, index, (at, isWord, near) => {
        for (const one of near) {
          if ((!isWord && one.anywhere !== true) || present.has(one) || !startsWith(text, at, one.mark)) continue
          if (isWanted.has(one)) {
            if (places.at(-1) !== at) places.push(at)
          } else if (one.isAt?.(text, at) ?? true) present.add(one)
        }
      })
      return { present, places }
    },
  }
}

/** By the first three characters, with a bit for each fourth one, and for each fifth one. */
interface Index {
  near: Map<number, WordMark[]>
  atWord: Int32Array
  fifth: Int32Array
  anywhere: Int32Array
}

const KEYS = 32_768
const EVERY = -1

function indexOf(marks: readonly WordMark[]): Index {
  const near = new Map<number, WordMark[]>()
  const atWord = new Int32Array(KEYS)
  const fifth = new Int32Array(KEYS)
  const anywhere = new Int32Array(KEYS)
  for (const one of marks) {
    if (one.mark.length < 2) throw new Error(`"${one.mark}" is too short to be looked for.`)
    const bit = (at: number) => (one.mark.length <= at ? EVERY : 1 << (one.mark.charCodeAt(at) & 31))
    const fourth = bit(3)
    for (const key of keysOf(one.mark)) {
      atWord[key] = (atWord[key] ?? 0) | fourth
      fifth[key] = (fifth[key] ?? 0) | bit(4)
      if (one.anywhere) anywhere[key] = (anywhere[key] ?? 0) | fourth
      near.set(key, [...(near.get(key) ?? []), one])
    }
  }
  return { near, atWord, fifth, anywhere }
}

/** One, or for two characters those with each third one. */
function keysOf(mark: string): number[] {
  const start = nextKey(nextKey(0, mark.charCodeAt(0)), mark.charCodeAt(1))
  if (mark.length > 2) return [nextKey(start, mark.charCodeAt(2))]
  return Array.from({ length: 32 }, (_, third) => nextKey(start, third))
}

/** A plain loop over numbers, because it sees every character of every event. */
function eachPlace(
  text: string,
  { near, atWord, fifth, anywhere }: Index,
  take: (at: number, isWord: boolean, near: WordMark[]) => void,
): void {
  let key = 0
  let next = text.charCodeAt(0)
  for (let at = -2; at < text.length - 2; at++) {
    key = nextKey(key, next)
    next = at + 3 < text.length ? text.charCodeAt(at + 3) : 0
    const bit = 1 << (next & 31)
    if (((atWord[key] ?? 0) & bit) === 0 || at < 0) continue
    const after = at + 4 < text.length ? text.charCodeAt(at + 4) : 0
    if (((fifth[key] ?? 0) & (1 << (after & 31))) === 0) continue
    const isWord = isWordStart(text, at)
    if (isWord || ((anywhere[key] ?? 0) & bit) !== 0) take(at, isWord, near.get(key) ?? [])
  }
}

/** Of the last three characters; the same for small and capital letters, because only the lowest five bits of each count. */
function nextKey(key: number, code: number): number {
  return ((key << 5) | (code & 31)) & 32_767
}

function startsWith(text: string, at: number, mark: string): boolean {
  for (let i = 0; i < mark.length; i++) {
    const code = text.charCodeAt(at + i)
    const small = code >= 65 && code <= 90 ? code + 32 : code
    if (small !== mark.charCodeAt(i)) return false
  }
  return true
}

function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  if (IN_WORD[before] !== 1) return true
  return at >= 2 && isEscape(at >= 3 ? text.charCodeAt(at - 3) : 0, text.charCodeAt(at - 2), before)
}

/** For every code, because a look outside of the table would be slow. */
const IN_WORD = new Uint8Array(65_536)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  IN_WORD[letter.charCodeAt(0)] = 1

/** A written-out line break (`\n`) or a percent escape (`%20`) looks like the beginning of the word behind it. */
function isEscape(third: number, second: number, first: number): boolean {
  if (second === BACKSLASH) return first === 110 || first === 114 || first === 116 // n, r, t
  return third === PERCENT && isHex(second) && isHex(first)
}

const BACKSLASH = 92
const PERCENT = 37

function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
}
