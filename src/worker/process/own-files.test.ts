import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findReplaced, noteFiles } from './own-files.ts'

let root: string
let path: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'own-'))
  mkdirSync(join(root, 'data'))
  path = join(root, 'data', 'lock')
  writeFileSync(path, 'one')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a file of ours', () => {
  it('stays ours while it is written to', () => {
    const own = noteFiles([path])
    writeFileSync(path, 'two')
    expect(findReplaced(own)).toBeUndefined()
  })

  it.each<[string, () => void]>([
    ['was deleted', () => rmSync(path)],
    [
      'was replaced by one with the same content',
      () => {
        copyFileSync(path, `${path}.new`)
        renameSync(`${path}.new`, path)
      },
    ],
    ['went with its folder', () => rmSync(join(root, 'data'), { recursive: true })],
    [
      'went with its folder, of which there is a copy',
      () => {
        renameSync(join(root, 'data'), join(root, 'away'))
        mkdirSync(join(root, 'data'))
        copyFileSync(join(root, 'away', 'lock'), path)
      },
    ],
  ])('is missed when it %s', (_, happens) => {
    const own = noteFiles([path])
    happens()
    expect(findReplaced(own)).toBe(path)
  })
})
