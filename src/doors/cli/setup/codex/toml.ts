/**
 * Reads TOML as far as one table of somebody else's file has to be found, and everything around it left alone: each
 * statement with its place in the text. The syntax is checked as a whole; that no name is defined twice is not.
 */
import { Uneditable } from '../mcp-host.ts'

export type TomlValue = string | TomlValue[] | { [key: string]: TomlValue }

export interface TomlStatement {
  /** `[a.b]`, `[[a.b]]` or `a.b = …`. */
  kind: 'table' | 'list of tables' | 'pair'
  /** In full: of a pair together with its table's. */
  path: string[]
  /** Strings, lists and inline tables of a pair; numbers, dates and truth values as they are written. */
  value?: TomlValue
  /** From its first character to the end of its line, line break included. */
  start: number
  end: number
}

const KEY = /[A-Za-z0-9_-]+/y
const BLANK = /[ \t]*/y
const GAP = /(?:[ \t\r\n]|#[^\n]*)*/y
const REST = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y
const PLAIN = /[+\-\w.:]+(?: \d\d:[\d:.]+(?:[Zz]|[+-]\d\d:\d\d)?)?/y
const PLAIN_FORMS = [
  /^(?:true|false|[+-]?(?:inf|nan))$/,
  /^[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?$/,
  /^0(?:x[\dA-Fa-f](?:_?[\dA-Fa-f])*|o[0-7](?:_?[0-7])*|b[01](?:_?[01])*)$/,
  /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?$/,
  /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/,
]
const ESCAPES: Record<string, string> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b', '"': '"', '\\': '\\' }

/** Throws `Uneditable` with the line at which it cannot be read. */
export function readToml(text: string): TomlStatement[] {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const statements: TomlStatement[] = []
  let table: string[] = []
  for (;;) {
    take(GAP)
    if (at >= text.length) return statements
    const start = at
    if (text[at] === '[') {
      const isList = text.startsWith('[[', at)
      at += isList ? 2 : 1
      table = readPath()
      need(isList ? ']]' : ']')
      statements.push({ kind: isList ? 'list of tables' : 'table', path: table, start, end: endOfLine() })
    } else {
      const path = [...table, ...readPath()]
      need('=')
      take(BLANK)
      const value = readValue(0)
      statements.push({ kind: 'pair', path, value, start, end: endOfLine() })
    }
  }

  function readPath(): string[] {
    const path: string[] = []
    do {
      take(BLANK)
      path.push(text[at] === '"' || text[at] === "'" ? readString() : (take(KEY) ?? fail()))
      take(BLANK)
    } while (skip('.'))
    return path
  }

  function readValue(depth: number): TomlValue {
    if (depth > 100) fail()
    if (text[at] === '"' || text[at] === "'") return readString({ lines: true })
    if (skip('[')) return readList(depth)
    if (skip('{')) return readInlineTable(depth)
    const plain = take(PLAIN) ?? fail()
    return PLAIN_FORMS.some((form) => form.test(plain)) ? plain : fail()
  }

  function readList(depth: number): TomlValue[] {
    const items: TomlValue[] = []
    for (;;) {
      take(GAP)
      if (skip(']')) return items
      items.push(readValue(depth + 1))
      take(GAP)
      if (skip(',')) continue
      need(']')
      return items
    }
  }

  function readInlineTable(depth: number): Record<string, TomlValue> {
    const pairs: Record<string, TomlValue> = {}
    for (;;) {
      take(GAP)
      if (skip('}')) return pairs
      const path = readPath()
      need('=')
      take(BLANK)
      pairs[path.join('.')] = readValue(depth + 1)
      take(GAP)
      if (skip(',')) continue
      need('}')
      return pairs
    }
  }

  function readString(by: { lines?: boolean } = {}): string {
    const quote = text[at] ?? fail()
    const isLong = text.startsWith(quote.repeat(3), at)
    if (isLong && !by.lines) fail()
    at += isLong ? 3 : 1
    let out = ''
    for (;;) {
      const letter = text[at] ?? fail()
      if (letter === quote && (!isLong || text.startsWith(quote.repeat(3), at))) {
        at += isLong ? 3 : 1
        // A long string may end with one or two quotes of its own.
        for (let more = 0; isLong && more < 2 && text[at] === quote; more++, at++) out += quote
        return out
      }
      if (letter === '\n' && !isLong) fail()
      out += quote === '"' && letter === '\\' ? readEscape(isLong) : text[at++]
    }
  }

  function readEscape(isLong: boolean): string {
    const kind = text[at + 1] ?? fail()
    const digits = { x: 2, u: 4, U: 8 }[kind]
    if (digits !== undefined) {
      const code = text.slice(at + 2, at + 2 + digits)
      if (!/^[\dA-Fa-f]+$/.test(code) || code.length < digits || Number.parseInt(code, 16) > 0x10ffff) fail()
      at += 2 + digits
      return String.fromCodePoint(Number.parseInt(code, 16))
    }
    if (isLong && /\s/.test(kind)) {
      at += 1
      take(/\s*/y) // a backslash at the end of a line joins it with the next
      return ''
    }
    at += 2
    return ESCAPES[kind] ?? fail()
  }

  function endOfLine(): number {
    if (take(REST) === undefined) fail()
    return at
  }

  /** undefined when it does not stand here. */
  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }

  function skip(mark: string): boolean {
    if (!text.startsWith(mark, at)) return false
    at += mark.length
    return true
  }

  function need(mark: string): void {
    take(BLANK)
    if (!skip(mark)) fail()
  }

  function fail(): never {
    const line = text.slice(0, at).split('\n').length
    throw new Uneditable(`is not valid TOML in line ${line}`, 'Repair the file, then try again.')
  }
}

export function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f')
}
