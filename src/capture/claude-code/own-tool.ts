/** Our own tools and our skill, as Claude Code names them: of the plugin's server, and of one that was added by hand. */
import type { HostToolEvent } from '../captured-event.ts'
import { asRecord, text } from '../tool-payload.ts'

const OWN_TOOL = /^mcp__(?:plugin_claude-mem_\w+?|claude-mem)__(\w+)$/

/** What we call it; undefined for everybody else's. */
export function ownTool(tool: string): string | undefined {
  return OWN_TOOL.exec(tool)?.[1]
}

export function isOwnCall({ tool, input }: HostToolEvent): boolean {
  if (ownTool(tool) !== undefined) return true
  return tool === 'Skill' && /^(?:claude-mem:|mem-search$)/.test(text(asRecord(input).skill))
}
