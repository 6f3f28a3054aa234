import { describe, expect, it } from 'vitest'
import type { NoteChunk, NoteFile } from '../memory/note.ts'
import type { Database } from './database.ts'
import { findQueuedForIndex, findTextsToIndex, queueAllForIndex, removeQueuedForIndex } from './index-queue.ts'
import {
  countNotes,
  findNote,
  findNotesByKey,
  findNotesOfFile,
  findWorkspace,
  listNoteFiles,
  listWorkspaces,
  putNoteFile,
  putWorkspace,
  removeNoteFile,
  type Workspace,
} from './notes.ts'
import { filterNotes, rankByWords } from './search.ts'
import { memoryDatabase, PROJECT, T0 } from './store.fixture.ts'

const piece = (key: string, text: string, lines: [number, number] = [1, 1]): NoteChunk => ({
  ...{ key, text, heading: 'Decisions' },
  ...{ startLine: lines[0], endLine: lines[1] },
})
const log: NoteFile = {
  ...{ path: 'memory/2026-04-11.md', realPath: '/shop/memory/2026-04-11.md', source: 'memory', day: '2026-04-11' },
  ...{ sizeBytes: 10, mtimeMs: 5.5 },
}

function stored(): { db: Database; shop: Workspace } {
  const db = memoryDatabase()
  return { db, shop: putWorkspace(db, { root: '/shop', project: PROJECT.id, at: T0 }) }
}
const matching = (db: Database, match: string) =>
  rankByWords(db, { kind: 'note', match, filter: {}, limit: 9 }).map(({ id }) => id)
const put = (db: Database, workspace: Workspace, chunks: NoteChunk[], file = log) =>
  putNoteFile(db, { workspace, file, chunks, createdAt: T0 })

describe('a workspace', () => {
  it('is one, however often it is used, and the one used last comes first', () => {
    const { db, shop } = stored()
    const other = putWorkspace(db, { root: '/other', project: PROJECT.id, at: T0 + 1 })
    expect(putWorkspace(db, { root: '/shop', project: PROJECT.id, at: T0 + 2 }).id).toBe(shop.id)
    expect(listWorkspaces(db).map(({ id }) => id)).toEqual([shop.id, other.id])
    expect(findWorkspace(db, '/shop')).toMatchObject({ id: shop.id, usedAt: T0 + 2 })
    expect(findWorkspace(db, '/nowhere')).toBeUndefined()
  })
})

describe('a note', () => {
  it('is found by its words, its headings and its path', () => {
    const { db, shop } = stored()
    put(db, shop, [piece('a', 'Totals round once per order.')])
    for (const match of ['"round"', '"decision"', '"2026"']) expect(matching(db, match)).toHaveLength(1)
    const [id = 0] = matching(db, '"round"')
    expect(findNote(db, id)).toMatchObject({ path: log.path, day: '2026-04-11', key: 'a', workspace: shop.id })
  })

  it('keeps its row when only its place changes, and gets another when its words do', () => {
    const { db, shop } = stored()
    put(db, shop, [piece('a', 'Totals round once.'), piece('b', 'Taxes round per line.', [3, 3])])
    const [before] = findNotesByKey(db, { workspace: shop.id, key: 'b' })
    expect(put(db, shop, [piece('c', 'Something new.'), piece('b', 'Taxes round per line.', [7, 8])])).toBe(1)
    const [after] = findNotesByKey(db, { workspace: shop.id, key: 'b' })
    expect(after).toMatchObject({ id: before?.id, startLine: 7, endLine: 8 })
    expect(findNotesByKey(db, { workspace: shop.id, key: 'a' })).toEqual([])
    expect(matching(db, '"totals"')).toEqual([])
  })

  it('goes with its file', () => {
    const { db, shop } = stored()
    put(db, shop, [piece('a', 'Totals round once.')])
    removeNoteFile(db, listNoteFiles(db, shop.id)[0]?.id ?? 0)
    expect(matching(db, '"totals"')).toEqual([])
    expect(countNotes(db, shop.id)).toEqual({ files: 0, chunks: 0, bytes: 0 })
  })

  it('of another workspace of the same project is told apart', () => {
    const { db, shop } = stored()
    const clone = putWorkspace(db, { root: '/clone', project: PROJECT.id, at: T0 })
    put(db, shop, [piece('a', 'Totals round once.')])
    put(db, clone, [piece('a', 'Totals round once.')])
    const ids = matching(db, '"totals"')
    expect(ids).toHaveLength(2)
    expect(filterNotes(db, { ids, filter: { workspaces: [clone.id] } }).size).toBe(1)
    expect(findNotesOfFile(db, { workspace: clone.id, path: log.path })).toHaveLength(1)
  })
})

describe('the index', () => {
  it('is told of notes by their negative numbers, in a place of their own', () => {
    const { db, shop } = stored()
    put(db, shop, [piece('a', 'Totals round once.')])
    const [id = 0] = matching(db, '"totals"')
    expect(findQueuedForIndex(db, 9)).toEqual([-id])
    expect(findTextsToIndex(db, [-id])).toMatchObject([
      { id: -id, project: `${PROJECT.id}#notes`, title: 'Decisions', narrative: 'Totals round once.' },
    ])
    removeQueuedForIndex(db, [-id])
    queueAllForIndex(db)
    expect(findQueuedForIndex(db, 9)).toEqual([-id])
  })

  it('is told when a note is gone', () => {
    const { db, shop } = stored()
    put(db, shop, [piece('a', 'Totals round once.')])
    const queued = findQueuedForIndex(db, 9)
    removeQueuedForIndex(db, queued)
    put(db, shop, [])
    expect(findQueuedForIndex(db, 9)).toEqual(queued)
    expect(findTextsToIndex(db, queued)).toEqual([])
  })
})
