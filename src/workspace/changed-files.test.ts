import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedFiles } from './changed-files.ts'

const NOW = Date.UTC(2026, 3, 1)
const HOUR_MS = 60 * 60 * 1000
let tree = ''

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'claude-mem-changed-'))
  mkdirSync(join(tree, 'src'))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

function write(path: string, hoursAgo: number): void {
  writeFileSync(join(tree, path), '')
  const at = (NOW - hoursAgo * HOUR_MS) / 1000
  utimesSync(join(tree, path), at, at)
}

describe('changed files', () => {
  it('are those written since then, the latest first', () => {
    write('src/old.ts', 72)
    write('src/yesterday.ts', 24)
    write('src/now.ts', 1)
    const paths = ['src/old.ts', 'src/yesterday.ts', 'src/now.ts']
    expect(changedFiles(tree, { paths, since: NOW - 48 * HOUR_MS })).toEqual(['src/now.ts', 'src/yesterday.ts'])
  })
  it('are never folders, files that are gone, or files outside the tree', () => {
    write('src/a.ts', 1)
    const paths = ['src', 'src/gone.ts', 'src/a.ts/b.ts', '../x.ts', 'src/../src/a.ts', join(tree, 'src/a.ts'), 'a\0b']
    expect(changedFiles(tree, { paths, since: 0 })).toEqual([])
  })
  it('are none where there is no tree', () => {
    expect(changedFiles(join(tree, 'nowhere'), { paths: ['src/a.ts'], since: 0 })).toEqual([])
  })
})
