/**
 * The read gate from the hook script to the worker and back: what an agent is told before it reads a file that an earlier
 * session worked on, and that it is never in the way twice.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokensOfRead } from '../src/capture/claude-code/read-cost.ts'
import type { Stats } from '../src/worker/protocol/overview.ts'
import { runCli } from './support/cli.ts'
import { common, type HookRun, LIMITS, runHook, sessionStart } from './support/hook.ts'
import { anotherProject, makePlace, type Place, removePlace, writeLaunch } from './support/place.ts'
import { call, query, settle, startWorker, stopWorker } from './support/worker.ts'

const SILENT: HookRun = { code: 0, signal: null, stdout: '', stderr: '' }
const FILE = 'src/total.js'
const BODY = '  order.total = order.lines.reduce((sum, line) => sum + line.price * line.count, 0)\n'.repeat(8)
const LINES = Array.from({ length: 20 }, (_, n) => `export function step${n}(order) {\n${BODY}}\n`)
const BEFORE = `${LINES.join('')}export const limit = 10\n`
const AFTER = BEFORE.replace('limit = 10', 'limit = 60')
const LIMIT_RAISED = 'The limit of an order is 60 now, because wholesale customers were refused.'
// A disk that is busy with the whole suite must not turn a right answer into silence; the limit itself is hooks.json's.
const PATIENT = '5'

const DENY = { CLAUDE_MEM_READ_GATE: 'deny' }

let place: Place
let projects = 0

/** For a test that stops its worker, sets it up otherwise, or reads what is counted over all projects. */
function ownMemory(): void {
  beforeEach(() => {
    place = makePlace()
  })
  afterEach(async () => {
    await stopWorker(place)
    removePlace(place)
  })
}

/** A session's id in this test: `now` of another one is another session. */
const own = (name: string) => `${name} ${projects}`

async function workOnFile(env: NodeJS.ProcessEnv = DENY): Promise<void> {
  await startWorker(place, env)
  await editFile()
}

/** A session edits the file and ends; our tools are permitted, as `install` sets it up. */
async function editFile(): Promise<void> {
  writeFileSync(join(place.root, 'host/settings.json'), '{"permissions":{"allow":["mcp__plugin_claude-mem_mem"]}}')
  mkdirSync(join(place.project, 'src'), { recursive: true })
  writeFileSync(join(place.project, FILE), AFTER)
  const sessionId = own('past')
  const part = common(place, 'PostToolUse', { sessionId })
  const patch = { oldStart: 201, newStart: 201, oldLines: 1, newLines: 1 }
  const edit = {
    ...part,
    tool_name: 'Edit',
    tool_use_id: `toolu_edit_${projects}`,
    tool_input: { file_path: join(place.project, FILE), old_string: 'limit = 10', new_string: 'limit = 60' },
    tool_response: {
      filePath: join(place.project, FILE),
      structuredPatch: [{ ...patch, lines: ['-export const limit = 10', '+export const limit = 60'] }],
    },
  }
  await runHook(place, { event: 'PostToolUse', payload: edit })
  await runHook(place, {
    event: 'Stop',
    payload: { ...common(place, 'Stop', { sessionId }), last_assistant_message: LIMIT_RAISED },
  })
  await settle(place)
}

interface ReadOptions {
  sessionId?: string
  id?: string
  input?: object
  limit?: string
}

function readPayload(event: string, { sessionId = 'now', id = 'toolu_read', input = {} }: ReadOptions) {
  return {
    ...common(place, event, { sessionId: own(sessionId) }),
    permission_mode: 'default',
    tool_name: 'Read',
    tool_use_id: id,
    tool_input: { file_path: join(place.project, FILE), ...input },
  }
}

async function planRead(by: ReadOptions = {}): Promise<{ run: HookRun; said: Record<string, string> }> {
  const run = await runHook(place, {
    event: 'PreToolUse',
    payload: readPayload('PreToolUse', by),
    limit: by.limit ?? PATIENT,
  })
  return { run, said: run.stdout === '' ? {} : JSON.parse(run.stdout).hookSpecificOutput }
}

function afterRead(by: ReadOptions & { content: string }): Promise<HookRun> {
  const file = {
    filePath: join(place.project, FILE),
    content: by.content,
    numLines: 201,
    startLine: 1,
    totalLines: 201,
  }
  const payload = { ...readPayload('PostToolUse', by), tool_response: { type: 'text', file } }
  return runHook(place, { event: 'PostToolUse', payload })
}

