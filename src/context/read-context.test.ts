import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tokensOfRead } from '../capture/claude-code/read-cost.ts'
import { loadConfig } from '../config.ts'
import type { Json } from '../memory/event.ts'
import type { Database } from '../store/database.ts'
import { putObservation } from '../store/observations.ts'
import { clearToldFiles, putFollowUp, putGatedRead, putLook } from '../store/reads.ts'
import { endSession, putProject, putSession } from '../store/sessions.ts'
import { draft, memoryDatabase } from '../store/store.fixture.ts'
import { contextSettings } from '../worker/http/context-settings.ts'
import { askedRead } from '../worker/http/hook-questions.ts'
import { readContext } from './read-context.ts'

const BIG = 'export const line = 1\n'.repeat(400)
const BIG_TOKENS = tokensOfRead(BIG)
const ALLOW = { permissions: { allow: ['mcp__plugin_claude-mem_mem'] } }

let root: string
let db: Database
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-gate-')))
  for (const folder of ['shop/src', 'home/.claude']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['total.js', 'other.js', 'logo.png']) writeFileSync(join(root, 'shop/src', name), BIG)
  writeFileSync(join(root, 'shop/src/small.js'), BIG.slice(0, 1499))
  writeFileSync(join(root, 'home/.claude/settings.json'), JSON.stringify(ALLOW))
  db = memoryDatabase()
  const shop = join(root, 'shop')
  putProject(db, { id: shop, name: 'shop', root: shop }, 1)
  remember('past', ['src/total.js', 'src/small.js', 'src/logo.png'])
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true })
})

function remember(sessionId: string, filesModified: string[]): void {
  const shop = join(root, 'shop')
  const seen = { sessionId, project: shop, cwd: shop, transcriptPath: undefined, entrypoint: 'cli', at: 1000 }
  const session = putSession(db, seen)
  const made = draft(`of ${sessionId}`, { filesModified, filesRead: [] })
  putObservation(db, { draft: made, session, project: shop, source: 'local' })
}

interface Asked {
  input?: Json
  file?: string
  tool?: string
  agentId?: string
  state?: 'same' | 'changed' | 'unknown'
  env?: Record<string, string>
  sessionId?: string
  outline?: number
  pending?: { project: string; toldTokens: number }[]
}

function ask(by: Asked = {}) {
  return question(by)?.render({ tokens: by.outline ?? 300, isMost: false })
}

/** In the mode `deny` unless another is named. */
function question(by: Asked = {}) {
  const shop = join(root, 'shop')
  const env = { CLAUDE_MEM_READ_GATE: 'deny', ...by.env }
  const config = loadConfig({ dataDir: join(root, 'data') }, { HOME: join(root, 'home'), ...env })
  const parts = {
    db,
    settings: contextSettings(config),
    timeZone: 'UTC',
    freshness: { of: () => new Map(), ofFile: () => by.state ?? ('same' as const) },
  }
  const planned = {
    session: {
      sessionId: by.sessionId ?? 'now',
      cwd: shop,
      projectDir: shop,
      transcriptPath: undefined,
      entrypoint: 'cli',
    },
    tool: by.tool ?? 'Read',
    input: by.input ?? { file_path: join(shop, by.file ?? 'src/total.js') },
    toolUseId: 'toolu_1',
    agentId: by.agentId,
    permissionMode: 'default',
  }
  const asked = askedRead(planned, config.hostConfigDir)
  return asked && readContext(parts, { ...asked, most: { tokens: 2000, isMost: true }, pending: by.pending ?? [] })
}

