/**
 * The gate every event passes before it is stored: private text out, secrets out, size limited. The order matters.
 * Private blocks are removed from the whole text first, because a cut could remove the opening tag; secrets are
 * replaced in generous pieces, cut at line ends, and only then is the text cut to its limit, so that no cut leaves half
 * a secret.
 */

import { cleanName } from '../memory/clean-name.ts'
import type { Ends } from '../memory/cut-text.ts'
import type { Json } from '../memory/event.ts'
import { privateTokens, scrubTokens, stripPrivate } from '../memory/privacy.ts'
import { redactSecrets, redactWords } from '../memory/redaction.ts'
import { isUserField, redactField, redactNamedValue } from '../memory/secret-field.ts'
import type { CapturedEvent, HostToolEvent } from './captured-event.ts'
import { cutText, widePieces } from './cut.ts'
import { capturedWithinSize, leftOutMark, MAX_ITEMS } from './event-size.ts'
import type { FieldKind, HostField, HostTools } from './host.ts'
import { hostOf } from './hosts.ts'

type IsPrivate = (token: string) => boolean

/** For each kind of text in a tool's input and output. */
const LIMITS: Record<Exclude<FieldKind, 'unused'>, Ends> = {
  // What a person wrote and what an agent answered, planned or reported is the best of a session: it gets most room.
  prose: { head: 12_000, tail: 4000 },
  // Errors are at the end of a command's output.
  'command output': { head: 2000, tail: 4000 },
  // A file can be read again; memory needs what was done with it.
  file: { head: 1500, tail: 500 },
  other: { head: 2600, tail: 1400 },
}
const KEY: Ends = { head: 150, tail: 50 }

const MAX_DEPTH = 8

export function cleanEvent<Event extends CapturedEvent>(event: Event, isPrivate: IsPrivate): Event
export function cleanEvent(given: CapturedEvent, isPrivate: IsPrivate): CapturedEvent {
  const event = withCleanNames(given)
  if (event.kind !== 'tool') return capturedWithinSize({ ...event, text: cleanProse(event.text, isPrivate) })
  const { tool, failed } = event
  const { fieldKind } = hostOf(event).tools
  const way = { isPrivate, tool, failed, fieldKind }
  return capturedWithinSize({
    ...event,
    input: cleanJson(event.input, { ...way, part: 'input' }, []),
    output: cleanJson(event.output, { ...way, part: 'output' }, []),
  })
}

/** Secret-looking words of private blocks in the raw event, to be removed from the rest of the session. */
export function privateTokensOf(event: CapturedEvent): string[] {
  if (event.kind !== 'tool') return privateTokens(event.text)
  const found = new Set<string>()
  for (const text of strings([event.input, event.output])) for (const token of privateTokens(text)) found.add(token)
  return [...found]
}

/** Ids too: they come from the host and are stored as they are. */
function withCleanNames(event: CapturedEvent): CapturedEvent {
  const { key, sessionId, promptId, lineId, usage, agent } = event
  return {
    ...(event.kind === 'tool' ? withCleanCall(event) : event),
    key: cleanName(key),
    sessionId: cleanName(sessionId),
    ...(promptId === undefined ? {} : { promptId: cleanName(promptId) }),
    ...(lineId === undefined ? {} : { lineId: cleanName(lineId) }),
    ...(usage === undefined ? {} : { usage: { ...usage, messageId: cleanName(usage.messageId) } }),
    ...(agent === undefined ? {} : { agent: { id: cleanName(agent.id), type: cleanName(agent.type) } }),
  }
}

function withCleanCall(event: HostToolEvent): HostToolEvent {
  const { tool, toolUseId, folder } = event
  return {
    ...event,
    tool: cleanName(tool),
    toolUseId: cleanName(toolUseId),
    ...(folder === undefined ? {} : { folder: cleanName(folder) }),
  }
}

function cleanProse(text: string, isPrivate: IsPrivate): string {
  const rest = stripPrivate(text)
  if (rest.trim() === '' && text.trim() !== '') return '[private]'
  return cleanText(rest, LIMITS.prose, isPrivate)
}

function cleanText(text: string, limit: Ends, isPrivate: IsPrivate): string {
  const [head, tail, leftOut] = widePieces(stripPrivate(text).toWellFormed(), limit)
  const safe = (piece: string) => redactSecrets(scrubTokens(dropData(piece), isPrivate))
  return cutText(safe(head), limit, { tail: safe(tail), leftOut })
}

interface Way extends Omit<HostField, 'path'> {
  isPrivate: IsPrivate
  fieldKind: HostTools['fieldKind']
}

