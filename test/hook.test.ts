/**
 * The real hook script with a real worker behind it: whatever it is given, it exits 0, is silent on stderr, prints only
 * what our own worker said, and keeps what can be kept.
 */

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTranscript } from './faults/transcript.ts'
import { bashUse, common, type HookRun, runHook, sessionStart } from './support/hook.ts'
import { HOOK_SCRIPT, makePlace, mountSmall, type Place, removePlace } from './support/place.ts'
import { call, query, readLog, settle, startWorker, stopWorker } from './support/worker.ts'

const SILENT: HookRun = { code: 0, signal: null, stdout: '', stderr: '' }
const storedTools = (place: Place) =>
  query<{ key: string }>(
    place,
    "SELECT event_key AS key FROM observation_queue WHERE kind = 'tool' ORDER BY created_at_epoch, id",
  ).map((row) => row.key)
const spooled = (place: Place) => readdirSync(place.data.spool).filter((name) => /^\d/.test(name))

/** A folder with what every system has, and the tools named. */
function pathOf(...more: string[]): string {
  const bin = mkdtempSync(join(tmpdir(), 'claude-mem-bin-'))
  for (const tool of ['sh', 'cat', 'mv', 'rm', 'mkdir', 'date', 'sleep', 'du', 'find', 'head', 'mktemp', ...more]) {
    const found = spawnSync('sh', ['-c', `command -v ${tool}`])
      .stdout.toString()
      .trim()
    if (found.startsWith('/')) symlinkSync(found, join(bin, tool))
  }
  return bin
}

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  await stopWorker(place)
  removePlace(place)
})

describe('events', () => {
  it('of a hundred hooks at once are all stored', async () => {
    await startWorker(place)
    const ids = Array.from({ length: 100 }, (_, i) => `toolu_many_${i}`)
    const runs = await Promise.all(
      ids.map((id) => runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'many', id }) })),
    )
    expect(runs).toEqual(ids.map(() => SILENT))
    await settle(place)
    expect(storedTools(place).toSorted()).toEqual(ids.map((id) => `t:${id}`).toSorted())
  })

  it.each([
    ['on one line', (text: string) => text],
    ['with a line end', (text: string) => `${text}\n`],
    ['on many lines', (text: string) => `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`],
    ['cut off', (text: string) => text.slice(0, -5)],
  ])('of a session’s start are spooled as they came, %s', async (_, written) => {
    rmSync(place.data.launch) // nobody takes them
    const payload = written(JSON.stringify({ ...sessionStart(place, 'written'), note: 'C:\\new \\\\ line' }))
    await runHook(place, { event: 'SessionStart', payload, limit: null })
    const [name = ''] = spooled(place)
    const file = readFileSync(join(place.data.spool, name.replace(/^\d+/, '')), 'utf8')
    expect(file.slice(file.indexOf('\n') + 1)).toBe(payload)
  })

  it('keep the order in which they were sent', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `toolu_${(i * 7919) % 40}`)
    for (const id of ids)
      await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'order', id }) })
    await startWorker(place)
    await settle(place)
    expect(storedTools(place)).toEqual(ids.map((id) => `t:${id}`))
  })

  it('that ran at the same time take the order of the transcript once it is read', async () => {
    await startWorker(place)
    const sessionId = 'parallel'
    const transcript = openTranscript({
      path: join(place.transcripts, `${sessionId}.jsonl`),
      sessionId,
      cwd: place.project,
    })
    const uses = ['c', 'a', 'd', 'b'].map((id) => bashUse(place, { sessionId, id: `toolu_${id}` }))
    transcript.prompt('Build the four targets', 'prompt-1')
    for (const use of uses) transcript.tool({ ...use, kind: 'tool', failed: false })
    await Promise.all(uses.toReversed().map((payload) => runHook(place, { event: 'PostToolUse', payload })))
    await settle(place)
    const rows = query<{ key: string; position: number }>(
      place,
      "SELECT event_key AS key, json_extract(event, '$.position') AS position FROM observation_queue WHERE kind = 'tool' ORDER BY position",
    )
    expect(rows.map((row) => row.key)).toEqual(['t:toolu_c', 't:toolu_a', 't:toolu_d', 't:toolu_b'])
  })

  it.each([['dash'], ['bash', '--posix'], ['busybox', 'ash']])('pass through %s %s', async (...shell) => {
    if (spawnSync(shell[0] ?? '', [...shell.slice(1), '-c', 'true']).status !== 0)
      return console.log(`skipped: no ${shell[0]} here`)
    await startWorker(place)
    const use = bashUse(place, { sessionId: 'shells', id: 'toolu_shell' })
    expect(await runHook(place, { event: 'PostToolUse', payload: use, shell })).toEqual(SILENT)
    const start = await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'shells'), shell })
    expect(start).toMatchObject({ code: 0, stderr: '' })
    await settle(place)
    expect(storedTools(place)).toEqual(['t:toolu_shell'])
  })
})

