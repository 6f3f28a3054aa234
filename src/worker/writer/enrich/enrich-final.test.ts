/** What the last question about a session contains, whenever its end comes, and when there is no question at all. */
import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../../memory/event.ts'
import { localDay } from '../../../memory/local-day.ts'
import { otherCall } from '../../../memory/tool-call.fixture.ts'
import { spentTokens } from '../../../store/budget.ts'
import { keepEvent } from '../../../store/keep-event.ts'
import { findObservation, putObservation } from '../../../store/observations.ts'
import {
  draft,
  memoryDatabase,
  PROJECT,
  promptEvent,
  someSession,
  summaryDraft,
  T0,
  toolEvent,
} from '../../../store/store.fixture.ts'
import { findSummary, putSummary } from '../../../store/summaries.ts'
import { countBatches, enqueueBatch } from '../../../store/synthesis-queue.ts'
import type { ModelRequest, Provider } from '../../../synthesis/providers/provider.ts'
import { type EnrichParts, enrichNext } from './enrich.ts'

const MINUTE_MS = 60_000
const NOTHING = '{"observations": []}'
const LOCAL = summaryDraft('Fix the discount')
const SUMMARY = { request: 'Words of a model', investigated: '', learned: '', completed: '', next_steps: '', notes: '' }

const said = (n: number, text: string, more: object = {}): MemoryEvent => ({
  key: `e:${n}`,
  kind: 'stopped',
  sessionId: 'session-1',
  at: T0 + n * MINUTE_MS + 30_000,
  origin: 'hook',
  text,
  failed: false,
  ...more,
})
const lifecycle = (kind: 'session_started' | 'session_ended', at: number): MemoryEvent => ({
  key: `e:${kind}`,
  kind,
  sessionId: 'session-1',
  at,
  origin: 'hook',
  text: 'other',
})

function stage() {
  const db = memoryDatabase()
  const session = someSession(db)
  const asked: ModelRequest[] = []
  const clock = { now: T0 }
  const answers: string[] = []
  const provider: Provider = {
    name: 'anthropic',
    model: 'scripted',
    async ask(request, { onAttempt }) {
      onAttempt()
      asked.push(request)
      const usage = { input: 400, cacheWrite: 0, cacheRead: 0, output: 100 }
      return { text: answers.shift() ?? NOTHING, usage, model: 'scripted', truncated: false }
    },
    async close() {},
  }
  const parts: EnrichParts = {
    db,
    provider,
    budget: 1_000_000,
    now: () => clock.now,
    log: { info() {}, warn() {}, error() {} },
    tell: () => {},
  }
  const keep = (...events: MemoryEvent[]) => {
    for (const event of events) keepEvent(db, { session, project: PROJECT.id, event })
  }
  const remember = (key: string, more: object) =>
    putObservation(db, { draft: draft(key, more), session, project: PROJECT.id, source: 'local' })?.id ?? 0
  /** As the loop enqueues it: only what is new since the last time. */
  const askAbout = async (span: { from: number; to: number; final: boolean }) => {
    clock.now = span.to + 1000
    enqueueBatch(db, { session, ...span, dueAt: clock.now, at: clock.now })
    return enrichNext(parts)
  }
  /** A turn that was distilled and asked about before anything else happened. */
  const turn = async (n: number, by: { prompt: string; words: string; title: string }) => {
    const at = T0 + n * MINUTE_MS
    keep(
      promptEvent(`p${n}`, by.prompt, { at }),
      toolEvent(`call${n}`, { at: at + 1000 }),
      said(n, by.words, { at: at + 30_000 }),
    )
    const id = remember(`session-1:${n}`, { title: by.title, at: at + 30_000, eventKeys: [`t:call${n}`] })
    await askAbout({ from: at, to: at + 30_000, final: false })
    return id
  }
  const end = (at: number) => {
    keep(lifecycle('session_ended', at))
    return askAbout({ from: at, to: at, final: true })
  }
  return { db, session, asked, answers, parts, keep, remember, turn, end, askAbout, clock }
}

const TURNS = [
  {
    prompt: 'Vouchers are counted twice',
    words: 'orderTotal now goes over a Set.',
    title: 'Each voucher counts once per order',
  },
  { prompt: 'And the receipt?', words: 'The receipt lists every code.', title: 'Receipts list every discount code' },
]

async function twoTurns() {
  const staged = stage()
  const ids = []
  for (const [index, turn] of TURNS.entries()) ids.push(await staged.turn(index + 1, turn))
  return { ...staged, ids }
}

