/**
 * Imports a file: rows in small transactions, other work between them. Stopped in the middle, it is simply run again:
 * what is there is passed over. The journal gets the file's path, not its rows, which would be written twice; when all
 * are in, a verified backup is made, so that the file is needed no longer.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { MemoryError } from '../../../memory/error.ts'
import { putRow, putWaiting, type Standing, standingOf } from '../../../store/archive/import-rows.ts'
import type { ArchiveRow, RowKind } from '../../../store/archive/rows.ts'
import { type Database, isOutsideTrouble } from '../../../store/database.ts'
import type { Journal } from '../../../store/journal.ts'
import type { Log } from '../../process/log.ts'
import type { FileImport, ImportFileRequest } from '../../protocol/archive.ts'
import { breath } from '../changes/erasure.ts'
import type { ImportSource, SourceItem } from './import-source.ts'
import { openArchive } from './read-archive.ts'
import { openPublished } from './read-published.ts'

/** About 50 ms of writing: a hook's event waits no longer than that. */
const BATCH_ROWS = 100
const FIRST_SKIPPED = 20

export interface ImportFileParts {
  db: Database
  journal: Pick<Journal, 'append'>
  log: Pick<Log, 'warn'>
  /** Makes a verified backup of what is there now. */
  backUp: () => Promise<unknown>
}

export async function importFile(
  parts: ImportFileParts,
  asked: ImportFileRequest,
  report: (progress: FileImport) => void,
): Promise<FileImport> {
  const { db, journal } = parts
  const { dryRun } = asked
  const source = await openSource(db, asked)
  const reached: FileImport = {
    ...{ from: source.from, dryRun, done: 0, total: source.total, added: { ...NOTHING }, projects: source.projects },
    ...{ known: 0, forgotten: 0, renumbered: 0, left: {}, skipped: 0, firstSkipped: [], cutOff: false },
    backedUp: null,
  }
  const run: Run = { db, dryRun, reached, tombstones: new Map(), highest: source.highest, waiting: [] }
  if (!dryRun) journal.append([{ op: 'import', asked }])
  try {
    for await (const batch of batches(source)) {
      const takeAll = () => {
        for (const item of batch) take(run, item)
      }
      if (dryRun) takeAll()
      else db.transaction(takeAll)
      reached.done = batch.at(-1)?.done ?? reached.done
      report({ ...reached })
      await breath()
    }
  } finally {
    source.close()
  }
  reached.done = source.total
  reached.cutOff = !source.isWhole()
  if (!dryRun) for (const session of run.waiting) putWaiting(db, session)
  const isNew = !dryRun && Object.values(reached.added).some((n) => n > 0)
  return { ...reached, backedUp: isNew ? await isBackedUp(parts) : null }
}

/** The rows are in either way; without a backup the journal goes on knowing the file. */
async function isBackedUp({ backUp, log }: ImportFileParts): Promise<boolean> {
  try {
    await backUp()
    return true
  } catch (error) {
    log.warn('no backup could be made after an import', { trouble: MemoryError.from(error).message })
    return false
  }
}

interface Run {
  db: Database
  dryRun: boolean
  reached: FileImport
  /** What the file says was forgotten, and when. */
  tombstones: Map<string, number>
  highest: ImportSource['highest']
  waiting: { session: string; from: number }[]
}

const NOTHING: FileImport['added'] = {
  ...{ projects: 0, sessions: 0, memories: 0, summaries: 0, prompts: 0, turns: 0, events: 0, changes: 0, forgotten: 0 },
}

/** Under what a person counts the rows of each kind. */
const COUNTED: Partial<Record<RowKind, keyof FileImport['added']>> = {
  ...{ project: 'projects', session: 'sessions', observation: 'memories', summary: 'summaries', prompt: 'prompts' },
  ...{ turn: 'turns', event: 'events', change: 'changes', forgotten: 'forgotten' },
} as const

function take(run: Run, { place, content }: SourceItem): void {
  const { reached } = run
  if ('left' in content) reached.left[content.left] = (reached.left[content.left] ?? 0) + (content.count ?? 1)
  else if ('why' in content) skip(reached, { place, why: content.why })
  else takeRow(run, content.row, place)
}

function takeRow(run: Run, row: ArchiveRow, place: string): void {
  const { reached } = run
  if (row.kind === 'forgotten') run.tombstones.set(row.hash, row.at)
  if (row.kind === 'session' && row.extractFrom !== null) run.waiting.push({ session: row.id, from: row.extractFrom })
  const put = stored(run, row)
  if (put.is === 'homeless') skip(reached, { place, why: put.why })
  if (put.is === 'known') reached.known += 1
  if (put.is === 'forgotten') reached.forgotten += 1
  if (put.renumbered) reached.renumbered += 1
  const counted = COUNTED[row.kind]
  if (put.is === 'new' && counted !== undefined) reached.added[counted] += 1
}

/** A row that the database refuses is left out as a whole; a full disk is no fault of the row. */
function stored({ db, dryRun, ...from }: Run, row: ArchiveRow): Standing & { renumbered?: boolean } {
  if (dryRun) return { is: standingOf(db, row, from) } as Standing // without its home it has no reason either
  try {
    return db.attempt(() => putRow(db, row, from))
  } catch (error) {
    if (isOutsideTrouble(error)) throw error
    return { is: 'homeless', why: MemoryError.from(error).message }
  }
}

function skip(reached: FileImport, one: FileImport['firstSkipped'][number]): void {
  reached.skipped += 1
  if (reached.firstSkipped.length < FIRST_SKIPPED) reached.firstSkipped.push(one)
}

async function* batches(source: ImportSource): AsyncGenerator<SourceItem[]> {
  let batch: SourceItem[] = []
  for await (const item of source.items()) {
    batch.push(item)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function openSource(db: Database, { path, map = {} }: ImportFileRequest): Promise<ImportSource> {
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there)
    throw new MemoryError('not_found', `There is no file ${path}. Nothing was changed.`, {
      hint: 'Give a file written by `claude-mem export`, or the database of a published claude-mem.',
    })
  if (!there.isFile())
    throw new MemoryError('bad_input', `${path} is not a file. Nothing was changed.`, {
      hint: 'Transcripts are read by `claude-mem import transcripts FOLDER`; a folder of notes is registered by `claude-mem import workspace FOLDER`.',
    })
  if (isDatabase(path)) return openPublished(db, { path, map })
  const [mapped] = Object.keys(map)
  if (mapped !== undefined)
    throw new MemoryError(
      'bad_input',
      'map: the projects of an export are known; only those of a database are mapped.',
      {
        field: 'map',
      },
    )
  return openArchive(path)
}

function isDatabase(path: string): boolean {
  const head = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    readSync(file, head)
  } finally {
    closeSync(file)
  }
  return head.toString('latin1').startsWith('SQLite format 3')
}
