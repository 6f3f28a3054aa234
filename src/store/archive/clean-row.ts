/**
 * A row from outside, without private parts and secrets: an export may have been edited, or made by a version that knew
 * fewer kinds of secrets. Cleaning what was cleaned before changes nothing. Keys, ids and hashes are names and stay.
 */
import type { Json } from '../../memory/event.ts'
import { stripPrivate } from '../../memory/privacy.ts'
import { redactSecrets } from '../../memory/redaction.ts'
import { redactField } from '../../memory/secret-field.ts'
import type { ArchiveRow, RowKind } from './rows.ts'

/** The fields of each kind that people or programs worded. */
const WORDED: Record<RowKind, readonly string[]> = {
  forgotten: [],
  paused: [],
  project: ['name', 'aliases'],
  session: ['prompt'],
  event: ['event'],
  observation: ['title', 'subtitle', 'narrative', 'facts', 'filesRead', 'filesModified', 'failures'],
  superseded: [],
  struck: ['line'],
  reserved: [],
  summary: [...['request', 'investigated', 'learned', 'completed', 'nextSteps', 'notes', 'filesRead', 'filesEdited']],
  prompt: ['text'],
  turn: ['files', 'passages'],
  change: ['before'],
}

/** Inside those: what identifies something, and what only our own program writes. */
const NAMES = new Set([
  ...['key', 'sessionId', 'promptId', 'lineId', 'toolUseId', 'messageId', 'agent', 'project', 'kind', 'origin', 'tool'],
  ...['event', 'fixedBy', 'type', 'concepts', 'supersededBy'],
])

export function cleanRow<Row extends ArchiveRow>(row: Row): Row {
  const cleaned: Record<string, unknown> = { ...row }
  for (const field of WORDED[row.kind])
    cleaned[field] = field === 'event' ? cleanEvent(cleaned[field]) : clean(cleaned[field])
  return cleaned as Row // the same fields, of the same types
}

function cleanText(text: string): string {
  return redactSecrets(stripPrivate(text))
}

/** Texts, lists of texts, and lists of objects of ours. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, NAMES.has(name) ? item : clean(item)]))
}

/** Below its own fields an event has what the host said, where the name of a field can say that its value is a secret. */
function cleanEvent(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, NAMES.has(name) ? item : cleanJson(item as Json, name)]),
  )
}

function cleanJson(value: Json, key: string): Json {
  if (typeof value === 'string') {
    const judged = redactField({ key, value })
    return judged === value ? cleanText(value) : judged
  }
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, key))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanJson(item, name)]))
}
