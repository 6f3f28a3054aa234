/**
 * What an agent did after a message of the read gate: read the file anyway, looked at part of it, or fetched a memory.
 * If it does all that, the gate saved nothing, and only this shows it.
 */
import * as z from 'zod'
import type { Json } from '../../memory/event.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import type { CapturedEvent } from '../captured-event.ts'
import type { FollowUp } from '../host.ts'
import { ownTool } from './own-tool.ts'
import { parseRead } from './planned-read.ts'
import { tokensOfRead } from './read-cost.ts'
import { runsCommands } from './tool-call.ts'

const LOOKS = new Set(['smart_outline', 'smart_unfold'])
const OwnInput = z.looseObject({ path: z.string() })
const ReadResponse = z.looseObject({ file: z.looseObject({ content: z.string() }) })
const CommandInput = z.looseObject({ command: z.string() })
const CommandResponse = z.looseObject({ stdout: z.string() })
const ToolText = z.array(z.looseObject({ text: z.string().catch('') }))

/** undefined for everything else. Subagents bypass the gate, so their reads do not count. */
export function followUpOf(event: CapturedEvent): FollowUp | undefined {
  if (event.kind !== 'tool' || event.failed || event.agent) return undefined
  const own = ownTool(event.tool)
  if (own === 'get_observations') {
    return { how: 'fetched', file: undefined, whole: false, tokens: estimateTokens(textOf(event.output)) }
  }
  if (own !== undefined) {
    const file = OwnInput.safeParse(event.input).data?.path || undefined
    if (!LOOKS.has(own) || file === undefined) return undefined
    return { how: 'looked', file, whole: false, tokens: estimateTokens(textOf(event.output)) }
  }
  if (runsCommands(event.tool)) {
    const command = CommandInput.safeParse(event.input).data?.command
    const printed = CommandResponse.safeParse(event.output).data?.stdout ?? ''
    if (command === undefined || printed === '') return undefined
    return { how: 'command', file: undefined, whole: false, tokens: estimateTokens(printed), command }
  }
  const read = event.tool === 'Read' ? parseRead(event.input) : undefined
  const content = ReadResponse.safeParse(event.output).data?.file.content ?? ''
  return read && { how: 'read', ...read, tokens: tokensOfRead(content) }
}

function textOf(output: Json): string {
  const blocks = ToolText.safeParse(output).data
  return blocks ? blocks.map(({ text }) => text).join('\n') : typeof output === 'string' ? output : ''
}
