/**
 * Failure memory from the hook script to the worker and back: a session fails and finds the way out; a later one that fails
 * the same way is told at once, in one line, and nobody else is.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeSpoolFile } from '../src/capture/spool-file.ts'
import { findWorker, send } from '../src/worker/client.ts'
import { askedOf } from '../src/worker/writer/spool/asked-call.ts'
import { common, type HookRun, runHook, sessionStart } from './support/hook.ts'
import { anotherProject, HOOK_SCRIPT, makePlace, type Place, removePlace } from './support/place.ts'
import { call, query, settle, startWorker, stopWorker } from './support/worker.ts'

const SILENT: HookRun = { code: 0, signal: null, stdout: '', stderr: '' }
const IN_USE = 'Error: listen EADDRINUSE: address already in use :::3000\n    at Server.setupListenHandle'
const NO_MODULE = "Error: Cannot find module 'zod'\nRequire stack:\n- src/server.js"
const PASSED = 'ok 1 - serves the orders of a customer\n# pass 1\n# fail 0'
// A machine that is busy with the whole suite must not turn a right answer into silence; the limit itself is hooks.json's.
const PATIENT = '5'

const DENY = { CLAUDE_MEM_FAILURE_HINTS: 'deny-once' }

/** The memory of most tests: each has a project of its own there, and its own sessions. */
const shared = { hints: makePlace(), deny: makePlace() }
let place: Place
let projects = 0
let calls = 0
beforeAll(() => Promise.all([startWorker(shared.hints), startWorker(shared.deny, DENY)]))
afterAll(async () => {
  for (const one of Object.values(shared)) {
    await stopWorker(one)
    removePlace(one)
  }
})

/** Its own project in the memory that others use too. */
function projectIn(one: Place): void {
  projects += 1
  place = anotherProject(one, `shop-${projects}`)
}

/** For a test that stops its worker, or wants another kind: a memory of its own. */
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
const storedCalls = () =>
  query<{ result: string }>(
    place,
    `SELECT json_extract(q.event, '$.call.result') AS result FROM observation_queue q JOIN sdk_sessions s ON s.id = q.session_id
     WHERE q.kind = 'tool' AND s.claude_session_id LIKE '% ${projects}'`,
  )

interface Bash {
  sessionId?: string
  command?: string
  projectDir?: string
  /** Where the agent stands; the project's root unless it moved. */
  cwd?: string
  shell?: string[]
}

function bash(event: string, { sessionId = 'now', command = 'npm test', projectDir, cwd }: Bash, rest: object) {
  const folder = cwd ?? projectDir
  calls += 1
  return {
    ...common(place, event, { sessionId: own(sessionId) }),
    ...(folder === undefined ? {} : { cwd: folder }),
    tool_name: 'Bash',
    tool_use_id: `toolu_${calls}`,
    tool_input: { command, description: 'Run the tests of the shop' },
    ...rest,
  }
}

async function run(event: string, payload: object, by: Bash, more: object): Promise<HookRun> {
  const env = by.projectDir === undefined ? {} : { env: { CLAUDE_PROJECT_DIR: by.projectDir } }
  return runHook(place, {
    event,
    payload,
    limit: PATIENT,
    ...(by.shell === undefined ? {} : { shell: by.shell }),
    ...env,
    ...more,
  })
}

const fails = (error: string, by: Bash = {}) =>
  run('PostToolUseFailure', bash('PostToolUseFailure', by, { error: `Exit code 1\n${error}` }), by, {})

/** Exit status 0, as behind `| tail`. */
const prints = (stdout: string, by: Bash = {}) =>
  run('PostToolUse', bash('PostToolUse', by, { tool_response: { stdout, stderr: '', interrupted: false } }), by, {
    when: 'failed',
  })

const plans = (by: Bash = {}) =>
  run('PreToolUse', bash('PreToolUse', by, { permission_mode: 'default' }), by, { when: 'failing' })

