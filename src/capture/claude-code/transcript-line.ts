/**
 * One line of the host's JSONL transcript, as far as we use it: messages, queued prompts, and titles. Line types come
 * and go between versions: all others are `undefined`, and a field of an unexpected type counts as absent.
 */
import * as z from 'zod'
import type { Json, Usage } from '../../memory/event.ts'
import { isTooLong } from '../../memory/path-length.ts'

const text = z.string().nullish().catch(undefined)
/** An impossible folder is left out; the line stays. */
const path = z
  .string()
  .refine((one) => !isTooLong(one))
  .nullish()
  .catch(undefined)
const flag = z.boolean().nullish().catch(undefined)

const Block = z.looseObject({
  type: z.string(),
  text,
  id: text,
  name: text,
  input: z.unknown().optional(),
  tool_use_id: text,
  content: z.unknown().optional(),
  is_error: flag,
})
const count = z.number().nullish().catch(undefined)

const Line = z.looseObject({
  type: z.enum(['user', 'assistant']),
  message: z.looseObject({
    id: text,
    content: z.union([z.string(), z.array(Block.nullable().catch(null))]),
    usage: z
      .looseObject({
        input_tokens: count,
        cache_creation_input_tokens: count,
        cache_read_input_tokens: count,
        output_tokens: count,
      })
      .nullish()
      .catch(undefined),
  }),
  sessionId: z.string().min(1),
  uuid: text,
  timestamp: text,
  cwd: path,
  entrypoint: text,
  promptId: text,
  promptSource: text,
  origin: z.looseObject({ kind: text }).nullish().catch(undefined),
  isSidechain: flag,
  agentId: text,
  attributionAgent: text,
  isMeta: flag,
  isApiErrorMessage: flag,
  isCompactSummary: flag,
  isVisibleInTranscriptOnly: flag,
  apiBlockIndex: count,
  toolUseResult: z.unknown().optional(),
  permissionDecision: z.looseObject({ decision: text }).nullish().catch(undefined),
  /** `user-rejected`, `permission-rule`, `interrupted`, `cancelled`, in versions that say why a tool did not run. */
  toolDenialKind: text,
})
export type TranscriptLine = z.infer<typeof Line>
export type TranscriptBlock = z.infer<typeof Block>

/** A prompt waits in the host's queue, is handed over in the middle of a turn, or leaves the queue otherwise. */
const QueueOperation = z.looseObject({
  type: z.literal('queue-operation'),
  operation: z.string(),
  sessionId: z.string().min(1),
  timestamp: z.string(),
  content: text,
  reason: text,
})
export type QueueLine = z.infer<typeof QueueOperation>

/** The handed-over words once more, in versions that write them again. */
const QueuedCommand = z.looseObject({
  type: z.literal('attachment'),
  attachment: z.looseObject({
    type: z.literal('queued_command'),
    prompt: z.union([z.string(), z.array(Block.nullable().catch(null))]),
    commandMode: text,
    origin: z.looseObject({ kind: text }).nullish().catch(undefined),
    isMeta: flag,
  }),
  sessionId: z.string().min(1),
  timestamp: z.string(),
  uuid: text,
  isSidechain: flag,
})
export type HandedLine = z.infer<typeof QueuedCommand>

/** `leafUuid`: a summary belongs to the session whose line it names; a file can begin with those of many others. */
const Title = z.union([
  z.looseObject({ type: z.literal('summary'), summary: z.string(), leafUuid: z.string() }),
  z.looseObject({ type: z.literal('ai-title'), aiTitle: z.string(), sessionId: z.string() }),
  z.looseObject({ type: z.literal('custom-title'), customTitle: z.string(), sessionId: z.string() }),
])
const TITLES = new Set(['summary', 'ai-title', 'custom-title'])
export type TitleLine = z.infer<typeof Title>

export type ParsedLine = TranscriptLine | QueueLine | HandedLine | TitleLine

export function isMessage(line: ParsedLine): line is TranscriptLine {
  return line.type === 'user' || line.type === 'assistant'
}

export function isQueued(line: ParsedLine): line is QueueLine | HandedLine {
  return line.type === 'queue-operation' || line.type === 'attachment'
}

/** Lines without a message that are worth parsing. */
const SIDE_LINES = ['"queue-operation"', '"queued_command"', '"summary"', '"ai-title"', '"custom-title"']

