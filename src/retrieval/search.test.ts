import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../memory/event.ts'
import { keepEvent } from '../store/keep-event.ts'
import { putPrompt } from '../store/prompts.ts'
import { PROJECT, promptEvent, someSession, T0 } from '../store/store.fixture.ts'
import { putSummary } from '../store/summaries.ts'
import { visibleProjects } from './filters.ts'
import { emptyStore, manyMemories, OTHER, remember } from './search.fixture.ts'
import { search } from './search.ts'
import type { Meaning } from './search-parts.ts'
import type { SearchQuery } from './search-query.ts'

const DAY_MS = 24 * 60 * 60 * 1000
type Store = ReturnType<typeof emptyStore>
const ask = (db: Store, text: string, more: Partial<SearchQuery> = {}, meaning?: Meaning) =>
  search({ db, now: T0 + DAY_MS, meaning }, { text, limit: 20, ...more })
const idsOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).hits.map((hit) => hit.id)

describe('known items', () => {
  it('come first for a few of their rarer words, in at least 95 of 100', async () => {
    const db = emptyStore()
    const memories = manyMemories(db, 2000)
    const counts = new Map<string, number>()
    for (const { words } of memories) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
    const asked = memories.filter((_, at) => at % 10 === 0).slice(0, 200)
    let first = 0
    for (const [at, { id, words }] of asked.entries()) {
      const rare = [...new Set(words)].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
      const { hits } = await ask(db, rare.slice(0, 3 + (at % 4)).join(' '), { limit: 5 })
      if (hits[0]?.id === id) first += 1
    }
    expect(first / asked.length).toBeGreaterThanOrEqual(0.95)
  }, 60_000)

  it('with all the words always stand above those with one of them', async () => {
    const db = emptyStore()
    const one = remember(db, 'one', { title: 'zebra zebra zebra', narrative: 'zebra zebra' })
    const all = remember(db, 'all', {
      title: 'Something else',
      narrative: `${'filler words about nothing much '.repeat(60)} lamp zebra quartz`,
      at: T0 - 300 * DAY_MS,
    })
    const near: Meaning = async () => [
      { id: one, similarity: 0.99 },
      { id: all, similarity: 0.01 },
    ]
    expect(await idsOf(db, 'zebra lamp quartz')).toEqual([all, one])
    expect(await idsOf(db, 'zebra lamp quartz', {}, near)).toEqual([all, one])
  })

  it('are found after 200 days', async () => {
    const db = emptyStore()
    const old = remember(db, 'old', { title: 'The quartz lamp flickers', at: T0 - 200 * DAY_MS })
    manyMemories(db, 300)
    expect((await idsOf(db, 'quartz lamp'))[0]).toBe(old)
  })
})

describe('other projects', () => {
  const setUp = () => {
    const db = emptyStore()
    const fix = remember(db, 'a', { title: 'Webhook signature compared as bytes', type: 'bugfix' }, OTHER.id)
    remember(db, 'b', { title: 'Webhook page has a new colour', type: 'change' })
    return { db, fix }
  }
  it('answer too, labelled, when theirs fits best', async () => {
    const { db, fix } = setUp()
    const { hits } = await ask(db, 'webhook signature bytes', { home: PROJECT.id })
    expect(hits[0]).toMatchObject({ id: fix, project: OTHER.id, projectName: 'billing' })
  })
  it('are hidden by CROSS_PROJECT=false, and by `search` where nobody asked', async () => {
    const { db } = setUp()
    const at = { asked: undefined, home: PROJECT.id }
    const projects = visibleProjects({ ...at, crossProject: 'false', purpose: 'search' })
    expect((await ask(db, 'webhook signature', { projects })).hits.map((hit) => hit.project)).toEqual([PROJECT.id])
    expect(visibleProjects({ ...at, crossProject: 'search', purpose: 'search' })).toBeUndefined()
    expect(visibleProjects({ ...at, crossProject: 'search', purpose: 'injection' })).toEqual([PROJECT.id])
    expect(visibleProjects({ ...at, asked: [OTHER.id], crossProject: 'false', purpose: 'search' })).toEqual([OTHER.id])
  })
  it('that are private never answer elsewhere', async () => {
    const { db, fix } = setUp()
    expect(await idsOf(db, 'webhook signature', { hidden: [OTHER.id], home: PROJECT.id })).not.toContain(fix)
    expect(await idsOf(db, 'webhook signature', { hidden: [OTHER.id], home: OTHER.id })).toContain(fix)
  })
})

