/**
 * Parses the lines that the user's Claude Code prints in its `stream-json` format. Lines we do not need, and kinds that
 * a later version adds, become undefined.
 */
import * as z from 'zod'
import { parseOrNothing } from './json.ts'
import type { TokenUsage } from './provider.ts'
import { AnthropicUsage } from './token-usage.ts'

export type ClaudeLine =
  /** Before each turn: its available tools, which must be none. */
  | { kind: 'ready'; model: string; atHand: string[] }
  | { kind: 'said'; text: string; usage: TokenUsage | undefined }
  /** It retries its server; the status is that of the failed try, if there was a reply. */
  | { kind: 'retries'; status: number | undefined }
  /** It was cut off, refused or silent, and starts another call on its own. */
  | { kind: 'goes_on'; refused: boolean }
  | { kind: 'result'; text: string; failed: boolean; refused: boolean; status: number | undefined; usage: TokenUsage }

/** `unreadable`: a result we cannot read. Any other unknown line is one we do not need. */
export function parseClaudeLine(line: string): ClaudeLine | 'unreadable' | undefined {
  const raw = parseOrNothing(line)
  const kind = Kind.safeParse(raw)
  if (!kind.success) return undefined
  const reader = READERS[`${kind.data.type}/${kind.data.subtype ?? ''}`] ?? READERS[kind.data.type]
  const parsed = reader?.safeParse(raw)
  if (parsed?.success) return parsed.data
  return kind.data.type === 'result' ? 'unreadable' : undefined
}

const Kind = z.looseObject({ type: z.string(), subtype: z.string().optional() })

const Ready = z
  .looseObject({ model: z.string(), tools: z.array(z.string()), mcp_servers: z.array(z.unknown()) })
  .transform((raw): ClaudeLine => {
    const servers = raw.mcp_servers.map(() => 'an MCP server')
    return { kind: 'ready', model: raw.model, atHand: [...raw.tools, ...servers] }
  })

const Said = z
  .looseObject({
    message: z.looseObject({
      model: z.string(),
      content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
      usage: AnthropicUsage.optional().catch(undefined),
    }),
  })
  .transform(({ message }): ClaudeLine | undefined => {
    if (message.model === '<synthetic>') return undefined // the client's own text, which the result repeats
    const text = message.content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('')
    return { kind: 'said', text, usage: message.usage }
  })

const Retries = z
  .looseObject({ error_status: z.number().nullish() })
  .transform((raw): ClaudeLine => ({ kind: 'retries', status: raw.error_status ?? undefined }))

const GoesOn = z
  .looseObject({ isSynthetic: z.boolean().optional(), refused_message_id: z.string().optional() })
  .transform((raw): ClaudeLine | undefined =>
    raw.isSynthetic ? { kind: 'goes_on', refused: raw.refused_message_id !== undefined } : undefined,
  )

/** `subtype` is `success` even for failures; `is_error` is what counts. */
const Result = z
  .looseObject({
    is_error: z.boolean(),
    result: z.string().optional(),
    stop_reason: z.string().nullish(),
    api_error_status: z.number().nullish(),
    usage: AnthropicUsage,
  })
  .transform(
    (raw): ClaudeLine => ({
      kind: 'result',
      text: raw.result ?? '',
      failed: raw.is_error,
      refused: raw.stop_reason === 'refusal',
      status: raw.api_error_status ?? undefined,
      usage: raw.usage,
    }),
  )

const READERS: Record<string, z.ZodType<ClaudeLine | undefined>> = {
  'system/init': Ready,
  'system/api_retry': Retries,
  assistant: Said,
  user: GoesOn,
  result: Result,
}
