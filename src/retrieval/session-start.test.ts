import { describe, expect, it, vi } from 'vitest'
import type { ObservationDraft } from '../memory/observation.ts'
import type { Database } from '../store/database.ts'
import { putObservation } from '../store/observations.ts'
import { draft, PROJECT, someSession, T0 } from '../store/store.fixture.ts'
import { SCORING } from './relevance.ts'
import { emptyStore, manyMemories, OTHER, remember } from './search.fixture.ts'
import { rankForSessionStart, type SessionPlace } from './session-start.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const place = (more: Partial<SessionPlace> = {}): SessionPlace => {
  return { project: PROJECT.id, name: PROJECT.name, changed: () => [], now: T0, crossProject: 'true', ...more }
}
const rank = (db: Database, more: Partial<SessionPlace> = {}, limit = 10) =>
  rankForSessionStart(db, { place: place(more), limit }).map((one) => one.glimpse.id)

function rememberIn(db: Database, session: number, more: Partial<ObservationDraft>): number {
  const key = `${session}:${more.title}`
  const words = { subtitle: '', narrative: '', facts: [], concepts: [], filesRead: [], filesModified: [] }
  const put = { draft: draft(key, { ...words, ...more }), session, project: PROJECT.id, source: 'local' } as const
  return putObservation(db, put)?.id ?? 0
}

