import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ProjectFileBounds, projectFiles } from './project-files.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-files-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  })

function tree(name: string, files: Record<string, string>): string {
  const root = join(base, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

function walk(root: string, more: Partial<ProjectFileBounds> = {}) {
  const limits: string[] = []
  const bounds = { mostFiles: 1000, mostFileBytes: 10_000, mostBytes: 1_000_000, deadline: Number.POSITIVE_INFINITY }
  const found = projectFiles({ root, wanted: () => true, ...bounds, onLimit: (why) => limits.push(why), ...more })
  return { paths: [...found].map(({ path }) => path), limits }
}

/** Every kind of rule the manual of gitignore describes, in three folders that contradict each other. */
const RULES = {
  '.gitignore': [
    '# a comment',
    '*.log',
    '!keep.log',
    '/anchored.ts',
    'build/',
    'docs/*.html',
    '**/generated/**',
    'logs/**/debug.ts',
    '\\#hash.ts',
    '\\!bang.ts',
    'space\\ ',
    'trailing.ts   ',
    'a?c.ts',
    'x[0-9].ts',
    'mid/x/',
    'tmp*',
    '!tmp-keep.ts',
    '',
  ].join('\n'),
  'mid/.gitignore': '!x/\n*.ts\n!only.ts\n/top.md\nsub/deep.md\n',
  'mid/sub/.gitignore': '!*.ts\nhere/\n',
  'od[d]/.gitignore': '*.md\n',
}
const TREE = {
  ...RULES,
  'a.log': '',
  'keep.log': '',
  'lib/keep.log': '',
  'anchored.ts': '',
  'lib/anchored.ts': '',
  'build/out.ts': '',
  'lib/build/out.ts': '',
  'lib/build.ts': '',
  'docs/a.html': '',
  'docs/deep/a.html': '',
  'generated/a.ts': '',
  'lib/generated/x/a.ts': '',
  'logs/debug.ts': '',
  'logs/a/b/debug.ts': '',
  '#hash.ts': '',
  '!bang.ts': '',
  'trailing.ts': '',
  'abc.ts': '',
  'a/c.ts': '',
  'x1.ts': '',
  'xy.ts': '',
  'mid/x/f.md': '',
  'mid/x/f.ts': '',
  'mid/only.ts': '',
  'mid/top.md': '',
  'mid/lib/top.md': '',
  'mid/sub/deep.md': '',
  'mid/sub/again.ts': '',
  'mid/sub/here/a.md': '',
  'mid/sub/x/here/a.md': '',
  'od[d]/a.md': '',
  'od[d]/a.ts': '',
  'odd/a.md': '',
  'tmp.ts': '',
  'tmp-keep.ts': '',
  'excluded.ts': '',
  'lib/excluded.ts': '',
  '.hidden/a.ts': '',
}

describe('the files of a project', () => {
  it('are those that git would not ignore, by every kind of rule', () => {
    const root = tree('rules', TREE)
    git(root, 'init', '-q')
    writeFileSync(join(root, '.git/info/exclude'), '/excluded.ts\n')
    const expected = git(root, '-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard')
    expect(walk(root).paths.sort()).toEqual(expected.trim().split('\n').sort())
  })

  it('are never dependencies, secrets or git’s own, also without any rule', () => {
    const root = tree('plain', {
      'a.ts': '',
      'node_modules/x/i.js': '',
      'lib/node_modules/y.js': '',
      '.git/hook.js': '',
    })
    expect(walk(root).paths).toEqual(['a.ts'])
  })

  it('are never reached through a link, and a pipe in the way stops nobody', () => {
    tree('outside', { 'secret.ts': 'SECRET' })
    const root = tree('links', { 'src/a.ts': '' })
    symlinkSync('../outside', join(root, 'folder'))
    symlinkSync('../outside/secret.ts', join(root, 'file.ts'))
    symlinkSync('src', join(root, 'inner'))
    symlinkSync('.', join(root, 'src/round'))
    spawnSync('mkfifo', [join(root, 'pipe.ts'), join(root, 'src/.gitignore')])
    expect(walk(root)).toEqual({ paths: ['src/a.ts'], limits: [] })
  })

  it('do not hold a second checkout of the same repository', () => {
    const root = tree('main', { 'a.ts': '' })
    git(root, 'init', '-q')
    git(root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'first')
    git(root, 'worktree', 'add', '-q', 'copies/one')
    writeFileSync(join(root, 'copies/one/a.ts'), '')
    writeFileSync(join(root, '.git/info/exclude'), 'not-here.ts\n')
    writeFileSync(join(root, 'copies/one/not-here.ts'), '')
    expect(walk(root).paths).toEqual(['a.ts'])
    expect(walk(join(root, 'copies/one')).paths, 'a worktree obeys the exclude file of its repository').toEqual([
      'a.ts',
    ])
  })

  it('come nearest first, only those that are wanted, and only text of a sensible size', () => {
    const root = tree('order', {
      'z.ts': '',
      'a/b/c.ts': '',
      'a/b.ts': '',
      'a/x.md': '',
      'a/large.ts': 'x'.repeat(10_001),
      'a/binary.ts': 'x\0',
    })
    expect(walk(root, { wanted: (path) => path.endsWith('.ts') }).paths).toEqual(['z.ts', 'a/b.ts', 'a/b/c.ts'])
  })

  it('are found also where a rule is longer than any path', () => {
    const root = tree('long-rule', { '.gitignore': `${'<odd>'.repeat(40_000)}\n*.log\n`, 'a.ts': '', 'a.log': '' })
    expect(walk(root, { wanted: (path) => /^a/.test(path) }).paths).toEqual(['a.ts'])
  })

  it('leave a closed folder out', () => {
    const root = tree('closed', { 'a.ts': '', 'data/token.ts': '' })
    expect(walk(root, { closed: [join(root, 'data')] }).paths).toEqual(['a.ts'])
  })

  it('end at each bound, and say which', () => {
    const root = tree('bounds', { 'a.ts': 'x'.repeat(100), 'b.ts': 'x'.repeat(100), 'c.ts': 'x' })
    expect(walk(root, { mostFiles: 2 })).toEqual({ paths: ['a.ts', 'b.ts'], limits: ['files'] })
    expect(walk(root, { mostBytes: 150 })).toEqual({ paths: ['a.ts', 'b.ts'], limits: ['bytes'] })
    expect(walk(root, { deadline: 0 })).toEqual({ paths: [], limits: ['time'] })
    expect(walk(root, { mostFiles: 3 })).toEqual({ paths: ['a.ts', 'b.ts', 'c.ts'], limits: [] })
  })
})
