/** Notes are found by the same search, together with everything else and alone. */
import { describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { putNoteFile, putWorkspace } from '../store/notes.ts'
import { PROJECT, T0 } from '../store/store.fixture.ts'
import { emptyStore, remember } from './search.fixture.ts'
import { search } from './search.ts'
import type { SearchQuery } from './search-query.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const noon = (day: string) => new Date(`${day}T12:00:00`).getTime()

function notesOf(db: Database, notes: Record<string, string>): number {
  const workspace = putWorkspace(db, { root: PROJECT.root, project: PROJECT.id, at: T0 })
  for (const [name, text] of Object.entries(notes)) {
    const day = /^\d{4}-\d\d-\d\d$/.test(name) ? name : undefined
    const path = `memory/${name}.md`
    putNoteFile(db, {
      workspace,
      file: { path, realPath: `${PROJECT.root}/${path}`, source: 'memory', day, sizeBytes: text.length, mtimeMs: T0 },
      chunks: [{ key: name, startLine: 1, endLine: 3, heading: '', text }],
      createdAt: day ? noon(day) : T0,
    })
  }
  return workspace.id
}

const find = async (db: Database, text: string, more: Partial<SearchQuery> = {}, now = T0) => {
  const query = { text, kinds: ['note' as const], projects: [PROJECT.id], limit: 5, ...more }
  const { hits } = await search({ db, now }, query)
  return hits.flatMap((hit) => (hit.kind === 'note' ? [hit.note.path] : [`${hit.kind} ${hit.id}`]))
}

describe('notes', () => {
  it('of yesterday are found by “ayer” though their text has no date', async () => {
    const db = emptyStore()
    const now = noon('2026-04-12')
    notesOf(db, {
      '2026-04-11': 'Hablamos del proyecto Cookie: empieza en mayo.',
      '2026-04-02': 'El proyecto Cookie tiene un nombre.',
      MEMORY: 'The Cookie project belongs to Ana.',
    })
    expect((await find(db, '¿qué hablamos ayer sobre el proyecto Cookie?', {}, now))[0]).toBe('memory/2026-04-11.md')
    expect(await find(db, '¿qué hablamos ayer?', {}, now)).toEqual(['memory/2026-04-11.md'])
  })

  it('are found across languages: “perro” finds “dog”', async () => {
    const db = emptyStore()
    notesOf(db, { MEMORY: 'The dog is called Luna.', other: 'The cat sleeps.' })
    expect(await find(db, 'perro')).toEqual(['memory/MEMORY.md'])
  })

  it('with all the words stand above those with one of them', async () => {
    const db = emptyStore()
    notesOf(db, {
      one: 'deploy deploy deploy deploy deploy on Friday',
      all: 'Before a release we deploy to staging and wait for the nightly checks of the whole shop.',
    })
    expect((await find(db, 'deploy staging checks'))[0]).toBe('memory/all.md')
  })

  it('of 200 days ago are found when nothing else has the words', async () => {
    const db = emptyStore()
    notesOf(db, { '2025-06-19': 'The lighthouse is switched off at noon.' })
    expect(await find(db, 'lighthouse')).toEqual(['memory/2025-06-19.md'])
  })

  it('are told apart by how rare a word is among notes, though no memory has it', async () => {
    const db = emptyStore()
    notesOf(db, {
      a: 'the server is slow today',
      b: 'the server was restarted',
      c: 'the server has a new certificate from the authority',
      d: 'server and certificate',
    })
    expect((await find(db, 'server authority'))[0]).toBe('memory/c.md')
  })

  it('stand beside memories in a search over everything, and only there', async () => {
    const db = emptyStore()
    const id = remember(db, 'k', { title: 'The discount is taken off once' })
    notesOf(db, { MEMORY: 'The discount code SUMMER ends in August.' })
    const found = await find(db, 'discount', { kinds: ['observation', 'note'] })
    expect(found.toSorted()).toEqual(['memory/MEMORY.md', `observation ${id}`])
    expect(await find(db, 'discount', { kinds: ['observation'] })).toEqual([`observation ${id}`])
  })

  it('near in meaning are found without a word in common', async () => {
    const db = emptyStore()
    notesOf(db, { MEMORY: 'Wir reden über Hunde.', other: 'Etwas anderes.' })
    const asked: (string[] | undefined)[] = []
    const meaning = async ({ projects }: { projects: string[] | undefined }) => {
      asked.push(projects)
      return [{ id: -1, similarity: 0.9 }]
    }
    const query = { text: 'pets', kinds: ['note' as const], projects: [PROJECT.id], limit: 5 }
    const { hits, searched } = await search({ db, meaning, now: T0 }, query)
    expect(hits.map((hit) => hit.id)).toEqual([1])
    expect(searched).toBe('hybrid')
    expect(asked).toEqual([[`${PROJECT.id}#notes`]])
  })

  it('of another clone of the project are left out where one workspace is asked', async () => {
    const db = emptyStore()
    const own = notesOf(db, { MEMORY: 'The lighthouse is off.' })
    const clone = putWorkspace(db, { root: '/clone', project: PROJECT.id, at: T0 + DAY_MS })
    const file = {
      path: 'memory/x.md',
      realPath: '/clone/memory/x.md',
      source: 'memory' as const,
      sizeBytes: 1,
      mtimeMs: 1,
    }
    const chunks = [{ key: 'x', startLine: 1, endLine: 1, heading: '', text: 'The lighthouse is on.' }]
    putNoteFile(db, { workspace: clone, file, chunks, createdAt: T0 })
    expect(await find(db, 'lighthouse', { workspaces: [own] })).toEqual(['memory/MEMORY.md'])
    expect(await find(db, 'lighthouse')).toHaveLength(2)
  })
})
