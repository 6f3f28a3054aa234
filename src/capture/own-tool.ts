/** Our own tools as the host names them: of the plugin's server, and of one that was added by hand. */
const OWN_TOOL = /^mcp__(?:plugin_claude-mem_\w+?|claude-mem)__(\w+)$/

/** What we call it; undefined for everybody else's. */
export function ownTool(tool: string): string | undefined {
  return OWN_TOOL.exec(tool)?.[1]
}