async function ends(sessionId: string, saying = ''): Promise<void> {
  await runHook(place, {
    event: 'Stop',
    payload: { ...common(place, 'Stop', { sessionId: own(sessionId) }), last_assistant_message: saying },
  })
  await settle(place)
}

/** A session meets the failure and finds the flag that ends it. Returns the line a later one is told. */
async function learn(by: { projectDir?: string } = {}): Promise<string> {
  const past = { sessionId: 'past', ...by }
  expect(await fails(IN_USE, past)).toEqual(SILENT)
  expect(await prints(PASSED, { ...past, command: 'npm test -- --runInBand' })).toEqual(SILENT)
  await ends('past')
  const [memory] = query<{ id: number }>(place, 'SELECT id FROM observations ORDER BY id DESC')
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(Date.now())
  return `failed like this on ${day}: needs --runInBand (#${memory?.id})`
}

const told = ({ stdout }: HookRun) => (stdout === '' ? undefined : JSON.parse(stdout).hookSpecificOutput)

describe('a session that fails as an earlier one did', () => {
  beforeEach(() => projectIn(shared.hints))

  it('is told the known fix beside the result, once', async () => {
    const line = await learn()
    const answer = await fails(IN_USE)
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    expect(told(answer)).toEqual({ hookEventName: 'PostToolUseFailure', additionalContext: line })
    expect(await fails(IN_USE)).toEqual(SILENT)
    expect(told(await fails(IN_USE, { sessionId: 'the one after' }))?.additionalContext).toBe(line)
    await settle(place)
    const injections = `SELECT claude_session_id AS session, surface FROM injections
      WHERE claude_session_id LIKE '% ${projects}' ORDER BY id`
    expect(query(place, injections)).toEqual([
      { session: own('now'), surface: 'failure' },
      { session: own('the one after'), surface: 'failure' },
    ])
    expect(storedCalls().filter(({ result }) => result === 'failed')).toHaveLength(4)
  })

  it('is told the fix once when two calls fail at the same time', async () => {
    await learn()
    const answers = await Promise.all([fails(IN_USE), fails(IN_USE), fails(IN_USE)])
    expect(answers.filter((one) => one.stdout !== '')).toHaveLength(1)
  })

  it('is told the fix where a pipe hides the exit status', async () => {
    const line = await learn()
    const hidden = await prints(`not ok 1 - serves the orders of a customer\n${IN_USE}\n# pass 0\n# fail 1`, {
      command: 'npm test 2>&1 | tail -20',
    })
    expect(told(hidden)).toEqual({ hookEventName: 'PostToolUse', additionalContext: line })
  })

  it.each([['dash'], ['bash', '--posix'], ['busybox', 'ash']])('is told it through %s %s', async (...shell) => {
    if (spawnSync(shell[0] ?? '', [...shell.slice(1), '-c', 'true']).status !== 0)
      return console.log(`skipped: no ${shell[0]} here`)
    const line = await learn()
    const stdout = `${IN_USE} “ünïcode” 100% \\n\n# pass 0\n# fail 1`
    expect(told(await prints(stdout, { shell, command: 'npm test | tail' }))?.additionalContext).toBe(line)
    await settle(place)
    const rows = query<{ stdout: string }>(
      place,
      `SELECT json_extract(event, '$.call.output') AS stdout FROM observation_queue ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ stdout }])
  })

  it('is told the fix even if the event was stored before the hook asked', async () => {
    const line = await learn()
    const payload = bash('PostToolUseFailure', {}, { error: `Exit code 1\n${IN_USE}` })
    const name = writeSpoolFile(place.data.spool, {
      event: 'PostToolUseFailure',
      pid: process.pid,
      entrypoint: 'cli',
      projectDir: place.project,
      payload: Buffer.from(JSON.stringify(payload)),
    })
    await settle(place)
    const port = findWorker(place.data)
    if (!port) throw new Error('no worker is running')
    const reply = await send(port, { method: 'GET', path: `/hook/${name}`, timeoutMs: 5000 })
    const [nonce, body = ''] = reply.text.split('\n')
    expect(nonce).toBe(port.nonce)
    expect(JSON.parse(body).hookSpecificOutput.additionalContext).toBe(line)
  })

  it('hears nothing once the memory is forgotten', async () => {
    const line = await learn()
    const known = `SELECT 1 FROM known_failures WHERE project = '${place.project}'`
    expect(query(place, known)).not.toEqual([])
    await call(place, 'POST', '/api/forget', { id: Number(/#(\d+)/.exec(line)?.[1]) })
    expect(await fails(IN_USE)).toEqual(SILENT)
    expect(query(place, known)).toEqual([])
  })
})

describe('nothing is said', () => {
  beforeEach(() => projectIn(shared.hints))

  it('of another error, another project, a bare exit code, the own session, or a call that went well', async () => {
    await learn()
    const elsewhere = join(place.root, 'work/other')
    mkdirSync(elsewhere, { recursive: true })
    expect(await fails(NO_MODULE)).toEqual(SILENT)
    expect(await fails(IN_USE, { projectDir: elsewhere, sessionId: 'elsewhere' })).toEqual(SILENT)
    expect(await fails('')).toEqual(SILENT)
    expect(await fails(IN_USE, { sessionId: 'past' })).toEqual(SILENT)
    expect(await prints(PASSED)).toEqual(SILENT)
    expect(told(await fails(IN_USE))).toBeDefined()
  })

  it('of its own failure, until the context is compacted away', async () => {
    const line = await learn()
    const start = sessionStart(place, own('past'), 'compact')
    await runHook(place, { event: 'SessionStart', payload: start, limit: null })
    await settle(place)
    expect(told(await fails(IN_USE, { sessionId: 'past' }))?.additionalContext).toBe(line)
  })
})

describe('nothing is said either', () => {
  ownMemory()

  it('with CLAUDE_MEM_FAILURE_HINTS=off', async () => {
    await startWorker(place, { CLAUDE_MEM_FAILURE_HINTS: 'off' })
    await learn()
    expect(await fails(IN_USE)).toEqual(SILENT)
  })

  it('when no worker runs, and the event is kept', async () => {
    expect(await fails(IN_USE)).toEqual(SILENT)
    await startWorker(place)
    await settle(place)
    expect(storedCalls()).toHaveLength(1)
  })
})

const isRefused = async (by: Bash = {}) => told(await plans(by))?.permissionDecision === 'deny'

describe('deny-once', () => {
  beforeEach(() => projectIn(shared.deny))

  it('refuses a command known to fail as typed, once per session, and says that the next run passes', async () => {
    const line = await learn()
    const known = line.replace('failed like this on', 'failed on')
    expect(told(await plans())).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `Not run: typed like this, the command ${known}. Change it, or run it again as it is: the second time it runs.`,
    })
    expect(await plans()).toEqual(SILENT)
    expect(await fails(IN_USE)).toEqual(SILENT)
    await settle(place)
    expect(storedCalls()).toHaveLength(3)
  })

  it('lets the needed form, other commands, other folders and one that has passed since run', async () => {
    await learn()
    const folder = join(place.project, 'packages/till')
    mkdirSync(folder, { recursive: true })
    expect(await plans({ command: 'npm test -- --runInBand' })).toEqual(SILENT)
    expect(await plans({ command: 'npm test src' })).toEqual(SILENT)
    expect(await plans({ cwd: folder })).toEqual(SILENT)
    expect(await isRefused({ cwd: folder, command: `cd ${place.project} && npm test | tail -3` })).toBe(true)
    await prints(PASSED, { sessionId: 'later' })
    await ends('later')
    expect(await plans({ sessionId: 'the one after' })).toEqual(SILENT)
  })

  it('refuses one without a known remedy that failed in two sessions, and says how', async () => {
    const command = 'npm run build'
    for (const sessionId of ['monday', 'tuesday']) {
      expect(await isRefused({ command, sessionId })).toBe(false)
      await fails(NO_MODULE, { command, sessionId })
      await ends(sessionId, `The build of the ${sessionId} release stops because the module \`zod\` cannot be found.`)
    }
    const { permissionDecisionReason = '' } = told(await plans({ command })) ?? {}
    expect(permissionDecisionReason).toMatch(
      /^Not run: typed like this, the command failed twice on \w{3} \d{1,2}: Error: Cannot find module 'zod' \(#\d+\)\. Change it/,
    )
    expect(await plans({ command })).toEqual(SILENT)
  })

  it('says nothing to a session that has just run the command itself', async () => {
    await learn()
    await fails(NO_MODULE)
    await settle(place)
    expect(await plans()).toEqual(SILENT)
    expect(await isRefused({ sessionId: 'another' })).toBe(true)
  })
})

