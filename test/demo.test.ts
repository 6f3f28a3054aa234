import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('the demo shows what the next session is told and a search that finds it, and leaves nothing behind', () => {
  const home = mkdtempSync(join(tmpdir(), 'demo-home-'))
  try {
    const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, TZ: 'Asia/Tokyo' }
    const run = spawnSync(process.execPath, ['bin/claude-mem.mjs', 'demo', '--json'], { env, encoding: 'utf8' })
    expect(run.stderr).toBe('')
    const { told, found } = JSON.parse(run.stdout) as { told: string; found: { title: string }[] }
    // In the time of whoever looks at it.
    expect(told.split('\n')[0]).toMatch(/^Current: .* GMT\+9$/)
    expect(told).toContain('Count a discount code once per order')
    expect(found.map((one) => one.title)).toContain('Count a discount code once per order')
    expect(readdirSync(home)).toEqual([])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