function cleanJson(value: Json, way: Way, path: string[]): Json {
  if (typeof value === 'string') return cleanText(value, limitAt(way, path), way.isPrivate)
  if (value === null || typeof value !== 'object') return value
  if (path.length >= MAX_DEPTH) return '[… deeper levels left out …]'
  return Array.isArray(value) ? cleanArray(value, way, path) : cleanObject(value, way, path)
}

/** Fields with a command as a list of words. */
const COMMAND_FIELD = /^(?:arg(?:s|v|uments)|command|cmd|entrypoint)$/i

function cleanArray(value: Json[], way: Way, path: string[]): Json {
  // Lines of a patch are one text: a key block or private block can span them, and the limit is for all together.
  const owner = path.at(-1) ?? ''
  const named = value.map((item) => (typeof item === 'string' ? redactNamedValue(owner, item) : item))
  if (named.some((item, at) => item !== value[at])) return cleanArray(named, way, [...path, ''])
  if (COMMAND_FIELD.test(owner) && value.every((item) => typeof item === 'string'))
    return cleanArray(redactWords(value), way, [...path, ''])
  if (value.length > 1 && value.every((item) => typeof item === 'string' && !item.includes('\n'))) {
    const lines = cleanText(value.join('\n'), limitAt(way, path), way.isPrivate)
    return lines.split('\n')
  }
  const kept = value.slice(0, MAX_ITEMS).map((item) => cleanJson(item, way, [...path, '']))
  return value.length > MAX_ITEMS ? [...kept, leftOutMark(value.length - MAX_ITEMS)] : kept
}

/** Fields that name what an object's value is: `{ name: "DB_PASSWORD", value: "x" }`. */
const NAMING_FIELDS = [
  'name',
  'key',
  'Name',
  'Key',
  'ParameterKey',
  'id',
  'label',
  'field',
  'into',
  'element',
  'selector',
]

function cleanObject(value: { [key: string]: Json }, way: Way, path: string[]): Json {
  const cleaned: { [key: string]: Json } = {}
  const entries = Object.entries(value).filter(([key]) => way.fieldKind({ ...way, path: [...path, key] }) !== 'unused')
  const named = NAMING_FIELDS.map((field) => value[field]).find((name) => typeof name === 'string')
  const hasUser = entries.some(([key]) => isUserField(key))
  for (const [key, item] of entries.slice(0, MAX_ITEMS)) {
    const safeKey = cleanText(key, KEY, way.isPrivate)
    if (safeKey === '__proto__') continue
    if (value.kind === 'Secret' && /^(?:data|stringData)$/.test(key)) cleaned[safeKey] = '[redacted:kubernetes-secret]'
    else if (isImageData(key, item, value)) cleaned[safeKey] = '[image left out]'
    else if (typeof item === 'string' || typeof item === 'number') {
      const judged = redactField({
        key,
        value: String(item),
        named,
        hasUser,
        around: path.findLast((name) => name !== ''),
      })
      cleaned[safeKey] = judged === String(item) ? cleanJson(item, way, [...path, key]) : judged
    } else cleaned[safeKey] = cleanJson(item, way, [...path, key])
  }
  if (entries.length > MAX_ITEMS) cleaned['…'] = leftOutMark(entries.length - MAX_ITEMS)
  return cleaned
}

function limitAt(way: Way, path: string[]): Ends {
  const kind = way.fieldKind({ ...way, path })
  return LIMITS[kind === 'unused' ? 'other' : kind]
}

function isImageData(key: string, item: Json, owner: { [key: string]: Json }): boolean {
  if (typeof item !== 'string' || item.length < 64) return false
  if (key === 'base64') return true
  const kind = [owner.type, owner.mimeType, owner.media_type].find((said) => typeof said === 'string')
  return key === 'data' && typeof kind === 'string' && /^(?:image|base64|audio|blob)/.test(kind)
}

function dropData(text: string): string {
  if (!text.includes(';base64,')) return text
  return text.replace(/data:[\w.+-]{1,60}\/[\w.+-]{1,60};base64,[A-Za-z0-9+/=]{64,}/g, '[image left out]')
}

function* strings(value: Json): Generator<string> {
  const open: Json[] = [value]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'string') yield item
    else if (Array.isArray(item) && item.every((line) => typeof line === 'string')) yield item.join('\n')
    else if (Array.isArray(item)) for (const part of item) open.push(part)
    else if (item !== null && typeof item === 'object')
      for (const [key, part] of Object.entries(item)) open.push(key, part)
  }
}