describe('deny-once, with a list of its own', () => {
  ownMemory()
  const spooled = () => readdirSync(place.data.spool).filter((name) => /^\.?\d/.test(name))

  it.each([['dash'], ['bash', '--posix'], ['busybox', 'ash']])(
    'asks through %s %s, and only then',
    async (...shell) => {
      if (spawnSync(shell[0] ?? '', [...shell.slice(1), '-c', 'true']).status !== 0)
        return console.log(`skipped: no ${shell[0]} here`)
      await startWorker(place, DENY)
      await learn()
      expect(readFileSync(place.data.failing, 'utf8')).toBe('npm test\n')
      expect(await isRefused({ shell })).toBe(true)
      await stopWorker(place)
      expect(await plans({ shell, command: 'npm run "build" \\ * %s' })).toEqual(SILENT)
      expect(spooled()).toEqual([])
    },
  )

  it('that is not set leaves nothing in the spool, and takes its list away', async () => {
    await startWorker(place, DENY)
    await learn()
    expect(existsSync(place.data.failing)).toBe(true)
    await stopWorker(place)
    await startWorker(place)
    expect(existsSync(place.data.failing)).toBe(false)
    await stopWorker(place)
    expect(await plans()).toEqual(SILENT)
    expect(spooled()).toEqual([])
  })
})

