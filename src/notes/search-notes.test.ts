import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { putMemory } from '../../test/support/put-memory.ts'
import { localDay, noonOf } from '../memory/local-day.ts'
import type { Meaning } from '../retrieval/search-parts.ts'
import type { Database } from '../store/database.ts'
import { findNotesOfFile, putWorkspace, type Workspace } from '../store/notes.ts'
import { memoryDatabase, PROJECT } from '../store/store.fixture.ts'
import { listNoteFiles } from './note-files.ts'
import { DEFAULT_NOTE_SETTINGS, type NoteSettings } from './note-settings.ts'
import { findHits, type NoteQuestion, searchNotes } from './search-notes.ts'
import { syncNotes } from './sync-notes.ts'
import { makeWorkspace, putFile, type TestWorkspace } from './workspace.fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = noonOf('2026-04-12')
const daysAgo = (days: number) => localDay(NOW - days * DAY_MS)

let db: Database
let place: TestWorkspace
let workspace: Workspace

beforeEach(() => {
  db = memoryDatabase()
  place = makeWorkspace()
  workspace = putWorkspace(db, { root: place.root, project: PROJECT.id, at: NOW })
})
afterEach(() => {
  db.close()
  place.remove()
})

async function keep(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) putFile(join(place.root, path), text)
  const { files: listed } = listNoteFiles({ root: place.root, home: place.home, extraPaths: [] })
  await syncNotes(db, { workspace, files: listed })
}

type Ask = Partial<Pick<NoteQuestion, 'scope' | 'maxResults'>> & {
  builtin?: Partial<NoteSettings['builtin']>
  meaning?: Meaning
}
function question(query: string, by: Ask): NoteQuestion {
  const settings = { ...DEFAULT_NOTE_SETTINGS, builtin: { ...DEFAULT_NOTE_SETTINGS.builtin, ...by.builtin } }
  return { query, scope: by.scope ?? 'both', maxResults: by.maxResults ?? 6, workspace, settings }
}
const ask = (query: string, by: Ask = {}) => searchNotes({ db, now: NOW, meaning: by.meaning }, question(query, by))
const paths = async (query: string, by: Ask = {}) => (await ask(query, by)).hits.map(({ path }) => path)

