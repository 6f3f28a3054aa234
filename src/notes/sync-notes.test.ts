import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noonOf } from '../memory/local-day.ts'
import { countNotes, findNotesOfFile, putWorkspace, type Workspace } from '../store/notes.ts'
import { memoryDatabase, PROJECT, T0 } from '../store/store.fixture.ts'
import { listNoteFiles } from './note-files.ts'
import { syncNotes } from './sync-notes.ts'
import { makeWorkspace, putFile, type TestWorkspace } from './workspace.fixture.ts'

const db = memoryDatabase()
let place: TestWorkspace
let workspace: Workspace

beforeEach(() => {
  place = makeWorkspace()
  workspace = putWorkspace(db, { root: place.root, project: PROJECT.id, at: T0 })
})
afterEach(() => place.remove())

const put = (path: string, text: string) => putFile(join(place.root, path), text)
const listed = (extraPaths: string[] = []) => listNoteFiles({ root: place.root, home: place.home, extraPaths }).files
const sync = (more: { all?: boolean; mayGoOn?: () => boolean } = {}) =>
  syncNotes(db, { workspace, files: listed(), ...more })
const notesOf = (path: string) => findNotesOfFile(db, { workspace: workspace.id, path })
const textOf = (path: string) =>
  notesOf(path)
    .map(({ text }) => text)
    .join('\n')

