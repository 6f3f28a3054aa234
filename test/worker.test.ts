/** The worker through its public doors: real process, real HTTP, a data folder of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askWorker,
  dataFolder,
  ensureWorker,
  findLiveWorker,
  findWorker,
  followWorker,
  isAlive,
  makeFolders,
  readText,
  writeWhole,
} from '../src/worker/client.ts'
import type { ImportProgress } from '../src/worker/protocol.ts'
import { waitFor } from './support/wait.ts'

const place = mkdtempSync(join(tmpdir(), 'worker-'))
const folder = dataFolder(join(place, 'data'))
const project = join(place, 'shop')

beforeAll(async () => {
  mkdirSync(project)
  makeFolders(folder)
  writeFileSync(join(folder.root, 'settings.json'), '{"CLAUDE_MEM_WORKER_PORT": "0"}')
  // The client starts what `launch` names: here the built program, not the sources these tests import.
  writeWhole(folder.launch, `${process.execPath}\n${resolve('dist/worker-main.mjs')}\n`)
  await ensureWorker(folder)
})
afterAll(async () => {
  const running = findWorker(folder)
  if (running) {
    await askWorker(folder, 'POST /api/stop')
    while (isAlive(running.pid)) await new Promise((done) => setTimeout(done, 20))
  }
  rmSync(place, { recursive: true, force: true })
})

const search = (query: string) => askWorker(folder, 'GET /api/search/observations', { query: { query } })
const remember = (text: string) => askWorker(folder, 'POST /api/remember', { body: { text, cwd: project } })

interface Raw {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

function raw({ method = 'GET', path, headers = {}, body }: Raw): Promise<{ status: number; text: string }> {
  const port = findWorker(folder)?.port ?? 0
  return new Promise((done, fail) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
    })
    call.on('error', fail)
    call.end(body)
  })
}

const code = (reply: { text: string }) => (JSON.parse(reply.text) as { error: { code: string } }).error.code
const authorization = () => `Bearer ${readText(folder.token)?.trim()}`

describe('who may ask', () => {
  it('answers plain reads of the same user', async () => {
    expect(JSON.parse((await raw({ path: '/health' })).text)).toMatchObject({ ok: true, protocol: 1 })
  })

  it('refuses a foreign Host, so that a rebound name reads nothing', async () => {
    const reply = await raw({ path: '/api/status', headers: { host: 'evil.example' } })
    expect([reply.status, code(reply)]).toEqual([403, 'forbidden'])
  })

  it('refuses other web pages, other ports of this machine included', async () => {
    for (const origin of ['http://evil.example', 'http://localhost:3000', 'null']) {
      expect((await raw({ path: '/api/status', headers: { origin } })).status, origin).toBe(403)
    }
  })

  it.skipIf(spawnSync('setpriv', ['--version']).status !== 0 || process.getuid?.() !== 0)(
    'refuses another user of the machine (needs root and setpriv to become one)',
    () => {
      const url = `http://127.0.0.1:${findWorker(folder)?.port}/api/status`
      const curl = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', url]
      const asNobody = spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...curl])
      expect(asNobody.stdout.toString()).toBe('403')
      expect(spawnSync(curl[0] ?? '', curl.slice(1)).stdout.toString()).toBe('200')
    },
  )

  it('needs the token for whatever changes something', async () => {
    const body = JSON.stringify({ text: 'poison', cwd: project })
    const headers = { 'content-type': 'application/json' }
    for (const path of ['/api/remember', '/api/forget', '/api/pause', '/api/stop', '/api/import/transcripts']) {
      const reply = await raw({ method: 'POST', path, body, headers })
      expect([reply.status, code(reply)], path).toEqual([401, 'unauthorized'])
      const wrong = await raw({
        method: 'POST',
        path,
        body,
        headers: { ...headers, authorization: `Bearer ${'0'.repeat(64)}` },
      })
      expect(wrong.status, path).toBe(401)
    }
  })

  it('keeps its files to itself', () => {
    for (const path of [folder.token, folder.port, join(folder.root, 'db.sqlite'), folder.lock]) {
      expect(statSync(path).mode & 0o077, path).toBe(0)
    }
    expect(statSync(folder.root).mode & 0o077).toBe(0)
  })
})

describe('bad input', () => {
  const bad = async (path: string, body: string) =>
    raw({ method: 'POST', path, body, headers: { authorization: authorization(), 'content-type': 'application/json' } })

  it.each([
    ['/api/remember', 'not json', 400],
    ['/api/remember', '{}', 400],
    ['/api/remember', '{"text": "x", "cwd": "/", "colour": 1}', 400],
    ['/api/forget', '{"id": "1"}', 400],
    ['/api/forget', '{"id": 999999}', 404],
    ['/api/import/transcripts', '{"path": ""}', 400],
  ])('to %s (%s) gets a clear %i', async (path, body, status) => {
    const reply = await bad(path, body)
    expect(reply.status).toBe(status)
    expect(JSON.parse(reply.text)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
  })

  it('of more than a megabyte is refused', async () => {
    const reply = await bad('/api/remember', JSON.stringify({ text: 'x'.repeat(1_100_000), cwd: project }))
    expect([reply.status, code(reply)]).toEqual([413, 'too_large'])
  })

  it('in a search never fails: quotes, operators, wildcards, emoji, nothing', async () => {
    for (const query of ['"', '* OR *', 'NEAR(a b)', 'title:x', '🎈', '((', 'a AND', "'; DROP TABLE observations;--"]) {
      await expect(search(query), query).resolves.toBeDefined()
    }
    expect((await raw({ path: '/api/search/observations' })).status).toBe(400)
    expect((await raw({ path: '/api/search/observations?query=x&limit=0' })).status).toBe(400)
    expect((await raw({ path: '/nowhere' })).status).toBe(404)
    expect((await raw({ path: '/hook/..%2Ftoken' })).status).toBe(400)
  })
})

describe('remembering', () => {
  it('stores a person’s words without their secrets, finds them, and forgets them for good', async () => {
    const text =
      'Deploys need the blue cluster. <private>ask Zo\u00eb</private> Key sk-ant-api03-abcdefghijklmnop1234567890 is old.'
    const { id } = await remember(text)
    const found = await search('blue cluster')
    expect(found.results).toMatchObject([
      { id, pinned: true, source: 'user', project: 'shop', title: 'Deploys need the blue cluster' },
    ])
    expect(JSON.stringify(found)).not.toMatch(/Zo\u00eb|abcdefghijklmnop/)
    expect(await askWorker(folder, 'POST /api/forget', { body: { id } })).toMatchObject({ id, observations: 1 })
    expect((await search('blue cluster')).results).toEqual([])
    expect((await raw({ path: `/api/observations/${id}` })).status).toBe(404)
    const files = spawnSync('grep', ['-rl', 'Deploys need', join(folder.root, 'journal')])
    expect(files.stdout.toString(), 'the journal').toBe('')
  })
})

describe('importing transcripts', () => {
  const host = join(place, 'host')
  const lines = readFileSync('test/fixtures/host/transcript.all-tools.jsonl', 'utf8').replaceAll(
    '/home/user/project',
    project,
  )

  async function importAll(): Promise<ImportProgress> {
    let done: ImportProgress | undefined
    await followWorker(folder, 'POST /api/import/transcripts', { body: { path: host } }, (line) => {
      if ('done' in line) done = line.done
    })
    return done as ImportProgress // the last line always has it
  }

  it('reads every event once, also when it is repeated or the file has grown', async () => {
    const slug = join(host, 'projects', 'shop')
    mkdirSync(slug, { recursive: true })
    const session = join(slug, '00000000-0000-4000-8000-000000000001.jsonl')
    const half = lines.slice(0, lines.indexOf('\n', lines.length / 2) + 1)
    writeFileSync(session, half)
    const first = await importAll()
    expect(first).toMatchObject({ filesDone: 1, filesTotal: 1 })
    expect(first.events).toBeGreaterThan(3)
    expect((await importAll()).events).toBe(0)
    writeFileSync(session, lines)
    const rest = await importAll()
    expect(rest.events).toBeGreaterThan(0)
    const { stored } = await askWorker(folder, 'GET /api/status')
    expect(stored.events).toBe(first.events + rest.events)
    expect(stored.prompts).toBeGreaterThan(0)
  })

  it('reads a last line without its line break, and tells how many lines it could not read', async () => {
    const slug = join(host, 'projects', 'shop')
    const prompt = JSON.stringify({
      type: 'user',
      message: { role: 'user', content: 'How are discounts rounded?' },
      uuid: 'torn-1',
      sessionId: 'torn',
      timestamp: '2026-11-15T18:17:05.686Z',
      cwd: project,
    })
    writeFileSync(join(slug, 'torn.jsonl'), `{"type":"user","message":{"con\n{"type":"attach\n${prompt}`)
    expect(await importAll()).toMatchObject({ events: 1, unreadable: 2 })
    expect(await importAll()).toMatchObject({ events: 0, unreadable: 0 })
  })

  it('says so when there is nothing at the path', async () => {
    const answered: unknown[] = []
    const body = { path: join(place, 'nowhere') }
    await followWorker(folder, 'POST /api/import/transcripts', { body }, (line) => answered.push(line))
    expect(answered).toMatchObject([{ error: { code: 'not_found' } }])
  })
})

describe('the lifecycle', () => {
  it('has one worker per folder, also when many are started at once', async () => {
    const { pid } = await ensureWorker(folder)
    const others = Array.from({ length: 5 }, () =>
      spawn(process.execPath, [resolve('dist/worker-main.mjs'), folder.root]),
    )
    const codes = await Promise.all(others.map((child) => new Promise((done) => child.on('exit', done))))
    expect(codes).toEqual([0, 0, 0, 0, 0])
    expect(findWorker(folder)?.pid).toBe(pid)
  })

  it('is back after SIGKILL with everything it had', async () => {
    const { id } = await remember('Survives a kill')
    const { pid } = await ensureWorker(folder)
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid)) await new Promise((done) => setTimeout(done, 5))
    const { results } = await askWorker(folder, 'POST /api/observations/batch', { body: { ids: [id] } })
    expect(results).toMatchObject([{ title: 'Survives a kill' }])
    expect(findWorker(folder)?.pid).not.toBe(pid)
  })

  it('goes on with exactly one of two that start at the same moment, as a hook and a command do after a kill', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { pid: killed } = await ensureWorker(folder)
      process.kill(killed, 'SIGKILL')
      const two = [1, 2].map(() => spawn(process.execPath, [resolve('dist/worker-main.mjs'), folder.root]))
      const gone = await Promise.race(
        two.map((child) => new Promise<number | undefined>((done) => child.once('exit', () => done(child.pid)))),
      )
      const [left] = two.filter(({ pid }) => pid !== gone)
      const { pid } = await waitFor('the other one answers', () => findLiveWorker(folder))
      expect([pid, left?.exitCode], `round ${round}`).toEqual([left?.pid, null])
    }
  }, 60_000)

  it('takes a free port when somebody has the wished one', async () => {
    const taken = join(place, 'second')
    const second = dataFolder(taken)
    makeFolders(second)
    writeWhole(second.launch, readText(folder.launch) ?? '')
    writeFileSync(
      join(taken, 'settings.json'),
      JSON.stringify({ CLAUDE_MEM_WORKER_PORT: String(findWorker(folder)?.port) }),
    )
    const other = await ensureWorker(second)
    expect(other.port).not.toBe(findWorker(folder)?.port)
    await askWorker(second, 'POST /api/stop')
    while (isAlive(other.pid)) await new Promise((done) => setTimeout(done, 20))
    expect(readText(second.port)).toBeUndefined()
  })
})
