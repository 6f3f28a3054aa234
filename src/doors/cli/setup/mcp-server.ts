/** Our MCP server as hosts are told of it, and how it is recognised among those of others. */
import { asList, asObject } from './jsonc.ts'

/** What hosts call it. Most put it before the names of our tools. */
export const SERVER = 'claude-mem'

export interface McpServer {
  command: string
  args: string[]
}

/** With what a host adds to its environment. */
export interface HostedServer extends McpServer {
  env: Record<string, string>
}

/** A hook, or a server: both have a command and arguments. */
export function pointsInto(entry: unknown, app: string): boolean {
  const { command, args } = asObject(entry) ?? {}
  return [command, ...(asList(args) ?? [])].some((part) => typeof part === 'string' && part.includes(app))
}
