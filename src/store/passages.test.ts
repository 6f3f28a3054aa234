import { beforeEach, describe, expect, it } from 'vitest'
import type { TurnDraft } from '../memory/passage.ts'
import type { Database } from './database.ts'
import { keysToForget } from './doomed-rows.ts'
import { forgetKeys } from './forget.ts'
import { putObservation } from './observations.ts'
import { findPassages, findSaid, purgePassages, putTurns } from './passages.ts'
import { draft, memoryDatabase, PROJECT, someSession, T0 } from './store.fixture.ts'

let db: Database
let session: number
beforeEach(() => {
  db = memoryDatabase()
  session = someSession(db)
})

const turn = (texts: string[], more: Partial<TurnDraft> = {}): TurnDraft => ({
  key: 'session-1:p:1',
  files: ['src/total.ts'],
  at: T0 + texts.length,
  passages: texts.map((text, i) => ({ eventKey: `m:${i}`, part: 0, kind: 'agent', text, at: T0 + i })),
  ...more,
})
const put = (turns: TurnDraft[], read: string[] = []) =>
  putTurns(db, { session, project: PROJECT.id, turns, read: new Set(read) })
const rows = () => db.all<{ id: number }>('SELECT id, event, part FROM passages ORDER BY created_at_epoch, part')
const texts = () =>
  findPassages(
    db,
    rows().map(({ id }) => id),
  ).map(({ text }) => text)
const foundBy = (match: string) =>
  db.all<{ id: number }>('SELECT rowid AS id FROM passages_fts WHERE passages_fts MATCH @match', { match })

describe('what was said', () => {
  it('is kept word for word, and found by its words and the words of its names', () => {
    const text = 'Le total est arrondi une fois 🎉: `roundOrderTotal` runs after the tax.'
    put([turn([text])])
    expect(texts()).toEqual([text])
    expect(foundBy('arrondi')).toHaveLength(1)
    expect(foundBy('parts : order')).toHaveLength(1)
    expect(findSaid(db, 1)).toMatchObject([{ kind: 'agent', text, createdAt: T0 }])
  })

  it('takes less room than its text', () => {
    put([turn(['The importer reads every line of the export once and remembers where it stopped. '.repeat(10)])])
    const [row] = db.all<{ size: number }>('SELECT length(text) AS size FROM passages')
    expect(row?.size).toBeLessThan(200)
  })

  it('stays as it is when the session is read again', () => {
    put([turn(['Totals round once.', 'Prices come in as floats.'])])
    const before = rows()
    put([turn(['Totals round once.', 'Prices come in as floats.'])], ['m:0', 'm:1'])
    expect(rows()).toEqual(before)
  })

  it('changes with its text, and is no longer found by the old one', () => {
    put([turn(['Totals round once.'])])
    put([turn(['Totals never round.'])], ['m:0'])
    expect(texts()).toEqual(['Totals never round.'])
    expect(foundBy('once')).toEqual([])
  })

  it('goes when its event no longer says it, and stays when the event is no longer kept', () => {
    put([turn(['Totals round once.', 'Prices come in as floats.'])])
    put([], ['m:0'])
    expect(texts()).toEqual(['Prices come in as floats.'])
    put([], ['m:0', 'm:1'])
    expect(texts()).toEqual([])
    expect(db.all('SELECT * FROM turns')).toEqual([])
  })

  it('moves with its turn to another project', () => {
    put([turn(['Totals round once.'])])
    db.run(`INSERT INTO projects (id, name, root, created_at_epoch) VALUES ('/other', 'other', '/other', 0)`)
    put([turn(['Totals round once.'], { project: '/other' })], ['m:0'])
    expect(foundBy(`scope : p${Buffer.from('/other').toString('hex')}`)).toHaveLength(1)
    expect(foundBy(`scope : p${Buffer.from(PROJECT.id).toString('hex')}`)).toEqual([])
  })

  it('goes with the memory made of it, and does not come back', () => {
    const memory = draft('session-1:p:1:plan', { eventKeys: ['m:0'] })
    const said = turn(['Totals round once.', 'Prices come in as floats.'])
    put([said])
    const stored = putObservation(db, { draft: memory, session, project: PROJECT.id, source: 'local' })
    const receipt = forgetKeys(db, { keys: keysToForget(db, stored?.id ?? 0) ?? [], at: T0 })
    expect(receipt.passages).toBe(2)
    put([said], ['m:0', 'm:1'])
    expect(texts()).toEqual([])
    expect(foundBy('floats')).toEqual([])
  })

  it('can be kept for a time only', () => {
    put([turn(['Totals round once.', 'Prices come in as floats.'])])
    expect(purgePassages(db, T0 + 1)).toBe(1)
    expect(texts()).toEqual(['Prices come in as floats.'])
    expect(purgePassages(db, T0 + 9)).toBe(1)
    expect(db.all('SELECT * FROM turns')).toEqual([])
  })
})
