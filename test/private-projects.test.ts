/** What a private project's memories are shown to: itself, and who asks for it by name. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { privateProjects } from '../src/context/context-parts.ts'
import { promptContext } from '../src/context/prompt-context.ts'
import { sessionContext } from '../src/context/session-context.ts'
import { makeFreshness } from '../src/retrieval/freshness-asker.ts'
import { putProject, putSession } from '../src/store/sessions.ts'
import { memoryDatabase, promptEvent } from '../src/store/store.fixture.ts'
import { putSummary } from '../src/store/summaries.ts'
import { contextSettings } from '../src/worker/http/context-settings.ts'
import { asker, quietParts } from './support/http-parts.ts'
import { putMemory } from './support/put-memory.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-private-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const NOW = Date.now()
const DAY_MS = 24 * 60 * 60 * 1000
const A = project('api')
const B = project('shop')
const db = memoryDatabase()
for (const one of [A, B]) putProject(db, one, NOW)

const fix = putMemory(db, A.id, {
  title: 'Webhook signature compared as bytes, not as text',
  type: 'bugfix',
  filesModified: ['src/webhook.ts'],
  at: NOW - 20 * DAY_MS,
})
const here = putMemory(db, B.id, { title: 'Totals are kept in cents', type: 'decision', at: NOW - DAY_MS })
const work = putSession(db, {
  sessionId: 'of-api',
  project: A.id,
  cwd: A.root,
  transcriptPath: undefined,
  entrypoint: 'cli',
  at: NOW,
})
putSummary(db, { session: work, project: A.id, draft: summary('Mend the webhook signature') })

const open = loadConfig({ dataDir: base }, { CLAUDE_MEM_PROMPT_RECALL: 'true' })
const closed = loadConfig(
  { dataDir: base },
  { CLAUDE_MEM_PROMPT_RECALL: 'true', CLAUDE_MEM_PRIVATE_PROJECTS: `/nowhere/*,${base}/ap*` },
)

describe('a bugfix of one project that fits the place of another', () => {
  it('is told there when a session begins, labelled, and is in the ledger with the parts of its score', () => {
    const told = begin(B.root, open)
    expect(told?.text).toMatch(new RegExp(`^${fix} \\S+ ● \\[from: api\\] Webhook signature`, 'm'))
    const entry = told?.injections.find(({ observation }) => observation === fix)
    expect(Object.keys(entry?.parts ?? {})).toEqual(['recency', 'type', 'similarity', 'files', 'project'])
    expect(entry?.score).toBeCloseTo(Object.values(entry?.parts ?? {}).reduce((sum, part) => sum + part, 0))
    expect(entry?.parts).toMatchObject({ similarity: 1.5, project: 0, files: 0 })
  })
  it.each(['search', 'false'])('is not when CROSS_PROJECT is %s', (value) => {
    const config = loadConfig({ dataDir: base }, { CLAUDE_MEM_CROSS_PROJECT: value })
    expect(begin(B.root, config)?.injections.map((one) => one.observation)).toEqual([here])
  })
})

describe('a private project', () => {
  it('is left out where another session begins, and is told in its own', () => {
    expect(begin(B.root, closed)?.injections.map((one) => one.observation)).toEqual([here])
    expect(begin(A.root, closed)?.injections.map((one) => one.observation)).toEqual([fix])
  })
  it('is left out beside a prompt of another project', async () => {
    expect((await recall(B.root, open))?.shown).toMatchObject([{ observation: { id: fix } }])
    expect(await recall(B.root, closed)).toBeUndefined()
    expect((await recall(A.root, closed))?.shown).toMatchObject([{ observation: { id: fix } }])
  })
  it('is found from itself and by name, but from nowhere else', async () => {
    const ask = asker(quietParts(db, { privateProjects: () => privateProjects(partsFor(closed)) }))
    const found = async (path: string, more: Record<string, string>) => {
      const { body } = await ask(`${path}?${new URLSearchParams({ format: 'index', ...more })}`)
      return body.results.map(({ id }: { id: number }) => id)
    }
    const words = { query: 'webhook signature' }
    expect(await found('/api/search/observations', { ...words, cwd: B.root })).toEqual([])
    expect(await found('/api/search/observations', words)).toEqual([])
    expect(await found('/api/search/by-type', { type: 'bugfix', cwd: B.root })).toEqual([])
    expect(await found('/api/search/sessions', { ...words, cwd: B.root })).toEqual([])
    expect(await found('/api/search/observations', { ...words, cwd: A.root })).toEqual([fix])
    expect(await found('/api/search/observations', { ...words, cwd: B.root, project: 'api' })).toEqual([fix])
  })
  it('is in no list of latest sessions and no timeline that was not asked about it', async () => {
    const ask = asker(quietParts(db, { privateProjects: () => privateProjects(partsFor(closed)) }))
    const sessions = async (query: string) => (await ask(`/api/search/recent-context?limit=5${query}`)).body.sessions
    expect(await sessions('')).toEqual([])
    expect(await sessions('&project=api')).toHaveLength(1)
    const at = new Date(NOW - 10 * DAY_MS).toISOString()
    const { body } = await ask(`/api/search/timeline?anchor=${at}&depth_before=5&depth_after=5`)
    expect(body.timeline.flatMap((row: { id?: number }) => row.id ?? [])).toEqual([here])
  })
  it('is private from the moment its root lies in such a folder', () => {
    const moved = { id: 'github.com/acme/moved', name: 'moved', root: join(base, 'elsewhere') }
    putProject(db, moved, NOW)
    expect(privateProjects(partsFor(closed))).toEqual([A.id])
    putProject(db, { ...moved, root: join(base, 'ap-moved') }, NOW)
    expect(privateProjects(partsFor(closed)).sort()).toEqual([A.id, moved.id].sort())
  })
})

function begin(root: string, config: ReturnType<typeof loadConfig>) {
  return sessionContext(partsFor(config), session(root))
}

function recall(root: string, config: ReturnType<typeof loadConfig>) {
  const event = promptEvent('1', 'The webhook signature compared as bytes fails again', { sessionId: 'new' })
  return promptContext({ ...partsFor(config), meaning: undefined }, { event, session: session(root) })
}

function partsFor(config: ReturnType<typeof loadConfig>) {
  const checkBranches = () => Promise.reject(new Error('nobody asks git here'))
  const freshness = makeFreshness({ db, checkBranches, onTrouble: () => {} })
  return { db, settings: contextSettings(config), address: 'http://127.0.0.1:1', timeZone: 'UTC', freshness }
}

function session(root: string) {
  return { sessionId: 'new', cwd: root, projectDir: root, transcriptPath: undefined, entrypoint: 'cli' }
}

/** A checkout of a branch that is named after the bug. */
function project(name: string) {
  const root = join(base, name)
  mkdirSync(join(root, '.git'), { recursive: true })
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/fix/webhook-signature\n')
  return { id: root, name, root }
}

function summary(request: string) {
  const plain = { investigated: '', learned: '', completed: '', nextSteps: '', notes: '' }
  return { request, ...plain, filesRead: [], filesEdited: [], discoveryTokens: 0, at: NOW - DAY_MS }
}
