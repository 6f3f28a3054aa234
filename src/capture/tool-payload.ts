/**
 * Lenient access to fields of a host's JSON: a field that is missing, of another type or cut is empty, never an error.
 */
import type { Json } from '../memory/event.ts'

export type JsonRecord = { [key: string]: Json }

export function asRecord(value: Json | undefined): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

export function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function count(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character
const COLOURS = /\u001b\[[\d;]*m/g

/** What a tool showed, in any shape: plain text, a program's two streams, or content blocks. Without colours. */
export function shownText(output: Json): string {
  const record = asRecord(output)
  const parts =
    typeof output === 'string'
      ? [output]
      : Array.isArray(output)
        ? output.map((block) => text(asRecord(block).text))
        : [text(record.stdout), text(record.stderr)]
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .replace(COLOURS, '')
}

/** `key: value` lines instead of JSON: fewer tokens, and text keeps its line breaks. */
export function renderJson(value: Json, depth = 0): string {
  if (value === null || typeof value !== 'object') return String(value ?? '')
  // Cleaning limits the depth to 8; this is for rows from elsewhere.
  if (depth > 10) return '…'
  if (Array.isArray(value)) {
    const inner = value.map((item) => renderJson(item, depth + 1))
    return inner.filter((part) => part !== '').join('\n')
  }
  return Object.entries(value)
    .filter(([, item]) => item !== null && item !== '')
    .map(([key, item]) => {
      const inner = renderJson(item, depth + 1)
      return inner.includes('\n') ? `${key}:\n${inner}` : `${key}: ${inner}`
    })
    .join('\n')
}
