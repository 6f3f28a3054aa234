/**
 * Which of many fixed beginnings of words stand in a text, found in one pass: hundreds of them cost as much as one. Words are
 * looked up by their first three letters, and most words of a text begin like none of them.
 */

export interface WordMark {
  /** Three characters or longer, plain ASCII, small letters; found in any case. */
  mark: string
  /** Whether it counts at this place; always, where it does not say. */
  isAt?: (text: string, at: number) => boolean
}

export interface WordMarks {
  /** The marks that begin a word somewhere in the text. */
  present(text: string): Set<WordMark>
}

export function makeWordMarks(marks: readonly WordMark[]): WordMarks {
  const byLetters = new Map<number, WordMark[]>()
  const isBeginning = new Uint8Array(32_768)
  for (const one of marks) {
    const key = keyOf(one.mark.charCodeAt(0), one.mark.charCodeAt(1), one.mark.charCodeAt(2))
    isBeginning[key] = 1
    byLetters.set(key, [...(byLetters.get(key) ?? []), one])
  }
  return {
    present(text) {
      const found = new Set<WordMark>()
      // Codes of the characters before; plain numbers, because this loop sees every character of every event.
      let third = 0
      let second = 0
      let first = 0
      for (let at = 0; at < text.length - 2; at++) {
        const code = text.charCodeAt(at)
        if (IN_WORD[code] === 1 && (IN_WORD[first] !== 1 || isEscape(third, second, first))) {
          const key = keyOf(code, text.charCodeAt(at + 1), text.charCodeAt(at + 2))
          if (isBeginning[key] === 1) addThose(byLetters.get(key) ?? [], { text, at, found })
        }
        third = second
        second = first
        first = code
      }
      return found
    },
  }
}

function addThose(marks: WordMark[], { text, at, found }: { text: string; at: number; found: Set<WordMark> }): void {
  for (const one of marks) {
    if (found.has(one) || text.slice(at, at + one.mark.length).toLowerCase() !== one.mark) continue
    if (one.isAt?.(text, at) ?? true) found.add(one)
  }
}

/** The same for small and capital letters: the lowest five bits of each. */
function keyOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31)
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