describe('filters', () => {
  const setUp = () => {
    const db = emptyStore()
    const fix = remember(db, '1', {
      title: 'Cache cleared on logout',
      type: 'bugfix',
      concepts: ['gotcha', 'pattern'],
      filesModified: ['src/cart/total.js'],
      at: T0 - DAY_MS,
    })
    const feature = remember(db, '2', {
      title: 'Cache warms up',
      type: 'feature',
      filesRead: ['docs/cache.md'],
      at: T0,
    })
    return { db, fix, feature }
  }
  it.each([
    ['type', { types: ['bugfix' as const] }],
    ['concepts', { concepts: ['gotcha', 'pattern'] }],
    ['a whole path', { files: ['src/cart/total.js'] }],
    ['the end of a path', { files: ['total.js'] }],
    ['a folder', { files: ['src/cart'] }],
    ['a range', { range: { to: T0 - 1 } }],
  ])('by %s hold with words and without', async (_, filter) => {
    const { db, fix } = setUp()
    expect(await idsOf(db, 'cache', filter)).toEqual([fix])
    expect(await idsOf(db, '', filter)).toEqual([fix])
  })
  it('hold for what only meaning finds', async () => {
    const { db, fix, feature } = setUp()
    const near: Meaning = async () => [
      { id: fix, similarity: 0.9 },
      { id: feature, similarity: 0.8 },
    ]
    expect(await idsOf(db, 'zzz', { types: ['feature'] }, near)).toEqual([feature])
  })
  it('without words list the newest first', async () => {
    const { db, fix, feature } = setUp()
    expect(await idsOf(db, '')).toEqual([feature, fix])
    expect(await idsOf(db, '', { order: 'date_asc' })).toEqual([fix, feature])
  })
})

describe('dates in the question', () => {
  it('limit a short one to that time, and say so', async () => {
    const db = emptyStore()
    const yesterday = remember(db, '1', { title: 'Cache cleared', at: T0 })
    remember(db, '2', { title: 'Cache warms up', at: T0 - 20 * DAY_MS })
    const found = await ask(db, 'what did we do yesterday?', { timeZone: 'UTC' })
    expect(found.hits.map((hit) => hit.id)).toEqual([yesterday])
    expect(found.understood?.phrase).toBe('yesterday')
  })
  it('hide nothing when nothing is from that time', async () => {
    const db = emptyStore()
    const old = remember(db, '1', { title: 'Cache cleared', at: T0 - 20 * DAY_MS })
    expect(await idsOf(db, 'cache yesterday')).toEqual([old])
  })
  it('prefer that time in a longer one', async () => {
    const db = emptyStore()
    const title = 'Redis cache cleared on logout by mistake'
    const old = remember(db, '1', { title: `${title} again`, at: T0 - 20 * DAY_MS })
    const then = remember(db, '2', { title: `${title} today`, at: T0 })
    expect(await idsOf(db, 'redis cache cleared on logout mistake yesterday', { timeZone: 'UTC' })).toEqual([then, old])
  })
})

