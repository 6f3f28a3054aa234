/** Gemini CLI: servers stand in its general settings file. */
import { join } from 'node:path'
import { editJson, usualForm } from '../json-servers.ts'
import type { McpHost } from '../mcp-host.ts'

export const gemini: McpHost = {
  name: 'gemini',
  title: 'Gemini CLI',
  configFile: ({ geminiHome }) => join(geminiHome, 'settings.json'),
  ...editJson({ servers: () => ['mcpServers'], ...usualForm }),
}
