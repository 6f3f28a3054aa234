/**
 * Adds and removes our parts of the host's files without touching anything else. Our parts are recognised by what they
 * point to (the app folder), so a person's own entries of the same kind are never mistaken for ours.
 */

import { appendItem, asList, asObject, type JsonObject, parseJsonc, removeValue, setValue } from '../jsonc.ts'
import { pointsInto } from '../mcp-server.ts'
import type { HookTable } from './hook-table.ts'

export const PLUGIN_ID = 'claude-mem@claude-mem'
export const MARKETPLACE = 'claude-mem'

export interface OurParts {
  rules: string[]
  /** Only without the plugin. */
  hooks?: HookTable | undefined
  /** The plugin's folder. If a person has switched it off, that stays. */
  plugin?: { marketplace: string; enabled: boolean } | undefined
  /** Set only if not the default: the host's hooks must find it too. */
  dataDir?: string | undefined
}

/** How our parts are distinguished from the user's. */
export interface Ownership {
  app: string
  marketplace: string
  /** If we set it. */
  dataDir?: string | undefined
  rules: string[]
}

export function addToSettings(text: string | undefined, parts: OurParts): string {
  let out = text ?? '{}\n'
  for (const [event, groups] of Object.entries(parts.hooks ?? {})) {
    for (const group of groups) out = appendOrCreate(out, ['hooks', event], group)
  }
  if (parts.dataDir !== undefined) out = setValue(out, ['env', 'CLAUDE_MEM_DATA_DIR'], parts.dataDir)
  const allowed = asList(asObject(read(out).permissions)?.allow) ?? []
  for (const rule of parts.rules) if (!allowed.includes(rule)) out = appendOrCreate(out, ['permissions', 'allow'], rule)
  if (!parts.plugin) return out
  const source = { source: 'directory', path: parts.plugin.marketplace }
  out = setValue(out, ['extraKnownMarketplaces', MARKETPLACE], { source })
  return setValue(out, ['enabledPlugins', PLUGIN_ID], parts.plugin.enabled)
}

export function removeFromSettings(text: string, ours: Ownership): string {
  let out = removeHooks(text, ours.app)
  const dataDir = asObject(read(out).env)?.CLAUDE_MEM_DATA_DIR
  if (dataDir !== undefined && dataDir === ours.dataDir) out = removeAndTidy(out, ['env', 'CLAUDE_MEM_DATA_DIR'])
  for (const rule of ours.rules) {
    const at = asList(asObject(read(out).permissions)?.allow)?.indexOf(rule) ?? -1
    if (at >= 0) out = removeAndTidy(out, ['permissions', 'allow', at])
  }
  if (!hasMarketplace(read(out), ours.marketplace)) return out
  out = removeAndTidy(out, ['extraKnownMarketplaces', MARKETPLACE])
  if (asObject(read(out).enabledPlugins)?.[PLUGIN_ID] === undefined) return out
  return removeAndTidy(out, ['enabledPlugins', PLUGIN_ID])
}

export function removeHooks(text: string, app: string): string {
  let out = text
  for (const [event, groups] of Object.entries(asObject(read(text).hooks) ?? {})) {
    // From the end, so that the remaining indexes stay valid.
    for (const [g, group] of [...(asList(groups) ?? []).entries()].reverse()) {
      const hooks = asList(asObject(group)?.hooks) ?? []
      const mine = hooks.map((hook, at) => (pointsInto(hook, app) ? at : -1)).filter((at) => at >= 0)
      if (mine.length > 0 && mine.length === hooks.length) out = removeAndTidy(out, ['hooks', event, g])
      else for (const at of mine.reverse()) out = removeValue(out, ['hooks', event, g, 'hooks', at])
    }
  }
  return out
}

/** Traces of an earlier install whose record was lost. */
export function hasLeftovers(text: string, ours: Ownership): boolean {
  const settings = read(text)
  return hasMarketplace(settings, ours.marketplace) || removeHooks(text, ours.app) !== text
}

/** plugins/known_marketplaces.json, as the host writes it. */
export function addKnownMarketplace(text: string | undefined, folder: string, now: Date): string {
  const source = { source: 'directory', path: folder }
  return setValue(text ?? '{}', [MARKETPLACE], { source, installLocation: folder, lastUpdated: now.toISOString() })
}

export function removeKnownMarketplace(text: string, folder: string): string {
  return isFolder(read(text)[MARKETPLACE], folder) ? removeValue(text, [MARKETPLACE]) : text
}

/** plugins/installed_plugins.json, as the host writes it. */
export function addInstalledPlugin(
  text: string | undefined,
  by: { cache: string; version: string; now: Date },
): string {
  const at = by.now.toISOString()
  const entry = { scope: 'user', installPath: by.cache, version: by.version, installedAt: at, lastUpdated: at }
  return setValue(text ?? '{\n  "version": 2\n}', ['plugins', PLUGIN_ID], [entry])
}

export function removeInstalledPlugin(text: string): string {
  return hasInstalledPlugin(text) ? removeValue(text, ['plugins', PLUGIN_ID]) : text
}

export function hasInstalledPlugin(text: string): boolean {
  return asObject(read(text).plugins)?.[PLUGIN_ID] !== undefined
}

export function hasMarketplace(settings: JsonObject, folder: string): boolean {
  return isFolder(asObject(settings.extraKnownMarketplaces)?.[MARKETPLACE], folder)
}

function read(text: string): JsonObject {
  return parseJsonc(text) ?? {}
}

function isFolder(marketplace: unknown, folder: string): boolean {
  return asObject(asObject(marketplace)?.source)?.path === folder
}

function appendOrCreate(text: string, path: string[], item: unknown): string {
  const there = path.reduce<unknown>((value, key) => asObject(value)?.[key], read(text))
  return asList(there) ? appendItem(text, path, item) : setValue(text, path, [item])
}

/** Removes the value, and its parent if that becomes empty. */
function removeAndTidy(text: string, path: (string | number)[]): string {
  const out = removeValue(text, path)
  const parent = path.slice(0, -1)
  if (parent.length === 0) return out
  const left = parent.reduce<unknown>(
    (value, key) => (typeof key === 'number' ? asList(value)?.[key] : asObject(value)?.[key]),
    read(out),
  )
  const isEmpty = asList(left)?.length === 0 || Object.keys(asObject(left) ?? { some: 1 }).length === 0
  return isEmpty ? removeAndTidy(out, parent) : out
}
