import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findGitRoot, originUrl, readHead } from './git.ts'
import { normalOrigin, resolveProject } from './project.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-git-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const env = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.c',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.c',
}
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim()

function repository(name: string, origin?: string): string {
  const root = join(base, name)
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'commit', '-q', '--allow-empty', '-m', 'first')
  if (origin !== undefined) git(root, 'remote', 'add', 'origin', origin)
  return root
}

describe('findGitRoot', () => {
  it('finds the root from any depth', () => {
    const root = repository('plain')
    expect(findGitRoot(join(root, 'src/deep'))).toBe(root)
    expect(findGitRoot(join(root, '.git/refs'))).toBe(root)
    expect(findGitRoot(join(root, 'deleted/folder'))).toBe(root)
  })
  it('answers nothing outside a repository', () => {
    mkdirSync(join(base, 'no-git/.git'), { recursive: true })
    expect(findGitRoot(join(base, 'no-git'))).toBeUndefined()
  })
  it('takes a `.git` that is a link in a circle, or no file at all, for none', () => {
    mkdirSync(join(base, 'circle/src'), { recursive: true })
    symlinkSync('.git', join(base, 'circle/.git'))
    expect(findGitRoot(join(base, 'circle/src'))).toBeUndefined()
    mkdirSync(join(base, 'pipe'))
    execFileSync('mkfifo', [join(base, 'pipe/.git')])
    // In its own process: opening a pipe that nobody writes to waits for ever.
    const module = JSON.stringify(import.meta.resolve('./git.ts'))
    const ask = `import { findGitRoot } from ${module}; console.log(findGitRoot(${JSON.stringify(join(base, 'pipe'))}))`
    const asked = spawnSync(process.execPath, ['--input-type=module', '-e', ask], { timeout: 10_000, encoding: 'utf8' })
    expect(asked.stdout).toBe('undefined\n')
  })
  it('maps a worktree to its main repository, also after it was pruned', () => {
    const root = repository('with-worktree')
    git(root, 'worktree', 'add', '-q', '-b', 'side', join(base, 'side'))
    expect(findGitRoot(join(base, 'side'))).toBe(root)
    rmSync(join(root, '.git/worktrees/side'), { recursive: true })
    expect(findGitRoot(join(base, 'side'))).toBe(root)
  })
  it.each(['/', '..', '../src'])('does not believe that %s, which is no repository, is where it belongs', (named) => {
    const root = join(base, `claims-${named.length}`)
    for (const folder of ['src', '.git/objects', '.git/refs']) mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(root, '.git/commondir'), `${named}\n`)
    expect(findGitRoot(join(root, 'src'))).toBe(root)
  })
  it('keeps a submodule apart', () => {
    const root = repository('outer')
    mkdirSync(join(root, '.git/modules/lib'), { recursive: true })
    mkdirSync(join(root, 'lib'))
    git(join(root, '.git/modules/lib'), 'init', '-q', '--bare')
    writeFileSync(join(root, 'lib/.git'), 'gitdir: ../.git/modules/lib\n')
    expect(findGitRoot(join(root, 'lib'))).toBe(join(root, 'lib'))
  })
  it('finds a bare repository and its worktrees as one', () => {
    const bare = join(base, 'bare.git')
    git(base, 'clone', '-q', '--bare', repository('for-bare'), bare)
    git(bare, 'worktree', 'add', '-q', join(base, 'bare-side'), 'main')
    expect(findGitRoot(bare)).toBe(bare)
    expect(findGitRoot(join(base, 'bare-side'))).toBe(bare)
  })
  it('takes the folder around a hidden bare repository', () => {
    const around = join(base, 'around')
    mkdirSync(around)
    git(around, 'clone', '-q', '--bare', repository('for-hidden'), '.bare')
    writeFileSync(join(around, '.git'), 'gitdir: ./.bare\n')
    git(around, 'worktree', 'add', '-q', 'main-copy', 'main')
    expect(findGitRoot(join(around, 'main-copy'))).toBe(around)
    expect(findGitRoot(around)).toBe(around)
  })
})

describe('readHead', () => {
  it('reads branch and commit, loose and packed', () => {
    const root = repository('heads')
    const commit = git(root, 'rev-parse', 'HEAD')
    expect(readHead(root)).toEqual({ branch: 'main', commit })
    git(root, 'pack-refs', '--all')
    expect(readHead(root)).toEqual({ branch: 'main', commit })
    git(root, 'checkout', '-q', '--detach')
    expect(readHead(root)).toEqual({ commit })
  })
  it('reads the head of a worktree, not of its main repository', () => {
    const root = repository('two-heads')
    git(root, 'worktree', 'add', '-q', '-b', 'topic', join(base, 'topic'))
    expect(readHead(join(base, 'topic'))).toEqual({ branch: 'topic', commit: git(root, 'rev-parse', 'HEAD') })
  })
  it('knows the branch before the first commit', () => {
    const root = join(base, 'unborn')
    mkdirSync(root)
    git(root, 'init', '-q', '-b', 'trunk')
    expect(readHead(root)).toEqual({ branch: 'trunk' })
  })
  it('says nothing where there is no repository', () => expect(readHead(join(base, 'nowhere'))).toEqual({}))
})