describe('a read of a file that an earlier session changed', () => {
  const shared = makePlace()
  beforeAll(() => startWorker(shared, DENY))
  beforeEach(() => {
    projects += 1
    place = anotherProject(shared, `shop-${projects}`)
  })
  afterAll(async () => {
    await stopWorker(shared)
    removePlace(shared)
  })

  it('is refused once when two are asked for at the same time', async () => {
    await editFile()
    const both = await Promise.all([planRead({ id: 'toolu_a' }), planRead({ id: 'toolu_b' })])
    expect(both.filter(({ said }) => said.permissionDecision === 'deny')).toHaveLength(1)
    expect(both.filter(({ run }) => run.stdout === '')).toHaveLength(1)
  })

  it('is refused again after the session was compacted', async () => {
    await editFile()
    await planRead()
    await runHook(place, { event: 'SessionStart', payload: sessionStart(place, own('now'), 'compact') })
    await settle(place)
    expect((await planRead()).said.permissionDecision).toBe('deny')
  })

  it('names what the outline of this very file costs', async () => {
    await editFile()
    const query = new URLSearchParams({ path: FILE, cwd: place.project })
    const { tokens } = await call<{ tokens: number }>(place, 'GET', `/api/code/outline?${query}`)
    const said: (string | undefined)[] = []
    // The parser is warm; on a machine that is busy with the whole suite one of them is still in time.
    for (const sessionId of ['a', 'b', 'c', 'd', 'e'])
      said.push((await planRead({ sessionId })).said.permissionDecisionReason)
    expect(said.join('\n')).toContain(`its structure, ~${tokens} tokens`)
  })

  it('is refused when the file was written again with the same content', async () => {
    await editFile()
    writeFileSync(join(place.project, FILE), AFTER)
    expect((await planRead()).said.permissionDecision).toBe('deny')
  })

  it('passes when only a part is wanted', async () => {
    await editFile()
    expect((await planRead({ input: { offset: 10, limit: 20 } })).run).toEqual(SILENT)
  })

  it('is a question and leaves no event', async () => {
    await editFile()
    await planRead({ id: 'toolu_question' })
    await settle(place)
    expect(query(place, "SELECT 1 FROM observation_queue WHERE event_key = 't:toolu_question'")).toEqual([])
  })
})

describe('such a read, in a memory of its own', () => {
  ownMemory()

  it('is refused once, with what is known of the file, and then passes, also after the worker was started again', async () => {
    await workOnFile()
    const first = await planRead()
    expect(first.run).toMatchObject({ code: 0, stderr: '' })
    expect(first.said).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(
        /^Current: \d{4}-\d\d-\d\d \d{1,2}:\d\d[ap]m \S+\nNot read: src\/total\.js[\s\S]*Read it again and you get it[\s\S]*\n1 \d{1,2}:\d\d[ap]m .*limit/,
      ),
    })
    expect((await planRead({ id: 'toolu_again' })).run).toEqual(SILENT)
    await settle(place)
    await stopWorker(place)
    await startWorker(place, DENY)
    expect((await planRead({ id: 'toolu_third' })).run).toEqual(SILENT)
    expect((await planRead({ sessionId: 'another' })).said.permissionDecision).toBe('deny')
  })

  it('passes without a word when the content changed, and with the notes in the mode `inform`', async () => {
    await workOnFile()
    writeFileSync(join(place.project, FILE), AFTER.replace('limit = 60', 'limit = 90'))
    expect((await planRead()).run).toEqual(SILENT)
    await stopWorker(place)
    await startWorker(place, { CLAUDE_MEM_READ_GATE: 'inform' })
    expect((await planRead()).said.additionalContext).toMatch(/changed since[\s\S]*\n1 /)
  })

  it('passes with the notes beside it in the mode `inform`, once', async () => {
    await workOnFile({ CLAUDE_MEM_READ_GATE: 'inform' })
    const { said } = await planRead()
    expect(said).toEqual({ hookEventName: 'PreToolUse', additionalContext: expect.stringContaining('unchanged since') })
    expect((await planRead()).run).toEqual(SILENT)
  })

  it('passes when there is no worker, and no answer is waited for', async () => {
    await workOnFile()
    await stopWorker(place)
    writeLaunch(place, join(place.root, 'no-such-worker.mjs'))
    const limit = LIMITS.PreToolUse ?? ''
    expect((await planRead({ limit })).run).toEqual(SILENT)
  })
})

