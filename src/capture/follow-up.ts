/**
 * What an agent did after the read gate spoke: read the file after all, looked at a part of it, or fetched a memory. A
 * gate that is followed by all that has saved nothing, and only this can tell.
 */
import * as z from 'zod'
import type { Json, MemoryEvent } from '../memory/event.ts'
import { estimateTokens } from '../memory/tokens.ts'

export interface FollowUp {
  /** As the host names it; undefined when memories were fetched, of whatever file. */
  file: string | undefined
  whole: boolean
  tokens: number
}

const OWN_TOOL = /^mcp__(?:plugin_)?claude-mem\w*?__(get_observations|smart_outline|smart_unfold)$/
const Input = z.looseObject({ file_path: z.string().catch(''), path: z.string().catch('') })
const ReadResponse = z.looseObject({ file: z.looseObject({ content: z.string() }) })
const ToolText = z.array(z.looseObject({ text: z.string().catch('') }))

/** undefined for everything that is none. Subagents pass the gate, so what they read is none either. */
export function followUpOf(event: MemoryEvent): FollowUp | undefined {
  if (event.kind !== 'tool' || event.failed || event.agent) return undefined
  const own = OWN_TOOL.exec(event.tool)?.[1]
  if (event.tool !== 'Read' && own === undefined) return undefined
  const { file_path, path, ...rest } = Input.safeParse(event.input).data ?? { file_path: '', path: '' }
  if (own !== undefined) return { file: path || undefined, whole: false, tokens: estimateTokens(textOf(event.output)) }
  if (file_path === '') return undefined
  const content = ReadResponse.safeParse(event.output).data?.file.content ?? ''
  const whole = ['offset', 'limit', 'pages'].every((part) => (rest as Record<string, unknown>)[part] == null)
  return { file: file_path, whole, tokens: estimateTokens(content) }
}

function textOf(output: Json): string {
  const blocks = ToolText.safeParse(output).data
  return blocks ? blocks.map(({ text }) => text).join('\n') : typeof output === 'string' ? output : ''
}
