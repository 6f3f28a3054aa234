/** From the settings, the disk and git to what a session is told: the parts meet here. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { putMemory } from '../../test/support/put-memory.ts'
import { loadConfig } from '../config.ts'
import type { ObservationDraft } from '../memory/observation.ts'
import { makeFreshness } from '../retrieval/freshness-asker.ts'
import type { Database } from '../store/database.ts'
import { putProject, putSession } from '../store/sessions.ts'
import { memoryDatabase } from '../store/store.fixture.ts'
import { putSummary } from '../store/summaries.ts'
import { putSuperseded } from '../store/superseded.ts'
import { contextSettings } from '../worker/http/context-settings.ts'
import { resolveProject } from '../workspace/project.ts'
import { sessionContext } from './session-context.ts'

const NOW = Date.now()
const DAY_MS = 24 * 60 * 60 * 1000
let root = ''
let db: Database

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-begin-')))
  db = memoryDatabase()
  putProject(db, resolveProject(root), NOW)
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true, force: true })
})

describe('the ledger of a session’s beginning', () => {
  it('has the memory of a file that was changed by hand yesterday before a newer change elsewhere', () => {
    write('src/total.js', NOW - DAY_MS)
    write('src/cart.js', NOW - 90 * DAY_MS)
    const about = put('one', { type: 'change', filesModified: ['src/total.js'], at: NOW - 30 * DAY_MS })
    const newer = put('two', { type: 'change', filesModified: ['src/cart.js'], at: NOW - DAY_MS })
    expect(told()).toEqual([about, newer])
    utimesSync(join(root, 'src/total.js'), 1, 1)
    expect(told()).toEqual([newer, about])
  })
  it('follows the half-life of the settings', () => {
    const old = put('one', { type: 'bugfix', at: NOW - 4 * DAY_MS })
    const recent = put('two', { type: 'change', at: NOW })
    expect(told()).toEqual([recent, old])
    expect(told({ CLAUDE_MEM_RECENCY_HALFLIFE_DAYS: '30' })).toEqual([old, recent])
  })
  it('knows the branch and the files of a linked worktree, whose memories are the main repository’s', () => {
    mkdirSync(join(root, '.git/worktrees/w'), { recursive: true })
    mkdirSync(join(root, '.git/objects'))
    writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(root, '.git/worktrees/w/HEAD'), 'ref: refs/heads/fix/webhook-signature\n')
    writeFileSync(join(root, '.git/worktrees/w/commondir'), '../..\n')
    write('w/.git', NOW, `gitdir: ${join(root, '.git/worktrees/w')}\n`)
    const named = put('Webhook signature', { type: 'change', at: NOW - 30 * DAY_MS })
    const newer = put('two', { type: 'change', at: NOW })
    expect(told({}, join(root, 'w'))).toEqual([named, newer])
    expect(told({}, root)).toEqual([newer, named])
  })
  it('is short of nothing when the folder is gone', () => {
    const one = put('one', { filesModified: ['src/total.js'], at: NOW })
    rmSync(root, { recursive: true })
    expect(told()).toEqual([one])
  })
})

describe('what a session is told', () => {
  it('has the user’s rules before everything that fades, and they are in the ledger', () => {
    const rule = put('Never deploy on Fridays', { standing: true, type: 'decision', at: NOW - 900 * DAY_MS })
    const fix = put('Totals are rounded once', { at: NOW })
    const context = begin()
    expect(context?.text).toContain(`### The user’s rules\n${rule} Never deploy on Fridays\n`)
    expect(context?.injections.map(({ observation }) => observation)).toEqual([rule, fix])
    expect(context?.injections[0]?.parts).toEqual({ standing: 1 })
  })
  it('has the gist of the best memories, read in one question', () => {
    const fix = put('Totals are rounded once', { narrative: 'Every line was rounded before they were added.', at: NOW })
    const asked = vi.spyOn(db, 'all')
    expect(begin()?.text).toContain(`Totals are rounded once\n  Every line was rounded before they were added.\n`)
    const texts = asked.mock.calls.filter(([sql]) => /narrative FROM observations WHERE id/.test(sql))
    expect(texts.map(([, params]) => params)).toEqual([{ ids: JSON.stringify([fix]) }])
  })
  it('is nothing of a memory that another took the place of', () => {
    const older = put('Never deploy on Fridays', { standing: true, at: NOW - DAY_MS })
    const newer = put('Deploy on any day', { standing: true, at: NOW })
    putSuperseded(db, { older, newer, at: NOW })
    expect(begin()?.injections.map(({ observation }) => observation)).toEqual([newer])
  })
  it('is what was done elsewhere, where nothing is known here', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'claude-mem-elsewhere-'))
    const other = resolveProject(elsewhere)
    putProject(db, other, NOW)
    const seen = { sessionId: 's', cwd: other.root, transcriptPath: undefined, entrypoint: 'cli', at: NOW }
    const draft = { ...NO_WORDS, request: 'Plan the new shop', discoveryTokens: 0, at: NOW }
    putSummary(db, { session: putSession(db, { ...seen, project: other.id }), project: other.id, draft })
    rmSync(elsewhere, { recursive: true })
    expect(begin()?.text).toContain(`[from: ${other.name}]: Plan the new shop`)
    expect(begin({ CLAUDE_MEM_CROSS_PROJECT: 'false' })).toBeUndefined()
    expect(begin({ CLAUDE_MEM_PRIVATE_PROJECTS: other.root })).toBeUndefined()
  })
})

const NO_WORDS = {
  investigated: '',
  learned: '',
  completed: '',
  nextSteps: '',
  notes: '',
  filesRead: [],
  filesEdited: [],
}

const nobody = () => Promise.reject(new Error('nobody asks git here'))

/** Ids in the order of their scores. */
function told(env: Record<string, string> = {}, cwd = root): number[] {
  const entries = begin(env, cwd)?.injections ?? []
  return entries.toSorted((a, b) => b.score - a.score).map((entry) => entry.observation)
}

function begin(env: Record<string, string> = {}, cwd = root): ReturnType<typeof sessionContext> {
  const session = { sessionId: 'new', cwd, projectDir: cwd, transcriptPath: undefined, entrypoint: 'cli' }
  const settings = contextSettings(loadConfig({ dataDir: join(root, 'data') }, env))
  const freshness = makeFreshness({ db, checkBranches: nobody, onTrouble: () => {} })
  return sessionContext({ db, settings, address: 'http://127.0.0.1:1', timeZone: 'UTC', freshness }, session)
}

function put(title: string, more: Partial<ObservationDraft>): number {
  return putMemory(db, root, { title, ...more })
}

function write(path: string, at: number, text = ''): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
  utimesSync(join(root, path), at / 1000, at / 1000)
}
