/** Long text is cut in two steps, so that a secret at the cut is still complete when secrets are searched for. */
import { beginningOf, type Ends, endOf, joinEnds, keepEnds } from '../memory/cut-text.ts'

/** Further from a cut than any secret is long (a 16-kbit key block is 12.6 KB, and its end mark identifies it). */
const MARGIN = 8192

/** Head and tail of a long text with margin around the later cut, ended at line breaks so that no word is halved. */
export function widePieces(text: string, limit: Ends): [head: string, tail: string, leftOut: number] {
  if (text.length <= limit.head + limit.tail + 2 * MARGIN) return [text, '', 0]
  const wideHead = text.slice(0, limit.head + MARGIN)
  const wideTail = text.slice(-(limit.tail + MARGIN))
  const head = wideHead.slice(0, lastBreak(wideHead))
  const tail = wideTail.slice(firstBreak(wideTail))
  return [head, tail, text.length - head.length - tail.length]
}

/** The two pieces, cleaned, within their limit. */
export function cutText(head: string, limit: Ends, rest: { tail: string; leftOut: number }): string {
  if (rest.leftOut === 0) return keepEnds(head, limit)
  const length = head.length + rest.leftOut + rest.tail.length
  return joinEnds(beginningOf(head, limit.head), endOf(rest.tail, limit.tail), length)
}

/** In a text without lines, cut between pairs: a value without its name would not be recognised. */
const BREAK = /[\s,;&]/

function lastBreak(text: string): number {
  const from = text.length - MARGIN
  const line = text.lastIndexOf('\n')
  if (line > from) return line
  for (let i = text.length - 1; i > from; i--) if (BREAK.test(text.charAt(i))) return i
  return from
}

function firstBreak(text: string): number {
  const line = text.indexOf('\n')
  if (line >= 0 && line < MARGIN) return line + 1
  for (let i = 0; i < MARGIN; i++) if (BREAK.test(text.charAt(i))) return i + 1
  return MARGIN
}