describe('the read gate', () => {
  it('says nothing of a memory that is not to be recalled', () => {
    expect(ask()).toBeDefined()
    db.run('UPDATE observations SET recalled = 0')
    expect(ask()).toBeUndefined()
  })

  it('refuses a known file that has not changed', () => {
    const answer = ask()
    expect(answer?.read).toEqual({
      sessionId: 'now',
      project: join(root, 'shop'),
      path: 'src/total.js',
      decision: 'denied',
      fileTokens: BIG_TOKENS,
      toldTokens: expect.any(Number),
    })
    expect(answer?.text).toContain('A discount code counts once per order')
    expect(answer?.injections).toEqual([
      { observation: 1, score: 4, parts: { modified: 2, files: 2 }, tokens: expect.any(Number) },
    ])
  })

  it.each<[string, Asked]>([
    ['a file below 1,500 bytes', { file: 'src/small.js' }],
    ['a file that is not there', { file: 'src/gone.js' }],
    ['a folder', { file: 'src' }],
    ['an image', { file: 'src/logo.png' }],
    ['a file nothing is known of', { file: 'src/other.js' }],
    ['another tool', { tool: 'Edit' }],
    ['a read without a path', { input: { file: 1 } }],
    ['a subagent', { agentId: 'a1' }],
    ['the session that made the only memory', { sessionId: 'past' }],
    ['an excluded project', { env: { CLAUDE_MEM_EXCLUDED_PROJECTS: 'shop' } }],
    ['mode off', { env: { CLAUDE_MEM_READ_GATE: 'off' } }],
    ['mode off for the project', { env: { CLAUDE_MEM_READ_GATE_PROJECTS: 'elsewhere=deny,**/shop=off' } }],
  ])('lets %s pass without a word', (_, asked) => expect(ask(asked)).toBeUndefined())

  it.each([{ offset: 40 }, { limit: 20 }, { pages: '1-2' }])('lets a read with %j pass', (part) =>
    expect(ask({ input: { file_path: join(root, 'shop/src/total.js'), ...part } })).toBeUndefined(),
  )

  it('refuses a read whose offset and limit are null', () =>
    expect(
      ask({ input: { file_path: join(root, 'shop/src/total.js'), offset: null, limit: null } })?.read.decision,
    ).toBe('denied'))

  it.each(['changed', 'unknown'] as const)('lets a file pass that is %s, without a word', (state) =>
    expect(ask({ state })).toBeUndefined(),
  )

  it.each(['changed', 'unknown'] as const)('lets a file that is %s pass with the notes in the mode inform', (state) =>
    expect(ask({ state, env: { CLAUDE_MEM_READ_GATE: 'inform' } })).toMatchObject({
      read: { decision: 'informed' },
      text: expect.stringContaining('changed since'),
    }),
  )

  it('claims nothing of a file that the session itself changed since the last note on it', () => {
    remember('now', ['src/total.js'])
    expect(ask({ state: 'same' })).toBeUndefined()
    expect(ask({ state: 'same', env: { CLAUDE_MEM_READ_GATE: 'inform' } })).toMatchObject({
      text: expect.stringContaining('changed since'),
      injections: [{ observation: 1 }],
    })
  })

  it('refuses only where everything it names costs less than half of the file', () => {
    const text = ask()?.text ?? ''
    const named = [...text.matchAll(/~([\d,]+) tokens/g)].map((match) => Number(match[1]?.replace(',', '')))
    const [file = 0, details = 0, outline = 0] = named
    expect([file, outline]).toEqual([BIG_TOKENS, 300])
    const told = ask({ outline: 1000 })?.read.toldTokens ?? 0
    const most = Math.floor(BIG_TOKENS / 2) - told - details
    expect(ask({ outline: most })).toBeDefined()
    expect(ask({ outline: most + 2 })).toBeUndefined()
  })

  it('lets every read pass where our tools are not permitted', () => {
    rmSync(join(root, 'home/.claude/settings.json'))
    expect(ask()).toBeUndefined()
  })

  it('only informs where it is told to, for all projects or for one', () => {
    for (const env of [
      { CLAUDE_MEM_READ_GATE: 'inform' },
      { CLAUDE_MEM_READ_GATE: 'off', CLAUDE_MEM_READ_GATE_PROJECTS: `${root}/*=inform` },
    ] as Record<string, string>[])
      expect(ask({ env })?.read.decision).toBe('informed')
  })

  it('speaks once of a file in a session, and again after a compaction', () => {
    const first = ask()
    if (!first) throw new Error('the first read passed')
    putGatedRead(db, first.read, 2000)
    expect(ask()).toBeUndefined()
    expect(ask({ sessionId: 'another' })?.read.decision).toBe('denied')
    clearToldFiles(db, 'now')
    expect(ask()?.read.decision).toBe('denied')
  })

  it('knows the same file in a linked worktree of the repository', () => {
    const shop = join(root, 'shop')
    const git = (...args: string[]) => execFileSync('git', ['-C', shop, ...args], { stdio: 'ignore' })
    git('init', '-q')
    git('-c', 'user.name=me', '-c', 'user.email=me@example.com', 'commit', '-q', '--allow-empty', '-m', 'first')
    git('worktree', 'add', '-q', join(root, 'tree'))
    mkdirSync(join(root, 'tree/src'))
    writeFileSync(join(root, 'tree/src/total.js'), BIG)
    expect(ask({ input: { file_path: join(root, 'tree/src/total.js') } })?.read.path).toBe('src/total.js')
  })

  it('finds a file however its path is written', () => {
    expect(ask({ input: { file_path: 'src/total.js' } })?.read.path).toBe('src/total.js')
    expect(ask({ input: { file_path: join(root, 'shop/src/../src/total.js') } })?.read.path).toBe('src/total.js')
  })

  it.each(['~/shop', '=off', '~/shop=never'])('reports a project rule it cannot use: %s', (rule) => {
    const config = loadConfig({ dataDir: root }, { HOME: root, CLAUDE_MEM_READ_GATE_PROJECTS: rule })
    expect(config.problems).toEqual([expect.stringContaining('CLAUDE_MEM_READ_GATE_PROJECTS')])
  })
})