describe('what a session begins with', () => {
  it('is the newest when nothing else speaks', () => {
    const db = emptyStore()
    const old = remember(db, '1', { title: 'one thing', at: T0 - 9 * DAY_MS })
    const recent = remember(db, '2', { title: 'other thing', at: T0 })
    expect(rank(db)).toEqual([recent, old])
  })
  it('is the decision rather than the change of the same day', () => {
    const db = emptyStore()
    const change = remember(db, '1', { title: 'one thing', type: 'change' })
    const decision = remember(db, '2', { title: 'other thing', type: 'decision' })
    expect(rank(db)).toEqual([decision, change])
  })
  it('is what concerns the files at hand, however old', () => {
    const db = emptyStore()
    const about = remember(db, '1', { title: 'rounding', filesModified: ['src/total.js'], at: T0 - 200 * DAY_MS })
    manyMemories(db, 400)
    expect(rank(db, { changed: () => ['src/total.js'], now: T0 + 9 * DAY_MS })[0]).toBe(about)
  })
  it('is what concerns a file that was changed yesterday rather than a newer change elsewhere', () => {
    const db = emptyStore()
    const about = remember(db, '1', { title: 'one', type: 'change', filesRead: ['src/total.js'], at: T0 - 9 * DAY_MS })
    const newer = remember(db, '2', { title: 'two', type: 'change', filesRead: ['src/cart.js'], at: T0 })
    const asked = vi.fn(() => ['src/total.js'])
    expect(rank(db, { changed: asked })).toEqual([about, newer])
    expect(asked).toHaveBeenCalledWith({ paths: ['src/cart.js', 'src/total.js'], since: T0 - 2 * DAY_MS })
    expect(rank(db)).toEqual([newer, about])
  })
  it('asks which files changed since the last session, when that is longer ago than two days', () => {
    const db = emptyStore()
    remember(db, '1', { title: 'one', filesRead: ['src/total.js'], at: T0 - 30 * DAY_MS })
    const asked = vi.fn(() => [])
    rank(db, { changed: asked })
    expect(asked).toHaveBeenCalledWith({ paths: ['src/total.js'], since: T0 - 30 * DAY_MS })
  })
  it('is what concerns the files of the last session', () => {
    const db = emptyStore()
    const first = someSession(db, 'first')
    const about = rememberIn(db, first, { title: 'one', filesModified: ['src/total.js'], at: T0 - 30 * DAY_MS })
    const unrelated = rememberIn(db, first, { title: 'two', filesModified: ['src/cart.js'], at: T0 - 20 * DAY_MS })
    const last = rememberIn(db, someSession(db, 'last'), {
      title: 'three',
      filesRead: ['src/total.js'],
      at: T0 - DAY_MS,
    })
    expect(rank(db)).toEqual([last, about, unrelated])
  })
  it('fades by the half-life that is set', () => {
    const db = emptyStore()
    const old = remember(db, '1', { title: 'one', type: 'bugfix', at: T0 - 4 * DAY_MS })
    const recent = remember(db, '2', { title: 'two', type: 'change', at: T0 })
    const order = (halfLifeDays: number) =>
      rankForSessionStart(db, { place: place(), limit: 5, config: { ...SCORING, halfLifeDays } }).map(
        (one) => one.glimpse.id,
      )
    expect(order(2)).toEqual([recent, old])
    expect(order(30)).toEqual([old, recent])
  })
  it('always has the end of the last session in it', () => {
    const db = emptyStore()
    const last = someSession(db, 'last')
    const end = rememberIn(db, last, { title: 'the last thing', type: 'change', at: T0 - 40 * DAY_MS })
    for (let at = 0; at < 20; at++) {
      rememberIn(db, someSession(db, `s${at}`), { title: `decision ${at}`, type: 'decision', at: T0 - 41 * DAY_MS })
    }
    expect(rank(db, {}, 5)[0]).toBe(end)
  })
  it('has six memories of one session at most', () => {
    const db = emptyStore()
    const long = someSession(db, 'long')
    for (const word of 'cart order code total receipt webhook shop tax'.split(' ')) {
      rememberIn(db, long, { title: `The ${word} is ${word}`, at: T0 })
    }
    const other = rememberIn(db, someSession(db, 'other'), { title: 'another thing', at: T0 - 30 * DAY_MS })
    expect(rank(db)).toHaveLength(7)
    expect(rank(db)).toContain(other)
  })
  it('has none of the user’s rules in it: they are told apart', () => {
    const db = emptyStore()
    const fix = remember(db, '1', { title: 'one thing', filesModified: ['src/total.js'] })
    remember(db, '2', { title: 'Never commit on Fridays', standing: true, filesModified: ['src/total.js'] })
    expect(rank(db, { changed: () => ['src/total.js'] })).toEqual([fix])
  })
  it('says a thing once: of titles with the same words the best is shown', () => {
    const db = emptyStore()
    const older = remember(db, '1', { title: 'Totals are rounded once', at: T0 - DAY_MS })
    const newer = remember(db, '2', { title: 'totals are rounded: once!', at: T0 })
    const other = remember(db, '3', { title: 'Totals are rounded twice', at: T0 })
    expect(rank(db)).toEqual([other, newer])
    expect(rank(db)).not.toContain(older)
  })
  it('comes with the parts of its score', () => {
    const db = emptyStore()
    remember(db, '1', { title: 'one thing', type: 'decision' })
    const [best] = rankForSessionStart(db, { place: place(), limit: 1 })
    expect(best?.parts).toEqual({ recency: 1, type: 0.8, similarity: 0, files: 0, project: 0.1 })
    expect(best?.score).toBeCloseTo(1.9)
  })
  it('is nothing in an empty memory', () => expect(rank(emptyStore())).toEqual([]))
})