describe('bad input', () => {
  const SECRET = 'payload-text-that-no-log-may-quote'
  const cases: [what: string, event: string, payload: (place: Place) => string | Buffer][] = [
    ['empty stdin', 'PostToolUse', () => ''],
    ['no JSON', 'PostToolUse', () => `{"session_id": "x", ${SECRET}`],
    ['a JSON text', 'PostToolUse', () => JSON.stringify(SECRET)],
    ['missing fields', 'PostToolUse', () => JSON.stringify({ tool_name: 'Bash', tool_input: SECRET })],
  ]
  it.each(cases)('%s is set aside with one log line that quotes nothing', async (_, event, payload) => {
    await startWorker(place)
    expect(await runHook(place, { event, payload: payload(place) })).toEqual(SILENT)
    await settle(place)
    const lines = readLog(place).filter((line) => line.what !== 'worker started')
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', what: 'a spool file was set aside' })])
    expect(JSON.stringify(lines)).not.toContain(SECRET)
    expect(readdirSync(place.data.badSpool)).toHaveLength(1)
  })

  it('an unknown event is dropped and disturbs nothing', async () => {
    await startWorker(place)
    expect(await runHook(place, { event: 'Whatever', payload: common(place, 'Whatever', { sessionId: 'x' }) })).toEqual(
      SILENT,
    )
    await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'x', id: 'toolu_after' }) })
    await settle(place)
    expect(storedTools(place)).toEqual(['t:toolu_after'])
    expect(spooled(place)).toEqual([])
  })

  it('invalid UTF-8 is replaced, and the event is kept', async () => {
    await startWorker(place)
    const [before, after] = JSON.stringify(
      bashUse(place, { sessionId: 'x', id: 'toolu_bytes', stdout: '<HERE> and much more text after it' }),
    ).split('<HERE>')
    const payload = Buffer.concat([
      Buffer.from(before ?? ''),
      Buffer.from([0xff, 0xc3, 0x28, 0x80]),
      Buffer.from(after ?? ''),
    ])
    expect(await runHook(place, { event: 'PostToolUse', payload })).toEqual(SILENT)
    await settle(place)
    expect(storedTools(place)).toEqual(['t:toolu_bytes'])
  })

  it('50 MB are kept, cut to size', async () => {
    await startWorker(place)
    const payload = bashUse(place, {
      sessionId: 'x',
      id: 'toolu_big',
      stdout: `first line\n${'x'.repeat(50 * 1024 * 1024)}\nlast line`,
    })
    expect(await runHook(place, { event: 'PostToolUse', payload })).toEqual(SILENT)
    await settle(place)
    expect(storedTools(place)).toEqual(['t:toolu_big'])
    const [row] = query<{ bytes: number }>(
      place,
      "SELECT length(event) AS bytes FROM observation_queue WHERE event_key = 't:toolu_big'",
    )
    expect(row?.bytes).toBeLessThan(64 * 1024)
  })

  it('one spool file that cannot be read does not hold up the others', async () => {
    await startWorker(place)
    mkdirSync(join(place.data.spool, '1.aaaaaaaaaaaa')) // not a file
    symlinkSync('/proc/self/mem', join(place.data.spool, '2.bbbbbbbbbbbb')) // a file whose reading fails
    await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'x', id: 'toolu_next' }) })
    await settle(place)
    expect(storedTools(place)).toEqual(['t:toolu_next'])
  })
})