describe('a search over notes', () => {
  it('cites the lines, tells the headings above, and shows what fits', async () => {
    const filler = 'Nothing of interest was said here at all. '.repeat(40)
    await keep({ 'memory/MEMORY.md': `# Memory\n\n## Kitchen\n\n${filler}\n\nThe dog is called Bruno.\n` })
    const [hit] = (await ask('what is the dog called?')).hits
    expect(hit).toMatchObject({ kind: 'note', path: 'memory/MEMORY.md', heading: 'Memory › Kitchen', untrusted: false })
    expect(hit?.citation).toMatch(/^memory\/MEMORY\.md#L\d+-L\d+$/)
    expect(hit?.snippet).toContain('The dog is called Bruno.')
    expect(hit?.snippet.length).toBeLessThanOrEqual(700)
  })

  it('puts a piece with all words before one with one of them, however often it has that one', async () => {
    await keep({
      'memory/one.md': 'The invoice. An invoice is an invoice, and every invoice is an invoice.',
      'memory/all.md': 'When an invoice is printed, the rounding happens per line and the tax is added at the end.',
    })
    expect((await paths('rounding tax invoice'))[0]).toBe('memory/all.md')
  })

  it('finds a note of another time where nothing from the named time has the words', async () => {
    await keep({ [`memory/${daysAgo(200)}.md`]: 'The zeppelin contract was signed.\n' })
    expect(await paths('zeppelin contract')).toEqual([`memory/${daysAgo(200)}.md`])
    expect(await paths('zeppelin contract yesterday')).toEqual([`memory/${daysAgo(200)}.md`])
  })

  it('lists a day where nothing else is asked for, newest first, and where its words are nowhere', async () => {
    await keep({
      [`memory/${daysAgo(1)}.md`]: 'The roof was mended.\n',
      [`memory/${daysAgo(1)}-evening.md`]: 'Ana called.\n',
      [`memory/${daysAgo(3)}.md`]: 'We talked: hablamos, decidimos. A talk about talks.\n',
    })
    const yesterday = [`memory/${daysAgo(1)}-evening.md`, `memory/${daysAgo(1)}.md`]
    for (const query of ['¿qué hablamos ayer?', 'what did we talk about yesterday?', 'las notas de ayer']) {
      const { hits, searched, bears } = await ask(query, { scope: 'notes' })
      expect(hits.map(({ path }) => path).sort(), query).toEqual(yesterday)
      expect([searched, bears], query).toEqual(['listing', 'surely'])
    }
    const unknown = await ask('did the plumber come yesterday?', { scope: 'notes' })
    expect(unknown.hits.map(({ path }) => path).sort()).toEqual(yesterday)
    expect(unknown).toMatchObject({ searched: 'listing', bears: 'perhaps', unknown: ['plumber', 'come'] })
  })

  it('looks for the words after all where nothing is from the time that was asked for', async () => {
    await keep({ [`memory/${daysAgo(3)}.md`]: 'We talked about the roof.\n' })
    expect(await paths('what did we talk about yesterday?')).toEqual([`memory/${daysAgo(3)}.md`])
  })

  it('lets dated notes fade and others not, by the half-life that is set', async () => {
    const text = 'The kiosk opens at nine.\n'
    await keep({ [`memory/${daysAgo(60)}.md`]: text, 'memory/kiosk.md': text })
    const scores = async (builtin: Ask['builtin']) => {
      const { hits } = await ask('when does the kiosk open', { builtin: { mmr: false, ...builtin } })
      return new Map(hits.map(({ path, score }) => [path, score]))
    }
    const share = async (builtin: Ask['builtin']) => {
      const found = await scores(builtin)
      return (found.get(`memory/${daysAgo(60)}.md`) ?? 0) / (found.get('memory/kiosk.md') ?? 1)
    }
    const full = await share({ temporalDecay: false })
    expect((await share({ halfLifeDays: 30 })) / full).toBeCloseTo(0.25, 2)
    expect((await share({ halfLifeDays: 60 })) / full).toBeCloseTo(0.5, 2)
  })

  it('gives near-equal pieces one place at the top, unless that is switched off', async () => {
    const copy = 'The parcel service is called at noon, every working day of the week'
    await keep({
      ...Object.fromEntries([1, 2, 3].map((n) => [`memory/copy${n}.md`, `${copy}.\n`])),
      'memory/other.md': `The parcel service has a van with a dent. ${'Its driver drinks coffee with milk. '.repeat(3)}\n`,
    })
    const second = async (mmr: boolean) => (await paths('parcel service', { builtin: { mmr } }))[1]
    expect(await second(true)).toBe('memory/other.md')
    expect(await second(false)).toMatch(/copy/)
  })

  it('returns as many as asked for, and leaves out what has little of the best', async () => {
    await keep({
      'memory/best.md': 'The quarterly turnover report is sent to the accountant on the third Monday.\n',
      ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`memory/n${n}.md`, `Monday note number ${n}.\n`])),
    })
    expect(await paths('Monday note', { maxResults: 3 })).toHaveLength(3)
    const { hits } = await findHits({ db, now: NOW }, question('quarterly turnover report accountant Monday', {}))
    const best = Math.max(...hits.map(({ score }) => score))
    for (const { score } of hits) expect(score).toBeGreaterThanOrEqual(0.15 * best)
  })

  it('says when nothing it has answers the question', async () => {
    await keep({ 'memory/a.md': 'The dog is called Bruno and likes the garden.\n' })
    expect((await ask('what is the dog called?')).bears).toBe('surely')
    const none = await ask('which port does the staging database of the billing team listen on?')
    expect(none.bears).toBe('no')
  })
})

