/**
 * Which files of the host an install changes, and what in them is ours. Measured with the real client (CONTRACT §6).
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, hostStateFile } from '../../../../config.ts'
import { MemoryError } from '../../../../memory/error.ts'
import { marketplaceFolder } from '../app-folder.ts'
import { asList, asObject, isPlainJson, type JsonObject, parseJsonc } from '../jsonc.ts'
import { removeServer } from './memory-tools.ts'
import { type Ownership, removeFromSettings, removeInstalledPlugin, removeKnownMarketplace } from './settings-parts.ts'

export interface HostPlace {
  configDir: string
  settings: string
  knownMarketplaces: string
  installedPlugins: string
  /** The host's own state. The host adds its identity at its first start. */
  state: string
  stateBackups: string
  cache: string
  /** Our skill, if no plugin provides it. */
  skill: string
  /** What an install may create, outermost first. */
  folders: string[]
  /** Our app folder. */
  app: string
  marketplace: string
}

export function hostPlace(config: Config, app: string): HostPlace {
  const configDir = config.hostConfigDir
  const at = (name: string) => join(configDir, name)
  return {
    configDir,
    settings: at('settings.json'),
    knownMarketplaces: at('plugins/known_marketplaces.json'),
    installedPlugins: at('plugins/installed_plugins.json'),
    state: hostStateFile(config),
    stateBackups: at('backups'),
    cache: at('plugins/cache/claude-mem'),
    skill: at('skills/mem-search'),
    folders: [
      configDir,
      at('backups'),
      at('plugins'),
      at('plugins/marketplaces'),
      at('plugins/cache'),
      at('plugins/cache/claude-mem'),
      at('plugins/data'),
      at('plugins/data/claude-mem-claude-mem'),
      at('skills'),
      at('skills/mem-search'),
      at('skills/mem-search/operations'),
      at('skills/mem-search/principles'),
    ],
    app,
    marketplace: marketplaceFolder(app),
  }
}

/** Folders that contain only our plugin. */
export function isOursAlone(place: HostPlace, folder: string): boolean {
  return folder === place.cache || folder.endsWith('claude-mem-claude-mem')
}

export function missingFolders(place: HostPlace): string[] {
  return place.folders.filter((folder) => !existsSync(folder))
}

export function listStateBackups(place: HostPlace): string[] {
  if (!existsSync(place.stateBackups)) return []
  return readdirSync(place.stateBackups).map((name) => join(place.stateBackups, name))
}

/** The text without our parts; everything else keeps its bytes. */
export function withoutOurs(place: HostPlace, path: string, text: string, ours: Ownership): string {
  if (path === place.settings) return removeFromSettings(text, ours)
  if (path === place.knownMarketplaces) return removeKnownMarketplace(text, place.marketplace)
  if (path === place.installedPlugins) return removeInstalledPlugin(text)
  if (path === place.state) return removeServer(text, place.app)
  return text
}

/** Refuses files that could not be changed without guessing. */
export function checkSettings(path: string, text: string | undefined, by: { readByHost: boolean }): JsonObject {
  const settings = parseJsonc(text ?? '{}')
  if (!settings) {
    throw new MemoryError('bad_input', `${path} is not valid JSON. Nothing was changed.`, {
      hint: 'Repair the file (Claude Code does not load it either), then try again.',
    })
  }
  // Measured: the client ignores such a file completely, including hooks and permissions, and its own commands refuse
  // it.
  if (by.readByHost && text !== undefined && text.trim() !== '' && !isPlainJson(text)) {
    throw new MemoryError('bad_input', `${path} has comments or trailing commas. Nothing was changed.`, {
      hint: 'Claude Code ignores a settings file that is not plain JSON. Take them out, then try again.',
    })
  }
  const { hooks, permissions, env, extraKnownMarketplaces, enabledPlugins } = settings
  const objects = { hooks, permissions, env, extraKnownMarketplaces, enabledPlugins }
  const odd = Object.entries(objects).find(([, value]) => value !== undefined && !asObject(value))?.[0]
  const lists = { ...asObject(hooks), 'permissions.allow': asObject(permissions)?.allow }
  const oddList = Object.entries(lists).find(([, value]) => value !== undefined && !asList(value))?.[0]
  if (odd || oddList) {
    throw new MemoryError('bad_input', `${path}: \`${odd ?? oddList}\` does not have the form Claude Code documents.`, {
      hint: 'Nothing was changed. Repair the file, then try again.',
    })
  }
  return settings
}
