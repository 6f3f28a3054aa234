import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../../test/support/wait.ts'
import { loadConfig } from '../../../config.ts'
import type { Project } from '../../../memory/session.ts'
import { makeWorkspace, putFile, type TestWorkspace } from '../../../notes/workspace.fixture.ts'
import type { Database } from '../../../store/database.ts'
import { countNotes, findNotesOfFile, findWorkspace, listNoteFiles } from '../../../store/notes.ts'
import { memoryDatabase } from '../../../store/store.fixture.ts'
import { makeNoteKeeper, type NoteKeeper, type NoteKeeperParts } from './note-keeper.ts'

let place: TestWorkspace
let db: Database
let told: string[]
let logged: string[]
let keeper: NoteKeeper

beforeEach(() => {
  place = makeWorkspace()
  db = memoryDatabase()
  told = []
  logged = []
  keeper = make()
})
afterEach(async () => {
  await keeper.close()
  db.close()
  place.remove()
})

function make(more: Partial<NoteKeeperParts> & { excluded?: string[] } = {}): NoteKeeper {
  const { excluded = [], ...parts } = more
  return makeNoteKeeper({
    db,
    config: loadConfig({ dataDir: place.base, flags: { EXCLUDED_PROJECTS: excluded } }, { HOME: place.home }),
    log: { info: () => undefined, warn: (what) => logged.push(what), error: (what) => logged.push(what) },
    settingsFile: join(place.base, 'settings.json'),
    hostFolder: () => undefined,
    closed: [],
    tell: (text) => told.push(text),
    ...parts,
  })
}
function project(name = 'shop'): Project {
  const root = join(place.base, name)
  mkdirSync(root, { recursive: true })
  return { id: root, name, root }
}
const put = (path: string, text: string) => putFile(join(place.root, path), text)
/** As the user names them, in their own settings. */
const name = (extraPaths: string[]) =>
  putFile(join(place.base, 'settings.json'), JSON.stringify({ memory: { extraPaths } }))
/** As the store has it now; nobody asks the keeper. */
const stored = (path: string, root = place.root) => {
  const workspace = findWorkspace(db, root)?.id ?? 0
  return findNotesOfFile(db, { workspace, path }).map(({ text }) => text)
}
const isStored = (path: string, text: string) => waitFor(`${path} says ${text}`, () => stored(path).includes(text))

describe('using a workspace', () => {
  it('answers when its rows are as the files are', async () => {
    put('memory/a.md', 'one')
    const used = await keeper.use(project())
    expect(used).toMatchObject({ counts: { files: 1, chunks: 1 }, problems: [], watched: true })
    expect(stored('memory/a.md')).toEqual(['one'])
  })

  it('makes nothing in it', async () => {
    const used = await keeper.use(project())
    expect(used.counts).toEqual({ files: 0, chunks: 0, bytes: 0 })
    await keeper.sync(project(), { all: true })
    expect(readdirSync(place.root)).toEqual([])
  })

  it('sees what changed while nobody watched, of a small workspace without trusting the watch', async () => {
    let now = 1000
    await keeper.close()
    keeper = make({ now: () => now })
    put('memory/a.md', 'one')
    await keeper.use(project())
    put('memory/a.md', 'two, and longer')
    now += 2000
    await keeper.use(project())
    expect(stored('memory/a.md')).toEqual(['two, and longer'])
  })

  it('is refused for a project that is left alone, and nothing of it is kept', async () => {
    await keeper.close()
    keeper = make({ excluded: ['shop'] })
    put('memory/a.md', 'one')
    await expect(keeper.use(project())).rejects.toMatchObject({ code: 'forbidden' })
    await expect(keeper.sync(project(), { all: true })).rejects.toMatchObject({ code: 'forbidden' })
    expect(findWorkspace(db, place.root)).toBeUndefined()
  })

  it('reads nothing in folders that are closed, whoever names them', async () => {
    await keeper.close()
    keeper = make({ closed: [join(place.base, 'data')] })
    putFile(join(place.base, 'data/secret.md'), 'ours')
    name([join(place.base, 'data')])
    const { listed } = await keeper.use(project())
    expect(listed.files).toEqual([])
    expect(listed.skipped).toMatchObject([{ reason: 'refused' }])
  })

  it('reads the notes the host keeps about it', async () => {
    await keeper.close()
    keeper = make({ hostFolder: () => join(place.base, 'host/memory') })
    putFile(join(place.base, 'host/memory/MEMORY.md'), 'The host knows.')
    await keeper.use(project())
    expect(stored('host:MEMORY.md')).toEqual(['The host knows.'])
  })
})

