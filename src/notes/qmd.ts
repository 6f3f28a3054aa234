/**
 * The backend `qmd`: sends the query to the user's own QMD through its command line. Its index of a workspace is in
 * `<data>/qmd/`, separate from the user's other use of QMD, and is derived: it can be deleted. Nothing is downloaded
 * for it. Every failure is `{ unavailable }` with a reason, so that the caller can use the builtin search and say so.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { cutAtWord } from '../memory/cut-text.ts'
import { MemoryError } from '../memory/error.ts'
import { fold } from '../memory/fold.ts'
import { keywordsOf } from '../retrieval/query-terms.ts'
import type { NoteSettings } from './note-settings.ts'
import { type Collection, collectionsOf, keepCollections, makePlace, type QmdFolder } from './qmd/collections.ts'
import { runLimited } from './qmd/process.ts'
import { findQmd, probeQmd, type QmdProgram } from './qmd/program.ts'
import { parseRows, type QmdRow } from './qmd/rows.ts'

export interface QmdHit {
  /** As it is cited. */
  path: string
  /** The line that fits best, from 1. */
  line: number
  lines: { from: number; to: number }
  snippet: string
  /** From 0 to 1. */
  score: number
}

/** No hits: QMD answered and found nothing; its `search` finds only notes with every keyword. */
export type QmdAnswer = { hits: QmdHit[] } | { unavailable: string }

export interface Qmd {
  search(query: string, maxResults?: number): Promise<QmdAnswer>
  /** A note was written, changed or deleted: the next search reads them again. */
  changed(): void
  /** Ends what is running. */
  close(): void
}

export interface QmdOptions {
  /** Read at every search, so that a change applies at once. */
  settings: () => NoteSettings['qmd']
  folders: () => QmdFolder[]
  /** How a file is cited, by its real path; undefined: not a note. */
  cite: (file: string) => string | undefined
  dataDir: string
  /** The workspace's root, which identifies its index. */
  workspace: string
  home: string
  /** Where programs are looked for. */
  searchPath: string
  /** Milliseconds. */
  now: () => number
}

export function makeQmd(by: QmdOptions): Qmd {
  const place = join(by.dataDir, 'qmd', createHash('sha256').update(by.workspace).digest('hex').slice(0, 16))
  const closing = new AbortController()
  const probed = new Map<string, Promise<QmdProgram | { unavailable: string }>>()
  let isDirty = true
  let indexed: string | undefined
  let preparing: Promise<Prepared> | undefined
  let embedding: 'idle' | 'busy' | 'again' = 'idle'
  let resting: { settings: string; until: number; reason: string } | undefined

  const run = (program: string, args: readonly string[], timeoutMs: number) => {
    const limits = {
      cwd: place,
      env: environmentOf(place, by),
      timeoutMs,
      maxBytes: MAX_BYTES,
      signal: closing.signal,
    }
    return runLimited(program, args, limits)
  }

  async function prepare(): Promise<Prepared> {
    const { command, searchMode } = by.settings()
    const path = findQmd(command, by)
    if (path === undefined) return { unavailable: `There is no program “${command}”.` }
    makePlace(place)
    const probe = probed.get(path) ?? probeQmd(path, (args) => run(path, args, PROBE_MS))
    probed.set(path, probe)
    const program = await probe
    if ('unavailable' in program) {
      probed.delete(path) // it may be a different program after a while
      return program
    }
    if (!program.modes.includes(searchMode)) return { unavailable: `QMD ${program.version} has no “${searchMode}”.` }
    if (searchMode !== 'search' && !hasModels(by.home)) return { unavailable: NO_MODELS }
    const collections = collectionsOf(by.folders())
    const failed = await index(program, collections)
    return failed === undefined ? { program, collections } : { unavailable: `QMD cannot read the notes: ${failed}.` }
  }

  /** undefined when QMD has the current notes. */
  async function index(program: QmdProgram, collections: Collection[]): Promise<string | undefined> {
    const wantsVectors = by.settings().searchMode !== 'search'
    const wanted = JSON.stringify({ collections, wantsVectors })
    if (!isDirty && indexed === wanted) return undefined
    isDirty = false // later changes are for the next time
    indexed = undefined
    const ask = (args: string[]) => run(program.path, ['--index', INDEX, ...args], INDEX_MS)
    const failed = await keepCollections(collections, { place, run: ask })
    const updated = failed === undefined ? await ask(['update']) : { failed }
    if ('failed' in updated) return updated.failed
    indexed = wanted
    if (!wantsVectors) return undefined
    linkModels(place, by.home)
    void embed(program)
    return undefined
  }

  /** Takes minutes; searches meanwhile use the existing vectors. */
  async function embed(program: QmdProgram): Promise<void> {
    if (embedding !== 'idle') {
      embedding = 'again'
      return
    }
    const limit = program.embedTimeout ? ['--timeout', String(EMBED_MINUTES)] : []
    do {
      embedding = 'busy'
      await run(program.path, ['--index', INDEX, 'embed', ...limit], (EMBED_MINUTES + 1) * 60_000)
    } while (wantsAgain())
    embedding = 'idle'
  }
  const wantsAgain = () => embedding === 'again' && !closing.signal.aborted

  async function ask(query: string, most: number): Promise<QmdAnswer | { waiting: string }> {
    const { limits, searchMode } = by.settings()
    const started = by.now()
    preparing ??= prepare()
      .catch((error) => ({ unavailable: `QMD has no place for its index: ${MemoryError.from(error).message}` }))
      .finally(() => {
        preparing = undefined
      })
    const prepared = await within(preparing, limits.timeoutMs)
    if (prepared === undefined) return { waiting: 'QMD is still reading the notes.' }
    if ('unavailable' in prepared) return prepared
    const { program, collections } = prepared
    const text = textFor(searchMode, query)
    if (collections.length === 0 || text === '') return { hits: [] }
    const how = [...program.json, ...(program.fullPath ? ['--full-path'] : [])]
    const args = ['--index', INDEX, searchMode, '-n', String(most), ...how, '--', text]
    const left = Math.max(LEAST_MS, limits.timeoutMs - (by.now() - started))
    const ran = await run(program.path, args, left)
    if ('failed' in ran) return { unavailable: `QMD did not answer: ${ran.failed}.` }
    const rows = parseRows(ran.stdout)
    if (rows === undefined) return { unavailable: `QMD ${program.version} answered in a form we do not know.` }
    return { hits: rows.flatMap((row) => hitOf(row, { place, collections, cite: by.cite }) ?? []).slice(0, most) }
  }

  return {
    async search(query, maxResults) {
      const settings = JSON.stringify(by.settings())
      if (resting?.settings === settings && by.now() < resting.until) return { unavailable: resting.reason }
      resting = undefined
      const answer = await ask(query, maxResults ?? by.settings().limits.maxResults)
      if ('waiting' in answer) return { unavailable: answer.waiting }
      if ('unavailable' in answer) resting = { settings, until: by.now() + REST_MS, reason: answer.unavailable }
      return answer
    },
    changed() {
      isDirty = true
    },
    close: () => closing.abort(),
  }
}

