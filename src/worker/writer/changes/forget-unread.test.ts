/**
 * A host that gives hooks no prompt id: what its hooks said is also in its transcript, under other keys. Forgotten, it
 * stays gone, whether the transcript had been read by then, was read later, or did not even exist.
 */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { passagesOf } from '../../../../test/support/data-folder-bytes.ts'
import { writeSpoolFile } from '../../../capture/spool-file.ts'
import { loadConfig } from '../../../config.ts'
import type { Wish } from '../../../store/doomed.ts'
import { type OpenedStore, storePaths } from '../../../store/recovery.ts'
import { type DataFolder, dataFolder, makeFolders } from '../../process/data-folder.ts'
import { openMemory } from '../restoring.ts'
import { makeWriter, type RunningWriter } from '../writer.ts'
import type { CallName, FromWriter, ToWriter, WriterCalls } from '../writer-protocol.ts'

const WORD = 'zqvornbex'
const ASKS = `Why does the ${WORD} importer drop every second row?`
const SAYS = `Fixed: the ${WORD} importer advanced its cursor twice, so every second row was dropped.`
const ASKS_ELSE = 'Now let the nightly job fill the cache of prices.'
const SAYS_ELSE = 'The cache of prices was filled by every request. The nightly job fills it now, and it stays warm.'

let root: string
let folder: DataFolder
let store: OpenedStore
let writer: RunningWriter
let said: FromWriter[]
let lastId: number
let lines: number
let hooks: number
const SECOND_MS = 1000
const startedAt = Date.now() - 60 * SECOND_MS

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'forget-unread-')))
  folder = dataFolder(join(root, 'data'))
  makeFolders(folder)
  mkdirSync(join(root, 'shop'))
  writeFileSync(folder.lock, '')
  said = []
  lastId = 0
  lines = 0
  hooks = 0
  await open()
})
afterEach(async () => {
  await call('close', {})
  rmSync(root, { recursive: true, force: true })
})

async function open(): Promise<void> {
  const log = { info() {}, warn() {}, error() {} }
  const opened = await openMemory(storePaths(folder.root), { now: Date.now(), keepBackups: 3, log })
  store = opened.store
  const config = loadConfig({ dataDir: folder.root }, { HOME: root })
  const post = (message: FromWriter) => void said.push(message)
  const end = () => {
    throw new Error('it ended')
  }
  writer = await makeWriter({ config, token: 'token', ...opened, log, post, end, onClosed: () => {} })
}

async function call<Name extends CallName>(
  name: Name,
  ask: WriterCalls[Name]['ask'],
): Promise<WriterCalls[Name]['reply']> {
  lastId += 1
  const id = lastId
  await writer.take({ kind: 'call', id, name, ask } as ToWriter) // name and ask belong together by the signature
  const answer = said.find((message) => message.kind === 'reply' && message.id === id)
  if (answer?.kind !== 'reply') throw new Error(`${name} was refused`)
  return answer.reply as WriterCalls[Name]['reply'] // to this call
}

const otherTranscript = () => join(root, 'tuesday.jsonl')
const transcript = () => join(root, 'monday.jsonl')

function hook(event: string, more: object): void {
  const where = { session_id: 'monday', cwd: join(root, 'shop'), transcript_path: transcript() }
  const payload = Buffer.from(JSON.stringify({ ...where, hook_event_name: event, ...more }))
  const file = { event, pid: 4711, entrypoint: 'cli', projectDir: join(root, 'shop'), payload }
  const name = writeSpoolFile(folder.spool, file)
  hooks += 1
  const at = (startedAt + hooks * SECOND_MS) / SECOND_MS
  utimesSync(join(folder.spool, name), at, at)
}

function edits(n: number): void {
  const [filePath, oldString, newString] = [join(root, 'shop', `file${n}.js`), 'step = 2', 'step = 1']
  hook('PostToolUse', {
    ...{ tool_name: 'Edit', tool_use_id: `toolu_${n}` },
    tool_input: { file_path: filePath, old_string: oldString, new_string: newString },
    tool_response: { filePath, oldString, newString },
  })
}

/** `n`: the hook that said the same. */
function writeLine(type: 'user' | 'assistant', text: string, n: number): void {
  lines += 1
  const message =
    type === 'user'
      ? { role: 'user', content: text }
      : { id: `msg_${lines}`, role: 'assistant', content: [{ type: 'text', text }] }
  const line = { type, message, uuid: `line-${lines}`, promptId: `prompt-${lines}`, sessionId: 'monday' }
  const when = { timestamp: new Date(startedAt + n * SECOND_MS - 20).toISOString(), cwd: join(root, 'shop') }
  appendFileSync(transcript(), `${JSON.stringify({ ...line, ...when })}\n`)
}