describe('the read gate in the mode `earn`, the default', () => {
  const earn = (more: Asked = {}) => ask({ ...more, env: { CLAUDE_MEM_READ_GATE: 'earn' } })
  const shop = () => join(root, 'shop')
  const told = () => question()?.toldTokens ?? 0

  /** A session that asked for an outline of a file of so many tokens, and has ended unless it is `active`. */
  function look(sessionId: string, by: { fileTokens: number; active?: boolean }): void {
    const seen = { project: shop(), cwd: shop(), transcriptPath: undefined, entrypoint: 'cli', at: 1000 }
    const session = putSession(db, { ...seen, sessionId })
    const file = join(shop(), 'src/other.js')
    putLook(db, { sessionId, project: shop(), path: 'src/other.js', file, fileTokens: by.fileTokens }, 1000)
    putFollowUp(db, { sessionId, path: 'src/other.js', whole: false, tokens: 100 })
    if (!by.active) endSession(db, { session, at: 2000, status: 'completed' })
  }

  it('is what a new installation has', () =>
    expect(loadConfig({ dataDir: root }, { HOME: root }).READ_GATE).toBe('earn'))

  it('is silent where nothing was saved yet', () => expect(earn()).toBeUndefined())

  it('refuses once outlines have saved ten times what the refusal costs', () => {
    look('looked', { fileTokens: 100 + told() * 10 - 10 })
    expect(earn()).toBeUndefined()
    look('again', { fileTokens: 110 })
    expect(earn()?.read.decision).toBe('denied')
  })

  it('counts no outline of a session that goes on, and none whose file was read after all', () => {
    look('goes on', { fileTokens: 90_000, active: true })
    look('read it', { fileTokens: 90_000 })
    putFollowUp(db, { sessionId: 'read it', path: 'src/other.js', whole: true, tokens: 90_000 })
    expect(earn()).toBeUndefined()
  })

  it('is silent again when refused files were read after all, and goes on when they were not', () => {
    look('looked', { fileTokens: 100 + told() * 10 })
    const first = earn()
    if (!first) throw new Error('the first read passed')
    const session = putSession(db, {
      sessionId: 'now',
      project: shop(),
      cwd: shop(),
      transcriptPath: undefined,
      entrypoint: 'cli',
      at: 3000,
    })
    putGatedRead(db, first.read, 3000)
    expect(earn({ sessionId: 'next' })).toBeUndefined()
    endSession(db, { session, at: 4000, status: 'completed' })
    expect(earn({ sessionId: 'next' })?.read.decision).toBe('denied')
    putFollowUp(db, { sessionId: 'now', path: 'src/total.js', whole: true, tokens: BIG_TOKENS })
    expect(earn({ sessionId: 'next' })).toBeUndefined()
  })

  it('counts refusals that are not in the store yet as lost', () => {
    look('looked', { fileTokens: 100 + told() * 10 })
    expect(earn({ pending: [{ project: shop(), toldTokens: 1 }] })).toBeUndefined()
    expect(earn({ pending: [{ project: 'another', toldTokens: 9000 }] })).toBeDefined()
  })
})
