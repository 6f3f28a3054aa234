/** `forget` as it is asked for over HTTP and on the command line: a preview first, bad input changes nothing. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWorker, readText, send } from '../src/worker/client.ts'
import type { Forgotten } from '../src/worker/protocol/forget.ts'
import { runCli } from './support/cli.ts'
import { hookEnv } from './support/hook.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { OTHER_SHOP, seedFolder } from './support/seed.ts'
import { call, query, startWorker, stopWorker } from './support/worker.ts'

let place: Place

beforeAll(async () => {
  place = makePlace()
  seedFolder(place.data.root, place.project)
  await startWorker(place, { CLAUDE_MEM_EMBEDDINGS: 'off' })
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

const count = () =>
  query<{ n: number }>(
    place,
    'SELECT (SELECT count(*) FROM observations) + (SELECT count(*) FROM user_prompts) + (SELECT count(*) FROM session_summaries) AS n',
  )[0]?.n
const forget = (body: object) => call<Forgotten>(place, 'POST', '/api/forget', body)

async function refused(body: object): Promise<{ status: number; message: string }> {
  const port = findWorker(place.data)
  if (!port) throw new Error('no worker is running')
  const token = readText(place.data.token)?.trim()
  const reply = await send(port, { method: 'POST', path: '/api/forget', token, body })
  const { error } = JSON.parse(reply.text) as { error: { message: string } } // our own worker's JSON
  return { status: reply.status, message: error.message }
}

describe('what cannot be meant', () => {
  it.each([
    [{}, 400, 'Say what to forget'],
    [{ preview: true }, 400, 'Say what to forget'],
    [{ query: 'discount' }, 400, 'preview is missing'],
    [{ ids: [1, 2] }, 400, 'preview is missing'],
    [{ ids: [], preview: true }, 400, 'ids'],
    [{ id: 1, query: 'discount', preview: false }, 400, 'together'],
    [{ id: 1, session: 'S1', preview: false }, 400, 'together'],
    [{ query: '" *', preview: false }, 400, 'letter'],
    [{ query: 'x', withPrompts: true, preview: false }, 400, 'withPrompts'],
    [{ since: 'the day it rained', preview: false }, 400, 'dateRange'],
    [{ since: '2026-11-04', until: '2026-11-01', preview: false }, 400, 'start is after'],
    [{ session: 'S999', preview: false }, 404, 'no session'],
    [{ session: 'nobody', preview: false }, 404, 'no session'],
    [{ prompt: 999, preview: false }, 404, 'no prompt'],
    [{ ids: [1, 999], preview: false }, 404, 'nothing was forgotten'],
    [{ project: 'nowhere', preview: false }, 404, 'no project'],
    [{ project: 'shop', preview: false }, 409, 'Several projects'],
    [{ everything: true, preview: false }, 400, 'everything'],
    [{ file: 'src/total.js', preview: false }, 400, 'which project'],
    [{ file: 'src/total.js', query: 'x', project: OTHER_SHOP, preview: false }, 400, 'together'],
    [{ file: '.', project: OTHER_SHOP, preview: false }, 400, 'whole project'],
  ])('%j is refused with %i and changes nothing', async (body, status, message) => {
    const before = count()
    const reply = await refused(body)
    expect(reply).toEqual({ status, message: expect.stringContaining(message) })
    expect(count()).toBe(before)
  })
})

describe('on the command line', () => {
  it('a wish is shown and needs --yes where nobody can be asked', async () => {
    const before = count()
    const shown = await runCli(place, ['forget', '--query', 'discount', '--preview'])
    expect(shown.stdout).toMatch(/^Would forget .*memor.*:\n {2}\d+ /)
    const run = await runCli(place, ['forget', '--query', 'discount'])
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('needs --yes')])
    expect(count()).toBe(before)
  })

  it.each([
    [['forget'], 'Give the id of a memory'],
    [['forget', 'discount'], 'Words to forget go after --query'],
    [['forget', '--prompt', 'x'], '--prompt must be a whole number'],
    [['forget', '--since', 'nonsense', '--yes'], 'is not a date'],
    [['forget', '1', '--project', 'shop', '--yes'], 'together'],
  ])('%j is refused and changes nothing', async (args, message) => {
    const before = count()
    const run = await runCli(place, args)
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(message)])
    expect(count()).toBe(before)
  })

  it('one id is forgotten at once, and the receipt says what became of the disk', async () => {
    const run = await runCli(place, ['forget', '4'])
    expect(run.stdout).toMatch(/^Forgotten: memory 4: 1 memory/)
    expect(run.stdout).toContain(
      'Nothing of it is left on the disk. One backup was made now; 0 older ones were deleted.',
    )
    expect((await runCli(place, ['forget', '4'])).code).toBe(3)
  })

  it('a session goes with everything, as JSON if wanted', async () => {
    const run = await runCli(place, ['forget', '--session', 'S3', '--yes', '--json'])
    expect(JSON.parse(run.stdout)).toMatchObject({ preview: false, observations: 1, summaries: 1, prompts: 1 })
    expect(query(place, `SELECT 1 FROM observations WHERE project = '${OTHER_SHOP}'`)).toEqual([])
  })

  it('one memory at a terminal is shown and asked about first', async () => {
    await runCli(place, ['help']) // puts the program in its place
    const command = [process.execPath, join(place.root, 'package/bin/claude-mem.mjs'), 'forget', '3'].join(' ')
    const typed = (input: string) =>
      spawnSync('script', ['-qec', command, '/dev/null'], { env: hookEnv(place), input, encoding: 'utf8' }).stdout
    expect(typed('n\n')).toMatch(/Would forget 1 memory.*:\s+3 [\s\S]*It cannot come back[\s\S]*Nothing was forgotten/)
    expect((await runCli(place, ['show', '3'])).code).toBe(0)
    expect(typed('y\ny\n')).toContain('Forgotten: memory 3: 1 memory')
    expect((await runCli(place, ['show', '3'])).code).toBe(3)
  })

  it('what does not exist is said, not asked about', async () => {
    const run = await runCli(place, ['forget', '--query', 'xylophone'])
    expect([run.code, run.stdout.trim()]).toEqual([0, 'There is nothing like that to forget.'])
  })

  it('a folder is named from where one stands', async () => {
    const shown = await runCli(place, ['forget', '--file', 'src/auth', '--preview'])
    expect(shown.stdout).toMatch(/^Would forget 1 memory.*:\n {2}2 /)
    expect((await runCli(place, ['forget', '--file', 'src/auth/', '--yes'])).stdout).toMatch(/^Forgotten: 1 memory/)
    expect((await runCli(place, ['forget', '--file', 'src/auth', '--yes'])).stdout).toMatch(
      /^There is nothing like that/,
    )
  })

  it('a project and a time go together', async () => {
    const before = count()
    const long = await forget({ project: place.project, until: '2020-01-01', preview: true })
    expect(long.observations).toBe(0)
    const run = await runCli(place, ['forget', '--project', place.project, '--until', 'yesterday', '--yes'])
    expect(run.stdout).toContain('Forgotten: ')
    expect(count()).toBeLessThan(before ?? 0)
  })
})