/** `more`: a line of which no hook speaks; before it is read, nobody can know of it. */
function writeTranscript({ more }: { more: boolean }): void {
  writeLine('user', ASKS, 1)
  if (more) writeLine('assistant', `The cursor of the ${WORD} importer is advanced in two places of the loop.`, 2)
  writeLine('assistant', SAYS, 3)
  writeLine('user', ASKS_ELSE, 4)
  writeLine('assistant', SAYS_ELSE, 6)
}

async function work(): Promise<void> {
  hook('UserPromptSubmit', { prompt: ASKS })
  edits(1)
  hook('Stop', { last_assistant_message: SAYS })
  hook('UserPromptSubmit', { prompt: ASKS_ELSE })
  edits(2)
  hook('Stop', { last_assistant_message: SAYS_ELSE })
  await call('settle', {})
}

/** Every text of the database with the word, and what else there must be. */
function found(): { forgotten: string[]; stays: boolean } {
  const tables = ['observations', 'observation_queue', 'user_prompts', 'session_summaries', 'sdk_sessions']
  const texts = tables.flatMap((table) => store.db.all(`SELECT * FROM ${table}`).map((row) => JSON.stringify(row)))
  const all = [...texts, ...passagesOf(folder.root.concat('/db.sqlite'))]
  return { forgotten: all.filter((text) => text.includes(WORD)), stays: all.some((text) => text.includes(ASKS_ELSE)) }
}
const GONE = { forgotten: [], stays: true }

async function loseDatabase(): Promise<void> {
  store.db.close()
  for (const part of ['', '-wal', '-shm']) rmSync(`${folder.root}/db.sqlite${part}`, { force: true })
  await open()
  expect(store.recovered).toContain('was gone')
  await readAll()
}

async function readAll(): Promise<void> {
  const copy = join(root, `copied-${lastId}`, 'monday.jsonl')
  mkdirSync(join(copy, '..'))
  copyFileSync(transcript(), copy)
  await call('settle', {})
  await call('import', { path: copy })
}

const aMemory = (): Wish => {
  const rows = store.db.all<{ id: number }>(`SELECT id FROM observations WHERE narrative LIKE '%${WORD}%'`)
  return { kind: 'memories', ids: rows.map(({ id }) => id), withPrompts: true }
}
const WISHES: Record<string, () => Wish> = {
  'a memory': aMemory,
  'a prompt': () => ({ kind: 'prompt', id: 1 }),
  'a session’s time': () => ({ ...ANYTHING, to: startedAt + 3500 }),
  words: () => ({ ...ANYTHING, words: [WORD] }),
}
const ANYTHING = { kind: 'matching' as const, words: [], projects: undefined, from: undefined, to: undefined }

describe.each(['read before', 'there and not read', 'written after'])('with a transcript %s the forgetting', (when) => {
  it.each(Object.entries(WISHES))('%s stays forgotten', async (_, wish) => {
    if (when === 'read before') writeTranscript({ more: true })
    await work()
    const older = (await call('backup', {})).path ?? ''
    const copy = join(root, 'copy.sqlite')
    copyFileSync(older, copy)
    if (when === 'there and not read') writeTranscript({ more: true })
    expect(found().forgotten).not.toEqual([])
    await call('forget', { wish: wish(), preview: false })
    if (when === 'written after') writeTranscript({ more: false })
    await call('settle', {})
    expect(found(), 'when the transcript is read').toEqual(GONE)
    await readAll()
    expect(found(), 'when a copy of it is imported').toEqual(GONE)
    await call('restore', { backup: copy, withJournal: true })
    await call('close', {})
    await open()
    await readAll()
    expect(found(), 'in the backup from before').toEqual(GONE)
    await loseDatabase()
    expect(found(), 'when the database is lost').toEqual(GONE)
  })
})

it('a memory is forgotten without reading the transcripts of other sessions', async () => {
  await work()
  hook('UserPromptSubmit', {
    prompt: 'Which currencies are there?',
    session_id: 'tuesday',
    transcript_path: otherTranscript(),
  })
  await call('settle', {})
  writeTranscript({ more: true })
  writeFileSync(
    otherTranscript(),
    `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'And others?' } })}\n`,
  )
  await call('forget', { wish: aMemory(), preview: false })
  const read = store.db.all<{ path: string }>('SELECT path FROM transcript_cursors')
  expect(read).toEqual([{ path: transcript() }])
})

it('a session is forgotten with what its transcript says, however old it is', async () => {
  await work()
  store.db.run(`UPDATE sdk_sessions SET status = 'completed', last_event_epoch = 1`)
  writeTranscript({ more: true })
  await call('forget', { wish: { kind: 'session', session: 1 }, preview: false })
  await readAll()
  expect(found().forgotten).toEqual([])
})

it('forgotten while no backup can be made it stays gone when the database is lost at once', async () => {
  await work()
  const backups = join(folder.root, 'backups')
  writeFileSync(backups, 'a file where the folder should be')
  await call('forget', { wish: aMemory(), preview: false })
  rmSync(backups)
  writeTranscript({ more: false })
  await loseDatabase()
  expect(found()).toEqual(GONE)
})
