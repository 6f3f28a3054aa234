/**
 * Other programs that record sessions of this host through hooks. Two at once record everything twice. Those that only
 * offer tools are no trouble and are not listed.
 */
import { PLUGIN_ID } from '../../setup/claude-code/settings-parts.ts'
import { asList, asObject, type JsonObject } from '../../setup/jsonc.ts'
import { pointsInto } from '../../setup/mcp-server.ts'

/** By the name of the plugin, whatever marketplace it is from. The published claude-mem has our command's name. */
const RECORDERS = ['claude-mem', 'agentmemory', 'mempalace', 'memsearch', 'mcp-memory-service', 'claude-supermemory']

export interface OtherMemories {
  /** Ids of plugins that are switched on. */
  plugins: string[]
  hooks: { name: string; event: string }[]
}

export function otherMemories(settings: JsonObject, app: string): OtherMemories {
  const enabled = Object.entries(asObject(settings.enabledPlugins) ?? {}).filter(([, on]) => on === true)
  return {
    plugins: enabled.map(([id]) => id).filter((id) => id !== PLUGIN_ID && RECORDERS.includes(nameOf(id))),
    hooks: foreignHooks(settings, app),
  }
}

/** One for each program: its first event. */
function foreignHooks({ hooks }: JsonObject, app: string): OtherMemories['hooks'] {
  const found = new Map<string, string>()
  for (const [event, groups] of Object.entries(asObject(hooks) ?? {})) {
    for (const hook of (asList(groups) ?? []).flatMap((group) => asList(asObject(group)?.hooks) ?? [])) {
      if (pointsInto(hook, app)) continue
      const name = RECORDERS.find((one) => pointsInto(hook, one))
      if (name !== undefined && !found.has(name)) found.set(name, event)
    }
  }
  return [...found].map(([name, event]) => ({ name, event }))
}

function nameOf(id: string): string {
  return (id.split('@')[0] ?? '').toLowerCase()
}