describe('originUrl', () => {
  it('reads origin and no other remote', () => {
    const root = repository('remotes')
    git(root, 'remote', 'add', 'upstream', 'https://x.y/other')
    expect(originUrl(root)).toBeUndefined()
    git(root, 'remote', 'add', 'origin', 'https://x.y/mine')
    expect(originUrl(root)).toBe('https://x.y/mine')
  })
})

describe('resolveProject', () => {
  it('takes its identity from the origin', () => {
    const root = repository('folder-name', 'git@github.com:acme/api.git')
    expect(resolveProject(join(root, 'src'))).toEqual({ id: 'github.com/acme/api', name: 'api', root })
  })
  it('is the same for a worktree and for a symlink', () => {
    const root = repository('linked')
    git(root, 'worktree', 'add', '-q', '-b', 'w', join(base, 'linked-w'))
    symlinkSync(root, join(base, 'linked-s'))
    expect(resolveProject(join(base, 'linked-w'))).toEqual({ id: root, name: 'linked', root })
    expect(resolveProject(join(base, 'linked-s/src'))).toEqual({ id: root, name: 'linked', root })
  })
  it('tells two repositories called api apart', () => {
    const one = resolveProject(repository('one/api'))
    const two = resolveProject(repository('two/api'))
    expect([one.name, two.name]).toEqual(['api', 'api'])
    expect(one.id).not.toBe(two.id)
  })
  it('does not take a local path as an origin', () => {
    const root = repository('cloned', join(base, 'plain'))
    expect(resolveProject(root).id).toBe(root)
  })
  it('takes a folder without git as it is', () => {
    const folder = join(base, 'just-a-folder')
    mkdirSync(folder)
    expect(resolveProject(folder)).toEqual({ id: folder, name: 'just-a-folder', root: folder })
  })
  it('keeps a path that no longer exists', () =>
    expect(resolveProject('/gone/for-ever/')).toEqual({
      id: '/gone/for-ever',
      name: 'for-ever',
      root: '/gone/for-ever',
    }))
  it.each(['.worktrees', '.claude/worktrees'])(
    'gives what was done in a removed worktree in %s to its repository',
    (place) => {
      const root = repository(`had-worktrees-${place.length}`, 'https://github.com/acme/shop')
      expect(resolveProject(join(root, place, 'fix-1/src'))).toEqual({ id: 'github.com/acme/shop', name: 'shop', root })
      // On another machine the repository is not there either.
      const gone = { id: '/gone/shop', name: 'shop', root: '/gone/shop' }
      expect(resolveProject(join('/gone/shop', place, 'fix-1'))).toEqual(gone)
    },
  )
  it.skipIf(process.platform === 'win32')('names the project of a Windows path by its last folder', () =>
    expect(resolveProject('C:\\Users\\ann\\shop\\')).toEqual({
      id: 'C:\\Users\\ann\\shop',
      name: 'shop',
      root: 'C:\\Users\\ann\\shop',
    }),
  )
})

describe('normalOrigin', () => {
  it.each([
    ['https://github.com/acme/api.git', 'github.com/acme/api'],
    ['https://bob:secret@GitHub.com/acme/api/', 'github.com/acme/api'],
    ['git@github.com:acme/api.git', 'github.com/acme/api'],
    ['github.com:acme/api', 'github.com/acme/api'],
    ['ssh://git@github.com:22/acme/api', 'github.com/acme/api'],
    ['ssh://git@git.local:2222/~acme/api.git', 'git.local/acme/api'],
    ['git://host/x/y.git', 'host/x/y'],
    ['http://localhost:3000/acme/api', 'localhost:3000/acme/api'],
    ['git@gitlab.com:group/sub/api.git', 'gitlab.com/group/sub/api'],
  ])('reads %s', (url, id) => expect(normalOrigin(url)).toBe(id))
  it.each(['/srv/git/api.git', '../api', './api', '~/api', 'file:///srv/api', 'C:\\git\\api', '', 'https://host/'])(
    'is not an identity: %s',
    (url) => expect(normalOrigin(url)).toBeUndefined(),
  )
})
