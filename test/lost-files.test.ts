/** Somebody deletes or replaces the worker's own files while it runs. Nothing is lost, and there are never two at one spool. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, send } from '../src/worker/client.ts'
import { readPort } from '../src/worker/process/data-folder.ts'
import { runCli } from './support/cli.ts'
import { bashUse, runHook } from './support/hook.ts'
import { makePlace, type Place, removePlace, writeLaunch } from './support/place.ts'
import { waitFor } from './support/wait.ts'
import { call, query, readLog, settle, startWorker, stopWorker, workerPids, workerUp } from './support/worker.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  await stopWorker(place)
  removePlace(place)
})

const use = (id: string) =>
  runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'one', id: `toolu_${id}` }) })
const stored = () =>
  query<{ key: string }>(place, "SELECT event_key AS key FROM observation_queue WHERE kind = 'tool' ORDER BY key").map(
    ({ key }) => key,
  )
const ended = (pid: number) => waitFor('the worker has ended', () => !workerPids(place.data).includes(pid), 18_000)
const at = (name: string) => join(place.data.root, name)

/** A worker that has stored one event and one memory. */
async function workerWithMemory(): Promise<number> {
  const { pid } = await startWorker(place)
  await use('before')
  await call(place, 'POST', '/api/remember', { text: 'The lighthouse is switched off at noon.', cwd: place.project })
  await settle(place)
  return pid
}

describe('a worker', () => {
  it('whose database was deleted ends, and the next one has everything', async () => {
    const pid = await workerWithMemory()
    for (const part of ['', '-wal', '-shm']) rmSync(at(`db.sqlite${part}`), { force: true })
    await ended(pid)
    expect(readLog(place).map(({ what }) => what)).toContain('a file of this worker is gone or replaced; it ends')
    await use('after')
    await workerUp(place)
    await settle(place)
    expect(stored()).toEqual(['t:toolu_after', 't:toolu_before'])
    expect(query<{ n: number }>(place, "SELECT count(*) AS n FROM observations WHERE source = 'user'")).toEqual([
      { n: 1 },
    ])
    const told = readLog(place).filter(({ level, what }) => level === 'warn' && what.includes('was gone'))
    expect(told).toHaveLength(1)
  })

  it('whose database was deleted has what was imported, though no hook ever spoke of it', async () => {
    const path = join(place.root, 'elsewhere', 'imported.jsonl')
    mkdirSync(join(place.root, 'elsewhere'))
    const line = {
      type: 'user',
      message: { role: 'user', content: 'How are discounts rounded?' },
      ...{ uuid: 'line-1', sessionId: 'imported', timestamp: '2026-11-15T18:17:05.686Z', cwd: place.project },
    }
    writeFileSync(path, `${JSON.stringify(line)}\n`)
    const { pid } = await startWorker(place)
    const token = readFileSync(place.data.token, 'utf8').trim()
    const port = readPort(place.data) ?? { port: 0, pid: 0, nonce: '' }
    await send(port, { method: 'POST', path: '/api/import/transcripts', body: { path }, token })
    const item = { project: 'github.com/acme/till', text: 'Totals are rounded once.', ts: 1_700_000_000_000 }
    await call(place, 'POST', '/api/import/observations', [item])
    const prompts = () => query<{ text: string }>(place, 'SELECT prompt_text AS text FROM user_prompts')
    expect(prompts()).toEqual([{ text: 'How are discounts rounded?' }])
    for (const part of ['', '-wal', '-shm']) rmSync(at(`db.sqlite${part}`), { force: true })
    await ended(pid)
    await startWorker(place)
    await settle(place)
    expect(prompts()).toEqual([{ text: 'How are discounts rounded?' }])
    expect(query<{ n: number }>(place, "SELECT count(*) AS n FROM observations WHERE source = 'import'")).toEqual([
      { n: 1 },
    ])
  })

  it('whose lock was deleted leaves the spool to the one that has it now', async () => {
    const pid = await workerWithMemory()
    rmSync(place.data.lock)
    rmSync(place.data.port)
    const other = await startWorker(place)
    await use('after')
    await ended(pid)
    await settle(place)
    expect(isAlive(other.pid)).toBe(true)
    expect(readPort(place.data)?.pid).toBe(other.pid)
    expect(workerPids(place.data)).toEqual([other.pid])
    expect(stored()).toEqual(['t:toolu_after', 't:toolu_before'])
  })

  it('whose data folder was removed ends and leaves nothing behind', async () => {
    const pid = await workerWithMemory()
    rmSync(place.data.root, { recursive: true, force: true })
    await ended(pid)
    expect(existsSync(at('db.sqlite'))).toBe(false)
  })

  it('does not take the spool of a folder that came in the place of its own', async () => {
    const pid = await workerWithMemory()
    renameSync(place.data.root, join(place.root, 'away'))
    mkdirSync(place.data.root)
    writeLaunch(place)
    await use('elsewhere')
    await ended(pid)
    await workerUp(place)
    await settle(place)
    expect(stored()).toEqual(['t:toolu_elsewhere'])
  })

  it('is found again by hooks when its port file was removed', async () => {
    await workerWithMemory()
    const port = readFileSync(place.data.port, 'utf8')
    rmSync(place.data.port)
    await waitFor('the port file is back', () => existsSync(place.data.port), 18_000)
    expect(readFileSync(place.data.port, 'utf8')).toBe(port)
  })

  it('whose spool was removed makes it again and takes what comes', async () => {
    await workerWithMemory()
    renameSync(place.data.spool, join(place.root, 'spool-away')) // in one step: it is made again while its files are removed
    await waitFor('the spool is back', () => existsSync(place.data.badSpool), 18_000)
    await use('after')
    await waitFor('it is stored', () => stored().length === 2)
  })

  describe.each([
    ['its first page', (bytes: Buffer) => bytes.fill(7, 0, 4096)],
    ['a page in its middle', (bytes: Buffer) => bytes.fill(7, 40_960, 49_152)],
    ['its second half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('of a database that has lost %s', (_, damage) => {
    it.each([
      ['with', true],
      ['without', false],
    ])('is started by `start` at the first try, %s a backup', async (__, backup) => {
      const pid = await workerWithMemory()
      if (backup) await call(place, 'POST', '/api/backup')
      await call(place, 'POST', '/api/stop')
      await ended(pid)
      writeFileSync(at('db.sqlite'), damage(readFileSync(at('db.sqlite'))))
      const { code, stderr } = await runCli(place, ['start'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const found = await call<{ count: number }>(
        place,
        'GET',
        '/api/search/observations?query=lighthouse&format=index',
      )
      expect(found.count).toBe(1)
    })
  })

  it('starts with garbage in `lock`', async () => {
    writeFileSync(place.data.lock, 'garbage\n'.repeat(100))
    await workerWithMemory()
    cpSync(place.data.lock, at('lock.copy'))
    expect(stored()).toEqual(['t:toolu_before'])
  })
})
