/** Cursor: `mcp.json` in its folder of the user's home, one object of servers. */
import { join } from 'node:path'
import { editJson, usualForm } from '../json-servers.ts'
import type { McpHost } from '../mcp-host.ts'

export const cursor: McpHost = {
  name: 'cursor',
  title: 'Cursor',
  configFile: ({ home }) => join(home, '.cursor', 'mcp.json'),
  ...editJson({
    servers: () => ['mcpServers'],
    write: (server) => ({ type: 'stdio', ...usualForm.write(server) }),
    read: usualForm.read,
  }),
}
