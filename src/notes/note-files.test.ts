import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hostilePaths, layTraps } from '../../test/support/hostile-paths.ts'
import { insideRoot } from '../workspace/paths.ts'
import { listNoteFiles, type NoteWorkspace, notePlaces } from './note-files.ts'
import { findDay, MAX_NOTE_BYTES } from './note-listing.ts'
import { makeWorkspace, putFile } from './workspace.fixture.ts'

function workspace(files: Record<string, string>) {
  const place = makeWorkspace(files)
  onTestFinished(place.remove)
  const list = (more: Partial<NoteWorkspace> = {}) =>
    listNoteFiles({ root: place.root, home: place.home, extraPaths: [], ...more })
  return { ...place, list, paths: (more?: Partial<NoteWorkspace>) => list(more).files.map(({ path }) => path) }
}

describe('the notes of a workspace', () => {
  it('are the Markdown below memory/ at any depth, and the MEMORY.md of the root', () => {
    const { paths, list } = workspace({
      'shop/MEMORY.md': 'root',
      'shop/README.md': 'no note',
      'shop/DREAMS.md': 'diary',
      'shop/memory/MEMORY.md': 'lasting',
      'shop/memory/2026-04-11.md': 'day',
      'shop/memory/a/b/c/deep.md': 'deep',
      'shop/memory/notes.txt': 'text',
      'shop/memory/DREAMS.md': 'diary',
      'shop/memory/.hidden.md': 'hidden',
      'shop/memory/.dreams/signals.md': 'hidden',
      'shop/memory/node_modules/x/README.md': 'somebody else’s',
    })
    expect(paths()).toEqual(['MEMORY.md', 'memory/2026-04-11.md', 'memory/MEMORY.md', 'memory/a/b/c/deep.md'])
    expect(list().skipped).toEqual([])
  })

  it('carry size, time, real path, and the day where the name begins with one', () => {
    const { list, base } = workspace({
      'shop/memory/2026-04-11.md': 'four',
      'shop/memory/2026-04-11-meeting.md': '',
      'home/notes/2026-04-11.md': '',
    })
    const { files } = list({ extraPaths: ['~/notes'] })
    expect(files.map(({ path, day, source }) => [path, day, source])).toEqual([
      ['extra:notes/2026-04-11.md', undefined, 'extra'],
      ['memory/2026-04-11-meeting.md', '2026-04-11', 'memory'],
      ['memory/2026-04-11.md', '2026-04-11', 'memory'],
    ])
    expect(files[2]).toMatchObject({ realPath: join(base, 'shop/memory/2026-04-11.md'), sizeBytes: 4 })
    expect(files[2]?.mtimeMs).toBeGreaterThan(0)
  })

  it('are none where there is no memory/, and none in a workspace that is not there', () => {
    const { list, base } = workspace({})
    expect(list()).toEqual({ files: [], skipped: [] })
    expect(list({ root: join(base, 'nowhere') }).files).toEqual([])
  })

  it('leave out what is too large, and say so', () => {
    const { list } = workspace({ 'shop/memory/log.md': 'x'.repeat(MAX_NOTE_BYTES + 1), 'shop/memory/a.md': '' })
    expect(list().files.map(({ path }) => path)).toEqual(['memory/a.md'])
    expect(list().skipped).toEqual([{ path: 'memory/log.md', reason: 'too_large' }])
  })

  it('leave out a folder that may not be read, and say so', () => {
    const { list, base } = workspace({ 'shop/memory/closed/a.md': '', 'shop/memory/b.md': '' })
    chmodSync(base, 0o755)
    chmodSync(join(base, 'shop/memory/closed'), 0)
    const mayAll = process.getuid?.() === 0
    if (mayAll) process.seteuid?.(65534)
    onTestFinished(() => {
      if (mayAll) process.seteuid?.(0)
      chmodSync(join(base, 'shop/memory/closed'), 0o755)
    })
    const { files, skipped } = list()
    expect(files.map(({ path }) => path)).toEqual(['memory/b.md'])
    expect(skipped).toEqual([{ path: 'memory/closed', reason: 'unreadable' }])
  })

  it('leave out a name that would write a line of its own', () => {
    const { list } = workspace({ 'shop/memory/a\n# Note.md': '' })
    expect(list().files).toEqual([])
    expect(list().skipped[0]?.reason).toBe('refused')
  })
})

