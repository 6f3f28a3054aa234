import { describe, expect, it } from 'vitest'
import { putPrompt } from '../store/prompts.ts'
import { PROJECT, promptEvent, someSession, T0 } from '../store/store.fixture.ts'
import { putSummary } from '../store/summaries.ts'
import { emptyStore, OTHER, remember } from './search.fixture.ts'
import { timelineAround, timelineByQuery } from './timeline.ts'

const MINUTE_MS = 60_000
const NOW = T0 + 60 * MINUTE_MS

/** prompt 1 · a · b · prompt 2 · c · summary, a minute apart. */
function setUp() {
  const db = emptyStore()
  const session = someSession(db)
  const prompt = (id: string, minute: number) =>
    putPrompt(db, {
      session,
      project: PROJECT.id,
      event: promptEvent(id, `prompt ${id}`, { at: T0 + minute * MINUTE_MS }),
    })
  prompt('1', 0)
  const a = remember(db, 'a', { title: 'alpha', at: T0 + MINUTE_MS })
  const b = remember(db, 'b', { title: 'beta', at: T0 + 2 * MINUTE_MS })
  remember(db, 'x', { title: 'elsewhere', at: T0 + 2 * MINUTE_MS }, OTHER.id)
  prompt('2', 3)
  const c = remember(db, 'c', { title: 'gamma', at: T0 + 4 * MINUTE_MS })
  const texts = {
    investigated: '',
    learned: '',
    completed: '',
    nextSteps: '',
    notes: '',
    filesRead: [],
    filesEdited: [],
  }
  const draft = { ...texts, request: 'the request', discoveryTokens: 1, at: T0 + 5 * MINUTE_MS }
  putSummary(db, { session, project: PROJECT.id, draft })
  return { db, a, b, c }
}
const titles = (rows: { title: string }[]) => rows.map((row) => row.title)

describe('a timeline', () => {
  it('stands around an observation, oldest first, prompts and summaries between', () => {
    const { db, b } = setUp()
    const timeline = timelineAround(db, { anchor: String(b), before: 5, after: 5 }, NOW)
    expect(timeline.anchor.row?.title).toBe('beta')
    expect(titles(timeline.before)).toEqual(['prompt 1', 'alpha'])
    expect(titles(timeline.after)).toEqual(['prompt 2', 'gamma', 'the request'])
  })
  it('is as long as asked for', () => {
    const { db, b } = setUp()
    const timeline = timelineAround(db, { anchor: String(b), before: 1, after: 0 }, NOW)
    expect([titles(timeline.before), titles(timeline.after)]).toEqual([['alpha'], []])
  })
  it('stands around a session', () => {
    const { db } = setUp()
    const timeline = timelineAround(db, { anchor: 'S1', before: 2, after: 2 }, NOW)
    expect(timeline.anchor.row).toMatchObject({ kind: 'summary', title: 'the request' })
    expect(titles(timeline.before)).toEqual(['prompt 2', 'gamma'])
  })
  it('stands around a moment, over all projects unless one is named', () => {
    const { db } = setUp()
    const anchor = new Date(T0 + 2 * MINUTE_MS).toISOString()
    const all = timelineAround(db, { anchor, before: 1, after: 3 }, NOW)
    expect([titles(all.before), titles(all.after)]).toEqual([['alpha'], ['beta', 'elsewhere', 'prompt 2']])
    const one = timelineAround(db, { anchor, before: 1, after: 2, project: PROJECT.id }, NOW)
    expect(titles(one.after)).toEqual(['beta', 'prompt 2'])
  })
  it('stands around the best hit of a query', async () => {
    const { db, c } = setUp()
    const found = await timelineByQuery({ db, now: NOW }, { text: 'gamma', before: 1, after: 1 })
    expect(found?.hit.id).toBe(c)
    expect(titles(found?.timeline.before ?? [])).toEqual(['prompt 2'])
    expect(await timelineByQuery({ db, now: NOW }, { text: 'nowhere', before: 1, after: 1 })).toBeUndefined()
  })
  it('says what is wrong with an anchor', () => {
    const { db } = setUp()
    const at = (anchor: string) => () => timelineAround(db, { anchor, before: 1, after: 1 }, NOW)
    expect(at('999')).toThrow('no memory with id 999')
    expect(at('S99')).toThrow('no session summary')
    expect(at('soon')).toThrow('An anchor is')
  })
})
