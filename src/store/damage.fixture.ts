/**
 * What can happen to a data folder between two starts, and what the memory has left afterwards: 27 kinds of damage,
 * with and without a backup, after a clean end and after a kill. Used by the recovery tests and printed by `npm run
 * test:faults`.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeBackup } from './backup.ts'
import { forgetKeys } from './forget.ts'
import type { JournalEntry } from './journal.ts'
import { keepEntry } from './keep-event.ts'
import { hasObservationKey, putObservation } from './observations.ts'
import { closeStore, type OpenedStore, openStore, type StorePaths, storePaths } from './recovery.ts'
import { putProject } from './sessions.ts'
import { draft, PROJECT, T0, toolEvent } from './store.fixture.ts'
import { findState, putChange } from './user-changes.ts'

export type Outcome = 'kept' | 'kept, told' | 'lost, told' | 'LOST SILENTLY'

export interface DamageRow {
  kind: string
  /** By `backup`/`no backup` and `ended`/`killed`. */
  outcomes: Record<string, Outcome>
}

export const CASES = [
  { name: 'backup, ended', backup: true, killed: false },
  { name: 'backup, killed', backup: true, killed: true },
  { name: 'no backup, ended', backup: false, killed: false },
  { name: 'no backup, killed', backup: false, killed: true },
]

/** `spare`: another memory's files, to replace ours. */
type Damage = (paths: StorePaths, spare: StorePaths) => void

export const DAMAGES: Record<string, Damage> = {
  'nothing at all': () => {},
  'database deleted': ({ database }) => rmSync(database),
  'database deleted with its log': ({ database }) => all(database, (path) => rmSync(path, { force: true })),
  'database of zero bytes': ({ database }) => writeFileSync(database, ''),
  'database of zero bytes, log deleted': ({ database }) => {
    writeFileSync(database, '')
    for (const part of ['-wal', '-shm']) rmSync(`${database}${part}`, { force: true })
  },
  'database of zeros': ({ database }) => change(database, (bytes) => bytes.fill(0)),
  'database halved': ({ database }) => change(database, (bytes) => bytes.subarray(0, bytes.length / 2)),
  'database cut to one page': ({ database }) => change(database, (bytes) => bytes.subarray(0, 4096)),
  'database cut inside a page': ({ database }) => change(database, (bytes) => bytes.subarray(0, bytes.length - 1000)),
  'first page zeroed': ({ database }) => change(database, (bytes) => bytes.fill(0, 0, 4096)),
  'header overwritten': ({ database }) => change(database, (bytes) => bytes.fill('not a database ', 0, 100)),
  'noise in the middle': ({ database }) => change(database, (bytes) => noise(bytes, { every: 1024, bytes: 512 })),
  'noise everywhere': ({ database }) => change(database, (bytes) => noise(bytes, { every: 512, bytes: 512 })),
  'a text in its place': ({ database }) => writeFileSync(database, 'moved to another disk\n'),
  'a folder in its place': ({ database }) => {
    rmSync(database)
    mkdirSync(database)
  },
  'a database of another program': ({ database }) => {
    all(database, (path) => rmSync(path, { force: true }))
    const other = new DatabaseSync(database)
    other.exec('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)')
    other.close()
  },
  'an empty database of ours': ({ database }) => {
    all(database, (path) => rmSync(path, { force: true }))
    const other = new DatabaseSync(database)
    other.exec('PRAGMA journal_mode = WAL; PRAGMA user_version = 0')
    other.close()
  },
  'another memory in its place': ({ database }, spare) => {
    all(database, (path) => rmSync(path, { force: true }))
    for (const part of ['', '-wal'])
      if (existsSync(spare.database + part)) cpSync(spare.database + part, database + part)
  },
  'log deleted': ({ database }) => all(database, (path) => /-(wal|shm)$/.test(path) && rmSync(path, { force: true })),
  'log of zero bytes': ({ database }) => change(`${database}-wal`, () => Buffer.alloc(0)),
  'log of zeros': ({ database }) => change(`${database}-wal`, (bytes) => bytes.fill(0)),
  'log halved': ({ database }) => change(`${database}-wal`, (bytes) => bytes.subarray(0, bytes.length / 2)),
  'noise in the log': ({ database }) => change(`${database}-wal`, (bytes) => noise(bytes, { every: 4096, bytes: 64 })),
  'log of another memory': ({ database }, spare) => {
    rmSync(`${database}-shm`, { force: true })
    cpSync(`${spare.database}-wal`, `${database}-wal`)
  },
  'index of the log overwritten': ({ database }) => writeFileSync(`${database}-shm`, Buffer.alloc(32768, 0x5a)),
  'database deleted, newest backup of zero bytes': ({ database, backups }) => {
    all(database, (path) => rmSync(path, { force: true }))
    writeFileSync(join(backups, 'db-00000000009000.sqlite'), '')
  },
  'database deleted, a line of the journal torn': ({ database, journal }) => {
    all(database, (path) => rmSync(path, { force: true }))
    for (const name of readdirSync(journal)) writeFileSync(join(journal, name), '{"op":"reme', { flag: 'a' })
  },
  'database and marks deleted': ({ database, unclean, closed }) => {
    all(database, (path) => rmSync(path, { force: true }))
    for (const path of [unclean, closed]) rmSync(path, { force: true })
  },
}

