/** The hosts that are set up by one entry of theirs. A new one is a folder here and a line in this list. */
import { codex } from './codex/codex.ts'
import { cursor } from './cursor/cursor.ts'
import { gemini } from './gemini/gemini.ts'
import type { McpHost } from './mcp-host.ts'
import { opencode } from './opencode/opencode.ts'

export const MCP_HOSTS: readonly McpHost[] = [codex, cursor, gemini, opencode]

export const MCP_HOST_NAMES = MCP_HOSTS.map(({ name }) => name)
/** Claude Code is set up by plugin or settings, with hooks, and needs no flag. */
export const SETUP_HOSTS = ['claude-code', ...MCP_HOST_NAMES]

/** undefined for Claude Code. */
export function findMcpHost(name: string | undefined): McpHost | undefined {
  return MCP_HOSTS.find((host) => host.name === name)
}