describe('answers', () => {
  it('say how they were found', async () => {
    const db = emptyStore()
    const id = remember(db, '1', { title: 'Cache cleared' })
    expect((await ask(db, 'cache')).searched).toBe('keywords')
    expect((await ask(db, 'cache', {}, async () => undefined)).searched).toBe('keywords')
    expect((await ask(db, 'cache', {}, async () => [{ id, similarity: 0.5 }])).searched).toBe('hybrid')
  })
  it('explain every part', async () => {
    const db = emptyStore()
    const id = remember(db, '1', { title: 'Cache cleared' })
    const { hits } = await ask(db, 'cache zebra cleared', { explain: true, home: PROJECT.id }, async () => [
      { id, similarity: 0.5 },
    ])
    expect(hits[0]?.explain).toMatchObject({ words: 1, similarity: 0.5, matched: ['cache', 'cleared'] })
    expect(hits[0]?.explain?.project).toBeGreaterThan(0)
    expect((await ask(db, 'cache')).hits[0]?.explain).toBeUndefined()
  })
  it('fold what says the same into one hit', async () => {
    const db = emptyStore()
    const text = {
      title: 'Cache cleared on logout',
      narrative: 'The cache of the session was cleared when a user logged out.',
    }
    const ids = ['1', '2', '3'].map((key) => remember(db, key, text))
    const { hits } = await ask(db, 'cache logout')
    expect(hits).toHaveLength(1)
    expect([hits[0]?.id, ...(hits[0]?.folded ?? [])].sort()).toEqual(ids)
  })
  it('follow the user’s operators', async () => {
    const db = emptyStore()
    const redis = remember(db, '1', { title: 'Redis cache cleared' })
    const disk = remember(db, '2', { title: 'Disk cache cleared' })
    expect(await idsOf(db, 'cache NOT redis')).toEqual([disk])
    expect(await idsOf(db, '"redis cache"')).toEqual([redis])
    expect(await idsOf(db, 'clear* AND disk')).toEqual([disk])
    expect(await idsOf(db, '"cache redis"')).toHaveLength(2) // no such phrase: its words count
  })
  it('find a word by its other language, by a name’s parts and by its beginning', async () => {
    const db = emptyStore()
    const meeting = remember(db, '1', { title: 'Notes of the meeting' })
    const total = remember(db, '2', { title: 'orderTotal rounds up' })
    const auth = remember(db, '3', { title: 'Authentication fails after a day' })
    expect(await idsOf(db, 'reunión')).toEqual([meeting])
    expect(await idsOf(db, 'order total')).toEqual([total])
    expect(await idsOf(db, 'autenticación')).toEqual([auth])
  })
  it('put a memory that no longer fits the code after its equal, and never below a worse one', async () => {
    const db = emptyStore()
    const rest = { narrative: 'cache', at: T0 }
    const worse = remember(db, '1', { ...rest, title: 'Login page', narrative: 'The cache is not concerned by this.' })
    const [fits, stale] = [
      remember(db, '2', { ...rest, title: 'Cache A' }),
      remember(db, '3', { ...rest, title: 'Cache B' }),
    ]
    const query = { text: 'cache', projects: [PROJECT.id], limit: 3, explain: true }
    expect((await search({ db, now: T0 }, query)).hits.map((hit) => hit.id)).toEqual([stale, fits, worse])
    const known = await search({ db, now: T0, stale: () => new Map([[stale, 1]]) }, query)
    expect(known.hits.map((hit) => hit.id)).toEqual([fits, stale, worse])
    expect(known.hits[1]?.explain?.stale).toBeLessThan(0)
  })
  it('never show what a model dropped', async () => {
    const db = emptyStore()
    const id = remember(db, '1', { title: 'Cache cleared' })
    db.exec('UPDATE observations SET dropped_at_epoch = 1')
    expect(await idsOf(db, 'cache', {}, async () => [{ id, similarity: 1 }])).toEqual([])
    expect(await idsOf(db, '')).toEqual([])
  })
  it('over everything leave out the prompt that an agent is still working on', async () => {
    const db = emptyStore()
    const session = someSession(db)
    const found = () => idsOf(db, 'round the tax', { kinds: ['prompt', 'passage'] })
    const keep = (event: MemoryEvent) => keepEvent(db, { session, project: PROJECT.id, event })
    keep(promptEvent('1', 'why do we round the tax per line?', { at: T0 + 1 }))
    expect(await found()).toEqual([])
    expect(await idsOf(db, 'round the tax', { kinds: ['prompt'] }), 'asked for prompts').toEqual([1])
    const said = {
      key: 'e:1',
      sessionId: 'session-1',
      origin: 'hook',
      text: 'The office wants it.',
      failed: false,
    } as const
    keep({ ...said, kind: 'stopped', at: T0 + 2 })
    expect(await found()).toEqual([1])
    keep(promptEvent('2', 'and why do we round the tax of a refund?', { at: T0 + 3 }))
    expect(await found()).toEqual([1])
  })

  it('contain summaries and prompts when asked', async () => {
    const db = emptyStore()
    const session = someSession(db)
    const text = {
      investigated: '',
      learned: '',
      completed: '',
      nextSteps: '',
      filesRead: [],
      filesEdited: [],
      notes: '',
    }
    putSummary(db, {
      session,
      project: PROJECT.id,
      draft: { ...text, request: 'Fix the cache', discoveryTokens: 1, at: T0 },
    })
    const event = {
      key: 'p',
      kind: 'prompt',
      sessionId: 'session-1',
      at: T0,
      origin: 'hook',
      text: 'clear the cache',
      machineMade: false,
    } as const
    putPrompt(db, { session, project: PROJECT.id, event })
    const { hits } = await ask(db, 'cache', { kinds: ['observation', 'summary', 'prompt'] })
    expect(hits.map((hit) => hit.kind).sort()).toEqual(['prompt', 'summary'])
    const listing = await ask(db, '', { kinds: ['prompt'] })
    expect(listing.hits[0]).toMatchObject({ kind: 'prompt', prompt: { text: 'clear the cache' } })
  })
})
