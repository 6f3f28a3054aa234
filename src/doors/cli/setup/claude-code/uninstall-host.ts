/**
 * Removes us from the host's files. A file that is still as install left it gets its original bytes back; from one that
 * was changed since, only our parts are removed.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../../../config.ts'
import type { DataFolder } from '../../../../worker/client.ts'
import { fingerprint, readHostFile, writeHostFile } from '../host-file.ts'
import { parseJsonc } from '../jsonc.ts'
import { checkSettings, type HostPlace, hostPlace, withoutOurs } from './host-place.ts'
import { BOTH_ROUTES, type Change, ownedBy, removeFolders } from './install-host.ts'
import { type HostProgram, removePlugin } from './plugin-commands.ts'
import { type InstallRecord, readRecord } from './record.ts'
import { hasInstalledPlugin } from './settings-parts.ts'

export interface RemovalPlan {
  place: HostPlace
  changes: Change[]
  runs: HostProgram | undefined
  record: InstallRecord | undefined
}

export function planRemoval(by: { config: Config; folder: DataFolder; claude: string | undefined }): RemovalPlan {
  const place = hostPlace(by.config, by.folder.app)
  const record = readRecord(by.folder)
  const ours = [place.settings, place.knownMarketplaces, place.installedPlugins, place.state]
  const hosts = record?.files.map(({ path }) => path).filter((path) => !ours.includes(path)) ?? []
  const changes = [...ours, ...hosts].map((path): Change => {
    const before = readHostFile(path)
    if (path === place.settings) checkSettings(path, before, { readByHost: false })
    return { path, before, after: textWithout(place, record, path, before) }
  })
  const isThere = hasInstalledPlugin(readHostFile(place.installedPlugins) ?? '')
  const runs = by.claude && isThere ? { claude: by.claude, home: by.config.home } : undefined
  return { place, changes: changes.filter(({ before, after }) => before !== after), runs, record }
}

/** Returns the host program's complaints: its files are correct anyway. */
export async function carryOutRemoval(plan: RemovalPlan): Promise<string[]> {
  const wrong = plan.runs ? await removePlugin(plan.runs) : []
  // Its commands leave empty objects and re-indent: the plan, made before they ran, is what counts.
  for (const { path, after } of plan.changes) if (readHostFile(path) !== after) writeHostFile(path, after)
  removeFolders(plan.place, plan.record?.folders ?? [])
  return wrong
}

function textWithout(
  place: HostPlace,
  record: InstallRecord | undefined,
  path: string,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return undefined
  const known = record?.files.find((file) => file.path === path)
  const original = known?.original ?? undefined
  if (known && known.left === fingerprint(text)) return original
  const rest = withoutOurs(place, path, text, ownedBy(place, record ?? { rules: BOTH_ROUTES }))
  if (!known) return rest
  const means = parseJsonc(rest)
  // The host itself stores dates in these two; nobody formats them by hand.
  const isMachineMade = path === place.knownMarketplaces || path === place.installedPlugins
  const empty = path === place.installedPlugins ? { version: 2, plugins: {} } : {}
  if (original === undefined) return isDeepStrictEqual(means, empty) && rest !== text ? undefined : rest
  return isMachineMade && isDeepStrictEqual(means, parseJsonc(original)) ? original : rest
}
