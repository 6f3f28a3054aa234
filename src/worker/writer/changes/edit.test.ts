import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editCall } from '../../../memory/tool-call.fixture.ts'
import type { Database } from '../../../store/database.ts'
import { dropObservation, forgetModelWords, mergeObservations, rewordObservation } from '../../../store/enrichment.ts'
import { findWaiting, markWaiting } from '../../../store/events.ts'
import { forgetKeys } from '../../../store/forget.ts'
import { Journal } from '../../../store/journal.ts'
import { keepEntry } from '../../../store/keep-event.ts'
import { findObservation, putObservation } from '../../../store/observations.ts'
import { replay } from '../../../store/replay.ts'
import { draft, foundBy, memoryDatabase, PROJECT, promptEvent, T0, toolEvent } from '../../../store/store.fixture.ts'
import { putSuperseded } from '../../../store/superseded.ts'
import { findState, listChanges } from '../../../store/user-changes.ts'
import { distilSession } from '../distil/distil.ts'
import { edit, setPinned, setRecalled, undo } from './edit.ts'

let db: Database
let journal: Journal
let folder: string
let now: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edit-'))
  journal = new Journal(folder, T0)
  db = memoryDatabase()
  now = T0
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const by = () => ({ db, journal, now: ++now })
const one = (id: number) => findObservation(db, id)
const queued = () => db.all<{ id: number }>('SELECT observation_id AS id FROM index_queue').map(({ id }) => id)

/** A memory that no session made. */
function stored(key: string, more = {}): number {
  const made = draft(key, { eventKeys: [], ...more })
  return putObservation(db, { draft: made, session: undefined, project: PROJECT.id, source: 'local' })?.id ?? 0
}

/** A session of one turn, distilled. Returns the memory it left. */
function worked(into = db): number {
  const session = { sessionId: 'session-1', project: PROJECT, cwd: PROJECT.root, entrypoint: 'cli' }
  const says = 'Fixed: the importer advanced its cursor twice, so every second row was dropped.'
  const events = [
    promptEvent('1', 'Why does the importer drop every second row?'),
    toolEvent('1', { at: T0 + 1, tool: 'Edit', call: editCall(`${PROJECT.root}/src/importer.js`, 'a = 1', 'a = 2') }),
    {
      ...{ key: 'e:1', kind: 'stopped' as const, sessionId: 'session-1', at: T0 + 2, origin: 'hook' as const },
      ...{ text: says, failed: false },
    },
  ]
  for (const event of events) keepEntry(into, { op: 'event', session, event })
  if (into === db) journal.append(events.map((event) => ({ op: 'event' as const, session, event })))
  derive(into)
  return into.get<{ id: number }>('SELECT id FROM observations')?.id ?? 0
}

function derive(into = db): void {
  markWaiting(into, { session: 1, at: 0 })
  for (const waiting of findWaiting(into)) distilSession(into, waiting, { now: T0 + 10 })
}

describe('an edited memory', () => {
  it('says what was written, is found by it, and waits for the index', () => {
    const id = stored('k')
    db.run('DELETE FROM index_queue')
    expect(edit(by(), { id, to: { title: 'Totals  are\nrounded once', facts: ['at the end'] } })).toEqual({
      id,
      change: 1,
    })
    expect(one(id)).toMatchObject({ title: 'Totals are rounded once', facts: ['at the end'], edited: true })
    expect(one(id)?.narrative, 'the rest stays').toContain('took its share off twice')
    expect(foundBy(db, '"rounded"')).toEqual([id])
    expect(foundBy(db, '"discount"'), 'its former words find it no more').toEqual([])
    expect(queued()).toEqual([id])
  })

  it('has no secret and no private part', () => {
    const id = stored('k')
    const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
    edit(by(), { id, to: { narrative: `The key is ${secret} <private>and the pin 1234</private>`, facts: [secret] } })
    expect(JSON.stringify([one(id), [...journal.entries()]])).not.toMatch(/abcdefghij|1234</)
    expect(one(id)?.narrative).toContain('[redacted:')
    expect(() => edit(by(), { id, to: { title: '<private>x</private>' } })).toThrow('outside <private>')
  })

  it('that is written as it was is no change', () => {
    const id = stored('k')
    expect(edit(by(), { id, to: { title: one(id)?.title, type: 'bugfix' } })).toEqual({ id, change: null })
    expect(one(id)?.edited).toBeUndefined()
    expect(listChanges(db, { limit: 9 })).toEqual([])
    expect([...journal.entries()]).toEqual([])
  })

  it('stays one memory when the first event of its turn comes late', () => {
    const id = worked()
    edit(by(), { id, to: { title: 'In my words' } })
    const session = { sessionId: 'session-1', project: PROJECT, cwd: PROJECT.root, entrypoint: 'cli' }
    const late = promptEvent('0', 'Please look at the importer first.', { at: T0 - 1 })
    db.run(`DELETE FROM observation_queue WHERE event_key = 'p:1'`)
    keepEntry(db, { op: 'event', session, event: late })
    derive()
    expect(db.all('SELECT id, title FROM observations')).toEqual([{ id, title: 'In my words' }])
  })

  it('is not there: says so', () => {
    expect(() => edit(by(), { id: 99, to: { title: 'x' } })).toThrow('no memory with id 99')
  })

  it('is shown again if a newer one had replaced it', () => {
    const [id, newer] = [stored('k'), stored('l')]
    putSuperseded(db, { older: id, newer, at: T0 })
    edit(by(), { id, to: { title: 'It holds after all' } })
    expect(one(id)?.supersededBy).toBeUndefined()
    expect(foundBy(db, '"holds"')).toEqual([id])
    undo(by(), { change: undefined })
    expect(findState(db, id)?.state).toMatchObject({ supersededBy: newer, droppedAt: T0 })
  })
})

