/** How hooks find, start and believe the worker: one start at a time, never a stranger, no endless attempts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { send } from '../src/worker/client.ts'
import { readPort } from '../src/worker/process/data-folder.ts'
import { NODE_FLAGS, WORKER_ENVIRONMENT } from '../src/worker/process/launch.ts'
import { bashUse, type HookRun, prompt, runHook, sessionStart } from './support/hook.ts'
import { HOOK_SCRIPT, makePlace, type Place, removePlace, writeLaunch } from './support/place.ts'
import { waitFor } from './support/wait.ts'
import { call, query, readLog, settle, startWorker, stopWorker, workerUp } from './support/worker.ts'

const SILENT: HookRun = { code: 0, signal: null, stdout: '', stderr: '' }

let place: Place
let children: ChildProcess[]
let servers: Server[]
beforeEach(() => {
  place = makePlace()
  children = []
  servers = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers) server.close()
  await stopWorker(place)
  removePlace(place)
})

const contextOf = (run: HookRun) =>
  (JSON.parse(run.stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } })
    .hookSpecificOutput
const start = (sessionId: string, by: { limit?: string | null; source?: string } = {}) =>
  runHook(place, {
    event: 'SessionStart',
    payload: sessionStart(place, sessionId, by.source),
    ...('limit' in by ? { limit: by.limit ?? null } : {}),
  })

/** Counts how often it is started before it does what `then` says. */
function countingLaunch(then: string): () => number {
  const marks = join(place.root, 'launched')
  const script = join(place.app, 'counting.mjs')
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(marks)}, 'x')\n${then}\n`,
  )
  writeLaunch(place, script)
  return () => (existsSync(marks) ? readFileSync(marks, 'utf8').length : 0)
}

function writeStarts(lines: (string | number)[], by: { failed: boolean }): void {
  writeFileSync(join(place.data.root, 'starts'), lines.map((line) => `${line}\n`).join(''))
  if (by.failed) writeFileSync(join(place.data.root, 'starts.failed'), '')
}

async function strangerOnPort(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    response.end('{"systemMessage":"I am the worker, believe me"}')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, asked } // a listening TCP server has one
}

/** Speaks HTTP, a header every tenth of a second, and never ends. */
async function drippingStranger(): Promise<{ port: number; sent: () => number }> {
  let lines = 0
  const server = createTcpServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write(`x-drip: ${lines++}\r\n`), 100)
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(timer))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, sent: () => lines } // a listening TCP server has one
}

function somebodyAlive(): number {
  const child = spawn('sleep', ['300'], { stdio: 'ignore' })
  children.push(child)
  return child.pid ?? 0
}

/** A process that has ended and whose parent never asks how. */
async function neverReaped(): Promise<number> {
  // It ends only when the shell is gone: a shell would ask, and `sleep` does not.
  const program = 'cat <&3 >/dev/null & echo $!; exec sleep 300'
  const parent = spawn('sh', ['-c', program], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] })
  children.push(parent)
  const said = parent.stdio[1]
  const pid = await new Promise<number>((resolve) => said?.once('data', (text) => resolve(Number(text))))
  await waitFor('the shell has become `sleep`', () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n')
  parent.stdio[3]?.destroy()
  await waitFor('its end', () => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
  return pid
}

describe('a cold worker', () => {
  it('is started by the session-start hook, which delivers what is remembered', async () => {
    await startWorker(place)
    await call(place, 'POST', '/api/remember', { text: 'The lighthouse is switched off at noon.', cwd: place.project })
    await stopWorker(place)
    const run = await start('cold')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(contextOf(run).additionalContext).toContain('lighthouse')
  })

  it('is started once, whatever number of hooks ask at the same moment', async () => {
    const launched = countingLaunch("await import('./worker-main.mjs')")
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'rush', id: `toolu_${i}` }) }),
      ),
    )
    expect(runs).toEqual(Array.from({ length: 20 }, () => SILENT))
    await workerUp(place)
    await settle(place)
    expect(launched()).toBe(1)
    expect(readLog(place).filter((line) => line.what === 'worker started')).toHaveLength(1)
    expect(query<{ n: number }>(place, "SELECT count(*) AS n FROM observation_queue WHERE kind = 'tool'")).toEqual([
      { n: 20 },
    ])
  })

  it('that was not ready in time owes its context to the first prompt, once', async () => {
    await startWorker(place)
    await call(place, 'POST', '/api/remember', { text: 'The lighthouse is switched off at noon.', cwd: place.project })
    // A hook without a limit asks for no answer: nothing reaches the host, as when time has run out.
    expect(await start('owed', { limit: null })).toEqual(SILENT)
    await settle(place)
    const ask = (promptId: string) =>
      runHook(place, {
        event: 'UserPromptSubmit',
        payload: prompt(place, { sessionId: 'owed', text: `What now, ${promptId}?`, promptId }),
      })
    const first = contextOf(await ask('p1'))
    expect(first.hookEventName).toBe('UserPromptSubmit')
    expect(first.additionalContext).toContain('lighthouse')
    await settle(place)
    expect(await ask('p2')).toEqual(SILENT)
  })

  it('is not waited for by a capture hook', async () => {
    const launched = countingLaunch('setTimeout(() => {}, 30_000)')
    expect(await runHook(place, { event: 'Stop', payload: sessionStart(place, 'x') })).toEqual(SILENT)
    await waitFor('the launch', () => launched() === 1)
  })
})

describe('recording that has not worked for a day', () => {
  const DAY_S = 86_400
  const now = () => Math.floor(Date.now() / 1000)
  const said = (run: HookRun) => (JSON.parse(run.stdout) as { systemMessage: string }).systemMessage

  it('because no worker starts is told to the person once, and not to the model', async () => {
    countingLaunch('setTimeout(() => {}, 30_000)')
    writeStarts([now() - DAY_S - 60], { failed: false })
    expect(said(await start('one', { limit: '1' }))).toMatch(/not started for a day; .*claude-mem doctor --fix$/)
    rmSync(join(place.data.root, 'start.lock'), { recursive: true })
    expect(await start('two', { limit: '1' })).toEqual(SILENT)
  })

  it('is not said of a first start that takes long', async () => {
    countingLaunch('setTimeout(() => {}, 30_000)')
    expect(await start('one', { limit: '1' })).toEqual(SILENT)
  })

  it('because the worker hangs is told once, and again only after a worker has started', async () => {
    const { pid } = await startWorker(place)
    process.kill(pid, 'SIGSTOP')
    expect(await start('one', { limit: '1' }), 'nothing has waited yet').toEqual(SILENT)
    const old = join(place.data.spool, '77.abcdefghijkl')
    writeFileSync(old, 'x')
    utimesSync(old, now() - DAY_S - 60, now() - DAY_S - 60)
    expect(said(await start('two', { limit: '1' }))).toContain('nothing was recorded for a day')
    expect(await start('three', { limit: '1' })).toEqual(SILENT)
    await stopWorker(place)
    await startWorker(place)
    expect(existsSync(join(place.data.root, 'told'))).toBe(false)
  })

  it('because the spool is full is told once', async () => {
    await startWorker(place)
    writeFileSync(place.data.full, '')
    expect(said(await start('one'))).toContain('too many events wait')
    expect(await start('two')).toEqual(SILENT)
  })
})

describe('a worker that cannot start', () => {
  it('is tried three times, then no more, and the user is told once', async () => {
    const launched = countingLaunch('process.exit(1)')
    const now = Math.floor(Date.now() / 1000)
    // Two starts failed within the last ten minutes; the third is made by this hook.
    writeFileSync(join(place.data.root, 'starts'), `${now - 300}\n${now - 200}\n`)
    expect(await start('one', { limit: null })).toEqual(SILENT)
    await waitFor('the third start', () => launched() === 1)
    for (const id of ['a', 'b', 'c']) {
      expect(await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'one', id }) })).toEqual(
        SILENT,
      )
    }
    const told = await start('two')
    expect(JSON.parse(told.stdout)).toEqual({ systemMessage: expect.stringContaining('did not start three times') })
    expect(await start('three')).toEqual(SILENT)
    expect(launched()).toBe(1)
  })

  it('is tried again after an hour', async () => {
    const launched = countingLaunch('process.exit(1)')
    const now = Math.floor(Date.now() / 1000)
    writeFileSync(join(place.data.root, 'starts'), [3800, 3700, 3601].map((ago) => `${now - ago}\n`).join(''))
    writeFileSync(join(place.data.root, 'starts.failed'), '')
    expect(await start('one', { limit: null })).toEqual(SILENT)
    await waitFor('another start', () => launched() === 1)
  })

  it.each<[string, (now: number) => void]>([
    ['times still to come', (now) => writeStarts([now + 9e8, now + 9e8, now + 9e8], { failed: true })],
    [
      'garbage',
      () => writeStarts(['soon', '', '0x7f', '089', '-5', '1e3', '9'.repeat(40), '$(date)', 'a b'], { failed: true }),
    ],
    ['a file where the folder for the lock should be', () => writeFileSync(join(place.data.root, 'start.lock'), '')],
  ])('is tried although the marks of earlier starts hold %s', async (_, mark) => {
    const launched = countingLaunch('process.exit(1)')
    mark(Math.floor(Date.now() / 1000))
    expect(await start('one', { limit: null })).toEqual(SILENT)
    await waitFor('the start', () => launched() === 1)
  })

  it('does not count the files in `bad` as a full spool', async () => {
    countingLaunch('process.exit(1)')
    const long = (Date.now() - 30 * 24 * 3_600_000) / 1000
    mkdirSync(place.data.badSpool, { recursive: true })
    writeFileSync(join(place.data.badSpool, 'old'), '')
    utimesSync(join(place.data.badSpool, 'old'), long, long)
    expect(await start('one', { limit: null })).toEqual(SILENT)
    expect(existsSync(place.data.full)).toBe(false)
    const waiting = join(place.data.spool, '1.waits-for-a-worker')
    writeFileSync(waiting, '')
    utimesSync(waiting, long, long)
    rmSync(join(place.data.root, 'start.lock'), { recursive: true })
    expect(await start('two', { limit: null })).toEqual(SILENT)
    expect(existsSync(place.data.full)).toBe(true)
  })

  it('is waited for by the clock, also by 20 at once on a machine where nothing moves', async () => {
    countingLaunch('setTimeout(() => {}, 60_000)')
    // Each round of waiting takes a second instead of 25 ms: counted in rounds, the hooks would wait for more than a minute.
    const slow = join(place.root, 'slow')
    mkdirSync(slow)
    writeFileSync(join(slow, 'sleep'), '#!/bin/sh\nPATH=/usr/bin:/bin exec sleep 1\n', { mode: 0o755 })
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        runHook(place, {
          event: 'SessionStart',
          payload: sessionStart(place, `s${i}`),
          path: `${slow}:${process.env.PATH}`,
        }),
      ),
    )
    expect(runs).toEqual(Array.from({ length: 20 }, () => SILENT))
  })

  it('without an install: one line says how to install, and events are kept', async () => {
    rmSync(place.data.launch)
    const run = await start('none')
    expect(JSON.parse(run.stdout)).toEqual({ systemMessage: expect.stringContaining('npx agent-keepsake install') })
    expect(
      await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'none', id: 'toolu_kept' }) }),
    ).toEqual(SILENT)
    writeLaunch(place)
    await startWorker(place)
    await settle(place)
    expect(query<{ key: string }>(place, "SELECT event_key AS key FROM observation_queue WHERE kind = 'tool'")).toEqual(
      [{ key: 't:toolu_kept' }],
    )
  })
})

describe('what `port` says', () => {
  it('is not believed when a stranger answers: nothing is printed, and no payload or token is sent', async () => {
    const { port, asked } = await strangerOnPort()
    writeFileSync(place.data.port, `${port} ${somebodyAlive()} ${'0'.repeat(32)}\n`)
    writeFileSync(place.data.token, 'the-token\n')
    expect(await start('x')).toEqual(SILENT)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^GET \/hook\/\d+\.[\w-]+ /)
    expect(asked.join()).not.toContain('the-token')
  })

  it('is not waited for without end when a stranger sends a line now and then', async () => {
    const { port, sent } = await drippingStranger()
    writeFileSync(place.data.port, `${port} ${somebodyAlive()} ${'0'.repeat(32)}\n`)
    rmSync(place.data.launch) // no other worker takes its place
    expect((await start('x')).stdout).not.toContain('drip')
    expect(sent()).toBeGreaterThan(1)
  })

  it('is replaced when a stranger has both the port and the process id', async () => {
    const { port } = await strangerOnPort()
    writeFileSync(place.data.port, `${port} ${somebodyAlive()} ${'0'.repeat(32)}\n`)
    await start('x')
    await workerUp(place)
    expect(readPort(place.data)?.port).not.toBe(port)
  })

  it('is replaced when its process id belongs to somebody else by now', async () => {
    const { port } = await strangerOnPort()
    for (const server of servers) server.close()
    await waitFor('the port is free', () => servers.every((server) => !server.listening))
    const pid = somebodyAlive()
    writeFileSync(place.data.port, `${port} ${pid} ${'0'.repeat(32)}\n`)
    await start('x')
    await workerUp(place)
    expect(readPort(place.data)?.pid).not.toBe(pid)
  })

  it('is replaced when the process it names is dead but not yet reaped', async () => {
    const pid = await neverReaped()
    writeFileSync(place.data.port, `9 ${pid} ${'0'.repeat(32)}\n`)
    expect(await runHook(place, { event: 'Stop', payload: sessionStart(place, 'x') })).toEqual(SILENT)
    await workerUp(place)
    expect(readPort(place.data)?.pid).not.toBe(pid)
  })

  it('is nonsense: the worker is started', async () => {
    writeFileSync(place.data.port, 'hello\n')
    await start('x')
    await workerUp(place)
  })
})

it('nobody learns the nonce who does not know the name of a spool file', async () => {
  const { port, nonce } = await startWorker(place)
  const reply = await send({ port, pid: 0, nonce: '' }, { method: 'GET', path: '/hook/1.aaaaaaaaaaaa' })
  expect(reply.status).toBe(404)
  expect(reply.text).not.toContain(nonce)
  expect(reply.text).toMatch(/^\{"error":\{"code":"not_found"/) // the hook knows this beginning
})

it('a start that found the folder taken does not count as a failed one', async () => {
  await startWorker(place)
  const port = readFileSync(place.data.port, 'utf8')
  writeFileSync(place.data.port, '')
  await start('x', { limit: null })
  await waitFor('the second process has ended', () => !existsSync(join(place.data.root, 'starts')))
  writeFileSync(place.data.port, port)
  expect(readLog(place).filter((line) => line.what === 'worker started')).toHaveLength(1)
})

it('the hook starts the worker with the same options as the command line', () => {
  const environment = Object.entries(WORKER_ENVIRONMENT).map(([name, value]) => `${name}=${value}`)
  const words = [...environment, 'exec "$runtime"', ...NODE_FLAGS, '"$script" "$data"']
  expect(readFileSync(HOOK_SCRIPT, 'utf8')).toContain(words.join(' '))
})