/** undefined for a line we do not use; `unreadable` for a damaged one. */
export function parseTranscriptLine(bytes: Buffer): ParsedLine | 'unreadable' | undefined {
  // Most lines are attachments and requests: recognise them without the cost of parsing.
  if (!bytes.includes('"message"') && !SIDE_LINES.some((mark) => bytes.includes(mark))) return damaged(bytes)
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return 'unreadable' // Half-written or damaged: the lines around it are still good.
  }
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  if (type === 'queue-operation') return QueueOperation.safeParse(value).data
  if (type === 'attachment') return QueuedCommand.safeParse(value).data
  if (type === 'user' || type === 'assistant') return Line.safeParse(value).data
  return typeof type === 'string' && TITLES.has(type) ? Title.safeParse(value).data : undefined
}

/** An unused line that is not JSON either: it may have broken off before naming its type. */
function damaged(bytes: Buffer): 'unreadable' | undefined {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--
  // Judged by its braces, because parsing every attachment would cost more than reading the rest.
  if (end === 0 || (bytes[0] === 0x7b && bytes[end - 1] === 0x7d)) return undefined
  try {
    JSON.parse(bytes.toString('utf8'))
    return undefined
  } catch {
    return 'unreadable'
  }
}

export function blocksOf(line: TranscriptLine): TranscriptBlock[] {
  const { content } = line.message
  if (typeof content === 'string') return [{ type: 'text', text: content, input: undefined, content: undefined }]
  return content.filter((block) => block !== null)
}

/** Cache reads cost a tenth of fresh input. */
export function usageOf(line: TranscriptLine): Usage | undefined {
  const { id, usage } = line.message
  if (!id || !usage) return undefined
  const fresh = (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0) + (usage.output_tokens ?? 0)
  return { messageId: id, tokens: Math.round(fresh + 0.1 * (usage.cache_read_input_tokens ?? 0)) }
}

export type Outcome = { output: Json; failed: boolean } | undefined

/** A tool's result; undefined if it did not finish: refused by a person, a rule or a hook, or interrupted. */
export function outcomeOf(line: TranscriptLine, result: TranscriptBlock): Outcome {
  if (isRefused(line, result)) return undefined
  const response = line.toolUseResult
  const failed = result.is_error ?? (typeof response === 'string' && response.startsWith('Error: '))
  if (!failed) return { output: json(response ?? result.content), failed }
  // As in PostToolUseFailure: without the prefix the transcript adds.
  return { output: typeof response === 'string' ? response.replace(/^Error: /, '') : textOf(result.content), failed }
}

/** What the user said instead of letting a tool run; empty if nothing. */
export function refusalWords(line: TranscriptLine, result: TranscriptBlock): string {
  if (!isRefused(line, result)) return ''
  const said = /\b(?:the user said|reason for the rejection):\s*([\s\S]+)$/i.exec(textOf(result.content))?.[1] ?? ''
  const words = said.replace(/\n+Note: The user's next message[\s\S]*$/, '').trim()
  // Not the user's words: the host's own, when the user wants to talk before answering.
  return words.startsWith('The user wants to clarify these questions') ? '' : words
}

function isRefused(line: TranscriptLine, result: TranscriptBlock): boolean {
  if (line.permissionDecision?.decision === 'reject' || line.toolDenialKind) return true
  return isInterrupted(line.toolUseResult) || (result.is_error === true && REFUSAL.test(textOf(result.content)))
}

/**
 * Versions before `permissionDecision` report refusals only in text, including calls stopped by a rule or another call.
 */
const REFUSAL =
  /^(?:(?:Exit code \d+\n)?\[Request interrupted by user|The user doesn't want to (?:proceed|take this action)|User rejected tool use|PreToolUse:\S+ hook error|Permission (?:for this tool use|to use \S+) .{0,200}\bdenied|This (?:Bash )?command (?:requires approval|contains multiple operations)|Claude requested permissions to|<tool_use_error>Sibling tool call errored)/

function isInterrupted(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'interrupted' in response && response.interrupted === true
}

export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.map((block: unknown) =>
    typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string' ? block.text : '',
  )
  return texts.filter((part) => part !== '').join('\n')
}

/** A line comes from JSON.parse, so everything in it is JSON. */
export function json(value: unknown): Json {
  return value === undefined ? null : (value as Json) // as: see above
}
