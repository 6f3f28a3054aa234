import { describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { putSession } from '../store/sessions.ts'
import { PROJECT, someSession, T0 } from '../store/store.fixture.ts'
import { putSummary } from '../store/summaries.ts'
import { emptyStore, OTHER, remember } from './search.fixture.ts'
import { type Elsewhere, findNamesakes, findSummariesElsewhere, isLittle } from './session-start-elsewhere.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const here: Elsewhere = { project: PROJECT.id, crossProject: 'true' }
const named = (db: Database, name: string, more: Partial<Elsewhere> = {}) =>
  findNamesakes(db, { ...here, ...more, name })

describe('what other projects say of this one', () => {
  it('is what names it, in words or in the path of a file', () => {
    const db = emptyStore()
    const said = remember(db, '1', { title: 'The plan for apple-tile is written' }, OTHER.id)
    const file = remember(db, '2', { title: 'plan', filesModified: ['Developer/apple-tile/plan.md'] }, OTHER.id)
    remember(db, '3', { title: 'A tile in the colour of an apple' }, OTHER.id)
    expect(named(db, 'apple-tile').toSorted()).toEqual([said, file])
  })
  it('is nothing of its own', () => {
    const db = emptyStore()
    remember(db, '1', { title: 'apple-tile begins' })
    expect(named(db, 'apple-tile')).toEqual([])
  })
  it('is nothing where the name is a plain word, which is said by chance', () => {
    const db = emptyStore()
    const fund = remember(db, '1', { title: 'The shop of FundWise' }, OTHER.id)
    expect(named(db, 'shop')).toEqual([])
    expect(named(db, 'FundWise')).toEqual([fund])
  })
  it('is nothing where every second memory has the name', () => {
    const db = emptyStore()
    for (let at = 0; at < 201; at++) remember(db, `${at}`, { title: `apple-tile ${at}` }, OTHER.id)
    expect(named(db, 'apple-tile')).toEqual([])
  })
  it('is not told where projects are kept apart', () => {
    const db = emptyStore()
    remember(db, '1', { title: 'apple-tile begins' }, OTHER.id)
    expect(named(db, 'apple-tile', { crossProject: 'search' })).toEqual([])
    expect(named(db, 'apple-tile', { crossProject: 'false' })).toEqual([])
    expect(named(db, 'apple-tile', { hidden: [OTHER.id] })).toEqual([])
  })
})

describe('the latest sessions elsewhere', () => {
  it('are the newest four of the last two weeks, and none of here', () => {
    const db = emptyStore()
    for (let at = 0; at < 6; at++) summarize(db, OTHER.id, at)
    summarize(db, OTHER.id, 20)
    summarize(db, PROJECT.id, 0)
    const found = (more: Partial<Elsewhere> = {}) =>
      findSummariesElsewhere(db, { ...here, ...more, now: T0 }).map(({ request }) => request)
    expect(found()).toEqual(['0', '1', '2', '3'].map((age) => `${OTHER.id} ${age}`))
    expect(found({ hidden: [OTHER.id] })).toEqual([])
    expect(found({ crossProject: 'search' })).toEqual([])
  })
  it('are asked for where little is known', () => {
    expect(isLittle(0)).toBe(true)
    expect(isLittle(12)).toBe(false)
  })
})

function summarize(db: Database, project: string, ageDays: number): void {
  const at = T0 - ageDays * DAY_MS
  const seen = { cwd: '/', transcriptPath: undefined, entrypoint: 'cli', at }
  const session =
    project === PROJECT.id
      ? someSession(db, `here ${ageDays}`, at)
      : putSession(db, { ...seen, sessionId: `${project} ${ageDays}`, project })
  const empty = {
    investigated: '',
    learned: '',
    completed: '',
    nextSteps: '',
    notes: '',
    filesRead: [],
    filesEdited: [],
  }
  putSummary(db, { session, project, draft: { ...empty, request: `${project} ${ageDays}`, discoveryTokens: 0, at } })
}