describe('rows of notes', () => {
  it('become what the files say, and say how much that was', async () => {
    put('memory/MEMORY.md', '# Memory\n\n- We pay in cents.\n')
    put('memory/plans/2027.md', 'Open a second shop.\n')
    expect(await sync()).toEqual({ files: 2, changed: 2, removed: 0, pieces: 2 })
    expect(textOf('memory/MEMORY.md')).toContain('We pay in cents.')
    expect(textOf('memory/plans/2027.md')).toContain('Open a second shop.')
  })

  it('are not made again from a file that did not change: it is not even read', async () => {
    put('memory/a.md', 'first words')
    utimesSync(join(place.root, 'memory/a.md'), 1000, 1000)
    await sync()
    // Other words of the same length and time: only reading the file shows the difference.
    put('memory/a.md', 'other words')
    utimesSync(join(place.root, 'memory/a.md'), 1000, 1000)
    expect(await sync()).toMatchObject({ changed: 0 })
    expect(textOf('memory/a.md')).toBe('first words')
    expect(await sync({ all: true })).toMatchObject({ changed: 1, pieces: 1 })
    expect(textOf('memory/a.md')).toBe('other words')
  })

  it('follow a change of the time alone, of the size alone, and of the file behind a link', async () => {
    put('memory/a.md', 'first words')
    utimesSync(join(place.root, 'memory/a.md'), 1000, 1000)
    await sync()
    put('memory/a.md', 'other words')
    utimesSync(join(place.root, 'memory/a.md'), 1000, 1001)
    await sync()
    expect(textOf('memory/a.md')).toBe('other words')
    put('memory/a.md', 'more words than before')
    utimesSync(join(place.root, 'memory/a.md'), 1000, 1001)
    await sync()
    expect(textOf('memory/a.md')).toBe('more words than before')

    for (const name of ['one', 'two']) {
      put(`memory/${name}/x.md`, `${name}, as long`)
      utimesSync(join(place.root, `memory/${name}/x.md`), 1000, 1000)
    }
    const link = (to: string) => ({
      ...listed().find(({ path }) => path === `memory/${to}/x.md`),
      path: 'memory/link.md',
    })
    const files = (to: string) => [...listed(), link(to)] as Parameters<typeof syncNotes>[1]['files'] // as: it is listed, two lines up
    await syncNotes(db, { workspace, files: files('one') })
    await syncNotes(db, { workspace, files: files('two') })
    expect(textOf('memory/link.md')).toBe('two, as long')
  })

  it('keep the id, and so the vector, of every piece an edit leaves alone', async () => {
    const section = (name: string) => `## ${name}\n\n${`Words of ${name} go on for a while. `.repeat(60)}\n\n`
    put('memory/a.md', section('One') + section('Two'))
    await sync()
    const before = notesOf('memory/a.md')
    put('memory/a.md', `A line above.\n\n${section('One')}${section('Two')}## Three\n\nNew.\n`)
    await sync()
    const after = new Map(notesOf('memory/a.md').map((note) => [note.id, note]))
    expect(before.length).toBeGreaterThan(1)
    for (const { id, startLine } of before) expect(after.get(id)?.startLine).toBe(startLine + 2)
  })

  it('go with their file, and with its old name when it is renamed', async () => {
    put('memory/a.md', 'one')
    put('memory/b.md', 'two')
    await sync()
    rmSync(join(place.root, 'memory/a.md'))
    renameSync(join(place.root, 'memory/b.md'), join(place.root, 'memory/c.md'))
    expect(await sync()).toMatchObject({ changed: 1, removed: 2 })
    expect(countNotes(db, workspace.id)).toMatchObject({ files: 1, chunks: 1 })
    expect([textOf('memory/a.md'), textOf('memory/b.md'), textOf('memory/c.md')]).toEqual(['', '', 'two'])
  })

  it('stay as they were while a listed file cannot be read, and are made once it can', async () => {
    put('memory/a.md', 'what was known')
    await sync()
    put('memory/a.md', 'what is new, and longer')
    const files = listed()
    renameSync(join(place.root, 'memory/a.md'), join(place.root, 'memory/a.away'))
    expect(await syncNotes(db, { workspace, files })).toMatchObject({ changed: 0, removed: 0 })
    expect(textOf('memory/a.md')).toBe('what was known')
    renameSync(join(place.root, 'memory/a.away'), join(place.root, 'memory/a.md'))
    expect(await sync()).toMatchObject({ changed: 1 })
    expect(textOf('memory/a.md')).toBe('what is new, and longer')
  })

  it.skipIf(process.getuid?.() === 0)(
    'stay as they were while a file is closed to us (root may read all)',
    async () => {
      put('memory/a.md', 'what was known')
      await sync()
      put('memory/a.md', 'what is new, and longer')
      chmodSync(join(place.root, 'memory/a.md'), 0)
      await sync()
      expect(textOf('memory/a.md')).toBe('what was known')
    },
  )

  it('hold neither private parts nor secrets, and what follows keeps its line', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    put('memory/a.md', `one\n<private>\nthe code of the safe is 4711\n</private>\nfive\ntoken: ${key}\nseven\n`)
    await sync()
    expect(textOf('memory/a.md')).not.toMatch(/4711|safe/)
    expect(textOf('memory/a.md')).not.toContain(key)
    expect(textOf('memory/a.md')).toContain('seven')
    expect(notesOf('memory/a.md').at(-1)?.endLine).toBe(7)
    expect(readFileSync(join(place.root, 'memory/a.md'), 'utf8')).toContain('4711') // the file is the user's
  })

  it('of a dated log are from noon of that day, of others from when the file was written', async () => {
    put('memory/2026-01-02.md', 'a day')
    put('memory/b.md', 'no day')
    for (const name of ['2026-01-02.md', 'b.md']) utimesSync(join(place.root, 'memory', name), 5000, 5000)
    await sync()
    expect(notesOf('memory/2026-01-02.md')[0]).toMatchObject({ day: '2026-01-02', createdAt: noonOf('2026-01-02') })
    expect(notesOf('memory/b.md')[0]).toMatchObject({ day: undefined, createdAt: 5_000_000 })
  })

  it('of an empty file are none, and it is not read again and again', async () => {
    put('memory/a.md', '')
    expect(await sync()).toMatchObject({ changed: 1, pieces: 0 })
    expect(await sync()).toMatchObject({ changed: 0 })
  })

  it('of one workspace are not those of another', async () => {
    put('memory/a.md', 'ours')
    await sync()
    const other = putWorkspace(db, { root: `${place.root}-2`, project: PROJECT.id, at: T0 })
    await syncNotes(db, { workspace: other, files: [] })
    expect(textOf('memory/a.md')).toBe('ours')
  })
})

describe('a sync that is told to stop', () => {
  it('removes nothing it has not looked at, and the next one does the rest', async () => {
    for (let at = 0; at < 40; at++) put(`memory/n${at}.md`, `note ${at}`)
    put('memory/z.md', 'last')
    await sync()
    for (let at = 0; at < 40; at++) put(`memory/n${at}.md`, `note ${at} changed`)
    rmSync(join(place.root, 'memory/z.md'))
    const stopped = await sync({ mayGoOn: () => false })
    expect(stopped.changed).toBeLessThan(40)
    expect(textOf('memory/z.md')).toBe('last')
    const rest = await sync()
    expect(stopped.changed + rest.changed).toBe(40)
    expect(rest.removed).toBe(1)
  })

  it('lets other work of its thread through while it reads', async () => {
    for (let at = 0; at < 60; at++) put(`memory/n${at}.md`, `note ${at}`)
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    }, 0)
    await sync()
    clearInterval(count)
    expect(turns).toBeGreaterThan(0)
  })
})

describe('a link in the notes', () => {
  it('is one file, not two', async () => {
    put('memory/a.md', 'once')
    symlinkSync('a.md', join(place.root, 'memory/b.md'))
    await sync()
    expect(countNotes(db, workspace.id)).toMatchObject({ files: 1 })
  })
})
