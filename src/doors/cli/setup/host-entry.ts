/**
 * Our entry in another host's file: planned first, which only reads, then written. What was changed is remembered as the
 * one piece that was put in, never as a copy of the file, which may hold other people's keys. A file that is still as we
 * left it becomes byte for byte what it was; from one that was changed since, our entry alone is taken out.
 */
import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Config } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import { type DataFolder, readText, writeWhole } from '../../../worker/client.ts'
import { fingerprint, readHostFile, writeHostFile } from './host-file.ts'
import { type McpHost, Uneditable } from './mcp-host.ts'
import { findMcpHost } from './mcp-hosts.ts'
import { type HostedServer, type McpServer, pointsInto, SERVER } from './mcp-server.ts'

const HostEntry = z.object({
  host: z.string(),
  path: z.string(),
  /** The file was not there before. */
  made: z.boolean(),
  /** Where a piece was put in, and what stood there instead. */
  at: z.number(),
  put: z.string(),
  instead: z.string(),
  /** SHA-256 of the file as we left it. */
  left: z.string(),
  /** Folders that were not there before, outermost first. */
  folders: z.array(z.string()),
})
type HostEntry = z.infer<typeof HostEntry>
const HostRecord = z.object({ format: z.literal(1), hosts: z.array(HostEntry) })

export interface EntryPlan {
  host: McpHost
  path: string
  before: string | undefined
  after: string | undefined
  /** What to remember; undefined when nothing of ours will be there. */
  entry: HostEntry | undefined
}

export function planEntry(
  host: McpHost,
  { config, folder, server }: { config: Config; folder: DataFolder; server: McpServer },
): EntryPlan {
  const path = host.configFile(config)
  const before = readHostFile(path)
  const known = readEntries(folder).find((one) => one.host === host.name && one.path === path)
  const isDefault = config.dataDir === join(config.home, '.claude-mem')
  const wanted: HostedServer = { ...server, env: isDefault ? {} : { CLAUDE_MEM_DATA_DIR: config.dataDir } }
  return edit({ host, path }, () => {
    const there = host.find(before ?? '')
    if (there && isDeepStrictEqual(there, wanted)) return { host, path, before, after: before, entry: known }
    if (there && !pointsInto(there, folder.app))
      throw new Uneditable(`has a server \`${SERVER}\` that is not ours`, 'Remove or rename it, then try again.')
    const base = there ? without(host, before, known) : before
    const after = host.add(base ?? '', wanted)
    if (!isDeepStrictEqual(host.find(after), wanted))
      throw new Uneditable('cannot be edited safely', 'Is a name in it defined twice?')
    const entry = {
      ...{ host: host.name, path, made: base === undefined, ...pieceOf(base ?? '', after) },
      ...{ left: fingerprint(after) ?? '', folders: known?.folders ?? missingFolders(dirname(path)) },
    }
    return { host, path, before, after, entry }
  })
}

export function planEntryRemoval(
  host: McpHost,
  { config, folder }: { config: Config; folder: DataFolder },
): EntryPlan & { folders: string[] } {
  const known = readEntries(folder).find((one) => one.host === host.name)
  const path = known?.path ?? host.configFile(config)
  const before = readHostFile(path)
  return edit({ host, path }, () => {
    const there = before === undefined ? undefined : host.find(before)
    const isOurs = there !== undefined && pointsInto(there, folder.app)
    const after = isOurs ? without(host, before, known) : before
    return { host, path, before, after, entry: undefined, folders: known?.folders ?? [] }
  })
}

export function carryOutEntry(plan: EntryPlan & { folders?: string[] }, folder: DataFolder): void {
  const { host, path, before, after, entry } = plan
  // Before the change: an install that is interrupted can still be undone, if only by its entry.
  if (entry) remember(folder, host, entry)
  if (after !== before) writeHostFile(path, after)
  if (!entry) remember(folder, host, undefined)
  for (const made of plan.folders?.toReversed() ?? []) {
    try {
      rmdirSync(made)
    } catch {
      return // not empty, or gone: either way not ours to remove
    }
  }
}

/** The hosts that were given our entry, and whether they still have it. */
export function findHostEntries(folder: DataFolder): { host: McpHost; path: string; isThere: boolean }[] {
  return readEntries(folder).flatMap((entry) => {
    const host = findMcpHost(entry.host)
    return host ? [{ host, path: entry.path, isThere: hasEntry(host, entry.path, folder.app) }] : []
  })
}

function hasEntry(host: McpHost, path: string, app: string): boolean {
  try {
    return pointsInto(host.find(readHostFile(path) ?? ''), app)
  } catch {
    return false // cannot be read: the host cannot load it either
  }
}

function readEntries(folder: DataFolder): HostEntry[] {
  const path = folder.hosts
  const text = readText(path)
  if (text === undefined) return []
  try {
    return HostRecord.parse(JSON.parse(text)).hosts
  } catch (cause) {
    throw new MemoryError('corrupt', `${path} cannot be read.`, {
      cause,
      hint: 'Delete it and try again; then our entries in other hosts’ files are recognised by where they point.',
    })
  }
}

function remember(folder: DataFolder, host: McpHost, entry: HostEntry | undefined): void {
  const others = readEntries(folder).filter((one) => one.host !== host.name)
  const hosts = entry ? [...others, entry] : others
  if (hosts.length > 0) writeWhole(folder.hosts, `${JSON.stringify({ format: 1, hosts }, null, 2)}\n`)
  else rmSync(folder.hosts, { force: true })
}

/** undefined: the file goes, because it was made for us. */
function without(host: McpHost, text: string | undefined, known: HostEntry | undefined): string | undefined {
  if (text === undefined) return undefined
  if (known && known.left === fingerprint(text)) {
    const { at, put, instead, made } = known
    return made ? undefined : text.slice(0, at) + instead + text.slice(at + put.length)
  }
  const rest = host.remove(text)
  return known?.made && ['', '{}'].includes(rest.trim()) ? undefined : rest
}

/** The one piece in which they differ. */
function pieceOf(before: string, after: string): Pick<HostEntry, 'at' | 'put' | 'instead'> {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before[at] === after[at]) at += 1
  let same = 0
  while (same < most - at && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { at, put: after.slice(at, after.length - same), instead: before.slice(at, before.length - same) }
}

/** Outermost first. */
function missingFolders(path: string): string[] {
  return existsSync(path) || path === dirname(path) ? [] : [...missingFolders(dirname(path)), path]
}

function edit<T>({ host, path }: { host: McpHost; path: string }, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof Uneditable)) throw cause
    throw new MemoryError('bad_input', `${path} ${cause.message}. Nothing was changed.`, {
      cause,
      hint: `${cause.hint} It is the configuration of ${host.title}.`,
    })
  }
}