describe('a day', () => {
  it.each([
    ['2026-04-11.md', '2026-04-11'],
    ['2026-04-11-meeting.md', '2026-04-11'],
    ['2024-02-29 leap.md', '2024-02-29'],
    ['2026-02-29.md', undefined],
    ['2026-13-01.md', undefined],
    ['2026-04-111.md', undefined],
    ['on-2026-04-11.md', undefined],
    ['notes.md', undefined],
  ])('of %s is %s', (name, day) => expect(findDay(name)).toBe(day))
})

describe('extra paths', () => {
  it('begin at home with ~, at the root when relative, and may be single files', () => {
    const { paths, base } = workspace({
      'home/notes/a/b.md': '',
      'home/notes/c.jsonl': '',
      'shop/docs/d.md': '',
      'elsewhere/todo.md': '',
    })
    expect(paths({ extraPaths: ['~/notes/', './docs', join(base, 'elsewhere/todo.md')] })).toEqual([
      'extra:docs/d.md',
      'extra:notes/a/b.md',
      'extra:todo.md',
    ])
  })

  it('of one name get names of their own, by their order, also while one is missing', () => {
    const files = { 'home/a/notes/1.md': '', 'home/b/notes/2.md': '', 'home/a/todo.md': '', 'home/b/todo.md': '' }
    const { paths, home, list } = workspace(files)
    const extraPaths = ['~/a/notes', '~/b/notes', '~/a/todo.md', '~/b/todo.md']
    const all = ['extra:notes/1.md', 'extra:notes~2/2.md', 'extra:todo.md', 'extra:todo~2.md']
    expect(paths({ extraPaths })).toEqual(all)
    const { files: some, skipped } = list({ extraPaths: ['~/c/notes', join(home, 'b/notes')] })
    expect(some.map(({ path }) => path)).toEqual(['extra:notes~2/2.md'])
    expect(skipped).toEqual([{ path: '~/c/notes', reason: 'missing' }])
  })

  it.each([
    ['../outside', 'refused'],
    ['~/../outside', 'refused'],
    ['/', 'refused'],
    ['', 'refused'],
    ['a\0b', 'refused'],
    ['x'.repeat(300), 'refused'],
    ['link-out', 'outside'],
    ['nothing', 'missing'],
  ])('are refused: %j', (written, reason) => {
    const { list, root } = workspace({ 'outside/secret.md': '' })
    symlinkSync('../outside', join(root, 'link-out'))
    const { files, skipped } = list({ extraPaths: [written] })
    expect(files).toEqual([])
    expect(skipped).toEqual([{ path: written, reason }])
  })

  it('are not read where secrets or our own data lie', () => {
    const { list, base } = workspace({ 'home/.ssh/a.md': '', 'home/.claude-mem/b.md': '', 'home/c.md': '' })
    const { files, skipped } = list({
      extraPaths: ['~/.ssh', '~/.claude-mem', '~/c.md', '~/.claude-mem/b.md'],
      closed: [join(base, 'home/.claude-mem')],
    })
    expect(files.map(({ path }) => path)).toEqual(['extra:c.md'])
    expect(skipped.map(({ reason }) => reason)).toEqual(['refused', 'refused', 'refused'])
  })

  it('a thousand hostile ones lead to nothing outside', () => {
    const { list, base, root, home } = workspace({
      'outside/secret.md': '',
      'outside/deep/secret.md': '',
      'home/.claude-mem/export.md': '',
      'shop-two/secret.md': '',
      'shop/.git/secret.md': '',
      'shop/memory/good.md': '',
    })
    const traps = { around: base, project: root, data: join(home, '.claude-mem') }
    layTraps(traps)
    const hostile = hostilePaths({ ...traps, count: 1500 })
    // A folder that is written in full is the user's choice, so those are left out: each other one must stay inside.
    const written = [...hostile, ...hostile.map((path) => path.replace(/secret\.ts/, 'secret.md'))]
    const isChosen = (path: string) => path.startsWith('/') && !path.split('/').includes('..')
    for (const path of written.filter((one) => !isChosen(one) || one.startsWith(traps.data))) {
      const { files } = list({ extraPaths: [path], closed: [traps.data] })
      const outside = files.filter((file) => insideRoot(root, file.realPath) === undefined)
      expect({ path, outside }).toEqual({ path, outside: [] })
      expect(files.filter(({ realPath }) => realPath.includes('/.git/'))).toEqual([])
    }
    expect(written.filter((one) => !isChosen(one)).length).toBeGreaterThan(1000)
    // Nor does one of those give anything but Markdown.
    const { files } = list({
      extraPaths: written.filter((one) => isChosen(one) && one.length > 9),
      closed: [traps.data],
    })
    expect(files.filter(({ realPath }) => !realPath.endsWith('.md'))).toEqual([])
  })
})

