import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeRepository } from '../../test/support/repository.ts'
import { movedTo } from './moved.ts'
import { resolveProject } from './project.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-moved-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const folder = (name: string) => {
  mkdirSync(join(base, name), { recursive: true })
  return join(base, name)
}
const repository = (name: string) => makeRepository({ root: folder(name) })

const plain = resolveProject(folder('me'))
const api = repository('me/api')
const shop = repository('me/shop')
folder('me/shop/src/deep')
folder('me/notes')

describe('a session has moved', () => {
  it('from a folder without git into a repository below it, however deep', () => {
    const there = { id: shop.root, name: 'shop', root: shop.root }
    expect(movedTo(plain, shop.root)).toEqual(there)
    expect(movedTo(plain, join(shop.root, 'src/deep'))).toEqual(there)
  })
  it('from one repository into another', () => {
    expect(movedTo(resolveProject(api.root), shop.root)?.id).toBe(shop.root)
  })
  it('into the repository of a linked worktree', () => {
    shop.git('commit', '--quiet', '--allow-empty', '--message', 'first')
    shop.git('worktree', 'add', '--quiet', '-b', 'side', join(base, 'side'))
    expect(movedTo(resolveProject(api.root), join(base, 'side'))).toEqual(resolveProject(shop.root))
  })
  it('when the folder it stands in becomes a repository', () => {
    const young = folder('me/young')
    expect(movedTo(plain, young)).toBeUndefined()
    makeRepository({ root: young })
    expect(movedTo(plain, young)?.root).toBe(young)
  })
})

describe('a session has not moved', () => {
  const home = resolveProject(shop.root)

  it('while it stands in its project, and after it came back', () => {
    for (const cwd of [shop.root, join(shop.root, 'src'), join(shop.root, 'src/deep')])
      expect(movedTo(home, cwd), cwd).toBeUndefined()
  })
  it('into a folder of no repository', () => {
    expect(movedTo(home, join(base, 'me/notes'))).toBeUndefined()
    expect(movedTo(plain, join(base, 'me/notes'))).toBeUndefined()
  })
  it('into a folder that is gone, or that nobody named', () => {
    const gone = repository('me/gone')
    rmSync(gone.root, { recursive: true })
    expect(movedTo(home, gone.root)).toBeUndefined()
    expect(movedTo(home, '')).toBeUndefined()
  })
  it('into a repository inside its own', () => {
    const nested = repository('me/shop/vendor/lib')
    expect(movedTo(home, nested.root)).toBeUndefined()
    symlinkSync(nested.root, join(base, 'link-to-lib'))
    expect(movedTo(home, join(base, 'link-to-lib'))).toBeUndefined()
  })
  it('into a linked worktree of its own repository', () => {
    shop.git('worktree', 'add', '--quiet', '-b', 'other', join(base, 'other'))
    expect(movedTo(home, join(base, 'other'))).toBeUndefined()
  })
  it('into another clone of it, also when the origin came after its first memory', () => {
    const [one, two] = [repository('one'), repository('two')]
    const before = resolveProject(one.root)
    for (const clone of [one, two]) clone.git('remote', 'add', 'origin', 'git@github.com:acme/one.git')
    expect(movedTo(resolveProject(one.root), two.root)).toBeUndefined()
    expect(before.id).toBe(one.root)
    expect(movedTo(before, two.root)).toBeUndefined()
  })
})
