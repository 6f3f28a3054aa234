import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'demo-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function demo(...args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, TZ: 'Asia/Tokyo' }
  const run = spawnSync(process.execPath, ['bin/claude-mem.mjs', 'demo', ...args], { env, encoding: 'utf8' })
  expect(run.stderr).toBe('')
  expect(readdirSync(home), 'nothing is left behind').toEqual([])
  return run.stdout
}

it('the demo shows what the next session is told and a search that finds it, and leaves nothing behind', () => {
  const { told, found } = JSON.parse(demo('--json')) as { told: string; found: { title: string }[] }
  // In the time of whoever looks at it.
  expect(told.split('\n')[0]).toMatch(/^Current: .* GMT\+9$/)
  expect(told).toContain('Count a discount code once per order')
  expect(found.map((one) => one.title)).toContain('Count a discount code once per order')
})

it('the demo answers its own question with the why, and prints what the README shows', () => {
  const printed = demo()
  const [, question = ''] = /^claude-mem search "(why .*)"$/m.exec(printed) ?? []
  const answer = printed.slice(printed.indexOf(question))
  expect(answer).toMatch(/^ +“The cause is that orderTotal calls applyDiscount once per entered code/m)
  expect(answer).not.toContain('Not sure')
  // The first hook starts the worker: its time is not what a hook takes.
  expect(printed).toMatch(/^ +SessionStart +\d+ ms +starts the worker/m)

  const [, session = ''] = /```\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(session).toContain(`$ claude-mem search "${question}"`)
  const shown = session.split('\n').filter((line) => line !== '' && !line.startsWith('$'))
  expect(shown).toHaveLength(3)
  for (const line of shown) expect(plain(printed)).toContain(plain(line).trim())
})

/** Without when it was, and how long the clock’s and the port’s digits made the text. */
function plain(text: string): string {
  return text.replace(/\w{3} \d+, \d{4}, \d+:\d\d [AP]M/g, 'DATE').replace(/~\d{3} tokens/g, '~N tokens')
}