describe('links', () => {
  it('are followed where they stay among the notes, once, and loops end', () => {
    const { paths, root, home } = workspace({
      'shop/memory/sub/a.md': '',
      'home/notes/b.md': '',
      'home/notes/c/d.md': '',
    })
    symlinkSync('..', join(root, 'memory/sub/up'))
    symlinkSync('sub/a.md', join(root, 'memory/0-first.md'))
    symlinkSync(join(home, 'notes/c'), join(root, 'memory/mine'))
    symlinkSync('round', join(root, 'memory/round'))
    symlinkSync('nothing.md', join(root, 'memory/dangling.md'))
    expect(paths({ extraPaths: ['~/notes'] })).toEqual(['extra:notes/b.md', 'memory/mine/d.md', 'memory/sub/a.md'])
  })

  it('are not followed where they lead out, or to what is hidden', () => {
    const { list, root } = workspace({
      'outside/secret.md': '',
      'shop/docs/open.md': '',
      'shop/memory/.dreams/hidden.md': '',
    })
    mkdirSync(join(root, 'memory/sub'))
    symlinkSync('../../../outside', join(root, 'memory/sub/folder'))
    symlinkSync('../../outside/secret.md', join(root, 'memory/file.md'))
    symlinkSync('../docs', join(root, 'memory/docs'))
    symlinkSync('.dreams', join(root, 'memory/dreams'))
    const { files, skipped } = list()
    expect(files).toEqual([])
    expect(skipped).toEqual(
      ['memory/docs', 'memory/dreams', 'memory/file.md', 'memory/sub/folder'].map((path) => ({
        path,
        reason: 'outside',
      })),
    )
  })

  it('in place of memory/ and MEMORY.md stay in the workspace, unless the user named the folder', () => {
    const { list, paths, base, root } = workspace({ 'vault/a.md': '', 'vault/b.md': '' })
    symlinkSync('../vault', join(root, 'memory'))
    symlinkSync('../vault/b.md', join(root, 'MEMORY.md'))
    expect(list()).toEqual({
      files: [],
      skipped: [
        { path: 'MEMORY.md', reason: 'outside' },
        { path: 'memory', reason: 'outside' },
      ],
    })
    expect(paths({ extraPaths: [join(base, 'vault')] })).toEqual(['memory/a.md', 'memory/b.md'])
  })
})

describe('the host’s folder', () => {
  it('is listed last, without files that are listed already', () => {
    const { paths, home } = workspace({
      'home/.claude/p/memory/topics/x.md': '',
      'home/.claude/p/memory/MEMORY.md': '',
    })
    const hostFolder = join(home, '.claude/p/memory')
    expect(paths({ hostFolder })).toEqual(['host:MEMORY.md', 'host:topics/x.md'])
    expect(paths({ hostFolder, extraPaths: [join(hostFolder, 'topics')] })).toEqual([
      'extra:topics/x.md',
      'host:MEMORY.md',
    ])
    expect(paths({ hostFolder: join(home, 'nothing') })).toEqual([])
  })

  it('is named without a folder, though its files lie in some', () => {
    const { home, paths } = workspace({})
    putFile(join(home, 'host/a/b.md'), '')
    expect(paths({ hostFolder: join(home, 'host') })).toEqual(['host:a/b.md'])
  })
})

describe('the places to watch', () => {
  it('are those that notes may lie in, there or not, but never the whole disk', () => {
    const { base, root, home } = workspace({ 'home/notes/deep/a.md': '', 'outside/b.md': '' })
    const { roots, mayFollow } = notePlaces({
      root,
      home,
      extraPaths: ['~/notes', '/', '../x'],
      hostFolder: join(home, 'h'),
    })
    expect(roots).toEqual([join(root, 'memory'), join(root, 'MEMORY.md'), join(home, 'notes'), join(home, 'h')])
    expect([join(home, 'notes/deep'), join(home, 'notes'), join(base, 'outside'), home].map(mayFollow)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
