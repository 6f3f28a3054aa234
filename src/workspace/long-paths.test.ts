/** How much work a path makes, however it was made: counted in look-ups, not in time. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeCited } from './checkout.ts'
import { isExcluded } from './exclusion.ts'
import { linesOf } from './file-lines.ts'
import { findGitRoot, findWorkingFolder, MAX_FOLDERS_UP, originUrl, readHead } from './git.ts'
import { matchesGlob } from './glob.ts'
import { findRealPath, relativeToRoot, splitExisting } from './paths.ts'
import { normalOrigin, resolveProject } from './project.ts'
import { resolveInside } from './safe-path.ts'

let base: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-walk-')))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('splitExisting', () => {
  const lookUps = (names: number, there: number) => {
    let count = 0
    const limit = '/a'.repeat(there).length
    const found = splitExisting('/a'.repeat(names), (path) => {
      count += 1
      return path === '/' || path.length <= limit
    })
    return { count, existing: found.existing, rest: found.rest.length }
  }

  it('finds what is there of a path', () => {
    for (const there of [0, 1, 2, 5, 6, 7]) {
      const { existing, rest } = lookUps(7, there)
      expect([existing, rest]).toEqual([there === 0 ? '/' : '/a'.repeat(there), 7 - there])
    }
  })

  it('looks up a path of two thousand names a dozen times, not two thousand', () => {
    for (const there of [0, 1, 1000, 1999, 2000]) expect(lookUps(2000, there).count).toBeLessThanOrEqual(13)
    expect(lookUps(2000, 2000).count).toBe(1)
  })

  it('looks at nothing of a path that is longer than any file’s', () => {
    expect(lookUps(30_000, 5)).toEqual({ count: 0, existing: '/', rest: 30_000 })
  })
})

describe('a path of 60,000 bytes', () => {
  const long = () => `${base}${'/a'.repeat(30_000)}`

  it('has no repository, no place in a project, no real path, and is no reason to wait', () => {
    expect(findGitRoot(long())).toBeUndefined()
    expect(findWorkingFolder(long())).toBeUndefined()
    expect(placeCited(base, long())).toBeUndefined()
    expect(findRealPath(long())).toBeUndefined()
    expect(relativeToRoot('/usr', long())).toBe(long())
    expect(isExcluded(['**/x/**/y', 'a*a*a*b'], [long()])).toBe(false)
    expect(resolveProject(long()).root).toBe(long())
    expect(() => resolveInside({ root: base }, long())).toThrow('too long')
  })
})

describe('the longest path there can be', () => {
  it('is walked up a part of the way', () => {
    mkdirSync(join(base, 'deep', '.git'), { recursive: true })
    writeFileSync(join(base, 'deep', '.git', 'HEAD'), 'ref: refs/heads/main\n')
    const at = (names: number) => join(base, 'deep', ...Array.from({ length: names }, () => 'a'))
    mkdirSync(at(1900), { recursive: true })
    expect(findGitRoot(at(MAX_FOLDERS_UP - 1))).toBe(join(base, 'deep'))
    expect(findGitRoot(at(1900))).toBeUndefined()
    expect(relativeToRoot(base, join(at(1900), 'gone.ts'))).toBe(join('deep', 'a/'.repeat(1900), 'gone.ts'))
  })
})

describe('a pattern', () => {
  it('takes no longer for a text that almost fits in very many ways', () => {
    // As a regular expression each of these tries more ways than there are atoms.
    expect(matchesGlob('a*a*a*a*a*a*a*a*b', 'a'.repeat(4000))).toBe(false)
    expect(matchesGlob('**/a/**/a/**/a/**/a/**/b', '/a'.repeat(2000))).toBe(false)
    expect(isExcluded(['a*a*a*a*b', '**/x/**/x/**/y'], ['/a/x'.repeat(1000)])).toBe(false)
  })

  it.each([
    ['**/a', 'a', true],
    ['**/a', 'x/y/a', true],
    ['**/a', 'xa', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['a**', 'a/b/c', true],
    ['a*', 'a/b', false],
    ['*', '', true],
    ['?', '', false],
    ['a?c', 'a😀c', true],
    ['[a]', 'a', false],
    ['a/b', 'a/b/c', false],
    ['a***b', 'a/x/b', true],
  ])('%j on %j: %j', (pattern, text, expected) => expect(matchesGlob(pattern, text)).toBe(expected))
})

describe('git’s files', () => {
  const repository = (name: string, files: Record<string, string>) => {
    const root = join(base, name)
    mkdirSync(join(root, '.git'), { recursive: true })
    for (const [path, text] of Object.entries({ HEAD: 'ref: refs/heads/main\n', ...files })) {
      writeFileSync(join(root, '.git', path), text)
    }
    return root
  }
  const COMMIT = 'a'.repeat(40)
  const MEGABYTE = 1024 * 1024

  it('are not read whole when they are larger than a megabyte', () => {
    const origin = '[remote "origin"]\n\turl = git@example.com:acme/shop.git\n'
    expect(originUrl(repository('small', { config: origin }))).toBe('git@example.com:acme/shop.git')
    expect(originUrl(repository('large', { config: `${origin}${'#\n'.repeat(MEGABYTE)}` }))).toBeUndefined()
    expect(readHead(repository('head', { HEAD: `ref: refs/heads/main\n${'\n'.repeat(MEGABYTE)}` }))).toEqual({})
  })

  it('tell a branch among a hundred thousand packed ones', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `${'b'.repeat(40)} refs/heads/topic-${n}\n`).join('')
    const root = repository('packed', { 'packed-refs': `# pack-refs\n${many}${COMMIT} refs/heads/main\n` })
    expect(readHead(root)).toEqual({ branch: 'main', commit: COMMIT })
  })

  it('are read in time, whatever stands in their lines', () => {
    const spaces = ' '.repeat(MEGABYTE - 1000)
    expect(originUrl(repository('spaces', { config: `[remote "origin"]\n\turl = x${spaces}y\n` }))).toBeDefined()
    const linked = join(base, 'linked')
    mkdirSync(linked)
    writeFileSync(join(linked, '.git'), `gitdir: x${spaces}y\n`)
    expect(findGitRoot(linked)).toBeUndefined()
    expect(normalOrigin(`https://example.com/${'/'.repeat(500_000)}x`)).toBeUndefined()
  })
})

describe('linesOf', () => {
  it('gives every line once, also across the pieces it reads, without those that are too long', () => {
    const path = join(base, 'lines')
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n} é`)
    writeFileSync(path, ['first', 'x'.repeat(100_000), ...lines, '', 'last'].join('\n'))
    expect([...linesOf(path)]).toEqual(['first', ...lines, '', 'last'])
    expect([...linesOf(join(base, 'none'))]).toEqual([])
  })
})