describe('a session that ends long after its last turn', () => {
  it('shows its memories and what was said in its turns, though each was asked about before', async () => {
    const { asked, end } = await twoTurns()
    expect(await end(T0 + 60 * MINUTE_MS)).toBe('done')
    const last = asked.at(-1)?.prompt ?? ''
    expect(asked).toHaveLength(3)
    expect(JSON.stringify(asked.at(-1)?.schema)).toContain('next_steps')
    for (const { prompt, words, title } of TURNS) {
      for (const text of [prompt, words, title]) expect(last).toContain(text)
    }
    // what tools printed was shown when it was new
    expect(last).not.toContain('npm test')
  })

  it('can still improve a memory of an earlier turn, and name what was said as the evidence', async () => {
    const { db, ids, answers, end } = await twoTurns()
    const better = {
      action: 'improve',
      ref: 'o1',
      evidence: ['e2'],
      type: 'bugfix',
      title: 'Vouchers count once, and receipts show them',
      subtitle: '',
      narrative: 'n',
      facts: [],
      concepts: [],
    }
    answers.push(JSON.stringify({ observations: [better], summary: SUMMARY }))
    await end(T0 + 60 * MINUTE_MS)
    expect(findObservation(db, ids[0] ?? 0)).toMatchObject({ title: better.title, source: 'model', origin: 'session' })
  })

  it('keeps words that an earlier turn had from outside untrusted', async () => {
    const { db, answers, keep, remember, askAbout, end } = stage()
    const page = otherCall('url: https://example.com', 'Port 8080 is open.')
    keep(toolEvent('web', { tool: 'WebFetch', at: T0 + 1000, call: page }), said(1, 'The page says so.'))
    const id = remember('session-1:web', { title: 'Port 8080 is open', at: T0 + 2000, eventKeys: ['t:web'] })
    await askAbout({ from: T0, to: T0 + 2 * MINUTE_MS, final: false })
    const better = { action: 'improve', ref: 'o1', evidence: ['e1'], type: 'discovery', title: 'The port 8080 is open' }
    answers.push(JSON.stringify({ observations: [better], summary: SUMMARY }))
    await end(T0 + 60 * MINUTE_MS)
    expect(findObservation(db, id)).toMatchObject({ title: better.title, origin: 'untrusted' })
  })

  it('is not asked about twice when a model has worded its summary and nothing happened since', async () => {
    const { db, session, asked, answers, turn, end, askAbout } = await twoTurns()
    putSummary(db, { session, project: PROJECT.id, draft: LOCAL })
    answers.push(JSON.stringify({ observations: [], summary: SUMMARY }))
    await end(T0 + 60 * MINUTE_MS)
    const calls = asked.length
    // what its end leaves behind is the same local draft, made a little later
    putSummary(db, { session, project: PROJECT.id, draft: { ...LOCAL, at: T0 + 61 * MINUTE_MS } })
    const later = T0 + 62 * MINUTE_MS
    expect(await askAbout({ from: later, to: later, final: true })).toBe('unasked')
    expect(asked).toHaveLength(calls)
    expect(findSummary(db, session)).toMatchObject({ request: SUMMARY.request, learned: 'l' })

    await turn(70, { prompt: 'One more', words: 'Done.', title: 'One thing more' })
    putSummary(db, { session, project: PROJECT.id, draft: { ...LOCAL, completed: 'c; One thing more' } })
    expect(findSummary(db, session)?.request).toBe('Fix the discount')
    expect(await askAbout({ from: later + 10 * MINUTE_MS, to: later + 10 * MINUTE_MS, final: true })).toBe('done')
  })

  it('leaves out the oldest turns first when there were many', async () => {
    const { asked, turn, end } = stage()
    for (let n = 1; n <= 60; n += 1) {
      const words = `Closing words of turn-${n}. ${'It took a while to find out. '.repeat(20)}`
      await turn(n, { prompt: `Question of turn-${n}`, words, title: `Memory of turn-${n}` })
    }
    await end(T0 + 90 * MINUTE_MS)
    const last = asked.at(-1)?.prompt ?? ''
    for (const n of [58, 59, 60]) {
      for (const text of [`Closing words of turn-${n}.`, `Question of turn-${n}\n`, `Memory of turn-${n}\n`])
        expect(last).toContain(text)
    }
    expect(last).not.toContain('Closing words of turn-1.')
    expect(last).toMatch(/\(\d+ older ones left out\)/)
    expect(last).toMatch(/\(\d+ earlier texts left out\)/)
  })
})

describe('a session without content', () => {
  const summaryOf = ({ db, session }: ReturnType<typeof stage>) => findSummary(db, session)?.request

  it.each<[string, MemoryEvent[]]>([
    ['that was only opened and closed', []],
    ['in which only a slash command was typed', [promptEvent('c', '/clear', { machineMade: true, at: T0 + 500 })]],
    ['in which nobody answered the prompt', [promptEvent('c', 'Hello?', { at: T0 + 500 })]],
    [
      'that got an error for an answer',
      [promptEvent('c', 'Hello?', { at: T0 + 500 }), said(0, 'API Error: 401', { at: T0 + 600, failed: true })],
    ],
  ])('%s makes no call', async (_, events) => {
    const staged = stage()
    staged.keep(lifecycle('session_started', T0), ...events, lifecycle('session_ended', T0 + 1000))
    putSummary(staged.db, { session: staged.session, project: PROJECT.id, draft: LOCAL })
    staged.answers.push(JSON.stringify({ observations: [], summary: SUMMARY }))
    expect(await staged.askAbout({ from: T0, to: T0 + 1000, final: true })).toBe('unasked')
    expect(staged.asked).toEqual([])
    expect(spentTokens(staged.db, localDay(T0))).toBe(0)
    expect(summaryOf(staged)).toBe('Fix the discount')
    expect(countBatches(staged.db)).toMatchObject({ waiting: 0, skipped: 0 })
  })

  it('makes none in the middle either, as when it was opened and left alone', async () => {
    const staged = stage()
    staged.keep(lifecycle('session_started', T0))
    expect(await staged.askAbout({ from: T0, to: T0, final: false })).toBe('unasked')
    expect(staged.asked).toEqual([])
  })
})