describe('a place where nothing can be written', () => {
  it('a read-only data folder: the hook is silent and the host goes on', async () => {
    const asNobody = ['setpriv', '--reuid=65534', '--clear-groups']
    if (spawnSync(asNobody[0] ?? '', [...asNobody.slice(1), 'true']).status !== 0)
      return console.log('skipped: setpriv cannot change the user here')
    const script = join(place.root, 'hook.sh')
    cpSync(HOOK_SCRIPT, script)
    chmodSync(place.root, 0o755)
    chmodSync(place.data.launch, 0o444)
    mkdirSync(place.data.spool, { mode: 0o555 })
    for (const path of [place.data.root, join(place.root, 'work'), place.project]) chmodSync(path, 0o555)
    const shell = [...asNobody, 'sh']
    expect(
      await runHook(place, {
        event: 'PostToolUse',
        payload: bashUse(place, { sessionId: 'x', id: 'toolu_ro' }),
        shell,
        script,
      }),
    ).toEqual(SILENT)
    const start = { event: 'SessionStart', payload: sessionStart(place, 'x'), shell, script }
    expect(await runHook(place, start)).toEqual(SILENT)
    expect(readdirSync(place.data.spool)).toEqual([])
  })

  it('a full disk: no half file is left, and the transcript brings the event once there is room', async () => {
    const small = mountSmall(join(place.root, 'small'), 16)
    if (!small) return console.log('skipped: mounting is not permitted here')
    const there = makePlace({ dataRoot: join(place.root, 'small/data') })
    try {
      await startWorker(there)
      const sessionId = 'full'
      await runHook(there, { event: 'SessionStart', payload: sessionStart(there, sessionId), limit: null })
      await settle(there)
      const filler = join(place.root, 'small/filler')
      const { status } = spawnSync('sh', ['-c', `cat /dev/zero >"${filler}" 2>/dev/null`])
      expect(status).not.toBe(0)
      const transcript = openTranscript({
        path: join(there.transcripts, `${sessionId}.jsonl`),
        sessionId,
        cwd: there.project,
      })
      transcript.prompt('Build it', 'prompt-1')
      const use = bashUse(there, { sessionId, id: 'toolu_full' })
      transcript.tool({ ...use, kind: 'tool', failed: false })
      expect(await runHook(there, { event: 'PostToolUse', payload: use })).toEqual(SILENT)
      expect(readdirSync(there.data.spool).filter((name) => name !== 'bad')).toEqual([])
      rmSync(filler)
      await runHook(there, { event: 'Stop', payload: common(there, 'Stop', { sessionId }) })
      await settle(there)
      expect(storedTools(there)).toEqual(['t:toolu_full'])
    } finally {
      await stopWorker(there)
      small.unmount()
      removePlace(there)
    }
  })

  it.each(['bash', 'curl'])('only %s on the PATH to ask with: the answer is the same', async (asker) => {
    await startWorker(place)
    await call(place, 'POST', '/api/remember', { text: 'The lighthouse is switched off at noon.', cwd: place.project })
    const path = pathOf(asker)
    const run = await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'x'), path })
    expect(JSON.parse(run.stdout).hookSpecificOutput.additionalContext).toContain('lighthouse')
    rmSync(path, { recursive: true })
  })

  it('neither bash nor curl on the PATH: events are kept, answers are not given', async () => {
    await startWorker(place)
    const path = pathOf()
    expect(await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'x'), path })).toEqual(SILENT)
    expect(
      await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'x', id: 'toolu_nc' }), path }),
    ).toEqual(SILENT)
    await settle(place)
    expect(storedTools(place)).toEqual(['t:toolu_nc'])
    rmSync(path, { recursive: true })
  })
})

describe('a user who paused', () => {
  it('leaves no spool file', async () => {
    await startWorker(place)
    await call(place, 'POST', '/api/pause')
    expect(
      await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'x', id: 'toolu_p' }) }),
    ).toEqual(SILENT)
    expect(await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'x') })).toEqual(SILENT)
    expect(spooled(place)).toEqual([])
    await call(place, 'POST', '/api/resume')
    await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'x', id: 'toolu_q' }) })
    await settle(place)
    expect(storedTools(place)).toEqual(['t:toolu_q'])
  })

  it('an observer session of our own leaves none either', async () => {
    const env = { CLAUDE_MEM_OBSERVER: '1' }
    expect(
      await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'x', id: 'toolu_o' }), env }),
    ).toEqual(SILENT)
    expect(readdirSync(place.data.root)).toEqual(['launch'])
  })
})
