/**
 * What an agent did after the read gate spoke: read the file after all, looked at a part of it, or fetched a memory. A
 * gate that is followed by all that has saved nothing, and only this can tell.
 */
import * as z from 'zod'
import type { Json } from '../memory/event.ts'
import { estimateTokens } from '../memory/tokens.ts'
import type { CapturedEvent } from './captured-event.ts'
import { ownTool } from './own-tool.ts'
import { parseRead } from './planned-read.ts'

export interface FollowUp {
  /** As the host names it; undefined when memories were fetched, of whatever file. */
  file: string | undefined
  whole: boolean
  tokens: number
}

const LOOKS = new Set(['get_observations', 'smart_outline', 'smart_unfold'])
const OwnInput = z.looseObject({ path: z.string() })
const ReadResponse = z.looseObject({ file: z.looseObject({ content: z.string() }) })
const ToolText = z.array(z.looseObject({ text: z.string().catch('') }))

/** undefined for everything that is none. Subagents pass the gate, so what they read is none either. */
export function followUpOf(event: CapturedEvent): FollowUp | undefined {
  if (event.kind !== 'tool' || event.failed || event.agent) return undefined
  if (LOOKS.has(ownTool(event.tool) ?? '')) {
    const file = OwnInput.safeParse(event.input).data?.path || undefined
    return { file, whole: false, tokens: estimateTokens(textOf(event.output)) }
  }
  const read = event.tool === 'Read' ? parseRead(event.input) : undefined
  const content = ReadResponse.safeParse(event.output).data?.file.content ?? ''
  return read && { ...read, tokens: estimateTokens(content) }
}

function textOf(output: Json): string {
  const blocks = ToolText.safeParse(output).data
  return blocks ? blocks.map(({ text }) => text).join('\n') : typeof output === 'string' ? output : ''
}
