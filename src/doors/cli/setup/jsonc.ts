/** Edits somebody else's JSON at one place only: comments, order and indentation stay. */
import {
  applyEdits,
  type EditResult,
  type FormattingOptions,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser'
import { MemoryError } from '../../../memory/error.ts'

export type JsonObject = Record<string, unknown>

/** undefined when the text is not an object; comments and trailing commas are allowed. */
export function parseJsonc(text: string): JsonObject | undefined {
  const errors: ParseError[] = []
  const value: unknown = parse(withoutMark(text), errors, { allowTrailingComma: true, allowEmptyContent: true })
  if (errors.length > 0) return undefined
  return value === undefined ? {} : asObject(value)
}

/** Plain JSON, as the host reads it: no comments, no trailing commas. */
export function isPlainJson(text: string): boolean {
  try {
    JSON.parse(withoutMark(text))
    return true
  } catch {
    return false
  }
}

export function setValue(text: string, path: JSONPath, value: unknown): string {
  return edited(text, (bare) => modify(bare, path, value, { formattingOptions: formattingOf(bare) }))
}

/**
 * A property that is not there yet, with the objects it needs. As the first of its object: nothing else moves, neither
 * comments nor a last comma. `setValue` sets out anew what stands beside it.
 */
export function addProperty(text: string, path: readonly string[], value: unknown): string {
  return edited(text, (bare) => {
    const root = parseTree(bare, [], { allowTrailingComma: true })
    const depth = path.findLastIndex((_, at) => findObject(root, path.slice(0, at)) !== undefined)
    const object = findObject(root, path.slice(0, depth))
    if (!object) return []
    const nested = path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    const entry = `${JSON.stringify(path[depth])}: `
    const offset = object.offset + 1
    const rest = bare.slice(offset, object.offset + object.length - 1)
    const isEmpty = (object.children ?? []).length === 0
    if (!isEmpty && !rest.includes('\n')) {
      const inline = JSON.stringify(nested, null, 1).replace(/\n\s*/g, ' ')
      return [{ offset, length: 0, content: `${/^\s/.test(rest) ? ' ' : ''}${entry}${inline},` }]
    }
    const { insertSpaces, tabSize, eol = '\n' } = formattingOf(bare)
    const unit = insertSpaces ? ' '.repeat(tabSize ?? 2) : '\t'
    const outer = /^[ \t]*/.exec(bare.slice(bare.lastIndexOf('\n', object.offset) + 1, object.offset))?.[0] ?? ''
    const own = JSON.stringify(nested, null, unit).replaceAll('\n', `${eol}${outer}${unit}`)
    const end = !isEmpty ? ',' : rest.includes('\n') ? '' : `${eol}${outer}`
    return [{ offset, length: 0, content: `${eol}${outer}${unit}${entry}${own}${end}` }]
  })
}

export function appendItem(text: string, path: JSONPath, value: unknown): string {
  const at = [...path, -1]
  return edited(text, (bare) =>
    modify(bare, at, value, { isArrayInsertion: true, formattingOptions: formattingOf(bare) }),
  )
}

/** A property or an array item. Not by `modify`: it breaks `[1,2]` when the last item goes (jsonc-parser 3.3.1). */
export function removeValue(text: string, path: JSONPath): string {
  return edited(text, (bare) => {
    const root = parseTree(bare, [], { allowTrailingComma: true })
    const value = root && findNodeAtLocation(root, path)
    const node = value?.parent?.type === 'property' ? value.parent : value
    return node?.parent ? removalOf(bare, node, node.parent) : []
  })
}

export function asObject(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : undefined // just checked
}

export function asList(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function findObject(root: Node | undefined, path: readonly string[]): Node | undefined {
  const found = root && findNodeAtLocation(root, [...path])
  return found?.type === 'object' ? found : undefined
}

function edited(text: string, makeEdits: (bare: string) => EditResult): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const bare = text.trim() === '' ? '{}\n' : withoutMark(text)
  const out = applyEdits(bare, makeEdits(bare))
  if (!parseJsonc(out)) throw new MemoryError('internal', 'An edit would have broken a JSON file. Nothing was changed.')
  return mark + out
}

/** The node with its comma and the white space before it. Comments next to it stay. */
function removalOf(text: string, node: Node, parent: Node): EditResult {
  const siblings = parent.children ?? []
  const at = siblings.indexOf(node)
  const start = node.offset
  const end = node.offset + node.length
  const comma = findComma(text, end)
  if (at < siblings.length - 1 && comma !== undefined) {
    return [{ offset: start, length: comma + 1 + spaceAfter(text, comma + 1) - start, content: '' }]
  }
  const begin = start - spaceBefore(text, start)
  const trailing = comma === undefined ? end : comma + 1
  const previous = siblings[at - 1]
  if (!previous) return [{ offset: begin, length: trailing + spaceAfter(text, trailing) - begin, content: '' }]
  const before = findComma(text, previous.offset + previous.length)
  return [
    ...(before === undefined || comma !== undefined ? [] : [{ offset: before, length: 1, content: '' }]),
    { offset: begin, length: trailing - begin, content: '' },
  ]
}

function findComma(text: string, from: number): number | undefined {
  const skipped = /^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from))?.[0].length ?? 0
  return text[from + skipped] === ',' ? from + skipped : undefined
}

function spaceAfter(text: string, from: number): number {
  return /^\s*/.exec(text.slice(from))?.[0].length ?? 0
}

/** Stops after a line comment, which would otherwise swallow what follows. */
function spaceBefore(text: string, to: number): number {
  const space = /\s*$/.exec(text.slice(0, to))?.[0].length ?? 0
  return /\/\/.*$/.test(text.slice(0, to - space)) ? 0 : space
}

const BYTE_ORDER_MARK = '\uFEFF'

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
