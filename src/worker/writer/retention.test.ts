import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import type { ObservationDraft, ObservationSource } from '../../memory/observation.ts'
import { editCall } from '../../memory/tool-call.fixture.ts'
import { findWaiting, markWaiting, purgeEvents } from '../../store/events.ts'
import { keepEntry } from '../../store/keep-event.ts'
import { putObservation } from '../../store/observations.ts'
import { closeStore, type OpenedStore, openStore, type StorePaths, storePaths } from '../../store/recovery.ts'
import { putProject } from '../../store/sessions.ts'
import { draft, PROJECT, promptEvent, someSession, T0, toolEvent } from '../../store/store.fixture.ts'
import { isForgotten } from '../../store/tombstones.ts'
import { distilSession } from './distil/distil.ts'
import { keepToLimits, renderCleared } from './retention.ts'
import { dailyUpkeep, giveSpaceBack } from './upkeep.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const log = { info: () => {}, warn: () => {}, error: () => {} }

let root: string
let paths: StorePaths
let store: OpenedStore

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'retention-'))
  paths = storePaths(root)
  store = await openStore(paths, { now: T0, keepBackups: 3 })
  putProject(store.db, PROJECT, T0)
})
afterEach(() => {
  store.db.close()
  rmSync(root, { recursive: true, force: true })
})

interface Put {
  days: number
  source?: ObservationSource
  pinned?: boolean
  session?: number
  more?: Partial<ObservationDraft>
}
function put(key: string, { days, source = 'local', pinned = false, session, more }: Put): number {
  const made = draft(key, { title: key, at: T0 - days * DAY_MS, eventKeys: [], ...more })
  return putObservation(store.db, { draft: made, session, project: PROJECT.id, source, pinned })?.id ?? 0
}
const left = () =>
  store.db.all<{ title: string }>('SELECT title FROM observations ORDER BY id').map(({ title }) => title)
const limit = (by: { MAX_AGE_DAYS?: number; MAX_MEMORIES?: number }) =>
  keepToLimits({ db: store.db, config: { MAX_AGE_DAYS: 0, MAX_MEMORIES: 0, ...by }, now: T0 })