/** One cell of the table, in its own temporary folder. */
export async function suffer(kind: string, by: { backup: boolean; killed: boolean }): Promise<Outcome> {
  const root = mkdtempSync(join(tmpdir(), 'damage-'))
  try {
    const paths = storePaths(join(root, 'ours'))
    const spare = storePaths(join(root, 'spare'))
    await copyFilled(spare, { prefix: 'spare', backup: false, killed: true })
    await copyFilled(paths, { prefix: 'ours', ...by })
    mkdirSync(paths.backups, { recursive: true })
    DAMAGES[kind]?.(paths, spare)
    const store = await openStore(paths, { now: 20_000, keepBackups: 3 })
    const whole = isWhole(store, 'ours')
    store.db.close()
    const told = store.recovered !== undefined
    if (whole) return told ? 'kept, told' : 'kept'
    return told ? 'lost, told' : 'LOST SILENTLY'
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The whole table. */
export async function damageTable(): Promise<DamageRow[]> {
  const rows: DamageRow[] = []
  for (const kind of Object.keys(DAMAGES)) {
    const outcomes: DamageRow['outcomes'] = {}
    for (const { name, ...by } of CASES) outcomes[name] = await suffer(kind, by)
    rows.push({ kind, outcomes })
  }
  await removeFilled()
  return rows
}

interface Filling {
  prefix: string
  backup: boolean
  killed: boolean
}

/** Each of the five is filled once and then copied: filling takes longer than all of the rest. */
const filled = new Map<string, Promise<string>>()

/** Call it after the last `suffer`: a process that is ended by others runs no handler of its own. */
export async function removeFilled(): Promise<void> {
  for (const folder of await Promise.all(filled.values())) rmSync(dirname(folder), { recursive: true, force: true })
  filled.clear()
}

async function copyFilled(paths: StorePaths, by: Filling): Promise<void> {
  const key = JSON.stringify(by)
  const template = filled.get(key) ?? makeFilled(by)
  filled.set(key, template)
  cpSync(await template, join(paths.database, '..'), { recursive: true })
}

async function makeFilled(by: Filling): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'damage-'))
  const folder = join(root, by.prefix)
  await fill(storePaths(folder), by)
  return folder
}

/** Remembers, imports, records, changes and forgets: some of it before the backup, some after. */
async function fill(paths: StorePaths, by: Filling): Promise<void> {
  mkdirSync(join(paths.database, '..'), { recursive: true })
  const store = await openStore(paths, { now: 1000, keepBackups: 3 })
  for (const part of ['before', 'after']) {
    for (const entry of entriesOf(by.prefix, part)) put(store, entry)
    changeKept(store, `user:${by.prefix} ${part} kept`)
    if (part === 'before') put(store, { op: 'forget', keys: [`user:${by.prefix} ${part} gone`], at: T0 })
    if (part === 'after') continue
    // So that a killed worker leaves half in the file and half in the log; the other memory's log contains all of it.
    if (by.prefix === 'ours') store.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    if (!by.backup) continue
    const keepFrom = store.journal.rotate(2000)
    await makeBackup(store.db, { folder: paths.backups, now: 2000, keep: 3 })
    store.journal.dropBefore(keepFrom)
  }
  if (!by.killed) return closeStore(store.db, paths)
  // As a kill leaves them: the files as they are now, with everything still in the log.
  const at = join(paths.database, '..')
  cpSync(at, `${at}.killed`, { recursive: true })
  store.db.close()
  rmSync(at, { recursive: true })
  cpSync(`${at}.killed`, at, { recursive: true })
}