describe('what the gate saved', () => {
  ownMemory()

  const economics = async () => (await call<Stats>(place, 'GET', '/api/stats')).economics
  const fileTokens = tokensOfRead(AFTER)

  it('is the file’s tokens minus those of the answer, less when part of the file is read later, and a loss when all of it is', async () => {
    await workOnFile()
    const { said } = await planRead()
    const told = Math.ceil(Buffer.byteLength(said.permissionDecisionReason ?? '') / 3.5)
    await settle(place)
    expect(await economics()).toMatchObject({ denied: 1, readAgain: 0, gateSavedTokens: fileTokens - told })

    await afterRead({ id: 'toolu_part', input: { offset: 1, limit: 10 }, content: 'x'.repeat(350) })
    await settle(place)
    expect(await economics()).toMatchObject({ readAgain: 0, gateSavedTokens: fileTokens - told - 102 })

    await afterRead({ id: 'toolu_whole', content: AFTER })
    await settle(place)
    const after = await economics()
    expect(after).toMatchObject({ denied: 1, readAgain: 1, gateSavedTokens: -told - 102 })
    const { stdout } = await runCli(place, ['stats'])
    expect(stdout).toMatch(
      /tokens +~0 told to sessions, ~\d+ lost by the read gate \(1 refused, 1 read after all, 0 with notes\)/,
    )
    expect(after.sessions.find(({ sessionId }) => sessionId === own('now'))).toMatchObject({
      gateSavedTokens: -told - 102,
    })
  })

  it('counts the memories that were fetched instead', async () => {
    await workOnFile()
    await planRead()
    await settle(place)
    const before = (await economics()).gateSavedTokens
    const payload = {
      ...common(place, 'PostToolUse', { sessionId: own('now') }),
      tool_name: 'mcp__plugin_claude-mem_mem__get_observations',
      tool_use_id: 'toolu_details',
      tool_input: { ids: [1] },
      tool_response: [{ type: 'text', text: 'y'.repeat(700) }],
    }
    await runHook(place, { event: 'PostToolUse', payload })
    await settle(place)
    expect((await economics()).gateSavedTokens).toBe(before - 200)
  })

  it('is less by what a command printed of the file', async () => {
    await workOnFile()
    await planRead()
    await settle(place)
    const before = (await economics()).gateSavedTokens
    const payload = {
      ...common(place, 'PostToolUse', { sessionId: own('now') }),
      tool_name: 'Bash',
      tool_use_id: 'toolu_cat',
      tool_input: { command: 'cat src/total.js | head -20' },
      tool_response: { stdout: 'z'.repeat(1400), stderr: '' },
    }
    await runHook(place, { event: 'PostToolUse', payload })
    await settle(place)
    expect((await economics()).gateSavedTokens).toBe(before - 400)
  })

  it('is below zero in the mode `inform`, which saves no reading', async () => {
    await workOnFile({ CLAUDE_MEM_READ_GATE: 'inform' })
    await planRead()
    await settle(place)
    const found = await economics()
    expect(found).toMatchObject({ denied: 0, informed: 1 })
    expect(found.gateSavedTokens).toBeLessThan(0)
  })
})

describe('the gate as it is installed', () => {
  ownMemory()

  /** A session asks for the outline of another file and ends. */
  async function lookInstead(): Promise<void> {
    const other = join(place.project, 'src/orders.js')
    writeFileSync(other, BEFORE)
    const look = {
      ...common(place, 'PostToolUse', { sessionId: 'looking' }),
      tool_name: 'mcp__plugin_claude-mem_mem__smart_outline',
      tool_use_id: 'toolu_outline',
      tool_input: { path: 'src/orders.js' },
      tool_response: [{ type: 'text', text: 'y'.repeat(700) }],
    }
    await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'looking', 'startup') })
    await runHook(place, { event: 'PostToolUse', payload: look })
    await runHook(place, {
      event: 'SessionEnd',
      payload: { ...common(place, 'SessionEnd', { sessionId: 'looking' }), reason: 'other' },
    })
    await settle(place)
  }

  it('refuses nothing before anything was saved, then as much as was saved, and stops when files are read after all', async () => {
    await workOnFile({})
    expect((await planRead()).run).toEqual(SILENT)
    await lookInstead()
    const refused: string[] = []
    for (let n = 0; n < 6; n++) {
      const sessionId = `later-${n}`
      const { said } = await planRead({ sessionId })
      if (said.permissionDecision === 'deny') refused.push(said.permissionDecisionReason ?? '')
      await afterRead({ sessionId, id: `toolu_again_${n}`, content: AFTER })
      await settle(place)
    }
    expect(refused.length).toBeGreaterThan(1)
    expect(refused.length).toBeLessThan(6)
    const earned = Math.floor((tokensOfRead(BEFORE) - 200) / 10)
    const spent = refused.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 3.5), 0)
    expect(spent).toBeLessThanOrEqual(earned)
    const { economics } = await call<Stats>(place, 'GET', '/api/stats')
    expect(economics).toMatchObject({ denied: refused.length, readAgain: refused.length, informed: 0 })
    expect(economics.gateSavedTokens).toBe(-spent)
  })
})
