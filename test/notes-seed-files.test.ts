/** What the document of the notes promises about files: they are the user's, they are followed, and nothing appears unasked. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseRecallStore } from '../src/notes/dream/recall-store.ts'
import { prompt, runHook, sessionStart } from './support/hook.ts'
import { dayAgo, makeNotesPlace, type NotesPlace, type NotesWorkspace, putText } from './support/notes.ts'
import { waitFor } from './support/wait.ts'
import { settle } from './support/worker.ts'

let notes: NotesPlace
beforeAll(async () => {
  notes = await makeNotesPlace()
})
afterAll(() => notes.end())

const RECALL = 'memory/.dreams/short-term-recall.json'

describe('the files of a workspace', () => {
  it('get what is to be remembered: today’s log a line with its time, MEMORY.md what holds for good, each behind the last', async () => {
    const shop = notes.workspace('writing')
    expect(await shop.add('The kiln is hot until six.')).toMatchObject({ path: `memory/${dayAgo(0)}.md`, line: 3 })
    await shop.add('Ana paid the rent.')
    await shop.add('We never ship on Sundays.', true)
    await shop.add('Invoices are rounded per line.', true)
    expect(shop.file(`memory/${dayAgo(0)}.md`)).toMatch(
      /^# \d{4}-\d\d-\d\d\n\n- \d\d:\d\d The kiln is hot until six\.\n- \d\d:\d\d Ana paid the rent\.\n$/,
    )
    expect(shop.file('memory/MEMORY.md')).toBe(
      '# Memory\n\n- We never ship on Sundays.\n- Invoices are rounded per line.\n',
    )
    expect(await shop.found('when is the kiln hot')).toEqual([`memory/${dayAgo(0)}.md`])
  })

  it('have every hit of a search written down, with score, tags and count', async () => {
    const log = `memory/${dayAgo(2)}.md`
    const shop = notes.workspace('recall', { [log]: 'The compass points north at the old bridge.\n' })
    for (const query of ['compass bridge', 'where does the compass point']) await shop.search(query)
    const [entry] = await waitFor('both are recorded', () => {
      const entries = Object.values(parseRecallStore(findJson(shop, RECALL)).entries)
      return entries[0]?.recallCount === 2 ? entries : undefined
    })
    expect(entry).toMatchObject({ path: log, recallCount: 2, recallDays: [expect.any(String)] })
    expect(entry?.maxScore).toBeGreaterThan(0)
    expect(entry?.conceptTags).toContain('bridge')
    expect(Object.keys(entry?.queries ?? {})).toHaveLength(2)
  })

  it('get signals and a diary from a dream, and the diary is never found', async () => {
    const shop = notes.workspace('dreaming', {
      [`memory/${dayAgo(2)}.md`]: 'The compass points north at the old bridge.\n',
    })
    await shop.search('compass bridge')
    await waitFor('it is recorded', () => findJson(shop, RECALL))
    expect(await shop.dream({ action: 'dry-run' })).toMatchObject({ outcome: 'planned' })
    expect(readdirSync(shop.root)).not.toContain('DREAMS.md')
    expect(await shop.dream()).toMatchObject({ outcome: 'done' })
    expect(Object.keys(findJson(shop, 'memory/.dreams/phase-signals.json')?.signals ?? {})).toHaveLength(1)
    expect(shop.file('DREAMS.md')).toContain('## Deep Sleep')
    await shop.sync(true)
    expect(await shop.found('Deep Sleep candidates promoted')).toEqual([])
  })

  it('need no index beside them, and get none', async () => {
    const shop = notes.workspace('index', { 'memory/a.md': 'The owl sleeps.\n' })
    await shop.search('owl')
    await shop.sync(true)
    expect(readdirSync(join(shop.root, 'memory')).filter((name) => name.includes('sqlite'))).toEqual([])
  })

  it('are read again on demand, whatever their times say', async () => {
    const shop = notes.workspace('again', { 'memory/a.md': 'The owl sleeps.\n' })
    await shop.search('owl')
    expect(await shop.sync()).toMatchObject({ files: 1, changed: 0 })
    expect(await shop.sync(true)).toMatchObject({ files: 1, changed: 1 })
  })
})

describe('a change', () => {
  it('by a write, a save beside and rename, a new name and a deletion is found, at any depth of memory/', async () => {
    const shop = notes.workspace('changes', { 'memory/deep/er/a.md': 'The first version speaks of apricots.\n' })
    await shop.isFound('apricots', 'memory/deep/er/a.md')
    shop.put('memory/deep/er/a.md', 'The second version speaks of quinces.\n')
    await shop.isFound('quinces', 'memory/deep/er/a.md')
    await shop.isGone('apricots', 'memory/deep/er/a.md')
    shop.save('memory/deep/er/a.md', 'The third version speaks of medlars.\n')
    await shop.isFound('medlars', 'memory/deep/er/a.md')
    renameSync(join(shop.root, 'memory/deep/er/a.md'), join(shop.root, 'memory/deep/b.md'))
    await shop.isFound('medlars', 'memory/deep/b.md')
    expect(await shop.found('medlars')).toEqual(['memory/deep/b.md'])
    rmSync(join(shop.root, 'memory/deep'), { recursive: true })
    await shop.isGone('medlars', 'memory/deep/b.md')
    expect((await shop.status()).files).toBe(0)
  })

  it('made while the worker was down is seen by the first search', async () => {
    const shop = notes.workspace('down', { 'memory/a.md': 'The quince.\n', 'memory/b.md': 'The medlar.\n' })
    expect(await shop.found('quince')).toEqual(['memory/a.md'])
    await notes.stop()
    shop.put('memory/c.md', 'The persimmon.\n')
    shop.put('memory/a.md', 'The pomegranate.\n')
    rmSync(join(shop.root, 'memory/b.md'))
    await notes.start()
    expect(await shop.found('persimmon')).toEqual(['memory/c.md'])
    expect(await shop.found('pomegranate')).toEqual(['memory/a.md'])
    expect([await shop.found('quince'), await shop.found('medlar')]).toEqual([[], []])
  })
})

describe('a repository without notes', () => {
  it('gets nothing by a session, a prompt, a search, a look at the status, or a dream', async () => {
    const { place } = notes
    const before = readdirSync(place.project)
    await runHook(place, { event: 'SessionStart', payload: sessionStart(place, 'seed-1') })
    const asked = prompt(place, { sessionId: 'seed-1', text: 'What did we decide about the invoices?', promptId: 'p' })
    await runHook(place, { event: 'UserPromptSubmit', payload: asked })
    await settle(place)
    const shop = notes.workspace('shop') // the folder of the session
    expect(shop.root).toBe(place.project)
    await shop.search('invoices', { scope: 'both' })
    await shop.context('What did we decide about the invoices?')
    await shop.status()
    await shop.dreamStatus()
    expect(await shop.dream()).toMatchObject({ outcome: 'nothing' })
    await shop.sync(true)
    await settle(place)
    expect(readdirSync(place.project)).toEqual(before)
  })
})

describe('a folder memory/ of another kind', () => {
  it('is searched and not written to: it has neither a log nor a MEMORY.md', async () => {
    const shop = notes.workspace('sources', { 'memory/arena.md': 'The arena allocator never frees.\n' })
    const before = snapshot(shop.root)
    expect(await shop.found('arena allocator')).toEqual(['memory/arena.md'])
    expect(await shop.dream()).toMatchObject({ outcome: 'nothing' })
    await settle(notes.place)
    expect(snapshot(shop.root)).toEqual(before)
  })
})

describe('an existing ClawCode workspace', () => {
  const KEY = `memory:memory/${dayAgo(5)}.md:1:3`
  const FILES = {
    'MEMORY.md': '# Long-term\n\n- The user is called Crisandro.\n',
    'memory/MEMORY.md': '# Memory\n\n- The bakery pays for Cookie.\n',
    [`memory/${dayAgo(5)}.md`]: '# Log\n\nWe chose PostgreSQL because the bakery already runs it.\n',
    'memory/.memory.sqlite': 'SQLite format 3\0 and so on',
    'memory/.dreams/short-term-recall.json': JSON.stringify({
      version: 1,
      updatedAt: '2026-04-11T10:00:00.000Z',
      entries: {
        [KEY]: {
          ...{ path: `memory/${dayAgo(5)}.md`, startLine: 1, endLine: 3, recallCount: 4, totalScore: 2, maxScore: 0.7 },
          snippet: 'We chose PostgreSQL because the bakery already runs it.',
          firstRecalledAt: '2026-04-10T10:00:00.000Z',
          lastRecalledAt: '2026-04-11T10:00:00.000Z',
          recallDays: ['2026-04-10', '2026-04-11'],
          conceptTags: ['postgresql'],
        },
      },
    }),
    'memory/.dreams/phase-signals.json': JSON.stringify({ [KEY]: 1.37 }),
    'memory/.dreams/events.jsonl': '{"type":"session.end","ts":"2026-04-11T10:00:00.000Z"}\n',
    'memory/crons.json': '{"version":1,"crons":[]}',
    'DREAMS.md': '## Deep Sleep — 2026-04-11 03:00:00\n\nCandidates: 1 | Promoted: 0 | Skipped: 1\n',
    'agent-config.json': JSON.stringify({
      ...{ name: 'Cris', http: { token: 'secret', port: 18790 }, dreaming: { schedule: '0 3 * * *' } },
      memory: { backend: 'builtin', citations: 'auto', builtin: { halfLifeDays: 30, mmr: true, mmrLambda: 0.7 } },
    }),
  }

  it('is read as it is, and reading changes no byte of it', async () => {
    const shop = notes.workspace('clawcode-read', FILES)
    const before = snapshot(shop.root)
    expect(await shop.status()).toMatchObject({ keepsNotes: true, files: 3, problems: [] })
    expect((await shop.read('MEMORY.md')).text).toContain('Crisandro')
    expect((await shop.context('why did we take PostgreSQL for the bakery?')).digest).toContain('PostgreSQL')
    expect(await shop.dreamStatus()).toMatchObject({ recalled: 1, runs: [] })
    await shop.dream({ action: 'dry-run' })
    await shop.sync(true)
    expect(snapshot(shop.root)).toEqual(before)
  })

  it('is found whole, and a search and a dream carry on what was counted', async () => {
    const shop = notes.workspace('clawcode-use', FILES)
    const before = snapshot(shop.root)
    expect(await shop.found('what is the user called')).toEqual(['MEMORY.md'])
    expect((await shop.found('PostgreSQL bakery'))[0]).toBe(`memory/${dayAgo(5)}.md`)
    const entry = await waitFor('the recall goes on', () => {
      const all = Object.values(parseRecallStore(findJson(shop, RECALL)).entries)
      return all.find(({ recallCount }) => recallCount === 5)
    })
    expect(entry).toMatchObject({ formerKeys: [KEY], firstRecalledAt: '2026-04-10T10:00:00.000Z' })
    expect(entry.recallDays).toEqual(expect.arrayContaining(['2026-04-10', '2026-04-11']))
    expect(await shop.dream()).toMatchObject({ outcome: 'done' })
    const signals = findJson(shop, 'memory/.dreams/phase-signals.json')?.signals ?? {}
    expect(Object.values(signals)).toContainEqual(expect.objectContaining({ imported: 1.37 }))
    const after = snapshot(shop.root)
    expect(after.get('DREAMS.md')?.startsWith(before.get('DREAMS.md') ?? '?')).toBe(true)
    expect(after.get('memory/.dreams/events.jsonl')?.startsWith(FILES['memory/.dreams/events.jsonl'])).toBe(true)
    for (const path of ['MEMORY.md', 'memory/.memory.sqlite', 'memory/crons.json', 'agent-config.json'])
      expect(after.get(path), path).toBe(before.get(path))
    expect(await shop.dream({ action: 'undo' })).toMatchObject({ outcome: 'undone', exact: true })
    expect(shop.file('DREAMS.md')).toBe(FILES['DREAMS.md'])
    expect(shop.file('memory/MEMORY.md')).toBe(FILES['memory/MEMORY.md'])
  })
})

describe('a record of recalls that is no JSON', () => {
  it('stops no search, is not overwritten, and is complained of by the dream', async () => {
    const shop = notes.workspace('blocked', { 'memory/MEMORY.md': 'The raven speaks.\n' })
    mkdirSync(join(shop.root, 'memory/.dreams'), { recursive: true })
    writeFileSync(join(shop.root, RECALL), 'not JSON')
    expect(await shop.found('raven')).toEqual(['memory/MEMORY.md'])
    expect(await shop.found('raven speaks')).toEqual(['memory/MEMORY.md'])
    await settle(notes.place)
    expect(shop.file(RECALL)).toBe('not JSON')
    await expect(shop.dream()).rejects.toThrow(/is not JSON/)
    putText(join(shop.root, RECALL), '{}')
    expect(await shop.dream()).toMatchObject({ action: 'run' })
  })
})

function findJson(shop: NotesWorkspace, path: string): Record<string, object> | undefined {
  try {
    return JSON.parse(shop.file(path)) as Record<string, object> // the caller knows the file
  } catch {
    return undefined // not there yet
  }
}

/** Text by path of every file, hidden ones too. */
function snapshot(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true }).map(String)
  const files = paths.filter((path) => statSync(join(root, path)).isFile())
  return new Map(files.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