describe('what fits the place by its words', () => {
  const branch = 'fix/webhook-signature'
  const elsewhere = { title: 'Webhook signature compared as bytes', at: T0 - 20 * DAY_MS }

  it('is what the branch is named after, also from another project', () => {
    const db = emptyStore()
    const fix = remember(db, '1', elsewhere, OTHER.id)
    remember(db, '2', { title: 'unrelated', at: T0 - DAY_MS })
    expect(rank(db, { branch })[0]).toBe(fix)
    expect(rank(db, { branch, crossProject: 'search' })).not.toContain(fix)
    expect(rank(db, { branch, crossProject: 'false' })).not.toContain(fix)
    expect(rank(db, { branch, hidden: [OTHER.id] })).not.toContain(fix)
  })
  it('is what names the same things as the files at hand, but not in another project: the same name is chance', () => {
    const db = emptyStore()
    const changed = () => ['src/api/webhookSignature.ts']
    const fix = remember(db, '1', elsewhere)
    const foreign = remember(db, '2', elsewhere, OTHER.id)
    remember(db, '3', { title: 'unrelated', at: T0 })
    expect(rank(db, { changed })[0]).toBe(fix)
    expect(rank(db, { changed }, 50)).not.toContain(foreign)
  })
  it('is from other projects at most one line in ten', () => {
    const db = emptyStore()
    for (const mark of ['compared as bytes', 'moved into a header', 'read before parsing'])
      remember(db, mark, { ...elsewhere, title: `Webhook signature ${mark}` }, OTHER.id)
    for (let at = 0; at < 14; at++)
      remember(db, `${at}`, { title: `${'abcdefghijklmn'[at]}${at}`, at: T0 - at * DAY_MS })
    const ids = rank(db, { branch }, 50)
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.slice(0, 10).filter((id) => id <= 3)).toHaveLength(1)
  })
  it('is shown in its own project though that is hidden elsewhere', () => {
    const db = emptyStore()
    const fix = remember(db, '1', elsewhere, OTHER.id)
    expect(rank(db, { branch, project: OTHER.id, hidden: [OTHER.id] })).toContain(fix)
  })
  it('is what another project says of this one by name, as long as little is known here', () => {
    const db = emptyStore()
    const plan = remember(db, 'plan', { title: 'The plan for apple-tile', at: T0 - DAY_MS }, OTHER.id)
    const name = 'apple-tile'
    expect(rank(db, { name })).toEqual([plan])
    expect(rank(db)).toEqual([])
    for (let at = 0; at < 12; at++) remember(db, `${at}`, { title: `${'abcdefghijkl'[at]}${at}`, at: T0 - at * DAY_MS })
    expect(rank(db, { name }, 50)).not.toContain(plan)
  })
  it('is not what another project did just now, when nothing connects the two', () => {
    const db = emptyStore()
    const here = remember(db, '1', { title: 'signature', type: 'change', at: T0 - 9 * DAY_MS })
    remember(db, '2', { title: 'Webhook logging', type: 'decision', at: T0 }, OTHER.id)
    remember(db, '3', { title: 'Cookies', type: 'decision', at: T0 }, OTHER.id)
    expect(rank(db, { branch })).toEqual([here])
    expect(rank(db)).toEqual([here])
  })
  it('is not asked for words that most memories hold', () => {
    const db = emptyStore()
    for (let at = 0; at < 40; at++) remember(db, `${at}`, { title: `cache ${at}`, at: T0 - at * DAY_MS })
    const rare = remember(db, 'rare', { title: 'webhook', at: T0 - 90 * DAY_MS })
    const ranked = rankForSessionStart(db, { place: place({ branch: 'cache-webhook' }), limit: 50 })
    const similar = ranked.filter(({ parts }) => parts.similarity > 0).map(({ glimpse }) => glimpse.id)
    expect(similar).toEqual([rare])
  })
})

describe('the time it takes', () => {
  it('does not grow with the memory: every statement searches an index and none walks through a table', () => {
    const db = emptyStore()
    manyMemories(db, 300)
    remember(db, 'w', { title: 'webhook', filesRead: ['src/hook.ts'] })
    const read = vi.spyOn(db, 'all')
    const counted = vi.spyOn(db, 'get')
    rank(db, { branch: 'webhook', changed: () => ['src/hook.ts'], hidden: [OTHER.id], crossProject: 'true' }, 80)
    rank(db, { project: 'new', name: 'my-hook', crossProject: 'true' }, 80)
    const asked = [...read.mock.calls, ...counted.mock.calls].map(([sql, params]) => ({ sql, params }))
    read.mockRestore()
    counted.mockRestore()
    expect(asked.length).toBeGreaterThanOrEqual(6)
    for (const { sql, params } of asked) {
      const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail)
      // The FTS index reports its lookups as a scan of a virtual table; json_each is the list we pass.
      expect(
        plan.filter((step) => /^SCAN/.test(step) && !/VIRTUAL TABLE|CONSTANT ROW|subquer/i.test(step)),
        sql,
      ).toEqual([])
      expect(
        plan.filter((step) => /TEMP B-TREE/.test(step) && !/observations_fts/.test(sql)),
        sql,
      ).toEqual([])
    }
  })
})
