/**
 * Filled data folders, kept outside git: filling the largest takes many minutes. Any difference other than an added
 * schema step (the generator, the chunks, the model, an earlier step) fills them again, so nothing stale is measured.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CHUNKER } from '../../src/index/chunks.ts'
import { LOCAL_ID } from '../../src/index/english.ts'
import { closeStore, openStore, storePaths } from '../../src/store/recovery.ts'
import { PROJECT_ROOT } from '../../test/support/place.ts'
import { MAKE, makeCorpus, SEED } from './corpus.ts'
import { type Filled, fillFolder, type Shape } from './fill.ts'

const CACHE = join(PROJECT_ROOT, 'node_modules/.cache/bench-search')
const NOTE = 'filled.json'

export interface FilledFolder {
  path: string
  filled: Filled
}

interface Note {
  filled: Filled
  /** Hashes of the migrations its database has seen. */
  schema: string[]
}

/** Filled now, unless it exists. Schema steps added since then are applied, as in a user's folder. */
export async function filledFolder(shape: Shape): Promise<FilledFolder> {
  const name = nameOf(shape)
  const path = join(CACHE, `${name}-${hashOf([SEED, MAKE, CHUNKER, LOCAL_ID].join('\n'))}`)
  const schema = migrationHashes()
  const known = readNote(path)
  if (known?.schema.join() === schema.join()) return { path, filled: known.filled }
  if (known?.schema.every((hash, at) => hash === schema[at])) {
    const { db } = await openStore(storePaths(path), { now: Date.now(), keepBackups: 1 })
    closeStore(db, storePaths(path))
    rmSync(storePaths(path).backups, { recursive: true, force: true })
    writeNote(path, { ...known, schema })
    return { path, filled: known.filled }
  }
  for (const other of existsSync(CACHE) ? readdirSync(CACHE) : []) {
    if (other.startsWith(`${name}-`)) rmSync(join(CACHE, other), { recursive: true }) // of another version, or half filled
  }
  console.log(`Filling a memory with ${shape.count.toLocaleString('en-US')} observations (${name}) …`)
  const making = `${path}.making`
  const filled = await fillFolder(making, { ...shape, vectors: true, projectRoot: projectsRoot() })
  writeNote(making, { filled, schema })
  renameSync(making, path)
  return { path, filled }
}

function nameOf({ count, said, characters }: Shape): string {
  return [count, said ? 'said' : 'plain', ...(characters === undefined ? [] : [characters])].join('_')
}

/** What a worker needs of it: a copy, because it writes. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of ['db.sqlite', 'index.sqlite']) cpSync(join(from, name), join(to, name))
}

/** Checkouts of the projects: a session start looks at the branch and at the last changed files. */
export function projectsRoot(): string {
  const root = join(CACHE, 'projects')
  if (existsSync(root)) return root
  const making = `${root}.making`
  rmSync(making, { recursive: true, force: true })
  const corpus = makeCorpus(100_000, { now: Date.now(), root: making })
  const seen = new Set<string>()
  for (let place = corpus.sessions - 1; place >= 0 && seen.size < corpus.projects.length; place--) {
    const session = corpus.sessionAt(place)
    const { project } = session
    if (seen.has(project.id)) continue
    seen.add(project.id)
    const files = corpus.filesOf(session)
    for (const file of files.slice(0, 12)) {
      mkdirSync(dirname(join(project.root, file)), { recursive: true })
      writeFileSync(join(project.root, file), `${project.name}\n`)
    }
    const branch = `feature/${files[0]?.split('/').at(-1)?.split('.')[0] ?? 'main'}`
    execFileSync('git', ['init', '-q', '-b', branch, project.root])
    execFileSync('git', ['-C', project.root, 'remote', 'add', 'origin', `https://${project.id}.git`])
  }
  renameSync(making, root)
  return root
}

function readNote(folder: string): Note | undefined {
  const path = join(folder, NOTE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Note) : undefined // written below
}

function writeNote(folder: string, note: Note): void {
  writeFileSync(join(folder, NOTE), `${JSON.stringify(note, undefined, 2)}\n`)
}

function migrationHashes(): string[] {
  const folder = join(PROJECT_ROOT, 'src/store/migrations')
  return readdirSync(folder)
    .sort()
    .map((name) => hashOf(readFileSync(join(folder, name), 'utf8')))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