describe('nothing rewrites', () => {
  const choices = {
    'an edited memory': (id: number) => edit(by(), { id, to: { narrative: 'In my words.' } }),
    'a pinned memory': (id: number) => setPinned(by(), { id, pinned: true }),
  }
  it.each(Object.entries(choices))('%s: not a model, not a merge, not a newer memory', (_, choose) => {
    const [id, other] = [stored('k'), stored('l', { title: 'Another' })]
    choose(id)
    const before = one(id)
    const words = { type: 'change' as const, title: 'T', subtitle: '', narrative: 'N', facts: [], concepts: [] }
    expect(rewordObservation(db, { id, words, origin: 'session', model: 'm', promptVersion: '1' })).toBe(false)
    expect(mergeObservations(db, [id, other])).toBeUndefined()
    expect(dropObservation(db, { id, at: 1 })).toBe(false)
    putSuperseded(db, { older: id, newer: other, at: 1 })
    expect(stored('k', { title: 'Derived anew' })).toBe(id)
    expect(one(id)).toEqual(before)
  })

  it.each(Object.entries(choices))(
    '%s: not an extraction that finds other words, nor one that finds none',
    (_, choose) => {
      const id = worked()
      choose(id)
      const before = one(id)
      forgetModelWords(db, { session: 1, at: now })
      db.run(`UPDATE observation_queue SET event = replace(event, 'cursor', 'pointer')`)
      derive()
      expect(one(id)).toEqual(before)
      db.run(
        `UPDATE observation_queue SET event = replace(event, 'Fixed: the importer advanced its pointer twice', 'Hm')`,
      )
      derive()
      expect(one(id)).toEqual(before)
    },
  )
})

describe('undo', () => {
  it('takes changes back one by one, newest first, and leaves the memory as it was', () => {
    const id = stored('k')
    const before = one(id)
    edit(by(), { id, to: { title: 'First' } })
    setPinned(by(), { id, pinned: true })
    setRecalled(by(), { id, recalled: false })
    edit(by(), { id, to: { title: 'Second', facts: [], type: 'decision' } })
    expect(one(id)).toMatchObject({ title: 'Second', pinned: true, recalled: false, edited: true })
    expect(undo(by(), { change: undefined })).toEqual({ id, change: 4 })
    expect(one(id)).toMatchObject({ title: 'First', facts: before?.facts, type: 'bugfix' })
    for (const change of [3, 2, 1]) expect(undo(by(), { change: undefined }).change).toBe(change)
    expect(one(id)).toEqual(before)
    expect(() => undo(by(), { change: undefined })).toThrow('nothing to undo')
    expect(stored('k', { title: 'Derived anew' }), 'and extraction may change it again').toBe(id)
    expect(one(id)?.title).toBe('Derived anew')
  })

  it('of an older change of the same memory names the one to undo first; of another memory it goes', () => {
    const [id, other] = [stored('k'), stored('l', { title: 'Another' })]
    edit(by(), { id, to: { title: 'First' } })
    edit(by(), { id: other, to: { title: 'Other' } })
    edit(by(), { id, to: { title: 'Second' } })
    expect(() => undo(by(), { change: 1 })).toThrow('changed again since')
    expect(listChanges(db, { limit: 9 }).map(({ id: change, blockedBy }) => [change, blockedBy])).toEqual([
      [3, null],
      [2, null],
      [1, 3],
    ])
    undo(by(), { change: 2 })
    expect(one(other)?.title).toBe('Another')
    expect(() => undo(by(), { change: 2 })).toThrow('undone already')
    expect(() => undo(by(), { change: 77 })).toThrow('no change 77')
  })

  it('reaches back 500 changes; older ones stay listed', () => {
    const id = stored('k')
    for (let n = 0; n <= 500; n += 1) edit(by(), { id, to: { title: `Title ${n}` } })
    expect(() => undo(by(), { change: 1 })).toThrow('can no longer be undone')
    expect(db.get('SELECT count(*) AS n FROM user_changes WHERE before IS NOT NULL')).toEqual({ n: 500 })
    expect(listChanges(db, { limit: 1000 })).toHaveLength(501)
  })
})

