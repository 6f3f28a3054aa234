/** Edits of somebody else's JSON that change nothing but the place they mean: comments, order and indentation stay. */
import { applyEdits, type FormattingOptions, type JSONPath, modify, type ParseError, parse } from 'jsonc-parser'

export type JsonObject = Record<string, unknown>

/** undefined when the text is not an object, with or without comments and trailing commas. */
export function parseJsonc(text: string): JsonObject | undefined {
  const errors: ParseError[] = []
  const value: unknown = parse(withoutMark(text), errors, { allowTrailingComma: true, allowEmptyContent: true })
  if (errors.length > 0) return undefined
  return value === undefined ? {} : asObject(value)
}

/** Plain JSON, as the host itself reads it: no comments, no trailing commas. */
export function isPlainJson(text: string): boolean {
  try {
    JSON.parse(withoutMark(text))
    return true
  } catch {
    return false
  }
}

/** `undefined` removes the property or the array item. */
export function setValue(text: string, path: JSONPath, value: unknown): string {
  return edit(text, path, value, false)
}

export function appendItem(text: string, path: JSONPath, value: unknown): string {
  return edit(text, [...path, -1], value, true)
}

export function asObject(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : undefined // just checked
}

export function asList(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function edit(text: string, path: JSONPath, value: unknown, isArrayInsertion: boolean): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const bare = text.trim() === mark ? '{}\n' : withoutMark(text)
  return mark + applyEdits(bare, modify(bare, path, value, { isArrayInsertion, formattingOptions: formattingOf(bare) }))
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
