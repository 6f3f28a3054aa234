import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Git, makeGit, reachOf } from './branches.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'branches-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const QUESTION = { root: '/shop', branch: 'x', head: 'a', tip: 'b', lastTip: undefined, into: 'c' }

describe('git', () => {
  it('gets the search path and its own switches, nothing else of the user’s environment', async () => {
    writeFileSync(join(folder, 'git'), '#!/bin/sh\n/usr/bin/env\n')
    chmodSync(join(folder, 'git'), 0o755)
    const found = await makeGit({ searchPath: folder })(folder, ['anything'])
    const names = found?.stdout
      .split('\n')
      .map((line) => line.split('=')[0])
      .filter((name) => name !== '' && !/^(?:PWD|SHLVL|_|OLDPWD)$/.test(name ?? '')) // the shell's own
    expect(names?.sort()).toEqual([
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_NOSYSTEM',
      'GIT_LITERAL_PATHSPECS',
      'GIT_NO_LAZY_FETCH',
      'GIT_OPTIONAL_LOCKS',
      'GIT_TERMINAL_PROMPT',
      'LC_ALL',
      'PATH',
    ])
  })

  it('is absent where there is none, and where the folder is gone', async () => {
    expect(await makeGit({ searchPath: '/nonexistent' })(folder, ['version'])).toBeUndefined()
    expect(await makeGit({ searchPath: '/usr/bin:/bin' })(join(folder, 'gone'), ['version'])).toBeUndefined()
  })
})

describe('reachOf', () => {
  it('claims nothing when git does not know the commits', async () => {
    const lost: Git = async () => ({ code: 128, stdout: '' })
    expect(await reachOf(QUESTION, lost)).toBeUndefined()
    expect(await reachOf(QUESTION, async () => undefined)).toBeUndefined()
  })

  it('finds nothing merged between histories without a common commit', async () => {
    const apart: Git = async () => ({ code: 1, stdout: '' })
    expect(await reachOf(QUESTION, apart)).toEqual({ reach: 'none', squashed: false })
  })
})
