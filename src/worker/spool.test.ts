import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DataFolder, dataFolder, makeFolders } from './data-folder.ts'
import { cleanSpool, readHostEvent, takeSpool } from './spool.ts'

const HOUR_MS = 60 * 60 * 1000
const NAME = '4711.0d9f0a52-aaaa'
const CONTENT = `1\tSessionEnd\t4711\tcli\t/work\n${JSON.stringify({ session_id: 's', hook_event_name: 'SessionEnd' })}`

let folder: DataFolder
beforeEach(() => {
  folder = dataFolder(mkdtempSync(join(tmpdir(), 'spool-')))
  makeFolders(folder)
})
afterEach(() => rmSync(folder.root, { recursive: true, force: true }))

const put = (name: string, text: string) => writeFileSync(join(folder.spool, name), text)
const left = () => readdirSync(folder.spool).filter((name) => name !== 'bad')
const take = () =>
  takeSpool({
    folder,
    intake: { put: () => ({ stored: 0, completed: 0, known: 0, skipped: 0, sessions: new Set() }) },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    onTaken: () => {},
  })

describe('a spool file', () => {
  it('is complete when the empty file beside it says so, and both go when it is taken', async () => {
    put('.0d9f0a52-aaaa', CONTENT)
    expect(await take()).toBe(0)
    put(NAME, '')
    expect(readHostEvent(folder, { name: NAME, mtimeMs: 1 })).toMatchObject({ kind: 'event' })
    expect(await take()).toBe(1)
    expect(left()).toEqual([])
  })

  it('is also complete when it was renamed, as programs other than the shell do', async () => {
    put(NAME, CONTENT)
    expect(await take()).toBe(1)
    expect(left()).toEqual([])
  })

  it('whose content is gone is not looked for for ever', async () => {
    put(NAME, '')
    await take()
    expect(left()).toEqual([])
  })

  it('that is complete outlives the sweep, however old; the rest of a killed hook does not', () => {
    const old = (Date.now() - HOUR_MS) / 1000
    for (const name of ['.0d9f0a52-aaaa', '.killed-hook-bbbb']) {
      put(name, CONTENT)
      utimesSync(join(folder.spool, name), old, old)
    }
    put(NAME, '')
    cleanSpool(folder, Date.now())
    expect(existsSync(join(folder.spool, '.0d9f0a52-aaaa'))).toBe(true)
    expect(existsSync(join(folder.spool, '.killed-hook-bbbb'))).toBe(false)
  })
})