describe('the journal', () => {
  /** A database made from nothing but the journal, then distilled as a worker does at its start. */
  function recovered(): Database {
    const anew = memoryDatabase()
    replay(anew, journal)
    derive(anew)
    return anew
  }

  it('brings changes back, also of a memory that is only derived afterwards', () => {
    const id = worked()
    edit(by(), { id, to: { title: 'In my words', concepts: ['gotcha'] } })
    setRecalled(by(), { id, recalled: false })
    const anew = recovered()
    const { turnId: _, ...expected } = one(id) ?? {}
    expect(findObservation(anew, id)).toMatchObject(expected)
    expect(anew.get('SELECT count(*) AS n FROM observations')).toEqual({ n: 1 })
    expect(replay(anew, journal), 'a second time changes nothing').toBe(0)
    undo({ db: anew, journal, now: ++now }, { change: undefined })
    undo({ db: anew, journal, now: ++now }, { change: undefined })
    derive(anew)
    const derived = memoryDatabase()
    worked(derived)
    expect(findObservation(anew, id)?.title, 'undo works there too').toBe(findObservation(derived, 1)?.title)
  })

  it('brings an undone change back undone', () => {
    const id = stored('k')
    journal.append([{ op: 'imported', project: PROJECT, draft: draft('k', { eventKeys: [] }) }])
    edit(by(), { id, to: { title: 'In my words' } })
    undo(by(), { change: undefined })
    const anew = memoryDatabase()
    replay(anew, journal)
    expect(findObservation(anew, id)).toMatchObject({ title: one(id)?.title })
    expect(findObservation(anew, id)?.edited).toBeUndefined()
    expect(replay(anew, journal)).toBe(0)
  })

  it('brings nothing back that was forgotten since', () => {
    const id = worked()
    edit(by(), { id, to: { title: 'Zqvornbex in my words' } })
    const keys = [one(id)?.key ?? '']
    journal.append([{ op: 'forget', keys, at: ++now }])
    forgetKeys(db, { keys, at: now })
    expect(db.all('SELECT * FROM user_changes')).toEqual([])
    expect(replay(db, journal)).toBe(0)
    expect(JSON.stringify(recovered().all('SELECT * FROM observations'))).not.toContain('Zqvornbex')
    journal.forget(keys)
    expect(JSON.stringify([...journal.entries()])).not.toContain('Zqvornbex')
  })

  it('loses the former words of an edit with the key of the change, and keeps the edit', () => {
    const id = stored('k', { narrative: 'The zqvornbex feed ends on Fridays.' })
    edit(by(), { id, to: { narrative: 'The feed ends on Fridays.' } })
    const [{ key = '' } = {}] = db.all<{ key: string }>('SELECT key FROM user_changes')
    expect(JSON.stringify([...journal.entries()])).toContain('zqvornbex')
    forgetKeys(db, { keys: [`change:${key}`], at: ++now })
    journal.forget([`change:${key}`])
    expect(JSON.stringify([...journal.entries(), db.all('SELECT * FROM user_changes')])).not.toContain('zqvornbex')
    const anew = memoryDatabase()
    replay(anew, journal)
    expect(findObservation(anew, id)?.narrative).toBe('The feed ends on Fridays.')
  })
})