describe('a result of Bash', () => {
  const hook = readFileSync(HOOK_SCRIPT, 'utf8')
  const inShell = (output: string) => {
    const script = `${/^looks_failed\(\) \{$[\s\S]*?^\}$/m.exec(hook)?.[0]}\npayload=$1; looks_failed`
    return spawnSync('sh', ['-c', script, 'sh', JSON.stringify({ stdout: output })]).status === 0
  }
  const inWorker = (stdout: string) => {
    const event = {
      kind: 'tool',
      host: 'claude-code',
      tool: 'Bash',
      input: { command: 'x' },
      output: { stdout },
      failed: false,
    }
    return askedOf({ kind: 'event', event } as never)?.kind === 'event' // as: only these fields are read
  }

  it.each([
    'Traceback (most recent call last)',
    'TypeError: x is not a function',
    'src/a.ts(1,2): error TS2304: Cannot find name',
    'error[E0308]: mismatched types',
    'npm ERR! code ELIFECYCLE',
    'npm error code 1',
    '--- FAIL: TestTotal (0.00s)',
    'Tests: 2 failed, 3 passed',
    '# fail 3',
    'not ok 2 - counts once',
    'sh: 1: vitest: not found',
    'make: *** [all] Error 2',
    'Command exited with code 2, exit code 2',
  ])('is asked about when it says: %s', (output) => {
    expect([inShell(`before\n${output}\nafter`), inWorker(`before\n${output}\nafter`)]).toEqual([true, true])
  })

  it.each(['# pass 2\n# fail 0', 'Tests: 3 passed, 0 failed', 'built in 2 s', '1 error, 0 warnings fixed', ''])(
    'is not asked about when it says: %s',
    (output) => expect([inShell(output), inWorker(output)]).toEqual([false, false]),
  )
})
