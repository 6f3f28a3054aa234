/**
 * Where dreaming keeps its data, and how it writes: a whole new file beside the old one, then a rename, so that a
 * killed process leaves either the old or the new file. Nothing here creates `memory/`: a workspace without notes stays
 * without.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MemoryError } from '../../memory/error.ts'

export interface DreamFiles {
  root: string
  memory: string
  dreams: string
  recall: string
  events: string
  runs: string
}

const DREAMS = '.dreams'

/** Paths of what a dream changes, relative to the workspace. */
export const MEMORY_MD = 'memory/MEMORY.md'
export const DIARY = 'DREAMS.md'
export const SIGNALS = 'memory/.dreams/phase-signals.json'
export const DECIDED = 'memory/.dreams/decided.json'
export const PROPOSALS = 'memory/.dreams/proposals.json'

/** How notes are locked and replaced; uses the notes lock, so that an append and a dream never overlap. */
export interface DreamDisk {
  withLock<T>(root: string, work: () => Promise<T>): Promise<T>
  /** Only if the file's content is `before`; undefined: there must be no file. */
  replace(path: string, before: string | undefined, after: string): Promise<{ kind: 'replaced' } | { kind: 'changed' }>
}

export function dreamFiles(root: string): DreamFiles {
  const memory = join(root, 'memory')
  const dreams = join(memory, DREAMS)
  return {
    root,
    memory,
    dreams,
    recall: join(dreams, 'short-term-recall.json'),
    events: join(dreams, 'events.jsonl'),
    runs: join(dreams, 'runs'),
  }
}

/** Undefined: there is no such file. */
export function readWhole(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}

/** undefined: no file. A file that is not JSON is not overwritten as if it were empty. */
export function readJson(path: string): unknown {
  const text = readWhole(path)
  if (text === undefined || text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MemoryError('corrupt', `${path} is not JSON.`, {
      cause,
      hint: 'Repair the file or move it away; without it dreaming starts from scratch.',
    })
  }
}

export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 1)}\n`
}

export function writeWhole(path: string, text: string): void {
  const made = mkdirSync(dirname(path), { recursive: true })
  if (made !== undefined && basename(made) === DREAMS) keepOutOfGit(made)
  const part = `${path}.${process.pid}.new`
  try {
    writeFileSync(part, text)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/**
 * Data that changes with every search belongs in nobody's commit. Written once with the folder: somebody who deletes it
 * wants the data in their repository.
 */
function keepOutOfGit(folder: string): void {
  writeFileSync(join(folder, '.gitignore'), '*\n')
}
