/** Every label at every step, in repositories made by real git commands. */
import { readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DISK } from '../src/workspace/file-state.ts'
import { makeMemory } from './support/freshness.ts'
import { makeRepository, type Repository } from './support/repository.ts'

let shop: Repository
beforeEach(() => {
  shop = makeRepository()
  for (const name of ['total', 'receipt', 'order']) shop.write(`src/${name}.js`, `export const ${name} = 1\n`)
  shop.commit('begin')
})
afterEach(() => shop.remove())

describe('what became of the files', () => {
  it('is told over commits, a rename and a removal', async () => {
    const memory = makeMemory()
    shop.write('src/total.js', 'export const total = 50\n')
    const id = memory.remember(shop.root, { edits: ['src/total.js'], reads: ['src/receipt.js', 'src/order.js'] })
    const label = () => memory.label(id, join(shop.root, 'src'))
    expect(await label(), 'just stored').toBe('')
    shop.commit('raise the total')
    expect(await label(), 'committed as it was').toBe('')
    shop.write('src/total.js', 'export const total = 51\n')
    expect(await label(), 'same size, other content').toBe('1 of 3 files changed since')
    shop.write('src/order.js', 'export const order = "another"\n')
    shop.commit('change two')
    expect(await label()).toBe('2 of 3 files changed since')
    shop.git('mv', 'src/receipt.js', 'src/bill.js')
    shop.commit('rename')
    expect(await label()).toBe('2 of 3 files changed since; 1 of 3 files is gone')
    shop.git('checkout', '--quiet', 'HEAD~2', '--', 'src')
    expect(await label(), 'the old state is back').toBe('')
    rmSync(join(shop.root, 'src'), { recursive: true })
    expect(await label()).toBe('3 of 3 files are gone')
  })

  it('is “file is gone” for the one file of a memory, also when a folder took its place', async () => {
    const memory = makeMemory()
    shop.write('src/total.js', 'export const total = 50\n')
    const id = memory.remember(shop.root, { edits: ['src/total.js'] })
    rmSync(join(shop.root, 'src/total.js'))
    expect(await memory.label(id, shop.root)).toBe('file is gone')
    shop.write('src/total.js/index.js', '')
    expect(await memory.label(id, shop.root)).toBe('file is gone')
  })

  it('counts as no change when only the time is new, and a file is hashed only when its size or time changed', async () => {
    const reads: string[] = []
    const read = (path: string) => {
      reads.push(path)
      return readFileSync(path)
    }
    const memory = makeMemory({ disk: { stat: DISK.stat, read } })
    const path = join(shop.root, 'src/total.js')
    shop.write('src/total.js', 'export const total = 50\n')
    const id = memory.remember(shop.root, { edits: ['src/total.js'], reads: ['src/order.js'] })
    expect(reads.splice(0), 'each file once when stored').toHaveLength(2)
    for (let times = 0; times < 5; times++) expect(await memory.label(id, shop.root)).toBe('')
    expect(reads, 'an unchanged stat answers').toEqual([])
    utimesSync(path, new Date(), new Date(Date.now() + 5000))
    for (let times = 0; times < 5; times++) expect(await memory.label(id, shop.root)).toBe('')
    expect(reads.splice(0), 'a new time asks for one look').toEqual([path])
    shop.write('src/total.js', 'export const total = 5000\n')
    expect(await memory.label(id, shop.root)).toBe('1 of 2 files changed since')
    expect(reads, 'another size needs none').toEqual([])
  })

  it('stays unknown where the disk may be newer than the memory: an old session that is read back', async () => {
    const memory = makeMemory()
    utimesSync(join(shop.root, 'src/order.js'), new Date(0), new Date(Date.now() - 9 * 3_600_000))
    const id = memory.remember(shop.root, {
      edits: ['src/total.js'],
      reads: ['src/order.js'],
      agoMs: 3_600_000,
    })
    shop.write('src/total.js', 'export const total = 9999\n')
    expect(await memory.label(id, shop.root)).toBe('')
    shop.write('src/order.js', 'export const order = 9999\n')
    expect(await memory.label(id, shop.root), 'this one was older than the memory').toBe('1 of 2 files changed since')
    expect(memory.db.get('SELECT head, branch FROM observations'), 'nobody knows where it was').toEqual({
      head: null,
      branch: null,
    })
  })

  it('is told of an earlier turn when a later turn of the same session changed the file again', async () => {
    const memory = makeMemory()
    const turn = (text: string) => {
      shop.write('src/total.js', text)
      return memory.remember(shop.root, { edits: ['src/total.js'], sessionId: 'one' })
    }
    const first = turn('export const total = 50\n')
    const second = turn('export const total = 600\n')
    expect(await memory.label(first, shop.root)).toBe('file changed since')
    expect(await memory.label(second, shop.root)).toBe('')
  })

  it('is not asked of files outside the project, of links that lead out, nor of anything but files', async () => {
    const memory = makeMemory()
    shop.write('outside.js', 'export const outside = 1\n', shop.beside('elsewhere'))
    symlinkSync(shop.beside('elsewhere/outside.js'), join(shop.root, 'src/link.js'))
    memory.remember(shop.root, { edits: ['../elsewhere/outside.js', 'src/link.js', 'src'] })
    const known = memory.db.all('SELECT path FROM observation_files WHERE blob IS NOT NULL')
    expect(known).toEqual([])
    // What lies in the folder for temporary files, outside any project, is nobody’s.
    expect(memory.db.get('SELECT count(*) AS n FROM observation_files')).toEqual({ n: 2 })
  })

  it('is nothing when the project’s folder is gone, or is no repository', async () => {
    const memory = makeMemory()
    const plain = shop.beside('plain')
    shop.write('notes.js', 'export const notes = 1\n', plain)
    const id = memory.remember(plain, { edits: ['notes.js'] })
    expect(await memory.label(id, plain)).toBe('')
    shop.write('notes.js', 'export const notes = 22\n', plain)
    expect(await memory.label(id, plain)).toBe('file changed since')
    renameSync(plain, shop.beside('moved'))
    expect(await memory.label(id, plain)).toBe('')
  })
})

