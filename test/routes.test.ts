/** The HTTP routes: the seeds' parameters and shapes, one stable order, and an answer to any query string. */
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../src/memory/token-estimate.ts'
import { putInjections } from '../src/store/ledger.ts'
import { putObservation } from '../src/store/observations.ts'
import { putSession } from '../src/store/sessions.ts'
import { draft, memoryDatabase } from '../src/store/store.fixture.ts'
import { findSummary, putSummary } from '../src/store/summaries.ts'
import { asker, quietParts } from './support/http-parts.ts'
import { OTHER_SHOP, seed } from './support/seed.ts'

const HOME = '/home/me/code/shop'
const db = memoryDatabase()
seed(db, HOME)
const ask = asker(quietParts(db))
const ids = (body: { results: { id: number }[] }) => body.results.map(({ id }) => id)
const query = (path: string, parameters: Record<string, string>) => `${path}?${new URLSearchParams(parameters)}`

describe('the search routes', () => {
  it('answer in the envelope of the seeds, in both sizes', async () => {
    const { body } = await ask('/api/search/observations?query=login+redirect&format=index&limit=1')
    expect(body).toMatchObject({ query: 'login redirect', count: 1, format: 'index', searched: 'keywords' })
    expect(Object.keys(body.results[0]).slice(0, 8)).toEqual([
      'id',
      'type',
      'title',
      'subtitle',
      'created_at_epoch',
      'project',
      'project_id',
      'concepts',
    ])
    expect(body.results[0].session_db_id).toBe(2)
    expect(estimateTokens(JSON.stringify(body.results[0]))).toBeLessThan(110)
    const full = await ask('/api/search/observations?query=login+redirect&limit=1')
    expect(full.body.results[0]).toMatchObject({
      narrative: expect.stringContaining('old one'),
      facts: ['clearCookie in src/auth/login.js'],
      files: ['src/auth/login.js', 'src/receipt.js'],
      created_at_iso: expect.stringMatching(/^\d{4}-/),
      session_db_id: 2,
    })
  })

  it('find by type, concept and file, newest first', async () => {
    const byType = await ask('/api/search/by-type?type=bugfix&format=index&limit=5')
    expect(byType.body).toMatchObject({ type: 'bugfix', count: 3, format: 'index' })
    expect(ids(byType.body)).toEqual([8, 2, 1])
    const byConcept = await ask('/api/search/by-concept?concept=gotcha&format=index')
    expect([byConcept.body.concept, ids(byConcept.body)]).toEqual(['gotcha', [2, 4]])
    const byFile = await ask('/api/search/by-file?filePath=src/upload.js&format=index')
    expect([byFile.body.filePath, ids(byFile.body)]).toEqual(['src/upload.js', [4]])
  })

  it('find session summaries and prompts', async () => {
    const sessions = await ask('/api/search/sessions?query=discount&format=full&limit=1')
    expect(sessions.body.results[0]).toMatchObject({
      request: 'Fix the discount that counted twice',
      completed: 'Totals are right again',
      learned: 'Totals are made in one place',
    })
    const prompts = await ask('/api/search/prompts?query=migrate+database&format=index&limit=1')
    expect(prompts.body.results[0]).toMatchObject({
      text: expect.stringContaining('Migrate the database'),
      session_db_id: 1,
    })
  })

  it('say which words no memory has, and that a phrase nobody wrote was searched as words', async () => {
    const plain = await ask('/api/search/observations?query=login+redirect')
    expect([plain.body.unknown, plain.body.loosened]).toEqual([undefined, undefined])
    const strange = await ask('/api/search/observations?query=login+zzzqqq')
    expect([strange.body.unknown, ids(strange.body)[0]]).toEqual([['zzzqqq'], 2])
    const phrase = await ask(query('/api/search/observations', { query: '"redirect login cookie loop"' }))
    expect([phrase.body.loosened, ids(phrase.body)[0]]).toEqual([true, 2])
  })

  it('take limit at its word, over all kinds together', async () => {
    for (const limit of [1, 2, 5]) {
      const { body } = await ask(`/api/search?query=discount&limit=${limit}`)
      expect(body.results.length).toBeLessThanOrEqual(limit)
      expect(body.count).toBe(body.results.length)
    }
    expect(
      new Set(
        (await ask('/api/search?query=discount&format=index')).body.results.map((one: { kind: string }) => one.kind),
      ),
    ).toEqual(new Set(['observation', 'summary', 'prompt']))
  })

  it('take a project by name or id, and label both projects of one name', async () => {
    const byName = await ask('/api/search/by-type?type=bugfix&project=shop&format=index')
    expect(byName.body.projects.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([HOME, OTHER_SHOP]))
    expect(new Set(byName.body.results.map((one: { project_id: string }) => one.project_id))).toEqual(
      new Set([HOME, OTHER_SHOP]),
    )
    const byId = await ask(query('/api/search/by-type', { type: 'bugfix', project: OTHER_SHOP }))
    expect([byId.body.projects, ids(byId.body)]).toEqual([undefined, [8]])
    const none = await ask('/api/search/by-type?type=bugfix&project=nowhere')
    expect([none.status, none.body.error.code]).toEqual([404, 'not_found'])
  })

  it('show one project alone to who stands in it, when other projects are switched off', async () => {
    const closed = asker(quietParts(db, { crossProject: 'false' }))
    expect(ids((await closed(query('/api/search/by-type', { type: 'bugfix', cwd: HOME }))).body)).toEqual([2, 1])
    expect(ids((await ask(query('/api/search/by-type', { type: 'bugfix', cwd: HOME }))).body)).toContain(8)
  })

  it('understand every way to say a range of dates', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000)
    const local = (date: Date) =>
      `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
    const week = { start: day(10), end: day(8) }
    const ways: Record<string, string>[] = [
      { dateRange: JSON.stringify({ start: local(week.start), end: local(week.end) }) },
      { dateRange: JSON.stringify({ start: week.start.getTime(), end: week.end.getTime() }) },
      { 'dateRange[start]': local(week.start), 'dateRange[end]': local(week.end) },
      { 'dateRange[start]': week.start.toISOString(), 'dateRange[end]': week.end.toISOString() },
      { 'dateRange[start]': String(week.start.getTime()), 'dateRange[end]': String(week.end.getTime()) },
      { 'dateRange[start]': String(Math.floor(week.start.getTime() / 1000)), 'dateRange[end]': local(week.end) },
    ]
    for (const way of ways) {
      const { status, body } = await ask(query('/api/search/observations', { query: '', format: 'index', ...way }))
      expect([status, ids(body).sort()], JSON.stringify(way)).toEqual([200, [4, 5, 6]])
    }
  })

  it('refuse what cannot be meant, and say what can', async () => {
    const wrong = [
      '/api/search/observations',
      '/api/search/observations?query=a&limit=0',
      '/api/search/observations?query=a&limit=many',
      '/api/search/observations?query=a&offset=-1',
      '/api/search/observations?query=a&format=yaml',
      '/api/search/observations?query=a&type=opinion',
      '/api/search/observations?query=a&colour=red',
      '/api/search/observations?query=a&dateRange=%7Bstart',
      '/api/search/observations?query=a&dateRange[start]=yesteryear',
      '/api/search/observations?query=a&dateRange[start]=2026-02-31',
      '/api/search/observations?query=a&dateRange[start]=2026-02-03&dateRange[end]=2026-02-01',
      '/api/search/by-type',
      '/api/search/timeline',
      '/api/observations/by-file?path=a.js',
    ]
    for (const path of wrong) {
      const { status, body } = await ask(path)
      expect([status, body.error?.code], path).toEqual([400, 'bad_input'])
    }
    expect((await ask('/api/search/observations?query=a&colour=red')).body.error.hint).toContain('dateRange[start]')
  })

  it('refuse a path that no file can have, wherever one is taken', async () => {
    const long = '/a'.repeat(20_000)
    for (const path of [
      query('/api/search', { query: 'login', cwd: long }),
      query('/api/search/observations', { query: 'login', files: `src/x.js,${long}` }),
      query('/api/search/by-file', { filePath: long }),
      query('/api/search/timeline', { anchor: '1', cwd: long }),
      query('/api/observations/by-file', { path: long, project: 'shop' }),
      query('/api/observations/by-file', { path: 'src/x.js', cwd: long }),
      query('/api/search/recent-context', { cwd: long }),
      query('/api/code/outline', { path: 'a.ts', cwd: long }),
      query('/api/notes/search', { query: 'x', cwd: long }),
    ]) {
      const { status, body } = await ask(path)
      expect([path.slice(0, 30), status, body.error?.code]).toEqual([path.slice(0, 30), 400, 'bad_input'])
    }
  })

  it('say which parameter is missing, and what it may be', async () => {
    for (const [path, message] of [
      ['/api/search/by-type', 'type is missing: one of decision bugfix feature refactor discovery change'],
      ['/api/search/by-concept', 'concept is missing: one of how-it-works why-it-exists'],
      ['/api/search/by-file', 'filePath is missing: a path'],
      ['/api/search/observations', 'query is missing: words'],
      ['/api/search/timeline', 'anchor is missing: an observation id'],
    ]) {
      expect((await ask(path ?? '')).body.error.message, path).toContain(message)
    }
  })

  it('refuse what a listing would have to ignore: a second list of files, the parts of scores it has not', async () => {
    for (const path of [
      'by-file?filePath=a.js&files=b.js',
      'by-file?filePath=a.js&explain=true',
      'by-type?type=bugfix&explain=1',
    ]) {
      const { status, body } = await ask(`/api/search/${path}`)
      expect([status, body.error?.message], path).toEqual([400, expect.stringMatching(/files|explain/)])
    }
  })
})

describe('a file', () => {
  const ways = ['src/upload.js', './src/upload.js', `${HOME}/src/upload.js`, `${HOME}/src/../src/upload.js`]

  it('is found by every way to write its path, in every route', async () => {
    for (const path of ways) {
      const byFile = await ask(query('/api/search/by-file', { filePath: path, format: 'index' }))
      expect([byFile.body.filePath, ids(byFile.body)], path).toEqual([path, [4]])
      const filtered = await ask(query('/api/search/observations', { query: 'proxy', files: path }))
      expect(ids(filtered.body), path).toEqual([4])
      const listed = await ask(query('/api/search/by-type', { type: 'discovery', files: `src/nothing.js,${path}` }))
      expect(ids(listed.body), path).toEqual([4])
      const around = await ask(query('/api/search/timeline-by-query', { query: 'timeout', files: path }))
      expect(around.body.anchor, path).toBe('4')
      const exact = await ask(query('/api/observations/by-file', { path, cwd: HOME }))
      expect(ids(exact.body), path).toEqual([4])
    }
  })

  it('with an absolute path belongs to one project, though another has one of the same name', async () => {
    const relative = await ask(query('/api/search/by-file', { filePath: 'src/total.js', type: 'bugfix' }))
    expect(ids(relative.body)).toEqual([8, 1])
    const absolute = await ask(query('/api/search/by-file', { filePath: `${HOME}/src/total.js`, type: 'bugfix' }))
    expect(ids(absolute.body)).toEqual([1])
    const elsewhere = { filePath: `${HOME}/src/total.js`, project: OTHER_SHOP }
    expect(ids((await ask(query('/api/search/by-file', elsewhere))).body)).toEqual([])
  })

  it('is a folder, or the whole project by its root', async () => {
    expect(ids((await ask(query('/api/search/by-file', { filePath: `${HOME}/src/auth` }))).body)).toEqual([2])
    const whole = ids((await ask(query('/api/search/by-file', { filePath: HOME }))).body)
    expect([whole.length, whole.includes(8)]).toEqual([7, false])
  })

  it('of a private project is not shown elsewhere, whichever way it is written', async () => {
    const closed = asker(quietParts(db, { privateProjects: () => [HOME] }))
    for (const filePath of ways)
      expect(ids((await closed(query('/api/search/by-file', { filePath }))).body), filePath).toEqual([])
    const inside = { filePath: `${HOME}/src/upload.js`, cwd: HOME }
    expect(ids((await closed(query('/api/search/by-file', inside))).body)).toEqual([4])
  })
})

describe('one observation or several', () => {
  it('come in the order asked for, once each, with the missing named', async () => {
    const { body } = await ask('/api/observations/batch', { ids: [4, 2, 4, 999] })
    expect([ids(body), body.count, body.missing]).toEqual([[4, 2], 2, [999]])
    expect((await ask('/api/observations/2')).body).toEqual(body.results[1])
    expect((await ask('/api/observations/batch', { ids: [] })).status).toBe(400)
    expect((await ask('/api/observations/seven')).status).toBe(404)
  })

  it('are found by their file, whether the path is relative or absolute', async () => {
    for (const path of ['src/auth/login.js', `${HOME}/src/auth/login.js`, './src/auth/login.js']) {
      const { body } = await ask(query('/api/observations/by-file', { path, cwd: HOME }))
      expect(body.results, path).toMatchObject([{ id: 2, modified: true, file_count: 2, session_id: 'second' }])
    }
    const read = await ask(query('/api/observations/by-file', { path: 'src/upload.js', project: HOME }))
    expect(read.body.results).toMatchObject([{ id: 4, modified: false }])
    const unknown = await ask('/api/observations/by-file?path=src/upload.js&project=nowhere')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found'])
  })
})

describe('the timeline', () => {
  it('goes around an observation, a session or a moment, oldest first, prompts and summaries between', async () => {
    const { body } = await ask(
      query('/api/search/timeline', { anchor: '2', depth_before: '3', depth_after: '2', project: HOME }),
    )
    const kinds = body.timeline.map((one: { kind: string }) => one.kind)
    expect(kinds).toContain('anchor')
    const here = body.timeline.find((one: { id?: number; kind: string }) => one.kind === 'observation' && one.id === 2)
    expect(here.session_db_id).toBe(2)
    const times = body.timeline.map(
      (one: { created_at_epoch?: number; timestamp?: number }) => one.created_at_epoch ?? one.timestamp,
    )
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(body.timeline.filter((one: { kind: string }) => one.kind !== 'anchor').length).toBeLessThanOrEqual(6)
    for (const anchor of ['S2', new Date(Date.now() - 2 * 86_400_000).toISOString()]) {
      const other = await ask(query('/api/search/timeline', { anchor, project: HOME }))
      expect([other.status, other.body.anchor], anchor).toEqual([200, anchor])
      expect(other.body.timeline.length).toBeGreaterThan(2)
    }
    for (const anchor of ['999', 'S999'])
      expect((await ask(query('/api/search/timeline', { anchor }))).status).toBe(404)
    expect((await ask(query('/api/search/timeline', { anchor: 'soon' }))).status).toBe(400)
  })

  it('takes the number every other answer shows for a session, with a summary or without', async () => {
    const own = memoryDatabase()
    seed(own, HOME)
    const at = Date.now() - 3_600_000
    const session = { project: HOME, cwd: HOME, transcriptPath: undefined, entrypoint: 'cli' }
    putSession(own, { ...session, sessionId: 'without a summary', at })
    const late = putSession(own, { ...session, sessionId: 'with one', at: at + 1000 })
    const text = findSummary(own, 1)
    if (!text) throw new Error('the seed has a summary')
    putSummary(own, { session: late, project: HOME, draft: { ...text, request: 'Mend the basket', at: at + 2000 } })
    const read = asker(quietParts(own))

    const recent = await read(query('/api/search/recent-context', { limit: '2', cwd: HOME }))
    const [withOne, without] = recent.body.sessions
    expect([withOne.session.db_id, withOne.summary.id, without.session.db_id, without.summary]).toEqual([5, 5, 4, null])
    const found = await read('/api/search/sessions?query=basket&format=index')
    expect(ids(found.body)).toEqual([5])
    const around = await read('/api/search/timeline?anchor=S5&depth_before=1&depth_after=0')
    expect(around.body.timeline.slice(-2)).toMatchObject([{ kind: 'anchor' }, { kind: 'summary', id: 5 }])
    for (const anchor of ['S4', 'without a summary']) {
      const { status, body } = await read(query('/api/search/timeline', { anchor, depth_before: '1' }))
      expect([status, body.anchor_timestamp], anchor).toEqual([200, at])
      expect(body.timeline.at(-1), anchor).toMatchObject({ kind: 'summary', id: 5 })
      expect(body.timeline.every((one: { project_id?: string }) => (one.project_id ?? HOME) === HOME)).toBe(true)
    }
  })

  it('finds its own anchor from words', async () => {
    const { body } = await ask('/api/search/timeline-by-query?query=login+redirect+cookie&depth_before=2&depth_after=2')
    expect(body).toMatchObject({ anchor: '2', searched: 'keywords' })
    expect((await ask('/api/search/timeline-by-query?query=zzzqqq')).body).toMatchObject({ anchor: null, timeline: [] })
  })

  it('says which words no memory has, and how it read a date among them', async () => {
    const byQuery = (words: string) => ask(query('/api/search/timeline-by-query', { query: words, cwd: HOME }))
    expect((await byQuery('zzzqqq login redirect cookie')).body).toMatchObject({ anchor: '2', unknown: ['zzzqqq'] })
    expect((await byQuery('zzzqqq')).body).toMatchObject({ anchor: null, unknown: ['zzzqqq'] })
    expect((await byQuery('login redirect in the last 7 days')).body).toMatchObject({
      anchor: '2',
      understood: { phrase: expect.stringContaining('last 7 days') },
    })
  })

  it('goes around a time that is written in words', async () => {
    const midnight = (daysAgo: number) => {
      const now = new Date()
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime()
    }
    for (const [words, at] of [
      ['yesterday', midnight(1)],
      ['today', midnight(0)],
      ['ayer', midnight(1)],
      ['2 days ago', midnight(2)],
      ['2026-11-04', new Date(2026, 10, 4).getTime()],
    ] as const) {
      const found = await ask(query('/api/search/timeline-by-query', { query: words, cwd: HOME }))
      expect(found.body, words).toMatchObject({
        anchor: words,
        anchor_timestamp: at,
        searched: 'listing',
        understood: { from: at, phrase: words },
      })
      const around = await ask(query('/api/search/timeline', { anchor: words, cwd: HOME }))
      expect([found.body.timeline.length, found.body.timeline], words).toEqual([
        around.body.timeline.length,
        around.body.timeline,
      ])
    }
    const before = await ask(query('/api/search/timeline-by-query', { query: 'before yesterday', cwd: HOME }))
    expect(before.body.anchor_timestamp).toBe(midnight(1) - 1)
    expect((await ask(query('/api/search/timeline', { anchor: 'before yesterday' }))).status).toBe(200)
    // A filter asks for a memory of that time, not for the time.
    const bug = await ask(query('/api/search/timeline-by-query', { query: 'last month', type: 'decision', cwd: HOME }))
    expect(bug.body.anchor).not.toBe('last month')
  })
})

describe('the ledger', () => {
  it('takes a session by its number too, with a summary or without, and refuses one nobody knows', async () => {
    const own = memoryDatabase()
    seed(own, HOME)
    const session = { project: HOME, cwd: HOME, transcriptPath: undefined, entrypoint: 'cli' }
    const number = putSession(own, { ...session, sessionId: 'without a summary', at: 1 })
    const injections = [{ observation: 1, score: 1, parts: {}, tokens: 20 }]
    putInjections(own, { sessionId: 'without a summary', surface: 'prompt', at: 2, tokens: 90, injections })
    const read = asker(quietParts(own))
    for (const named of [`S${number}`, `s${number}`, 'without a summary'])
      expect((await read(query('/api/ledger', { session: named }))).body, named).toMatchObject({
        session: 'without a summary',
        count: 1,
        tokens: 90,
        texts: [{ surface: 'prompt', at: 2, tokens: 90 }],
      })
    for (const unknown of ['S999', 'nobody'])
      expect((await read(query('/api/ledger', { session: unknown }))).body.error, unknown).toMatchObject({
        code: 'not_found',
        message: `There is no session ${unknown}.`,
      })
  })
})

describe('recent context', () => {
  it('has the fields of the seeds: completion is Completed, learnings is Learned', async () => {
    const { body } = await ask(query('/api/search/recent-context', { limit: '1', cwd: HOME }))
    expect(body).toMatchObject({
      limit: 1,
      project: 'shop',
      sessions: [
        {
          session: { db_id: 2, project: 'shop' },
          summary: {
            request: 'Fix the discount that counted twice',
            completion: 'Totals are right again',
            learnings: 'Totals are made in one place',
          },
          observations: [{ id: 1, type: 'bugfix' }, { id: 2 }, { id: 3 }],
        },
      ],
    })
    expect((await ask('/api/search/recent-context')).body.project).toBe('all')
    expect((await ask(query('/api/search/recent-context', { project: OTHER_SHOP }))).body.project).toBe(OTHER_SHOP)
  })

  it('never costs more than it may, however much the sessions left, and says what it left out', async () => {
    const own = memoryDatabase()
    seed(own, HOME)
    const long = 'Der lange Weg führte über die Rechnungstabellen, 長い道, und zurück. '.repeat(40)
    for (let at = 0; at < 60; at += 1) {
      const session = { project: HOME, cwd: HOME, transcriptPath: undefined, entrypoint: 'cli' }
      const number = putSession(own, { ...session, sessionId: `long ${at}`, at: Date.now() + at })
      const text = findSummary(own, 1)
      if (!text) throw new Error('the seed has a summary')
      const said = { request: long, completed: long, learned: long, nextSteps: long, at: Date.now() + at }
      putSummary(own, { session: number, project: HOME, draft: { ...text, ...said } })
      for (let n = 0; n < 40; n += 1) {
        const put = draft(`long:${at}:${n}`, {
          title: `Title ${n} "of" ${at}`,
          subtitle: long.slice(0, 200),
          eventKeys: [],
        })
        putObservation(own, { draft: put, session: number, project: HOME, source: 'local' })
      }
    }
    const read = asker(quietParts(own))
    for (const [limit, tokens] of [
      [3, undefined],
      [1, 300],
      [50, 1500],
      [50, 20_000],
    ] as const) {
      const asked = { limit: String(limit), cwd: HOME, ...(tokens ? { tokens: String(tokens) } : {}) }
      const { status, body } = await read(query('/api/search/recent-context', asked))
      const most = tokens ?? 1500
      expect([status, body.tokens], JSON.stringify(asked)).toEqual([200, most])
      const cost = estimateTokens(JSON.stringify(body))
      expect(cost, JSON.stringify(asked)).toBeLessThanOrEqual(most)
      expect(cost, 'what it may cost is used').toBeGreaterThan(most * 0.6)
      expect(body.sessions.length + (body.omitted ?? 0)).toBe(limit)
      const [first] = body.sessions
      expect(first.session.session_id).toBe('long 59')
      expect(first.summary.request).toMatch(/^Der lange Weg .*…$/)
      // The latest of them, in their order.
      const ids = first.observations.map(({ id }: { id: number }) => id)
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
      expect(first.observations.length + first.omitted).toBe(40)
    }
    expect((await read('/api/search/recent-context?tokens=10')).status).toBe(400)
  })
})

describe('any query string', () => {
  const PIECES = [
    '"',
    "'",
    '(',
    ')',
    '*',
    ' AND ',
    ' OR ',
    ' NOT ',
    'NEAR(',
    ':',
    '-',
    '^',
    '{',
    '}',
    '[',
    '\\',
    '%',
    '\0',
    '\u202e',
    '🎈',
    '登录',
    'título',
    'discount',
    'login cookie',
    'last week',
    'a',
    ' ',
    '\n',
    ';--',
    'x'.repeat(300),
  ]

  it('gets an answer: 1,500 of them, with a hundred thousand characters too', { timeout: 60_000 }, async () => {
    const random = numbers(7)
    const texts = Array.from({ length: 1500 }, () =>
      Array.from({ length: 1 + random(12) }, () => PIECES[random(PIECES.length)]).join(''),
    )
    texts.push(
      'x'.repeat(100_000),
      '"'.repeat(100_000),
      'NEAR('.repeat(20_000),
      '登'.repeat(30_000),
      'discount '.repeat(11_000),
    )
    for (const text of texts) {
      const startedAt = performance.now()
      const { status } = await ask(query('/api/search', { query: text, format: 'index', limit: '3' }))
      expect(status, JSON.stringify(text.slice(0, 200))).toBe(200)
      expect(performance.now() - startedAt, JSON.stringify(text.slice(0, 200))).toBeLessThan(2000)
    }
  })

  it('gives the same order in both formats and on every page', async () => {
    for (const text of ['discount', 'checkout test', 'invoice OR cookie', '', 'shop last week']) {
      const all = (await ask(query('/api/search', { query: text, format: 'index', limit: '100' }))).body.results
      for (const format of ['index', 'full']) {
        const paged: { kind: string; id: number }[] = []
        for (let offset = 0; offset <= all.length; offset += 2) {
          paged.push(
            ...(await ask(query('/api/search', { query: text, format, limit: '2', offset: String(offset) }))).body
              .results,
          )
        }
        const names = (rows: { kind: string; id: number }[]) => rows.map(({ kind, id }) => `${kind} ${id}`)
        expect(names(paged), `${text} ${format}`).toEqual(names(all))
      }
    }
  })
})

/** The same numbers in every run, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
}