describe('a scope', () => {
  beforeEach(async () => {
    await keep({ 'memory/a.md': 'The lighthouse keeper has the spare key.\n' })
    putMemory(db, PROJECT.id, { title: 'The lighthouse lamp got a new spare bulb', at: NOW - DAY_MS })
    const fetched = putMemory(db, PROJECT.id, { title: 'A lighthouse page was fetched', at: NOW - DAY_MS })
    db.run(`UPDATE observations SET origin = 'untrusted' WHERE id = @fetched`, { fetched })
  })

  it('of notes has notes alone, of memories memories alone, of both both', async () => {
    const kinds = async (scope: NoteQuestion['scope']) =>
      new Set((await ask('lighthouse spare', { scope })).hits.map(({ kind }) => kind))
    expect(await kinds('notes')).toEqual(new Set(['note']))
    expect(await kinds('memories')).toEqual(new Set(['observation']))
    expect(await kinds('both')).toEqual(new Set(['note', 'observation']))
  })

  it('cites a memory by its kind and id, with a path of none, and says what outsiders wrote', async () => {
    const { hits } = await ask('lighthouse', { scope: 'memories' })
    for (const hit of hits) expect(hit).toMatchObject({ citation: `observation ${hit.id}`, path: '' })
    expect(hits.find(({ text }) => text.includes('fetched'))?.untrusted).toBe(true)
    expect(hits.find(({ text }) => text.includes('bulb'))?.untrusted).toBe(false)
  })

  it('never reaches into another workspace, nor into another project', async () => {
    const other = makeWorkspace({ 'shop/memory/b.md': 'A lighthouse of somebody else, with a spare room.\n' })
    const theirs = putWorkspace(db, { root: other.root, project: PROJECT.id, at: NOW })
    const { files } = listNoteFiles({ root: other.root, home: other.home, extraPaths: [] })
    await syncNotes(db, { workspace: theirs, files })
    other.remove()
    expect(await paths('lighthouse spare', { scope: 'notes' })).toEqual(['memory/a.md'])
  })
})

describe('a switch', () => {
  it('`bilingual` finds English notes by Spanish words, and shows where; off, it does not', async () => {
    await keep({ 'memory/a.md': 'We talked about many things.\nThe dog ate the birthday cake.\n' })
    const [hit] = (await ask('perro')).hits
    expect(hit?.snippet).toContain('dog')
    expect(await paths('perro', { builtin: { bilingual: false } })).toEqual([])
  })

  it('`keywords` leaves small words out of the question; off, they count', async () => {
    await keep({ 'memory/small.md': 'What about the, and of it?\n', 'memory/dog.md': 'Bruno barks.\n' })
    expect(await paths('what about the Bruno')).toEqual(['memory/dog.md'])
    expect(await paths('what about the Bruno', { builtin: { keywords: false } })).toContain('memory/small.md')
  })

  it('`dates` understands yesterday as the log of that day; off, it is a word', async () => {
    await keep({
      [`memory/${daysAgo(1)}.md`]: 'Cookie gets a new logo, the project starts in May.\n',
      'memory/MEMORY.md': 'The Cookie project: somebody said yesterday that yesterday is over.\n',
    })
    const asked = '¿qué hablamos ayer sobre el proyecto Cookie?'
    expect((await paths(asked))[0]).toBe(`memory/${daysAgo(1)}.md`)
    expect((await ask(asked)).understood?.phrase).toBe('ayer')
    const off = await ask(asked, { builtin: { dates: false } })
    expect(off.understood).toBeUndefined()
    expect(off.hits.map(({ path }) => path)).toContain('memory/MEMORY.md')
  })

  it('`vectors` asks the meaning; off, or without one, words are searched', async () => {
    await keep({ 'memory/a.md': 'Canines sleep outside.\n', 'memory/b.md': 'The yard has a fence.\n' })
    const [note] = findNotesOfFile(db, { workspace: workspace.id, path: 'memory/a.md' })
    const meaning: Meaning = async () => [{ id: -(note?.id ?? 0), similarity: 0.9 }]
    const asked = 'hounds in the yard'
    expect(await ask(asked, { meaning })).toMatchObject({ searched: 'hybrid' })
    expect(await paths(asked, { meaning })).toContain('memory/a.md')
    expect(await ask(asked, { meaning, builtin: { vectors: false } })).toMatchObject({ searched: 'keywords' })
    expect(await paths(asked, { meaning, builtin: { vectors: false } })).toEqual(['memory/b.md'])
    expect(await ask(asked)).toMatchObject({ searched: 'keywords' })
  })
})
