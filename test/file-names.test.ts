/** Paths as people and agents write them, read against real checkouts. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { putProject } from '../src/store/sessions.ts'
import { memoryDatabase } from '../src/store/store.fixture.ts'
import { nameIn, readFiles } from '../src/worker/http/routes/file-names.ts'
import { makeRepository } from './support/repository.ts'

const repository = makeRepository()
repository.write('src/total.js', '')
repository.write('packages/cart/index.js', '')
repository.commit('first')
const worktree = repository.beside('shop-feature')
repository.git('worktree', 'add', '--quiet', worktree)
const plain = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-plain-')))
mkdirSync(join(plain, 'notes'))
symlinkSync(repository.root, join(plain, 'link'))
afterAll(() => {
  repository.remove()
  rmSync(plain, { recursive: true, force: true })
})

const db = memoryDatabase()
putProject(db, { id: repository.root, name: 'shop', root: repository.root }, 0)
putProject(db, { id: plain, name: 'plain', root: plain }, 0)
const read = (...paths: string[]) => readFiles(db, paths, { projects: undefined, hidden: [] })

it.each([
  ['in the checkout', () => join(repository.root, 'src/total.js'), 'src/total.js'],
  ['in a linked worktree', () => join(worktree, 'src/total.js'), 'src/total.js'],
  ['through a symlink', () => join(plain, 'link/src/total.js'), 'src/total.js'],
  ['that is gone', () => join(worktree, 'src/gone.js'), 'src/gone.js'],
  ['in a folder that is gone', () => join(repository.root, 'old/gone.js'), 'old/gone.js'],
  ['that is a folder', () => join(repository.root, 'packages/cart/'), 'packages/cart'],
])('an absolute path %s has the project’s name for it', (_, path, name) => {
  expect(read(path())).toEqual({ files: [name], projects: [repository.root] })
})

it('a project without git is known by its root', () => {
  expect(read(join(plain, 'notes/new/a.md'))).toEqual({ files: ['notes/new/a.md'], projects: [plain] })
})

it('a path outside of every project stays as it is, and so does where is looked', () => {
  expect(read('/etc/hosts')).toEqual({ files: ['/etc/hosts'], projects: undefined })
  expect(read('src/total.js', join(plain, 'notes/a.md'))).toEqual({
    files: ['src/total.js', 'notes/a.md'],
    projects: undefined,
  })
})

it('the root is the whole project, whatever else is named', () => {
  expect(read(repository.root)).toEqual({ files: undefined, projects: [repository.root] })
  expect(nameIn(repository.root, './src//cart/../total.js')).toBe('src/total.js')
})