describe('a memory of another branch', () => {
  const UNMERGED = 'on branch feature/limits, not merged'

  it('is labelled until the branch is merged, and stays unlabelled while both go on', async () => {
    const memory = makeMemory()
    const here = () => memory.label(id, shop.root)
    shop.git('checkout', '--quiet', '-b', 'feature/limits')
    shop.write('src/limit.js', 'export const limit = 50\n')
    const id = memory.remember(shop.root, { edits: ['src/limit.js'] })
    expect(await here(), 'on the branch itself').toBe('')
    shop.commit('limits')
    shop.git('checkout', '--quiet', 'main')
    expect(await here()).toBe(UNMERGED)
    shop.write('src/order.js', 'export const order = 2\n')
    shop.commit('main goes on')
    expect(await here(), 'main moved, the branch is still apart').toBe(UNMERGED)
    shop.git('merge', '--quiet', '--no-edit', 'feature/limits')
    expect(await here(), 'merged').toBe('')
    shop.git('checkout', '--quiet', 'feature/limits')
    shop.write('src/limit.js', 'export const limit = 60\n')
    const later = memory.remember(shop.root, { edits: ['src/limit.js'] })
    shop.commit('more limits')
    shop.git('checkout', '--quiet', 'main')
    expect(await here(), 'what was merged stays merged').toBe('')
    shop.write('src/limit.js', 'export const limit = 5555\n')
    shop.commit('main changes it')
    expect(await here(), 'though the branch went on and main has another content').toBe('file changed since')
    expect(await memory.label(later, shop.root), 'what came after is not').toBe(UNMERGED)
    shop.git('branch', '--quiet', '-D', 'feature/limits')
    expect(await here(), 'the branch is gone, its work is here').toBe('file changed since')
  })

  it('needs no label where the work was carried along uncommitted, and gets it back when it was left behind', async () => {
    const memory = makeMemory()
    shop.write('src/total.js', 'export const total = 50\n')
    const id = memory.remember(shop.root, { edits: ['src/total.js'] })
    shop.git('checkout', '--quiet', '-b', 'try')
    expect(await memory.label(id, shop.root), 'the work lies here too').toBe('')
    shop.git('stash', '--quiet')
    expect(await memory.label(id, shop.root)).toBe('on branch main, not merged')
  })

  it('is merged with its commit when the work was committed in the same turn, whatever main does to the file later', async () => {
    const memory = makeMemory()
    shop.git('checkout', '--quiet', '-b', 'feature/limits')
    shop.write('src/limit.js', 'export const limit = 50\n')
    shop.commit('limits')
    const id = memory.remember(shop.root, { edits: ['src/limit.js'] })
    shop.git('checkout', '--quiet', 'main')
    expect(await memory.label(id, shop.root)).toBe(UNMERGED)
    shop.git('merge', '--quiet', '--no-ff', '--no-edit', 'feature/limits')
    expect(await memory.label(id, shop.root)).toBe('')
    shop.write('src/limit.js', 'export const limit = 70\n')
    shop.commit('raise it on main')
    expect(await memory.label(id, shop.root)).toBe('file changed since')
  })

  it('that only read files belongs to every branch that has its commit', async () => {
    const memory = makeMemory()
    const id = memory.remember(shop.root, { reads: ['src/total.js', 'src/order.js'] })
    shop.git('checkout', '--quiet', '-b', 'feature/limits')
    expect(await memory.label(id, shop.root)).toBe('')
    shop.git('checkout', '--quiet', 'main')
    shop.write('src/receipt.js', 'export const receipt = 2\n')
    shop.commit('main goes on')
    shop.git('checkout', '--quiet', 'feature/limits')
    expect(await memory.label(id, shop.root), 'main is ahead, its older commit is here').toBe('')
  })

  it('loses its label by a squash merge, and keeps it lost when the files go on changing', async () => {
    const memory = makeMemory()
    shop.git('checkout', '--quiet', '-b', 'feature/limits')
    commitLimit('one')
    commitLimit('two')
    const id = memory.remember(shop.root, { edits: ['src/limit.js'] })
    shop.git('checkout', '--quiet', 'main')
    expect(await memory.label(id, shop.root)).toBe(UNMERGED)
    shop.write('src/order.js', 'export const order = 3\n')
    shop.commit('main goes on')
    squashLimits()
    expect(await memory.label(id, shop.root)).toBe('')
    shop.git('branch', '--quiet', '-D', 'feature/limits')
    commitLimit('three')
    expect(await memory.label(id, shop.root)).toBe('file changed since')
  })

  it('is known to be squashed also when the branch is deleted before anybody looks', async () => {
    const memory = makeMemory()
    shop.git('checkout', '--quiet', '-b', 'feature/limits')
    commitLimit('one')
    writeLimit('two')
    const id = memory.remember(shop.root, { edits: ['src/limit.js'] })
    shop.commit('step two')
    shop.git('checkout', '--quiet', 'main')
    expect(await memory.label(id, shop.root)).toBe(UNMERGED)
    squashLimits()
    shop.git('branch', '--quiet', '-D', 'feature/limits')
    expect(await memory.label(id, shop.root)).toBe('')
    commitLimit('three')
    expect(await memory.label(id, shop.root)).toBe('file changed since')
  })

  it('is known when refs are packed', async () => {
    const memory = makeMemory()
    shop.git('checkout', '--quiet', '-b', 'feature/limits')
    shop.write('src/limit.js', 'export const limit = 50\n')
    const id = memory.remember(shop.root, { edits: ['src/limit.js'] })
    shop.commit('limits')
    shop.git('checkout', '--quiet', 'main')
    shop.git('pack-refs', '--all')
    expect(await memory.label(id, shop.root)).toBe(UNMERGED)
    shop.git('merge', '--quiet', 'feature/limits')
    shop.git('pack-refs', '--all')
    expect(await memory.label(id, shop.root)).toBe('')
  })

  it('is not labelled on a detached HEAD, and not without git', async () => {
    const memory = makeMemory()
    const blind = makeMemory({ db: memory.db, git: async () => undefined })
    shop.git('checkout', '--quiet', '-b', 'feature/limits')
    shop.write('src/limit.js', 'export const limit = 50\n')
    const id = memory.remember(shop.root, { edits: ['src/limit.js'] })
    shop.commit('limits')
    shop.git('checkout', '--quiet', 'main')
    expect(await blind.label(id, shop.root), 'no git: nothing is claimed of branches').toBe('file is gone')
    expect(await memory.label(id, shop.root)).toBe(UNMERGED)
    shop.git('checkout', '--quiet', '--detach')
    expect(await memory.label(id, shop.root)).toBe('file is gone')
  })
})

