/** Our own tools and skill, as Claude Code names them: from the plugin's server, and from one added by hand. */
import type { HostToolEvent } from '../captured-event.ts'
import { asRecord, text } from '../tool-payload.ts'

const OWN_TOOL = /^mcp__(?:plugin_claude-mem_\w+?|claude-mem)__(\w+)$/

/** Our name for it; undefined for other tools. */
export function ownTool(tool: string): string | undefined {
  return OWN_TOOL.exec(tool)?.[1]
}

export function isOwnCall({ tool, input }: HostToolEvent): boolean {
  if (ownTool(tool) !== undefined) return true
  return tool === 'Skill' && /^(?:claude-mem:|mem-search$)/.test(text(asRecord(input).skill))
}
