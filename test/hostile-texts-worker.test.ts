/** Hostile texts on the whole way: stored by a real worker, told to a session, asked for by a person and by a program. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookEnv, runHook } from './support/hook.ts'
import { FORGED_LINES, hostileTexts, NOT_TO_BE_SHOWN } from './support/hostile-texts.ts'
import { makePlace, removePlace } from './support/place.ts'
import { call, startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
const ids: number[] = []

beforeAll(async () => {
  await startWorker(place)
  for (const { text } of hostileTexts().filter((_, at) => at % 5 === 0)) {
    const body = { text: `${text}\n${text}`, title: text, cwd: place.project }
    ids.push((await call<{ id: number }>(place, 'POST', '/api/remember', body)).id)
  }
}, 60_000)
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

function run(...args: string[]): string {
  const env = { ...hookEnv(place), NO_COLOR: '1' }
  const main = join(place.app, 'main.mjs')
  return spawnSync(process.execPath, [main, ...args], { cwd: place.project, env, encoding: 'utf8', timeout: 20_000 })
    .stdout
}

describe('a worker with hostile memories', () => {
  it.each([
    ['search', 'deploy', '--limit', '50'],
    ['search', 'deploy', '--full'],
    ['stats'],
    ['logs'],
    ['show', '1', '2', '3', '9'],
  ])('prints them safely: %s', (...args) => {
    const printed = run(...args)
    expect(printed).not.toBe('')
    expect(printed).not.toMatch(NOT_TO_BE_SHOWN)
    expect(printed.split('\n').filter((line) => FORGED_LINES.some((forged) => line.startsWith(forged)))).toEqual([])
    expect(run(...args, '--json')).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u)
  })

  it('tells them to a session without a heading or a line of theirs', async () => {
    const payload = { session_id: 's-hostile', cwd: place.project, hook_event_name: 'SessionStart', source: 'startup' }
    const { stdout } = await runHook(place, { event: 'SessionStart', payload, limit: '10' })
    const told: string = JSON.parse(stdout).hookSpecificOutput.additionalContext
    expect(told).not.toMatch(NOT_TO_BE_SHOWN)
    expect(told.split('\n').length).toBeGreaterThan(5)
    const headings = told.split('\n').filter((line) => /^ {0,3}#/.test(line))
    for (const heading of headings) expect(heading).toMatch(/^### \w{3} \d{1,2}, \d{4}$/)
  })
})