function entriesOf(prefix: string, part: string): JournalEntry[] {
  const memory = (op: 'remember' | 'imported', title: string): JournalEntry => ({
    op,
    project: PROJECT,
    draft: draft(`${op === 'remember' ? 'user' : 'import'}:${prefix} ${part} ${title}`, { title, eventKeys: [] }),
  })
  const session = { sessionId: `${prefix}-session`, project: PROJECT, cwd: '/', entrypoint: 'cli' }
  return [
    memory('remember', 'kept'),
    memory('remember', 'gone'),
    memory('imported', 'kept'),
    ...['1', '2', '3'].map(
      (id): JournalEntry => ({ op: 'event', session, event: toolEvent(`${prefix}-${part}-${id}`) }),
    ),
  ]
}

function put({ db, journal }: OpenedStore, entry: JournalEntry): void {
  journal.append([entry])
  if (entry.op === 'event') keepEntry(db, entry)
  if (entry.op === 'forget') forgetKeys(db, entry)
  if (entry.op !== 'remember' && entry.op !== 'imported') return
  putProject(db, PROJECT, T0)
  const source = entry.op === 'remember' ? 'user' : 'import'
  putObservation(db, { draft: entry.draft, session: undefined, project: PROJECT.id, source })
}

/** A memory gets another title, and is not to be recalled. */
function changeKept({ db, journal }: OpenedStore, key: string): void {
  const id = db.get<{ id: number }>('SELECT id FROM observations WHERE key = @key', { key })?.id ?? 0
  for (const [n, to] of [{ title: CHANGED }, { recalled: false }].entries()) {
    const before = findState(db, id)?.state
    if (!before) throw new Error(`${key} is not there`)
    const change = { id, what: 'edit' as const, key: `${key} ${n}`, at: T0 + n, before, after: { ...before, ...to } }
    journal.append([putChange(db, change).entry])
  }
}

const CHANGED = 'in other words'

function isWhole({ db }: OpenedStore, prefix: string): boolean {
  const forgotten = `user:${prefix} before gone`
  const isChanged = (part: string) =>
    db.get('SELECT 1 FROM observations WHERE key = @key AND title = @title AND recalled = 0', {
      key: `user:${prefix} ${part} kept`,
      title: CHANGED,
    }) !== undefined
  return ['before', 'after'].every(
    (part) =>
      isChanged(part) &&
      entriesOf(prefix, part).every((entry) => {
        if (entry.op === 'event')
          return (
            db.get('SELECT 1 FROM observation_queue WHERE event_key = @key', { key: entry.event.key }) !== undefined
          )
        if (entry.op !== 'remember' && entry.op !== 'imported') return true
        return hasObservationKey(db, entry.draft.key) !== (entry.draft.key === forgotten)
      }),
  )
}

function all(database: string, what: (path: string) => void): void {
  for (const part of ['', '-wal', '-shm']) what(`${database}${part}`)
}

function change(path: string, how: (bytes: Buffer) => Buffer): void {
  if (existsSync(path)) writeFileSync(path, how(readFileSync(path)))
}

function noise(bytes: Buffer, by: { every: number; bytes: number }): Buffer {
  for (let at = by.every; at < bytes.length; at += by.every) bytes.fill(0x5a, at, at + by.bytes)
  return bytes
}

export function renderDamageTable(rows: DamageRow[]): string {
  const width = Math.max(...rows.map(({ kind }) => kind.length))
  const line = (first: string, cells: string[]) =>
    [first.padEnd(width), ...cells.map((cell) => cell.padEnd(18))].join('  ')
  return [
    line(
      'damage',
      CASES.map(({ name }) => name),
    ),
    ...rows.map(({ kind, outcomes }) =>
      line(
        kind,
        CASES.map(({ name }) => outcomes[name] ?? ''),
      ),
    ),
  ].join('\n')
}
