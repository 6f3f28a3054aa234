import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/support/wait.ts'
import { writeSpoolFile } from '../../capture/spool-file.ts'
import { loadConfig } from '../../config.ts'
import { type OpenedStore, openStore, storePaths } from '../../store/recovery.ts'
import { isContextOwed } from '../../store/sessions.ts'
import { type DataFolder, dataFolder, makeFolders } from '../process/data-folder.ts'
import { makeWriter, openWriter, type RunningWriter } from './writer.ts'
import type { CallName, FromWriter, ToWriter, WriterCalls } from './writer-protocol.ts'

let root: string
let folder: DataFolder
let store: OpenedStore
let said: FromWriter[]
let closed: boolean
let writer: RunningWriter
let lastId = 0

class Ended extends Error {}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-writer-')))
  folder = dataFolder(join(root, 'data'))
  makeFolders(folder)
  mkdirSync(join(root, 'shop'))
  writeFileSync(folder.lock, '')
  store = await openStore(storePaths(folder.root), { now: Date.now(), keepBackups: 3 })
  said = []
  closed = false
  writer = await makeWriter({ ...start(), ...ends(), store, log: { info() {}, warn() {}, error() {} } })
})
afterEach(async () => {
  if (!closed) await call('close', {}).catch(() => store.db.close())
  rmSync(root, { recursive: true, force: true })
})

const start = () => ({ config: loadConfig({ dataDir: folder.root }, { HOME: root }), token: 'token' })
const ends = () => ({
  post: (message: FromWriter) => void said.push(message),
  end: () => {
    throw new Ended()
  },
  onClosed: () => {
    closed = true
  },
})

async function call<Name extends CallName>(name: Name, ask: WriterCalls[Name]['ask']): Promise<FromWriter | undefined> {
  lastId += 1
  const id = lastId
  await writer.take({ kind: 'call', id, name, ask } as ToWriter) // name and ask belong together by the signature
  return said.find((message) => 'id' in message && message.id === id && message.kind !== 'progress')
}

function spool(event: string, more: object = {}): string {
  const payload = { session_id: 's', cwd: join(root, 'shop'), hook_event_name: event, ...more }
  const file = { event, pid: 4711, entrypoint: 'cli', projectDir: join(root, 'shop') }
  return writeSpoolFile(folder.spool, { ...file, payload: Buffer.from(JSON.stringify(payload)) })
}

const kinds = () => said.map(({ kind }) => kind)

describe('the writer', () => {
  it('says that it is ready, takes what lies there and what comes later, and closes in order', async () => {
    const first = spool('SessionStart', { source: 'startup' })
    writer.start()
    expect(said[0]).toEqual({ kind: 'ready', recovered: undefined })
    const taken = (name: string) => said.some((message) => message.kind === 'taken' && message.name === name)
    await waitFor('the first file is taken', () => taken(first))
    const second = spool('UserPromptSubmit', { prompt: 'Round the totals once', prompt_id: 'p1' })
    await waitFor('the second file is taken', () => taken(second))
    expect(await call('close', {})).toMatchObject({ kind: 'reply' })
    await waitFor('it is closed', () => closed)
    expect(() => store.db.get('SELECT 1')).toThrow()
  })

  it('owes a session its context until an answer has reached the hook, in whichever order the two are heard of', async () => {
    spool('SessionStart', { source: 'startup' })
    await call('settle', {})
    expect(isContextOwed(store.db, 's')).toBe(true)
    await writer.take({ kind: 'delivered', spoolName: 'another', sessionId: 's' })
    expect(isContextOwed(store.db, 's')).toBe(false)

    const name = spool('SessionStart', { source: 'clear' })
    await writer.take({ kind: 'delivered', spoolName: name, sessionId: 's' })
    await call('settle', {})
    expect(isContextOwed(store.db, 's')).toBe(false)
  })

  it('answers a call it cannot carry out with its reason, and goes on', async () => {
    const ask = { path: join(root, 'nowhere') }
    expect(await call('import', ask)).toMatchObject({ kind: 'refused', error: { code: 'not_found' } })
    expect(kinds()).not.toContain('trouble')
    expect(await call('settle', {})).toMatchObject({ kind: 'reply', reply: { taken: 0 } })
  })

  it('says nothing of an error that is not ours but that there was one', async () => {
    const ask = { sessionId: 's', surface: 'prompt', tokens: 1, injections: undefined as never } // as no door sends it
    expect(await call('inject', ask)).toMatchObject({
      kind: 'refused',
      error: { code: 'internal', message: 'The change could not be stored.' },
    })
    expect(kinds()).toContain('trouble')
  })

  it('ends when its database is another file by now, before it touches the spool', async () => {
    const name = spool('SessionStart', { source: 'startup' })
    renameSync(join(folder.root, 'db.sqlite'), join(folder.root, 'elsewhere'))
    await expect(call('settle', {})).rejects.toThrow(Ended)
    expect(said.some((message) => 'name' in message && message.name === name)).toBe(false)
  })
})

it('a memory that cannot be opened is said before the thread ends', async () => {
  store.db.exec('PRAGMA user_version = 9999')
  await call('close', {})
  await waitFor('it is closed', () => closed)
  await expect(openWriter(start(), ends())).rejects.toThrow(Ended)
  expect(said.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'newer_schema' } })
})
