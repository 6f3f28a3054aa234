/** Long text keeps its beginning and its end, with a mark between that says how much is missing. */
export interface Limit {
  head: number
  tail: number
}

/** Farther from a cut than any secret is long (a 16-kbit key block is 12.6 KB, and its end mark gives it away). */
const MARGIN = 8192

/** Head and tail of a long text with room around the later cut, ended at line breaks so that no word is halved. */
export function widePieces(text: string, limit: Limit): [head: string, tail: string, leftOut: number] {
  if (text.length <= limit.head + limit.tail + 2 * MARGIN) return [text, '', 0]
  const wideHead = text.slice(0, limit.head + MARGIN)
  const wideTail = text.slice(-(limit.tail + MARGIN))
  const head = wideHead.slice(0, lastBreak(wideHead))
  const tail = wideTail.slice(firstBreak(wideTail))
  return [head, tail, text.length - head.length - tail.length]
}

/** The text within its limit. With `rest`, `text` is the head of a longer one and `rest.tail` its end. */
export function cutText(
  text: string,
  limit: Limit,
  rest: { tail: string; leftOut: number } = { tail: '', leftOut: 0 },
): string {
  const room = limit.head + limit.tail
  if (rest.leftOut === 0 && text.length + rest.tail.length <= room) return text + rest.tail
  const tailFrom = rest.leftOut > 0 ? rest.tail : text
  const head = text.slice(0, limit.head).replace(/[\uD800-\uDBFF]$/, '')
  const tail = tailFrom
    .slice(Math.max(rest.leftOut > 0 ? 0 : head.length, tailFrom.length - limit.tail))
    .replace(/^[\uDC00-\uDFFF]/, '')
  const leftOut = rest.leftOut + text.length + rest.tail.length - head.length - tail.length
  return `${head}\n[… ${leftOut.toLocaleString('en-US')} characters left out …]\n${tail}`
}

/** Between pairs rather than inside one, where a text has no lines: a value without its name would not be recognised. */
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
