/** Which of our tools the host may use without asking. Apart from the host's files: knowing the tools loads them all. */
import { TOOLS } from '../../../mcp/tools.ts'
import { SERVER } from '../mcp-server.ts'

const READING_TOOLS = TOOLS.filter((tool) => !tool.changes).map(({ name }) => name)
/** The host keeps asking before these. */
export const CHANGING_TOOLS = TOOLS.filter((tool) => tool.changes).map(({ name }) => name)

/** The host names a tool by its source: the plugin, or a server in its own state. */
export function allowRules(route: 'plugin' | 'settings'): string[] {
  const server = route === 'plugin' ? 'plugin_claude-mem_mem' : SERVER
  return READING_TOOLS.map((tool) => `mcp__${server}__${tool}`)
}

export const ALLOW_RULES = allowRules('plugin')
