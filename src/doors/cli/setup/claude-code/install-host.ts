/**
 * Makes the host call us: through its plugin commands if its program is available, else through its settings file.
 * First makes a plan, which only reads; then carries it out, or restores every file.
 */
import { rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../../../config.ts'
import type { DataFolder } from '../../../../worker/client.ts'
import { fingerprint, readHostFile, writeHostFile } from '../host-file.ts'
import { asList, asObject, parseJsonc } from '../jsonc.ts'
import type { McpServer } from '../mcp-server.ts'
import type { HookTable } from './hook-table.ts'
import {
  checkSettings,
  type HostPlace,
  hostPlace,
  isOursAlone,
  listStateBackups,
  missingFolders,
  withoutOurs,
} from './host-place.ts'
import { addServer, skillChanges } from './memory-tools.ts'
import { addPlugin, type HostProgram } from './plugin-commands.ts'
import { type InstallRecord, readRecord, recordPath, writeRecord } from './record.ts'
import {
  addInstalledPlugin,
  addKnownMarketplace,
  addToSettings,
  hasInstalledPlugin,
  hasLeftovers,
  hasMarketplace,
  type Ownership,
  PLUGIN_ID,
  removeHooks,
  removeKnownMarketplace,
} from './settings-parts.ts'
import { allowRules } from './tool-rules.ts'

export interface Change {
  path: string
  before: string | undefined
  after: string | undefined
}

export interface HostPlan {
  place: HostPlace
  route: 'plugin' | 'settings'
  /** Set if the host's program has work to do; else the plugin is already known, or not wanted. */
  runs: HostProgram | undefined
  disabled: boolean
  /** A skill of the same name belongs to somebody else and stays. */
  foreignSkill: boolean
  changes: Change[]
  earlier: InstallRecord | undefined
  record: InstallRecord
  state: string | undefined
  /** The host writes its state while it runs, so it is read again just before the change. */
  editState: (text: string | undefined) => string | undefined
  stateBackups: string[]
}

export function planHost(by: {
  config: Config
  folder: DataFolder
  version: string
  claude: string | undefined
  noPlugin: boolean
  hooks: HookTable
  server: McpServer
  /** The skill in the package. */
  skillSource: string
}): HostPlan {
  const { config, folder } = by
  const place = hostPlace(config, folder.app)
  const earlier = readRecord(folder)
  const before = {
    settings: readHostFile(place.settings),
    known: readHostFile(place.knownMarketplaces),
    installed: readHostFile(place.installedPlugins),
  }
  const ours = ownership(place, earlier, before.settings)
  const settings = checkSettings(place.settings, before.settings, { readByHost: by.claude !== undefined })
  const isThere =
    hasMarketplace(settings, place.marketplace) &&
    hasInstalledPlugin(before.installed ?? '') &&
    removeKnownMarketplace(before.known ?? '', place.marketplace) !== (before.known ?? '')
  const route = !by.noPlugin && (by.claude || isThere) ? 'plugin' : 'settings'
  const disabled = route === 'plugin' && isThere && asObject(settings.enabledPlugins)?.[PLUGIN_ID] === false
  const runs = route === 'plugin' && !isThere && by.claude ? { claude: by.claude, home: config.home } : undefined

  const without = (path: string, text: string | undefined) =>
    text === undefined ? undefined : withoutOurs(place, path, text, ours)
  const base = without(place.settings, before.settings)
  const bare = parseJsonc(base ?? '{}') ?? {}
  const allowed = asList(asObject(bare.permissions)?.allow) ?? []
  const rules = allowRules(route).filter((rule) => !allowed.includes(rule))
  const isDefault = config.dataDir === join(config.home, '.claude-mem')
  const dataDir = isDefault || asObject(bare.env)?.CLAUDE_MEM_DATA_DIR !== undefined ? undefined : config.dataDir
  const after = addToSettings(base, {
    rules,
    dataDir,
    ...(route === 'plugin' ? { plugin: { marketplace: place.marketplace, enabled: !disabled } } : { hooks: by.hooks }),
  })
  const state = readHostFile(place.state)
  const editState = (text: string | undefined) => {
    const bareText = without(place.state, text)
    if (route === 'plugin') return bareText
    return sameOr(text, addServer(place.state, bareText, by.server, dataDir))
  }
  const skill = skillChanges({ folder: place.skill, source: by.skillSource, wanted: route === 'settings', earlier })
  const now = new Date()
  const cache = join(place.cache, 'claude-mem', by.version)
  const changes: Change[] = [
    {
      path: place.settings,
      before: before.settings,
      after: sameOr(before.settings, after),
    },
    {
      path: place.knownMarketplaces,
      before: before.known,
      after: runs
        ? addKnownMarketplace(before.known, place.marketplace, now)
        : route === 'plugin'
          ? before.known
          : without(place.knownMarketplaces, before.known),
    },
    {
      path: place.installedPlugins,
      before: before.installed,
      after: runs
        ? addInstalledPlugin(before.installed, { cache, version: by.version, now })
        : route === 'plugin'
          ? before.installed
          : without(place.installedPlugins, before.installed),
    },
    { path: place.state, before: state, after: editState(state) },
    ...skill.changes,
  ]

  const record: InstallRecord = {
    format: 1,
    version: by.version,
    route,
    rules,
    ...(dataDir === undefined ? {} : { dataDir }),
    files: [
      ...changes.map((change) => ({
        path: change.path,
        original: originalOf(change, earlier, without(change.path, change.before)),
        left: null,
      })),
      ...(earlier?.files.filter(({ path }) => !changes.some((change) => change.path === path)) ?? []),
    ],
    folders: [...new Set([...(earlier?.folders ?? []), ...missingFolders(place)])],
  }
  return {
    ...{ place, route, runs, disabled, changes, earlier, record, state, editState },
    foreignSkill: skill.foreign,
    stateBackups: listStateBackups(place),
  }
}

/** Returns the files that really changed. */
export async function carryOut(plan: HostPlan, folder: DataFolder): Promise<string[]> {
  const { place, changes } = plan
  writeRecord(folder, plan.record)
  try {
    if (plan.runs) await addPlugin(plan.runs, place.marketplace)
    for (const change of changes) {
      if (change.path === place.settings) writeIfNew(change.path, finalSettings(plan))
      else if (change.path === place.state) writeIfNew(place.state, plan.editState(readHostFile(place.state)))
      else if (!plan.runs || !isPluginFile(place, change.path)) writeIfNew(change.path, change.after)
    }
  } catch (error) {
    // The state belongs to the host: its program may have written to it, and we have not yet.
    for (const { path, before } of changes) if (path !== place.state || !plan.runs) writeIfNew(path, before)
    removeFolders(place, plan.earlier ? [] : plan.record.folders)
    if (plan.earlier) writeRecord(folder, plan.earlier)
    else rmSync(recordPath(folder), { force: true })
    throw error
  }
  writeRecord(folder, complete(plan))
  return changes.filter(({ path, before }) => readHostFile(path) !== before).map(({ path }) => path)
}

/** What the host's own commands write. */
function isPluginFile(place: HostPlace, path: string): boolean {
  return path === place.knownMarketplaces || path === place.installedPlugins
}

/** Empty ones, and those that contain only our plugin; innermost first. */
export function removeFolders(place: HostPlace, folders: string[]): void {
  for (const folder of folders.toReversed()) {
    if (isOursAlone(place, folder)) rmSync(folder, { recursive: true, force: true })
    try {
      rmdirSync(folder)
    } catch {
      // not empty, or gone: either way not ours to remove
    }
  }
}

/** Of either route an earlier install may have taken. */
export const BOTH_ROUTES = [...allowRules('plugin'), ...allowRules('settings')]

/** Without a record, rules count as ours only with other traces of us: a person may have written the same ones. */
function ownership(place: HostPlace, record: InstallRecord | undefined, settings: string | undefined): Ownership {
  if (record) return ownedBy(place, record)
  const bare = { app: place.app, marketplace: place.marketplace, rules: [] }
  return hasLeftovers(settings ?? '', bare) ? { ...bare, rules: BOTH_ROUTES } : bare
}

export function ownedBy(place: HostPlace, { rules, dataDir }: Pick<InstallRecord, 'rules' | 'dataDir'>): Ownership {
  return { app: place.app, marketplace: place.marketplace, rules, dataDir }
}

/**
 * The host's commands rewrite settings.json in their own order and indentation. If the plan means the same, the user's
 * formatting is kept; otherwise the host's text is the base.
 */
function finalSettings({ runs, place, changes, record }: HostPlan): string | undefined {
  const planned = changes.find(({ path }) => path === place.settings)?.after
  if (!runs) return planned
  const { rules, dataDir } = record
  const written = addToSettings(removeHooks(readHostFile(place.settings) ?? '{}\n', place.app), { rules, dataDir })
  return sameMeaning(planned, written) ? planned : written
}

/**
 * What uninstall restores. If a file changed since the last install, its original is the new text without our parts.
 */
function originalOf(
  { path, before }: Change,
  earlier: InstallRecord | undefined,
  without: string | undefined,
): string | null {
  if (before === undefined) return null
  const known = earlier?.files.find((file) => file.path === path)
  return known && known.left === fingerprint(before) ? known.original : (without ?? null)
}

function complete({ place, record, changes, runs, state, stateBackups }: HostPlan): InstallRecord {
  const left = (path: string) => fingerprint(readHostFile(path))
  const ours = record.files
    .filter(({ path }) => changes.some((change) => change.path === path))
    .map((file) => ({ ...file, left: left(file.path) }))
    .filter((file) => file.left !== fingerprint(file.original ?? undefined) && !(runs && file.path === place.state))
  const others = record.files.filter(({ path }) => !changes.some((change) => change.path === path))
  if (!runs || !isFirstStart(state, readHostFile(place.state))) return { ...record, files: [...ours, ...others] }
  const made = listStateBackups(place).filter((path) => !stateBackups.includes(path))
  const firstStart = [
    { path: place.state, original: state ?? null, left: left(place.state) },
    ...made.map((path) => ({ path, original: null, left: left(path) })),
  ]
  const known = [...ours, ...others].filter(({ path }) => path !== place.state)
  return { ...record, files: [...known, ...firstStart] }
}

/** The host's program, never started before, added its identity: it added keys and changed none. */
function isFirstStart(before: string | undefined, after: string | undefined): boolean {
  if (before === after || after === undefined) return false
  const old = parseJsonc(before ?? '{}')
  const now = parseJsonc(after)
  return !!old && !!now && Object.entries(old).every(([key, value]) => isDeepStrictEqual(value, now[key]))
}

/** If both mean the same, the existing text. */
function sameOr(there: string | undefined, text: string): string {
  return there !== undefined && sameMeaning(there, text) ? there : text
}

function sameMeaning(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && isDeepStrictEqual(parseJsonc(one), parseJsonc(other))
}

function writeIfNew(path: string, text: string | undefined): void {
  if (readHostFile(path) !== text) writeHostFile(path, text)
}
