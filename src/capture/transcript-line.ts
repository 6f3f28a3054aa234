/**
 * One line of the host's JSONL transcript, as far as we use it. Line types come and go between versions: what is not a
 * message of the conversation is `undefined`, and a field of an unexpected type is as good as absent.
 */
import * as z from 'zod'
import type { Json, Usage } from '../memory/event.ts'

const text = z.string().nullish().catch(undefined)
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
  cwd: text,
  entrypoint: text,
  promptId: text,
  promptSource: text,
  origin: z.looseObject({ kind: text }).nullish().catch(undefined),
  isSidechain: flag,
  agentId: text,
  attributionAgent: text,
  isMeta: flag,
  isCompactSummary: flag,
  isVisibleInTranscriptOnly: flag,
  apiBlockIndex: count,
  toolUseResult: z.unknown().optional(),
  permissionDecision: z.looseObject({ decision: text }).nullish().catch(undefined),
})
export type TranscriptLine = z.infer<typeof Line>
export type TranscriptBlock = z.infer<typeof Block>

export function parseTranscriptLine(bytes: Buffer): TranscriptLine | undefined {
  // Most lines are attachments and requests: they are recognised before the cost of parsing them.
  if (!bytes.includes('"message"')) return undefined
  try {
    return Line.safeParse(JSON.parse(bytes.toString('utf8'))).data
  } catch {
    return undefined // Half-written or damaged: the lines around it are still good.
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

/** What a tool gave back; undefined when it never ran to its end: refused by a person or a hook, or interrupted. */
export function outcomeOf(line: TranscriptLine, result: TranscriptBlock): Outcome {
  if (line.permissionDecision?.decision === 'reject') return undefined
  const response = line.toolUseResult
  const shown = textOf(result.content)
  if (isInterrupted(response) || (result.is_error === true && REFUSAL.test(shown))) return undefined
  const failed = result.is_error ?? (typeof response === 'string' && response.startsWith('Error: '))
  if (!failed) return { output: json(response ?? result.content), failed }
  // As PostToolUseFailure says it: without the prefix the transcript adds.
  return { output: typeof response === 'string' ? response.replace(/^Error: /, '') : shown, failed }
}

/** Versions before `permissionDecision` told refusals only in words. */
const REFUSAL =
  /^(?:\[Request interrupted by user|The user doesn't want to (?:proceed|take this action)|User rejected tool use|PreToolUse:\S+ hook error)/

function isInterrupted(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'interrupted' in response && response.interrupted === true
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.map((block: unknown) =>
    typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string' ? block.text : '',
  )
  return texts.filter((part) => part !== '').join('\n')
}

/** A line comes from JSON.parse, so whatever it holds is JSON. */
export function json(value: unknown): Json {
  return value === undefined ? null : (value as Json) // as: see above
}