type Prepared = { program: QmdProgram; collections: Collection[] } | { unavailable: string }

/** Its own name: without one QMD uses the `.qmd` folder of any folder above. */
const INDEX = 'notes'
const MAX_BYTES = 4_000_000
const PROBE_MS = 5000
/** Ten thousand notes take QMD seconds; callers wait no longer than for a search. */
const INDEX_MS = 300_000
const EMBED_MINUTES = 10
const LEAST_MS = 500
/** After a failure, searches do not try again for this long. */
const REST_MS = 60_000
const NO_MODELS =
  'QMD has no models on this machine: run `qmd pull`, or set memory.qmd.searchMode to "search", which needs none.'

/** Only these variables: one of the user's could point QMD at another index. */
function environmentOf(place: string, by: QmdOptions): Record<string, string> {
  return {
    HOME: by.home,
    PATH: by.searchPath,
    PWD: place,
    XDG_CONFIG_HOME: join(place, 'config'),
    XDG_CACHE_HOME: join(place, 'cache'),
    NO_COLOR: '1',
  }
}

/** QMD would download missing models when it first needs them: 2 GB. */
function hasModels(home: string): boolean {
  const models = modelsOf(home)
  return existsSync(models) && readdirSync(models).some((name) => name.endsWith('.gguf'))
}

/** QMD looks for models in its cache, which is a private one here. */
function linkModels(place: string, home: string): void {
  const link = join(place, 'cache', 'qmd', 'models')
  mkdirSync(dirname(link), { recursive: true, mode: 0o700 })
  if (!existsSync(link)) symlinkSync(modelsOf(home), link, 'dir')
}

function modelsOf(home: string): string {
  return join(home, '.cache', 'qmd', 'models')
}

/**
 * One line without QMD syntax. `search` requires every word to be in a note and treats signs as operators, so it gets
 * the keywords with their accents, which it also needs to find the line.
 */
function textFor(mode: string, query: string): string {
  const line = cutAtWord(query.replace(/[\s\p{Cc}]+/gu, ' ').trim(), MAX_CHARACTERS)
  if (mode !== 'search') return line.replace(/^(?:(?:lex|vec|hyde|expand|intent)\s*:\s*)+/i, '')
  const words = line.match(/[\p{L}\p{N}_]+/gu) ?? []
  const counting = new Set(keywordsOf(line))
  const keywords = words.filter((word) =>
    counting.has(
      fold(word)
        .toLowerCase()
        .replace(/^_+|_+$/g, ''),
    ),
  )
  return (keywords.length > 0 ? keywords : words).slice(0, MAX_WORDS).join(' ')
}

const MAX_CHARACTERS = 500
/** All of them must match. */
const MAX_WORDS = 8

function hitOf(
  { file, ...row }: QmdRow,
  by: { place: string; collections: Collection[]; cite: QmdOptions['cite'] },
): QmdHit | undefined {
  const [, name, inside] = /^qmd:\/\/([^/]+)\/([^?]+)/.exec(file) ?? []
  const folder = by.collections.find((one) => one.name === name)?.path
  if (file.startsWith('qmd:') && (folder === undefined || inside === undefined)) return undefined
  const path = by.cite(folder === undefined ? resolve(by.place, file) : resolve(folder, inside ?? ''))
  return path === undefined ? undefined : { path, ...row }
}

/** undefined when it takes longer; the work continues. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
