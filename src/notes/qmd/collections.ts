/**
 * The folders QMD indexes for one workspace, kept in step with the settings: new ones are added, missing ones removed,
 * and a list of them is kept beside QMD's own files. If the two disagree, the folder is emptied and filled again.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Ran } from './process.ts'

export interface QmdFolder {
  /** Absolute. */
  path: string
  /** Glob of its files; by default every Markdown file at any depth. */
  mask?: string | undefined
}

const Collections = z.array(z.object({ name: z.string(), path: z.string(), mask: z.string() }))
export type Collection = z.infer<typeof Collections>[number]

/** A folder that does not exist is not a collection yet. */
export function collectionsOf(folders: readonly QmdFolder[]): Collection[] {
  const all = folders
    .filter(({ path }) => isFolder(path))
    .map(({ path, mask = '**/*.md' }) => ({ name: nameOf(path, mask), path, mask }))
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

/** `place` contains everything of this workspace. undefined when all is as wanted. */
export async function keepCollections(
  wanted: readonly Collection[],
  by: { place: string; run: (args: string[]) => Promise<Ran> },
): Promise<string | undefined> {
  const failed = await bring(readList(by.place), wanted, by)
  if (failed === undefined || !DISAGREES.test(failed)) return failed
  // QMD's files and our list are from different times. All of it is derived, so it is rebuilt.
  makePlace(by.place, { empty: true })
  return bring([], wanted, by)
}

/** QMD's message when a collection to add exists, or one to remove does not. */
const DISAGREES = /already exists|not found/i

export function makePlace(place: string, by: { empty: boolean } = { empty: false }): void {
  for (const folder of ['config', 'cache']) {
    if (by.empty) rmSync(join(place, folder), { recursive: true, force: true })
    mkdirSync(join(place, folder), { recursive: true, mode: 0o700 })
  }
}

async function bring(
  known: readonly Collection[],
  wanted: readonly Collection[],
  by: { place: string; run: (args: string[]) => Promise<Ran> },
): Promise<string | undefined> {
  let now = [...known]
  const has = (list: readonly Collection[], name: string) => list.some((one) => one.name === name)
  for (const { name } of known.filter(({ name }) => !has(wanted, name))) {
    const ran = await by.run(['collection', 'remove', name])
    if ('failed' in ran) return ran.failed
    now = now.filter((one) => one.name !== name)
    writeList(by.place, now)
  }
  for (const one of wanted.filter(({ name }) => !has(known, name))) {
    const ran = await by.run(['collection', 'add', '--name', one.name, '--mask', one.mask, '--', one.path])
    if ('failed' in ran) return ran.failed
    now = [...now, one]
    writeList(by.place, now)
  }
  return undefined
}

/** The same folder keeps its name, and so its vectors. */
function nameOf(path: string, mask: string): string {
  return `n${createHash('sha256').update(`${path}\0${mask}`).digest('hex').slice(0, 12)}`
}

const LIST = 'collections.json'

function readList(place: string): Collection[] {
  try {
    return Collections.parse(JSON.parse(readFileSync(join(place, LIST), 'utf8')))
  } catch {
    return [] // none yet, or half written; QMD reports it if it knows more
  }
}

function writeList(place: string, list: Collection[]): void {
  writeFileSync(join(place, LIST), JSON.stringify(list), { mode: 0o600 })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
