/**
 * The arguments of a command that stands somewhere in a text: in a shell, in a script inside quotes, over several lines, or as a
 * list in code (`["mysql", "-p", "x"]`). A command is read once and no further than `REACH`, so a text costs its length.
 */

/** A part of the text, without the quotes around it. */
export interface Span {
  start: number
  end: number
}

export interface CommandLine {
  arguments: Span[]
  /** Behind the last argument. */
  end: number
}

/** Characters. Longer than any command people type; a text pasted as an argument is cut off here. */
const REACH = 1500

/** `from` is right behind the command's name. */
export function readCommandLine(text: string, from: number): CommandLine {
  const list = /^\\{0,3}["'`](?=\s{0,4},)/.exec(text.slice(from, from + 10))
  return list === null ? readShell(text, from) : readList(text, from + list[0].length)
}

function readShell(text: string, from: number): CommandLine {
  const limit = Math.min(text.length, from + REACH)
  const outer = quoteAround(text, from)
  const found: Span[] = []
  let at = from
  for (;;) {
    at = skipBlanks(text, { at, limit, outer })
    const start = at
    at = endOfWord(text, { at, limit, outer })
    if (at === start) return { arguments: found, end: at }
    found.push(withoutQuotes(text, { start, end: at }))
  }
}

const LIST_ITEM = /[\s,[(]{0,40}\\{0,3}(["'`])(?<item>(?:(?!\1)[^\n\\]){0,300})\\{0,3}\1/y

function readList(text: string, from: number): CommandLine {
  const found: Span[] = []
  LIST_ITEM.lastIndex = from
  let at = from
  for (let item = LIST_ITEM.exec(text); item !== null && at < from + REACH; item = LIST_ITEM.exec(text)) {
    at = LIST_ITEM.lastIndex
    found.push(withoutQuotes(text, { start: item.index + item[0].search(/["'`]/), end: at }))
  }
  return { arguments: found, end: at }
}

interface Reading {
  at: number
  limit: number
  /** The quote the whole command stands in; it ends there. */
  outer: string
}

/** Blanks, and line breaks that a shell is told to skip. */
function skipBlanks(text: string, { at, limit, outer }: Reading): number {
  let here = at
  while (here < limit) {
    const letter = text.charAt(here)
    if (letter === ' ' || letter === '\t') here += 1
    else if (isContinued(text, here)) here = text.indexOf('\n', here) + 1
    else if (outer !== '' && text.startsWith('\\\\\\n', here)) here += 4
    else break
  }
  return here
}

/** A backslash, PowerShell's backtick or cmd's circumflex at the end of a line. */
function isContinued(text: string, at: number): boolean {
  if (!'\\`^'.includes(text.charAt(at))) return false
  const next = text.charAt(at + 1)
  return next === '\n' || (next === '\r' && text.charAt(at + 2) === '\n')
}

function endOfWord(text: string, { at, limit, outer }: Reading): number {
  let here = at
  let quote = ''
  for (; here < limit; here++) {
    const letter = text.charAt(here)
    const isEscaped = here > 0 && text.charAt(here - 1) === '\\'
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === outer && !isEscaped) return here
    else if (letter === '"' || letter === "'") quote = letter
    else if (' \t\r\n|;&)'.includes(letter)) return here
    else if (outer !== '' && letter === '\\' && text.charAt(here + 1) === 'n') return here
    else if (isContinued(text, here)) return here
  }
  return here
}

/** `bash -c "mysql …"`: the quote that is open where the command begins. */
function quoteAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 300), at)
  let open = ''
  for (let i = before.lastIndexOf('\n') + 1; i < before.length; i++) {
    const letter = before.charAt(i)
    if (letter !== '"' && letter !== "'" && letter !== '`') continue
    if (letter === "'" && /\w/.test(before.charAt(i - 1)) && /\w/.test(before.charAt(i + 1))) continue // "don't"
    if (open === '') open = letter
    else if (open === letter) open = ''
  }
  return open
}

/** Without quotes around it, also escaped ones. */
export function withoutQuotes(text: string, { start, end }: Span): Span {
  let first = start
  let last = end
  while (first < last && '"\'`\\'.includes(text.charAt(first))) first += 1
  while (last > first && '"\'`\\'.includes(text.charAt(last - 1))) last -= 1
  return { start: first, end: last }
}
