import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DataFolder, dataFolder, makeFolders } from '../../process/data-folder.ts'
import { readHostEvent } from '../../process/spool-folder.ts'
import type { BatchResult, Incoming } from './intake.ts'
import { cleanSpool, retrySetAside, type SpoolReader, takeSpool } from './spool.ts'

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
const NOTHING_NEW: BatchResult = { stored: 0, completed: 0, known: 0, skipped: 0, sessions: new Set() }
const readerThat = (put: (incoming: readonly Incoming[]) => BatchResult): SpoolReader => ({
  folder,
  intake: { put },
  log: { info: () => {}, warn: () => {}, error: () => {} },
  version: '1.0.0',
  patience: new Map(),
  guard: () => {},
  onTaken: () => {},
})
const take = (put = (_: readonly Incoming[]) => NOTHING_NEW) => takeSpool(readerThat(put))

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

  it('is no link: one in a circle in its place does not hold up the others', async () => {
    const circle = '4710.0d9f0a52-bbbb'
    symlinkSync(circle, join(folder.spool, circle))
    put(NAME, CONTENT)
    expect(await take()).toBe(1)
    expect(left()).toEqual([circle])
    cleanSpool(folder, Date.now() + HOUR_MS)
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

/** As node and its SQLite throw them. */
const TROUBLES: [what: string, more: object][] = [
  ['SQLITE_BUSY', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
  ['SQLITE_READONLY', { code: 'ERR_SQLITE_ERROR', errcode: 8 }],
  ['SQLITE_IOERR_WRITE', { code: 'ERR_SQLITE_ERROR', errcode: 778 }],
  ['SQLITE_FULL', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
  ['SQLITE_CANTOPEN', { code: 'ERR_SQLITE_ERROR', errcode: 14 }],
  ...['EROFS', 'ENOSPC', 'ENOENT', 'EMFILE', 'EACCES', 'EIO'].map((code): [string, object] => [code, { code }]),
]
const failing = (more: object) => () => {
  throw Object.assign(new Error('trouble'), more)
}

describe('trouble of the environment', () => {
  it.each(TROUBLES)('%s: the file stays, and is taken when it is over', async (_, more) => {
    put(NAME, CONTENT)
    await expect(take(failing(more))).rejects.toThrow('trouble')
    expect(left()).toEqual([NAME])
    expect(readdirSync(folder.badSpool)).toEqual([])
    expect(await take()).toBe(1)
    expect(left()).toEqual([])
  })

  it('is met with patience: the spool is left alone for a second, then two, up to a minute', async () => {
    put(NAME, CONTENT)
    let tries = 0
    const reader = readerThat(() => {
      tries += 1
      return failing({ code: 'ENOSPC' })()
    })
    let now = 1_000_000
    const tryAfter = (ms: number) => {
      now += ms
      return takeSpool(reader, { patientAt: now }).catch(() => undefined)
    }
    for (const ms of [0, 999, 1, 1999, 1]) await tryAfter(ms)
    expect(tries).toBe(3)
    for (let i = 0; i < 20; i++) await tryAfter(60_000)
    expect(tries).toBe(23)
  })

  it('with one file does not hold up the others', async () => {
    for (const id of ['aaaa', 'bbbb', 'cccc']) put(`4711.0d9f0a52-${id}`, CONTENT)
    const reader = readerThat((incoming) => {
      if (incoming.some(({ event }) => event.key.endsWith('bbbb'))) failing({ code: 'EACCES' })()
      return NOTHING_NEW
    })
    await takeSpool(reader, { patientAt: 0 })
    expect(left()).toEqual(['4711.0d9f0a52-bbbb'])
    expect(await takeSpool(reader, { patientAt: 0 })).toBe(0)
    expect(await takeSpool(readerThat(() => NOTHING_NEW))).toBe(1)
  })
})

it('a spool that belongs to somebody else by now is not touched', async () => {
  put(NAME, CONTENT)
  const gone = { ...readerThat(() => NOTHING_NEW), guard: failing({ message: 'not ours' }) }
  await expect(takeSpool(gone)).rejects.toThrow('not ours')
  expect(left()).toEqual([NAME])
})

it('an event from the future happened now', () => {
  put(NAME, CONTENT)
  const host = readHostEvent(folder, { name: NAME, mtimeMs: Date.now() + 1000 * HOUR_MS })
  expect(host?.kind === 'event' && host.event.at <= Date.now()).toBe(true)
})

describe('files that cannot be read now', () => {
  // Reading this one fails with EIO, as a bad sector does; a file of another user fails in the same place.
  it.skipIf(process.platform !== 'linux')('stay without holding up the others, however many', async () => {
    for (const id of ['aaaa', 'bbbb', 'cccc', 'dddd']) {
      symlinkSync('/proc/self/mem', join(folder.spool, `.0d9f0a52-${id}`))
      put(`4711.0d9f0a52-${id}`, '')
    }
    put('4712.0d9f0a52-eeee', CONTENT)
    const reader = readerThat(() => NOTHING_NEW)
    expect(await takeSpool(reader, { patientAt: 0 })).toBe(5)
    expect(left()).toHaveLength(8)
    expect(readdirSync(folder.badSpool)).toEqual([])
    expect(await takeSpool(reader, { patientAt: 500 })).toBe(0)
    expect(await takeSpool(reader, { patientAt: 1000 })).toBe(4)
  })
})

describe('a file that cannot be understood', () => {
  it('is set aside also when the folder for such files is gone', async () => {
    rmSync(folder.badSpool, { recursive: true })
    put(NAME, 'no header line')
    await take()
    expect(readdirSync(folder.badSpool)).toEqual([`${NAME}@1.0.0`])
  })

  it('is tried again by another version of the program, and not by the same', async () => {
    put(NAME, 'no header line')
    await take()
    writeFileSync(join(folder.badSpool, '12.from-before-marks'), CONTENT)
    writeFileSync(join(folder.badSpool, 'notes.txt'), 'nobody knows why')
    expect(retrySetAside(folder, '1.0.0')).toBe(1)
    expect(left()).toEqual(['12.from-before-marks'])
    expect(retrySetAside(folder, '1.0.1')).toBe(1)
    expect(left().sort()).toEqual(['12.from-before-marks', NAME])
    expect(readdirSync(folder.badSpool)).toEqual(['notes.txt'])
  })

  it('is gone after a day, whatever it is and whatever its date says', () => {
    const now = Date.now()
    for (const [name, at] of [
      ['old', now - 25 * HOUR_MS],
      ['from-the-future', now + 1000 * HOUR_MS],
      ['of-today', now - HOUR_MS],
    ] as const) {
      mkdirSync(join(folder.badSpool, name))
      utimesSync(join(folder.badSpool, name), at / 1000, at / 1000)
    }
    cleanSpool(folder, now)
    expect(readdirSync(folder.badSpool)).toEqual(['of-today'])
  })
})
