/** `backup` and `restore` as a user runs them; what was forgotten stays gone from every byte of the data folder. */
import { copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BackupList } from '../src/worker/protocol/archive.ts'
import type { Status } from '../src/worker/protocol.ts'
import { runCli } from './support/cli.ts'
import { findBytes, passageNeedles, wordNeedles } from './support/data-folder-bytes.ts'
import { hostSession } from './support/host-session.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { waitFor } from './support/wait.ts'
import { call, settle, startWorker, stopWorker, workerPids } from './support/worker.ts'

const WORD = 'zqvornbex'
let place: Place

beforeEach(async () => {
  place = makePlace()
  await startWorker(place)
})
afterEach(async () => {
  await stopWorker(place)
  removePlace(place)
})

async function said(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(place, args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
const backups = async () => (JSON.parse(await said('backup', 'list', '--json')) as BackupList).backups

describe('restore', { timeout: 180_000 }, () => {
  it('goes back to an older backup by its number, whether the worker runs or not', async () => {
    expect(await said('backup', 'list')).toContain('no backup yet')
    await said('remember', 'The first thing.')
    expect(await said('backup')).toContain('made and verified')
    await said('remember', 'The second thing.')
    await said('backup', 'make')
    await said('remember', 'The third thing.')
    expect((await backups()).map(({ memories }) => memories)).toEqual([2, 1])

    expect((await runCli(place, ['restore'])).stderr).toContain('Say which backup')
    expect((await runCli(place, ['restore', '2'])).stderr).toMatch(/needs --yes[\s\S]*`claude-mem restore .* --yes`/)
    const nowhere = await runCli(place, ['restore', 'nowhere'])
    expect([nowhere.code, nowhere.stderr]).toEqual([3, expect.stringContaining('`claude-mem backup list` shows them')])
    expect(await runCli(place, ['restore', '9', '--yes'])).toMatchObject({ code: 3 })
    const junk = join(place.root, 'junk.sqlite')
    writeFileSync(junk, 'no database')
    expect((await runCli(place, ['restore', junk, '--yes'])).stderr).toContain('Nothing was changed')

    const done = JSON.parse(await said('restore', '1', '--yes', '--json')) as { entries: number; kept: string }
    expect(done).toMatchObject({ entries: 1, forgotten: 0, kept: expect.stringContaining('replaced-') })
    expect(await said('export'), 'with the journal').toContain('The third thing.')
    await stopWorker(place)
    const list = await backups()
    expect(list.map(({ memories }) => memories)).toEqual([3, 2, 1])
    await stopWorker(place)
    await said('restore', list[2]?.name ?? '', '--yes', '--without-journal')
    const now = await said('export')
    expect(now).toContain('The first thing.')
    expect(now).not.toContain('The second thing.')
    await stopWorker(place) // killed: the next start looks whether anything is missing
    expect(await said('export')).toBe(now)
    expect(readdirSync(place.data.root).filter((name) => name.startsWith('db.sqlite.replaced-')).length).toBe(2)
  })

  it('works where no worker starts, because the database is of a newer version', async () => {
    await said('remember', 'The first thing.')
    const [path = ''] = (await said('backup')).match(/\S+\.sqlite/) ?? []
    await said('stop')
    await waitFor('the worker has ended', () => workerPids(place.data).length === 0)
    const db = new DatabaseSync(join(place.data.root, 'db.sqlite'))
    db.exec('PRAGMA user_version = 99')
    db.close()
    expect(await runCli(place, ['search', 'first'])).toMatchObject({ code: 4 })
    expect(await said('restore', path, '--yes')).toContain('Restored from')
    expect(await said('export')).toContain('The first thing.')
  })

  it('of a copy that still has what was forgotten since brings back none of it, nor do the transcripts', async () => {
    const session = hostSession(place, 'speaks')
    await session.starts()
    await session.asks(`Why does the ${WORD} importer drop every second row?`)
    await session.edits('src/importer.js', 'step = 2', `step = 1 // the ${WORD} importer reads every row`)
    await session.closes(`Fixed: the ${WORD} importer advanced its cursor twice, so every second row was dropped.`)
    await session.asks('Now let the nightly job fill the cache of prices.')
    await session.edits('src/prices.js', 'fill()', 'nightly(fill)')
    await session.closes('The cache of prices was filled by every request. The nightly job fills it now.')
    await session.ends()
    await said('remember', `The ${WORD} feed ends on Fridays.`)
    const { path } = await call<{ path: string }>(place, 'POST', '/api/backup')
    const copy = join(place.root, 'copy.sqlite')
    copyFileSync(path, copy)
    const needles = [...wordNeedles(WORD), ...passageNeedles(copy, WORD)]
    const look = () => findBytes(place.data.root, needles, WORD)
    expect(look(), 'it was there').toContain('db.sqlite-wal: the word')

    await said('forget', '--query', WORD, '--yes')
    const erased = async () => (await call<Status>(place, 'GET', '/api/status')).erasing === null
    await waitFor('nothing is being erased any more', erased, 40_000)
    expect(look(), 'forgotten').toEqual([])

    const done = JSON.parse(await said('restore', copy, '--yes', '--json')) as { forgotten: number }
    expect(done.forgotten).toBeGreaterThan(3)
    await settle(place)
    expect(look(), 'after the restore').toEqual([])
    expect(await said('export')).toContain('nightly job')
    const transcripts = join(place.root, 'copied')
    cpSync(place.transcripts, transcripts, { recursive: true })
    await said('import', 'transcripts', transcripts)
    await settle(place)
    expect(look(), 'after the transcripts').toEqual([])
    await said('backup')
    await said('stop')
    expect(look(), 'after another backup').toEqual([])
  })
})
