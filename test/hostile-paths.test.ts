/** A thousand hostile paths against the routes that read source files: always a 4xx, and nothing from outside, ever. */
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readText, send } from '../src/worker/client.ts'
import type { Port } from '../src/worker/process/data-folder.ts'
import { hostilePaths, layTraps, SECRET } from './support/hostile-paths.ts'
import { makePlace, removePlace } from './support/place.ts'
import { readLog, startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
const traps = { around: place.root, project: place.project, data: place.data.root }
const PASSWD = readText('/etc/passwd')?.split('\n')[0] ?? SECRET
let port: Port
let token = ''

beforeAll(async () => {
  layTraps(traps)
  port = await startWorker(place)
  token = readText(place.data.token)?.trim() ?? ''
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

const ask = (route: string, parameters: Record<string, string>) =>
  send(port, { method: 'GET', path: `/api/code/${route}?${new URLSearchParams(parameters)}`, token, timeoutMs: 30_000 })

describe('a hostile path', () => {
  it('gets a refusal and nothing else, a thousand times', { timeout: 120_000 }, async () => {
    const cwds = [place.project, join(place.project, 'src')]
    const wrong: string[] = []
    for (const [at, path] of hostilePaths({ ...traps, count: 1000 }).entries()) {
      const cwd = cwds[at % 2] ?? place.project
      const { status, text } = await ask(at % 3 === 0 ? 'unfold' : 'outline', {
        path,
        cwd,
        ...(at % 3 === 0 ? { name: 'stolen' } : {}),
      })
      const leaks = [SECRET, token, PASSWD].some((secret) => text.includes(secret))
      if (status < 400 || status >= 500 || leaks) wrong.push(`${JSON.stringify(path)} ${status} ${text.slice(0, 120)}`)
    }
    expect(wrong).toEqual([])
    expect(readLog(place).filter(({ level }) => level === 'error')).toEqual([])
    expect(
      (await ask('outline', { path: 'src/harmless.ts', cwd: place.project })).status,
      'the good one still works',
    ).toBe(200)
  })

  it.each([
    ['the whole file system', '/'],
    ['nothing', ''],
    ['a relative path', 'work/shop'],
    ['a file', '/etc/passwd'],
    ['a folder that is not there', '/nowhere/at/all'],
    ['a NUL', `${place.project}\0`],
    ['a name too long', `/${'x'.repeat(300)}`],
    ['our own data folder', place.data.root],
  ])('is refused from %s', async (_, cwd) => {
    for (const path of ['etc/passwd', 'token', 'settings.json', 'port'])
      expect((await ask('outline', { path, cwd })).status).toBeGreaterThanOrEqual(400)
    const { text } = await ask('symbols', { query: 'stolen', cwd })
    expect(text).not.toContain(SECRET)
  })

  it('is not found by the search either', async () => {
    const { status, text } = await ask('symbols', { query: 'stolen', cwd: place.project })
    expect([status, (JSON.parse(text) as { count: number }).count]).toEqual([200, 0])
  })
})

describe('a folder that is a link every other moment', () => {
  it('is read as the folder or refused', { timeout: 60_000 }, async () => {
    mkdirSync(join(place.project, 'spot'))
    writeFileSync(join(place.project, 'spot/secret.ts'), 'export function harmless() {}\n')
    symlinkSync(join(place.root, 'outside'), join(place.project, 'spot-link'))
    const swapping = startSwapping(place.project)
    onTestFinished(() => void swapping.kill())
    await new Promise((resolve) => swapping.stdout.once('data', resolve))
    const statuses = new Set<number>()
    for (let n = 0; n < 500; n++) {
      const { status, text } = await ask('outline', { path: 'spot/secret.ts', cwd: place.project })
      statuses.add(status)
      expect(text).not.toContain('stolen')
    }
    expect([...statuses].filter((status) => ![200, 400, 403, 404].includes(status))).toEqual([])
    expect(statuses.size, 'both moments were met').toBeGreaterThan(1)
  })
})

describe('the routes that read source files', () => {
  it('need the token, however the address is written', async () => {
    const parameters = new URLSearchParams({ path: 'src/harmless.ts', cwd: place.project })
    for (const path of ['/api/code/outline', '/api/code/%6Futline', '/api/code/unfold', '/api/code/symbols']) {
      const { status, text } = await send(port, { method: 'GET', path: `${path}?${parameters}` })
      expect([401, 404]).toContain(status)
      expect(text).not.toContain('harmless')
    }
  })
})

function startSwapping(folder: string) {
  const script = `
    const { renameSync } = require('node:fs')
    process.stdout.write('begun')
    for (;;) {
      renameSync('spot', 'spot-folder'); renameSync('spot-link', 'spot')
      renameSync('spot', 'spot-link'); renameSync('spot-folder', 'spot')
    }`
  return spawn(process.execPath, ['-e', script], { cwd: folder })
}
