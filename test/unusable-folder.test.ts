/** A data folder that cannot be used is named at once, with the reason; one that is not absolute is never made anywhere. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOOK_SCRIPT, PROJECT_ROOT } from './support/place.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'claude-mem-folder-'))
  mkdirSync(join(root, 'project'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const envOf = (dataDir: string) => ({ PATH: process.env.PATH ?? '', HOME: root, CLAUDE_MEM_DATA_DIR: dataDir })

/** No worker is waited for: that took 15 s. */
function claudeMem(dataDir: string, ...args: string[]) {
  const main = join(PROJECT_ROOT, 'dist/main.mjs')
  const by = { cwd: join(root, 'project'), env: envOf(dataDir), encoding: 'utf8', timeout: 10_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], by)
  return { status, stdout, stderr }
}

describe('a data folder with a file in the way', () => {
  it.each([['search', 'discount'], ['status'], ['logs'], ['start'], ['remember', 'x'], ['install', '--no-import']])(
    'is named by `%s`',
    (...args) => {
      const data = join(root, 'data')
      writeFileSync(data, '')
      expect(claudeMem(data, ...args)).toEqual({
        status: 4,
        stdout: '',
        stderr: `claude-mem: The data folder ${data} cannot be used: ${data} is a file, not a folder.\nMove it away, or set CLAUDE_MEM_DATA_DIR to another folder.\n`,
      })
    },
  )

  it('is named when the file is above or in it', () => {
    writeFileSync(join(root, 'file'), '')
    const below = join(root, 'file/data')
    expect(claudeMem(below, 'start').stderr).toContain(`${below} cannot be used: a part of ${below} is a file`)
    mkdirSync(join(root, 'data'))
    writeFileSync(join(root, 'data/logs'), '')
    expect(claudeMem(join(root, 'data'), 'start').stderr).toContain(
      `${join(root, 'data/logs')} is a file, not a folder`,
    )
  })
})

it('a data folder on a disk that can only be read is named', (context) => {
  const at = join(root, 'disk')
  mkdirSync(at)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'claude-mem-test', at], { stdio: 'ignore' })
  if (mounted.status !== 0) return context.skip('mounting is not permitted here')
  try {
    for (const data of [at, join(at, 'data')])
      expect(claudeMem(data, 'start')).toMatchObject({ status: 4, stderr: expect.stringContaining('can only be read') })
  } finally {
    spawnSync('umount', [at])
  }
})

it.skipIf(!existsSync('/proc/self'))('a data folder that cannot be made is named with the reason', () => {
  expect(claudeMem('/proc/claude-mem', 'start')).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('The data folder /proc/claude-mem cannot be used: '),
  })
})

// Nothing is forbidden to root.
it.skipIf(process.getuid?.() === 0)('a data folder that is not writable is named', () => {
  const data = join(root, 'data')
  mkdirSync(data)
  chmodSync(data, 0o500)
  expect(claudeMem(data, 'start')).toMatchObject({ status: 4, stderr: expect.stringContaining('may not write') })
})

describe('a data folder that is not absolute', () => {
  it('is refused by every command, and nothing is made in the project', () => {
    for (const args of [['status'], ['start'], ['search', 'x'], ['install']]) {
      expect(claudeMem('mem', ...args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('CLAUDE_MEM_DATA_DIR must be an absolute path; it is `mem`.'),
      })
    }
    expect(readdirSync(join(root, 'project'))).toEqual([])
  })

  it('is refused by the hooks, which say so at the start of a session and leave nothing in the project', () => {
    const hook = (event: string) => {
      const by = { cwd: join(root, 'project'), env: envOf('./mem'), input: '{}', encoding: 'utf8' } as const
      const { status, stdout, stderr } = spawnSync('sh', [HOOK_SCRIPT, event, '2'], by)
      return { status, stdout, stderr }
    }
    const { stdout, ...start } = hook('SessionStart')
    expect(start).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: 'claude-mem: CLAUDE_MEM_DATA_DIR must be an absolute path; nothing is remembered.',
    })
    expect(hook('PostToolUse')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readdirSync(join(root, 'project'))).toEqual([])
    const server = spawnSync('sh', [join(PROJECT_ROOT, 'plugin/scripts/mcp.sh')], { cwd: root, env: envOf('mem') })
    expect(server.status).toBe(1)
  })
})