describe('a worktree', () => {
  it('has the same file names as its project; each reader is told about their own checkout', async () => {
    const memory = makeMemory()
    const side = shop.beside('side')
    shop.git('worktree', 'add', '--quiet', '-b', 'side', side)
    shop.write('src/total.js', 'export const total = 7\n', side)
    const id = memory.remember(side, { edits: ['src/total.js'], reads: ['src/order.js'] })
    expect(memory.db.all('SELECT path FROM observation_files ORDER BY path')).toEqual([
      { path: 'src/order.js' },
      { path: 'src/total.js' },
    ])
    expect(memory.db.get('SELECT branch FROM observations')).toEqual({ branch: 'side' })
    expect(memory.db.get('SELECT checkout FROM sdk_sessions'), 'kept for when it is deleted').toEqual({
      checkout: side,
    })
    expect(await memory.label(id, side)).toBe('')
    expect(await memory.label(id, shop.root)).toBe('on branch side, not merged')
    shop.commit('seven', side)
    expect(await memory.label(id, shop.root)).toBe('on branch side, not merged')
    shop.git('merge', '--quiet', 'side')
    expect(await memory.label(id, shop.root)).toBe('')
    shop.git('worktree', 'remove', '--force', side)
    expect(await memory.label(id, shop.root)).toBe('')
    expect(await memory.label(id, side), 'a reader in the folder that is gone').toBe('')
  })

  it('that lies inside the project is not the project: its files are named as everywhere', async () => {
    const memory = makeMemory()
    const inner = join(shop.root, '.worktrees/inner')
    shop.git('worktree', 'add', '--quiet', '-b', 'inner', inner)
    shop.write('src/total.js', 'export const total = 8\n', inner)
    const id = memory.remember(shop.root, { edits: ['.worktrees/inner/src/total.js'] })
    expect(memory.db.all('SELECT path FROM observation_files')).toEqual([{ path: 'src/total.js' }])
    expect(await memory.label(id, inner)).toBe('')
    expect(await memory.label(id, shop.root)).toBe('on branch inner, not merged')
  })
})

