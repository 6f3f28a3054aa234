/**
 * Which of many fixed strings stand in a text, found in one pass: hundreds of them cost as much as one. Every place is looked up
 * by its next three characters, and most places of a text begin like none of them.
 */

export interface WordMark {
  /** Three characters or longer, small letters; found in any case. */
  mark: string
  /** Counts in the middle of a word too; else only where a word begins. */
  anywhere?: boolean
  /** Whether it counts at this place; always, where it does not say. */
  isAt?: (text: string, at: number) => boolean
}

export interface WordMarks {
  /** The marks that stand somewhere in the text. */
  present(text: string): Set<WordMark>
}

export function makeWordMarks(marks: readonly WordMark[]): WordMarks {
  const byLetters = new Map<number, WordMark[]>()
  const kinds = new Uint8Array(32_768)
  for (const one of marks) {
    if (one.mark.length < 3) throw new Error(`"${one.mark}" is too short to be looked for.`)
    const key = [0, 1, 2].reduce((known, at) => nextKey(known, one.mark.charCodeAt(at)), 0)
    kinds[key] = (kinds[key] ?? 0) | (one.anywhere ? ANYWHERE : AT_WORD)
    byLetters.set(key, [...(byLetters.get(key) ?? []), one])
  }
  return {
    present(text) {
      const found = new Set<WordMark>()
      let key = 0
      // A plain loop over numbers, because it sees every character of every event.
      for (let at = 0; at < text.length; at++) {
        key = nextKey(key, text.charCodeAt(at))
        const kind = kinds[key]
        if (kind === 0 || at < 2) continue
        const isWord = isWordStart(text, at - 2)
        if (kind !== AT_WORD || isWord) addThose(byLetters.get(key) ?? [], { text, at: at - 2, isWord, found })
      }
      return found
    },
  }
}

const AT_WORD = 1
const ANYWHERE = 2

/** Of the last three characters; the same for small and capital letters, because only the lowest five bits of each count. */
function nextKey(key: number, code: number): number {
  return ((key << 5) | (code & 31)) & 32_767
}

function addThose(
  marks: WordMark[],
  { text, at, isWord, found }: { text: string; at: number; isWord: boolean; found: Set<WordMark> },
): void {
  for (const one of marks) {
    if ((!isWord && one.anywhere !== true) || found.has(one) || !startsWith(text, at, one.mark)) continue
    if (one.isAt?.(text, at) ?? true) found.add(one)
  }
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
  return IN_WORD[before] !== 1 || isEscape(text.charCodeAt(at - 3), text.charCodeAt(at - 2), before)
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