describe('a workspace in use', () => {
  it('follows files that are written, replaced and deleted, without being asked', async () => {
    put('memory/a.md', 'one')
    await keeper.use(project())
    put('memory/deep/er/b.md', 'two')
    await isStored('memory/deep/er/b.md', 'two')
    put('memory/a.md', 'one more')
    await isStored('memory/a.md', 'one more')
    rmSync(join(place.root, 'memory/a.md'))
    await waitFor('the file is forgotten', () => stored('memory/a.md').length === 0)
    expect(logged).toEqual([])
  })

  it('follows extraPaths that are named while it runs, and forgets what is named no more', async () => {
    const extra = join(place.home, 'notes')
    putFile(join(extra, 'deep/a.md'), 'elsewhere')
    await keeper.use(project())
    name(['~/notes'])
    await isStored('extra:notes/deep/a.md', 'elsewhere')
    // The folder is watched from now on.
    putFile(join(extra, 'deep/b.md'), 'new there')
    await isStored('extra:notes/deep/b.md', 'new there')
    expect(told).toEqual([expect.stringContaining('extraPaths changed')])
    name([])
    await waitFor('the folder is forgotten', () => stored('extra:notes/deep/a.md').length === 0)
  })

  it('keeps its settings through a file that makes no sense, and says so once', async () => {
    put('agent-config.json', JSON.stringify({ memory: { builtin: { halfLifeDays: 7 } } }))
    await keeper.use(project())
    put('agent-config.json', '{"memory": {"builtin": ')
    await waitFor('it is said', () => told.length > 0)
    const used = await keeper.use(project())
    expect(used.settings.builtin.halfLifeDays).toBe(7)
    expect(used.problems).toEqual([expect.stringContaining('agent-config.json is not a JSON object')])
    expect(told).toHaveLength(1)
  })

  it('has one sync at a time, and a wish that comes meanwhile is for the next', async () => {
    for (let at = 0; at < 100; at++) put(`memory/n${at}.md`, `note ${at}`)
    const first = keeper.sync(project(), { all: false })
    const second = keeper.sync(project(), { all: true })
    const third = keeper.use(project())
    expect(await first).toMatchObject({ files: 100, changed: 100 })
    expect(await second).toMatchObject({ files: 100, changed: 100 })
    expect((await third).counts.files).toBe(100)
  })
})

describe('more than eight workspaces', () => {
  it('close the one nobody came from for longest; its rows stay and are made true by the next use', async () => {
    let now = 1000
    await keeper.close()
    keeper = make({ now: () => ++now })
    put('memory/a.md', 'one')
    await keeper.use(project())
    const others = Array.from({ length: 8 }, (_, at) => project(`other${at}`))
    for (const other of others) await keeper.use(other)
    const open = () => keeper.open().map(({ root }) => root)
    expect(open()).toHaveLength(8)
    expect(open()).not.toContain(place.root)
    expect(stored('memory/a.md')).toEqual(['one'])
    put('memory/a.md', 'two')
    await keeper.use(project())
    expect(stored('memory/a.md')).toEqual(['two'])
    expect(open()).not.toContain(others[0]?.root)
    expect(open()).toHaveLength(8)
  })
})

describe('closing', () => {
  it('while a sync runs ends it soon, and the store holds whole files alone', async () => {
    for (let at = 0; at < 400; at++) put(`memory/n${String(at).padStart(3, '0')}.md`, `note ${at}`)
    const syncing = keeper.sync(project(), { all: false })
    await keeper.close()
    const { changed } = await syncing
    expect(changed).toBeLessThan(400)
    const workspace = findWorkspace(db, place.root)?.id ?? 0
    expect(countNotes(db, workspace)).toMatchObject({ files: changed, chunks: changed })
    keeper = make()
    await keeper.use(project())
    expect(listNoteFiles(db, workspace)).toHaveLength(400)
  })

  it('watches nothing any more', async () => {
    put('memory/a.md', 'one')
    await keeper.use(project())
    await keeper.close()
    expect(keeper.open()).toEqual([])
    writeFileSync(join(place.root, 'memory/a.md'), 'after the end')
    keeper.changed(place.root)
    // What comes later is seen by another keeper; the closed one had as long to see it.
    const other = make()
    await other.use(project('other'))
    putFile(join(place.base, 'other/memory/b.md'), 'seen')
    await waitFor('the other sees', () => stored('memory/b.md', join(place.base, 'other')).includes('seen'))
    expect(stored('memory/a.md')).toEqual(['one'])
    await other.close()
  })
})
