/**
 * OpenCode: its general configuration, with or without comments. Version 2 has a form of its own and reads that of version
 * 1 too; version 1 reads only its own. So we write the older one, unless the file already has the newer.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { editJson, namedTexts, textsOf } from '../json-servers.ts'
import { asObject } from '../jsonc.ts'
import type { McpHost } from '../mcp-host.ts'

export const opencode: McpHost = {
  name: 'opencode',
  title: 'OpenCode',
  configFile({ userConfigDir }) {
    const at = (name: string) => join(userConfigDir, 'opencode', name)
    return !existsSync(at('opencode.json')) && existsSync(at('opencode.jsonc'))
      ? at('opencode.jsonc')
      : at('opencode.json')
  },
  ...editJson({
    servers({ mcp }) {
      const servers = asObject(asObject(mcp)?.servers)
      // A server of version 1 that somebody called `servers` has a type.
      return servers && typeof servers.type !== 'string' ? ['mcp', 'servers'] : ['mcp']
    },
    write: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      ...(Object.keys(env).length > 0 ? { environment: env } : {}),
    }),
    read(entry) {
      const [command = '', ...args] = textsOf(entry.command)
      return { command, args, env: namedTexts(entry.environment) }
    },
  }),
}
