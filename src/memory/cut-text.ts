/** Shortens long text, one function per use. No cut splits a surrogate pair. */
import { renderNumber } from './count.ts'

/** The first `most` UTF-16 units. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** The beginning of a text, at most `most` UTF-16 units, up to the end of a word. A longer word is cut. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, most)
  const end = /\s/.test(text[most] ?? '') ? most : head.search(/\s\S*$/)
  return (end > 0 ? head.slice(0, end) : beginningOf(text, most)).trimEnd()
}

/** At most `most` including the omission mark; at the end of a word, if one ends in the second half. */
export function markedCut(text: string, most: number): string {
  if (text.length <= most) return text
  const head = beginningOf(text, most - 1)
  const space = head.lastIndexOf(' ')
  return `${(space > most / 2 ? head.slice(0, space) : head).replace(/[,;:.'"(\s]+$/, '')}…`
}

/** How much of the two ends of a text stays. */
export interface Ends {
  head: number
  tail: number
}

/** A mark has about 40 characters: leaving out fewer than this saves nothing. */
const MIN_LEFT_OUT = 60

/** Beginning and end of a text, with a mark between that says how much is missing. */
export function keepEnds(text: string, { head, tail }: Ends): string {
  return text.length <= head + tail + MIN_LEFT_OUT
    ? text
    : joinEnds(beginningOf(text, head), endOf(text, tail), text.length)
}

/** The same when the two ends are already separate; `length` is that of the whole text. */
export function joinEnds(head: string, tail: string, length: number): string {
  const leftOut = renderNumber(length - head.length - tail.length)
  return `${head}\n[… ${leftOut} characters left out …]${tail === '' ? '' : `\n${tail}`}`
}

/** The last `most` UTF-16 units. */
export function endOf(text: string, most: number): string {
  return most <= 0 ? '' : text.slice(-most).replace(/^[\udc00-\udfff]/, '')
}

export function scaled({ head, tail }: Ends, scale: number): Ends {
  return { head: Math.floor(head * scale), tail: Math.floor(tail * scale) }
}