describe('repositories of other shapes', () => {
  it('a clone of the same origin shares names and memories; what its git does not know is not claimed', async () => {
    const memory = makeMemory()
    shop.git('remote', 'add', 'origin', 'https://example.com/acme/shop.git')
    const clone = shop.beside('clone')
    shop.git('clone', '--quiet', shop.root, clone)
    shop.gitIn(clone, 'remote', 'set-url', 'origin', 'git@example.com:acme/shop.git')
    shop.gitIn(clone, 'checkout', '--quiet', '-b', 'theirs')
    shop.write('src/total.js', 'export const total = 77\n', clone)
    shop.commit('seventy-seven', clone)
    memory.remember(shop.root, { reads: ['src/order.js'] })
    const id = memory.remember(clone, { edits: ['src/total.js'] })
    expect(memory.db.all('SELECT path FROM observation_files WHERE modified = 1')).toEqual([{ path: 'src/total.js' }])
    expect(await memory.label(id, clone)).toBe('')
    expect(await memory.label(id, shop.root), 'the commit is not here').toBe('file changed since')
  })

  it('a shallow clone does not know what was merged before it begins, and says nothing', async () => {
    const memory = makeMemory()
    shop.git('checkout', '--quiet', '-b', 'old')
    shop.write('src/total.js', 'export const total = 2\n')
    const commit = shop.commit('old work')
    const id = memory.remember(shop.root, { edits: ['src/total.js'] })
    shop.git('checkout', '--quiet', 'main')
    shop.git('merge', '--quiet', '--no-ff', '--no-edit', 'old')
    for (const n of [3, 4]) {
      shop.write('src/total.js', `export const total = ${n}\n`)
      shop.commit(`total ${n}`)
    }
    const shallow = shop.beside('shallow')
    shop.git('clone', '--quiet', '--depth', '1', '--branch', 'main', `file://${shop.root}`, shallow)
    shop.gitIn(shallow, 'fetch', '--quiet', '--depth', '1', 'origin', commit)
    memory.db.run('UPDATE projects SET root = @shallow WHERE root = @root', { shallow, root: shop.root })
    expect(await memory.label(id, shop.beside('nowhere'))).toBe('file changed since')
  })

  it('a submodule is a project of its own, and its host does not follow it', async () => {
    const memory = makeMemory()
    const library = shop.beside('library')
    shop.git('init', '--quiet', '--initial-branch=main', library)
    shop.write('lib.js', 'export const lib = 1\n', library)
    shop.commit('library', library)
    shop.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendor/library')
    shop.commit('with library')
    const inner = join(shop.root, 'vendor/library')
    shop.write('lib.js', 'export const lib = 2\n', inner)
    const own = memory.remember(inner, { edits: ['lib.js'] })
    const cited = memory.remember(shop.root, { edits: ['vendor/library/lib.js'] })
    shop.gitIn(inner, 'checkout', '--quiet', '--detach')
    expect([await memory.label(own, inner), await memory.label(cited, shop.root)]).toEqual(['', ''])
    shop.write('lib.js', 'export const lib = 30\n', inner)
    expect([await memory.label(own, inner), await memory.label(cited, shop.root)]).toEqual([
      'file changed since',
      'file changed since',
    ])
  })
})

describe('one file, for the read gate', () => {
  it('is the same, changed or unknown against the newest memory of it, in the checkout it lies in', () => {
    const memory = makeMemory()
    const project = shop.root
    const state = (path: string) => memory.freshness.ofFile({ project, path, root: shop.root })
    expect(state('src/total.js')).toBe('unknown')
    memory.remember(shop.root, { reads: ['src/total.js', 'src/order.js'] })
    expect(state('src/total.js')).toBe('same')
    expect(state(join(shop.root, 'src/total.js'))).toBe('same')
    shop.write('src/total.js', 'export const total = 5\n')
    expect(state('src/total.js')).toBe('changed')
    memory.remember(shop.root, { edits: ['src/total.js'] })
    expect(state('src/total.js')).toBe('same')
    expect(state('/etc/hostname')).toBe('unknown')
  })
})

function writeLimit(limit: string): void {
  shop.write('src/limit.js', `export const limit = '${limit}'\n`)
}

function commitLimit(limit: string): void {
  writeLimit(limit)
  shop.commit(`limit ${limit}`)
}

function squashLimits(): void {
  shop.git('merge', '--quiet', '--squash', 'feature/limits')
  shop.commit('limits, in one commit')
}