describe('retention', () => {
  it('is off', async () => {
    put('ancient', { days: 3000 })
    const config = loadConfig({ dataDir: root }, {})
    expect([config.MAX_AGE_DAYS, config.MAX_MEMORIES]).toEqual([0, 0])
    expect(renderCleared(await limit({}))).toBeUndefined()
    expect(left()).toEqual(['ancient'])
  })

  it('by age clears what is older, and never what a person chose', async () => {
    put('old', { days: 31 })
    put('by a model', { days: 31, source: 'model' })
    put('pinned', { days: 400, pinned: true })
    put('yours', { days: 400, source: 'user' })
    put('your rule', { days: 400, more: { standing: true } })
    store.db.run('UPDATE observations SET edited = 1 WHERE id = @id', { id: put('edited', { days: 400 }) })
    put('young', { days: 29 })
    const cleared = await limit({ MAX_AGE_DAYS: 30 })
    expect(left()).toEqual(['pinned', 'yours', 'your rule', 'edited', 'young'])
    expect(renderCleared(cleared)).toBe('Retention cleared away 2 memories.')
    expect(store.db.all(`SELECT rowid FROM observations_fts WHERE observations_fts MATCH 'old OR model'`)).toEqual([])
    expect(await limit({ MAX_AGE_DAYS: 30 })).toMatchObject({ observations: 0 })
  })

  it('by number clears the oldest of each project, a thousand at once or one', async () => {
    for (let n = 0; n < 1100; n += 1) put(`m${n}`, { days: 1100 - n })
    put('pinned', { days: 5000, pinned: true })
    const other = { id: 'github.com/acme/feed', name: 'feed', root: '/feed' }
    putProject(store.db, other, T0)
    const few = { draft: draft('few', { eventKeys: [] }), session: undefined, project: other.id }
    putObservation(store.db, { ...few, source: 'local' })
    expect((await limit({ MAX_MEMORIES: 3 })).observations).toBe(1098)
    expect(left()).toEqual(['m1098', 'm1099', 'pinned', draft('few').title])
    expect((await limit({ MAX_MEMORIES: 3 })).observations, 'a limit below what is pinned is no trouble').toBe(0)
  })

  it('leaves what could be derived again; once it cannot, it is gone and its transcript brings nothing back', async () => {
    const { db } = store
    const session = { sessionId: 'session-1', project: PROJECT, cwd: PROJECT.root, entrypoint: 'cli' }
    const at = T0 - 40 * DAY_MS
    const says = 'Fixed: the importer advanced its cursor twice, so every second row was dropped.'
    const events = [
      promptEvent('1', 'Why does the importer drop every second row?', { at }),
      toolEvent('1', { at: at + 1, tool: 'Edit', call: editCall(`${PROJECT.root}/src/importer.js`, 'a = 1', 'a = 2') }),
      { ...BASE, key: 'e:1', kind: 'stopped' as const, at: at + 2, text: says, failed: false },
      { ...BASE, key: 'x:1', kind: 'session_ended' as const, at: at + 3, text: 'exit' },
    ]
    const arrive = () => {
      for (const event of events) keepEntry(db, { op: 'event', session, event })
      for (const waiting of findWaiting(db)) distilSession(db, waiting, { now: T0 })
    }
    const rows = () =>
      ['observations', 'user_prompts', 'session_summaries', 'passages'].map(
        (table) => db.all(`SELECT 1 FROM ${table}`).length,
      )
    arrive()
    const before = rows()
    expect(before, 'something of each').not.toContain(0)
    expect(await limit({ MAX_AGE_DAYS: 30 })).toMatchObject({ observations: 0, prompts: 0, summaries: 0 })
    expect(rows().slice(0, 3)).toEqual(before.slice(0, 3))
    purgeEvents(db, T0 - 7 * DAY_MS)
    expect(await limit({ MAX_AGE_DAYS: 30 })).toMatchObject({ observations: 1, prompts: 1, summaries: 1 })
    expect(rows()).toEqual([0, 0, 0, 0])
    expect(db.get('SELECT user_prompt AS text FROM sdk_sessions')).toEqual({ text: null })
    arrive()
    markWaiting(db, { session: 1, at: 0 })
    arrive()
    expect(rows()).toEqual([0, 0, 0, 0])
    expect(isForgotten(db, 'p:1'), 'the keys of events do for tombstones').toBe(false)
  })

  it('runs with the daily backup, and the day after the database is not taken for one that lost something', async () => {
    put('imported', { days: 400, source: 'import' })
    put('old', { days: 400, session: someSession(store.db) })
    const config = { ...loadConfig({ dataDir: root }, {}), MAX_AGE_DAYS: 365 }
    const upkeep = (now: number) => dailyUpkeep({ db: store.db, journal: store.journal, paths, config, now, log })
    expect((await upkeep(T0)).cleared).toBe('Retention cleared away 2 memories.')
    expect((await upkeep(T0 + DAY_MS)).cleared).toBeUndefined()
    closeStore(store.db, paths)
    rmSync(paths.closed)
    store = await openStore(paths, { now: T0 + 2 * DAY_MS, keepBackups: 3 })
    expect([store.recovered, left()]).toEqual([undefined, []])
    put('imported', { days: 400, source: 'import' })
    expect(left(), 'importing it again does not bring it back').toEqual([])
  })
})

const BASE = { sessionId: 'session-1', origin: 'hook' as const }

describe('vacuum', () => {
  it('gives back what was deleted, changes nothing else', async () => {
    const { db } = store
    for (let n = 0; n < 300; n += 1) put(`m${n}`, { days: 1, more: { narrative: `${n} `.repeat(3000) } })
    db.run('DELETE FROM observations WHERE id > 10')
    const before = left()
    const { bytesBefore, bytesAfter } = await giveSpaceBack(db, paths.database)
    expect(bytesAfter).toBeLessThan(bytesBefore / 3)
    expect(left()).toEqual(before)
    expect(db.get('PRAGMA quick_check')).toEqual({ quick_check: 'ok' })
    expect((await giveSpaceBack(db, paths.database)).bytesAfter).toBe(bytesAfter)
  })
})
