/**
 * The folders below a root that may contain Markdown, each with a mark that changes when one of its Markdown files
 * does. Links to folders are followed by real path, so loops end; hidden folders and `node_modules` are skipped.
 * Asynchronous, because a hanging network drive must not block the thread.
 */
import { createHash } from 'node:crypto'
import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface MarkdownFolder {
  /** From names, sizes, times and inodes of its Markdown files, and from its links: always 27 characters. */
  mark: string
  /** Names of entries that lead further down, including links. */
  below: Set<string>
}

export interface TreeBounds {
  /** Called before the folder is listed, so that a watch started here misses nothing. */
  onFolder?: ((real: string) => void) | undefined
  /** Called with the real target of a link; by default every link is followed. */
  mayFollow?: ((real: string) => boolean) | undefined
  mostFolders: number
}

export interface MarkdownTree {
  /** By real path. Empty when the root does not exist. */
  folders: Map<string, MarkdownFolder>
  /** The root is a single file; `folders` has its folder, with a mark of that file only. */
  onlyFile?: string | undefined
  /** False when there were more folders than `mostFolders`. */
  complete: boolean
}

/** The mark of a folder that has none. */
export const NO_MARKDOWN = markOf([])

export function isMarkdownName(name: string): boolean {
  return /\.md$/i.test(name) && !name.startsWith('.')
}

/** Hidden folders contain programs' data (`.git`, `.dreams`), `node_modules` other people's READMEs. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

export async function walkMarkdown(root: string, bounds: TreeBounds): Promise<MarkdownTree> {
  const folders = new Map<string, MarkdownFolder>()
  const real = await orNothing(realpath(root))
  const kind = real === undefined ? undefined : await orNothing(stat(real))
  if (real === undefined || kind === undefined) return { folders, complete: true }
  if (kind.isFile()) {
    const folder = { mark: markOf([stateOf(basename(real), kind)]), below: new Set<string>() }
    return { folders: folders.set(dirname(real), folder), onlyFile: basename(real), complete: true }
  }
  const waiting = [real]
  const seen = new Set(waiting)
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (folders.size >= bounds.mostFolders) return { folders, complete: false }
    bounds.onFolder?.(next)
    const listed = await listFolder(next, bounds)
    if (listed === undefined) continue
    folders.set(next, listed.folder)
    for (const path of listed.further) {
      if (seen.has(path)) continue
      seen.add(path)
      waiting.push(path)
    }
  }
  return { folders, complete: true }
}

/** As `walkMarkdown` would give it. undefined: gone or unreadable. */
export async function markFolder(
  real: string,
  { onlyFile, mayFollow }: { onlyFile?: string | undefined } & Pick<TreeBounds, 'mayFollow'>,
): Promise<string | undefined> {
  if (onlyFile !== undefined) {
    const found = await orNothing(stat(join(real, onlyFile)))
    return found && markOf([stateOf(onlyFile, found)])
  }
  return (await listFolder(real, { mayFollow }))?.folder.mark
}

async function listFolder(real: string, { mayFollow }: Pick<TreeBounds, 'mayFollow'>) {
  const entries = await orNothing(readdir(real, { withFileTypes: true }))
  if (entries === undefined) return undefined
  const below = new Set<string>()
  const further: string[] = []
  const states: string[] = []
  await Promise.all(
    entries.filter(matters).map(async (entry) => {
      const path = join(real, entry.name)
      if (entry.isDirectory()) {
        below.add(entry.name)
        further.push(path)
        return
      }
      const target = await orNothing(stat(path)) // a link's own times say nothing about its target
      if (target?.isFile() && isMarkdownName(entry.name)) states.push(stateOf(entry.name, target))
      if (!entry.isSymbolicLink() || target?.isFile()) return
      below.add(entry.name) // even a dangling link: its target may appear
      const leadsTo = target?.isDirectory() ? await orNothing(realpath(path)) : undefined
      if (leadsTo === undefined || !(mayFollow?.(leadsTo) ?? true)) return
      further.push(leadsTo)
      states.push(`${entry.name}\0${leadsTo}`) // the path by which a note is reached is part of its name
    }),
  )
  return { folder: { mark: markOf(states), below }, further: further.sort() }
}

function matters(entry: Dirent): boolean {
  if (entry.isDirectory() || entry.isSymbolicLink()) return !isPassedOver(entry.name)
  return entry.isFile() && isMarkdownName(entry.name)
}

function stateOf(name: string, { size, mtimeMs, ino }: Stats): string {
  return `${name}\0${size}\0${mtimeMs}\0${ino}`
}

function markOf(states: string[]): string {
  return createHash('sha1').update(states.sort().join('\n')).digest('base64url')
}

/** What is inaccessible does not exist for us: gone, forbidden, or a circular link. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch {
    return undefined
  }
}
