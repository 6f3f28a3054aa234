import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import { putEvent } from '../../store/events.ts'
import { Journal } from '../../store/journal.ts'
import { type OpenedStore, openStore, type StorePaths, storePaths } from '../../store/recovery.ts'
import { putProject } from '../../store/sessions.ts'
import { PROJECT, someSession, T0, toolEvent } from '../../store/store.fixture.ts'
import { dailyUpkeep, upkeepIsDue } from './upkeep.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const log = { info: () => {}, warn: () => {}, error: () => {} }

let root: string
let paths: StorePaths
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'upkeep-'))
  paths = storePaths(root)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const upkeep = ({ db, journal }: OpenedStore, now: number) =>
  dailyUpkeep({ db, journal, paths, config: loadConfig({ dataDir: root }, {}), now, log })

describe('upkeep', () => {
  it('is due after a day, and is not put off by a journal or a backup from the future', () => {
    const due = (journalAt: number) => upkeepIsDue({ paths, journal: new Journal(paths.journal, journalAt), now: T0 })
    expect(due(T0 - DAY_MS / 2)).toBe(false)
    expect(due(T0 + 1000 * DAY_MS)).toBe(true)
    mkdirSync(paths.backups)
    const backupAt = (at: number) => writeFileSync(join(paths.backups, `db-${String(at).padStart(14, '0')}.sqlite`), '')
    backupAt(T0 + 1000 * DAY_MS)
    expect(due(T0)).toBe(true)
    backupAt(T0 - DAY_MS / 2)
    expect(due(T0)).toBe(false)
  })

  it('makes no backup and drops no journal while the database holds less than its backup', async () => {
    const store = await openStore(paths, { now: T0, keepBackups: 3 })
    putProject(store.db, PROJECT, T0)
    putEvent(store.db, someSession(store.db), toolEvent('1'))
    await upkeep(store, T0 + 1)
    store.journal.append([{ op: 'pause', at: T0 }])
    store.db.run('DELETE FROM observation_queue')
    const before = [readdirSync(paths.backups), readdirSync(paths.journal)]
    await expect(upkeep(store, T0 + 2)).rejects.toMatchObject({ code: 'conflict' })
    expect([readdirSync(paths.backups), readdirSync(paths.journal)]).toEqual(before)
    store.db.close()
  })
})
