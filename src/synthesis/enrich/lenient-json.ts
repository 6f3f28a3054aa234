/**
 * JSON as models write it: surrounded by prose or code fences, with trailing commas, comments or raw line breaks in
 * strings, or cut off at the output limit. Reads what is complete; a truncated value is dropped and the objects and
 * lists around it are closed. Linear in the text, bounded in depth, never throws.
 */
import type { Json } from '../../memory/event.ts'

// 400,000 characters: fifty times the longest answer we ask for
const MAX_TEXT = 400_000
/** An answer is four levels deep. */
const MAX_DEPTH = 32
/** Brackets in prose are tried as starts; after this many there is no answer. */
const MAX_STARTS = 40

/** Every top-level object and list in the text, in order. */
export function findJson(text: string): Json[] {
  const source = text.slice(0, MAX_TEXT)
  const found: Json[] = []
  let from = 0
  for (let tries = 0; tries < MAX_STARTS; tries++) {
    const start = nextBracket(source, from)
    if (start < 0) break
    const reader = { source, at: start }
    const value = readValue(reader, 0)
    if (isCollection(value)) {
      found.push(value)
      from = Math.max(reader.at, start + 1)
    } else from = start + 1
  }
  return found
}

interface Reader {
  source: string
  at: number
}

/** Not JSON here. */
const BROKEN = Symbol('broken')
/** The text ended inside the value. */
const CUT = Symbol('cut')
type Read = Json | typeof BROKEN | typeof CUT

function isCollection(value: Read): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null
}

function nextBracket(source: string, from: number): number {
  const rest = /[{[]/g
  rest.lastIndex = from
  return rest.exec(source)?.index ?? -1
}

function readValue(reader: Reader, depth: number): Read {
  skipBlanks(reader)
  const char = reader.source.charAt(reader.at)
  if (char === '') return CUT
  if (depth > MAX_DEPTH) return BROKEN
  if (char === '{') return readObject(reader, depth)
  if (char === '[') return readList(reader, depth)
  return char === '"' ? readString(reader) : readLiteral(reader)
}

function readObject(reader: Reader, depth: number): Read {
  const result: { [key: string]: Json } = {}
  reader.at++
  for (;;) {
    skipSeparators(reader)
    const char = reader.source.charAt(reader.at)
    // A truncated object may lack essential fields: only the outermost one, which contains the list, is kept.
    if (char === '') return depth === 0 ? result : CUT
    if (char === '}') {
      reader.at++
      return result
    }
    const key = char === '"' ? readString(reader) : BROKEN
    if (key === CUT) return depth === 0 ? result : CUT
    if (typeof key !== 'string') return BROKEN
    skipBlanks(reader)
    if (reader.source.charAt(reader.at) === ':') reader.at++
    else if (reader.at < reader.source.length) return BROKEN
    const value = readValue(reader, depth + 1)
    if (value === BROKEN) return BROKEN
    if (value === CUT) return depth === 0 ? result : CUT
    if (key !== '__proto__') result[key] = value
  }
}

function readList(reader: Reader, depth: number): Read {
  const result: Json[] = []
  reader.at++
  for (;;) {
    skipSeparators(reader)
    const char = reader.source.charAt(reader.at)
    // The list of observations (depth 1, or 0 without an object around it) keeps its complete items.
    if (char === '') return depth <= 1 ? result : CUT
    if (char === ']') {
      reader.at++
      return result
    }
    const value = readValue(reader, depth + 1)
    if (value === BROKEN) return BROKEN
    if (value === CUT) return depth <= 1 ? result : CUT
    result.push(value)
  }
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

function readString(reader: Reader): string | typeof CUT {
  const pieces: string[] = []
  const { source } = reader
  let from = reader.at + 1
  for (let at = from; at < source.length; at++) {
    const char = source.charAt(at)
    if (char === '"') {
      pieces.push(source.slice(from, at))
      reader.at = at + 1
      return pieces.join('')
    }
    if (char !== '\\') continue
    pieces.push(source.slice(from, at))
    const next = source.charAt(at + 1)
    const code = next === 'u' ? /^[0-9a-fA-F]{4}/.exec(source.slice(at + 2, at + 6))?.[0] : undefined
    pieces.push(code === undefined ? (ESCAPES[next] ?? next) : String.fromCharCode(Number.parseInt(code, 16)))
    at += code === undefined ? 1 : 5
    from = at + 1
  }
  reader.at = source.length
  return CUT
}

const LITERALS = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function readLiteral(reader: Reader): Read {
  const word = /^[-+.\w]{1,40}/.exec(reader.source.slice(reader.at, reader.at + 40))?.[0] ?? ''
  if (word === '') return BROKEN
  const end = reader.at + word.length
  const value = LITERALS.get(word.toLowerCase()) ?? (Number.isFinite(Number(word)) ? Number(word) : undefined)
  if (end >= reader.source.length) return CUT
  if (value === undefined && word.toLowerCase() !== 'null') return BROKEN
  reader.at = end
  return value ?? null
}

function skipSeparators(reader: Reader): void {
  skipBlanks(reader)
  while (reader.source.charAt(reader.at) === ',') {
    reader.at++
    skipBlanks(reader)
  }
}

const BLANKS = /(?:\s+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y

function skipBlanks(reader: Reader): void {
  BLANKS.lastIndex = reader.at
  BLANKS.exec(reader.source)
  if (BLANKS.lastIndex > reader.at) reader.at = BLANKS.lastIndex
}
