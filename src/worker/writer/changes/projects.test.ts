import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CapturedEvent } from '../../../capture/captured-event.ts'
import { loadConfig } from '../../../config.ts'
import type { Project } from '../../../memory/session.ts'
import { projectOfFolder, standOf } from '../../../retrieval/session-project.ts'
import type { Database } from '../../../store/database.ts'
import { findWaiting, markWaiting } from '../../../store/events.ts'
import { findFileMemories } from '../../../store/file-history.ts'
import { Journal } from '../../../store/journal.ts'
import { putWorkspace } from '../../../store/notes.ts'
import { listProjectOverviews, moveProjectRows, putProjectChange } from '../../../store/projects.ts'
import { replay } from '../../../store/replay.ts'
import { countMatches } from '../../../store/search.ts'
import { findProjects } from '../../../store/sessions.ts'
import { memoryDatabase, promptEvent, T0 } from '../../../store/store.fixture.ts'
import { resolveProject } from '../../../workspace/project.ts'
import { distilSession } from '../distil/distil.ts'
import { makeIntake } from '../spool/intake.ts'
import { importObservations } from './bulk-import.ts'
import { aliasProject, finishMerges, mergeProjects, renameProject } from './projects.ts'
import { remember } from './user-changes.ts'

let db: Database
let journal: Journal
let root: string
let old: Project
let shop: Project

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'projects-')))
  journal = new Journal(join(root, 'journal'), T0)
  db = memoryDatabase()
  sessions = 0
  for (const name of ['old', 'shop']) mkdirSync(join(root, name, 'src'), { recursive: true })
  for (const name of ['old', 'shop']) writeFileSync(join(root, name, 'src/importer.js'), 'a = 2\n')
  old = resolveProject(join(root, 'old'))
  shop = resolveProject(join(root, 'shop'))
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true, force: true })
})

const by = () => ({ db, journal, now: T0 })
const into = (to: Database) => makeIntake({ db: to, journal, config: loadConfig({ dataDir: root }, {}), token: 't' })
const names = () => listProjectOverviews(db).map(({ name }) => name)

/** Unlike each other, so that no memory is taken for another's duplicate. */
const TURNS = [
  [
    'Why does the importer drop every second row?',
    'Fixed: the importer advanced its cursor twice, so every second row was dropped.',
  ],
  [
    'Let the importer keep the currency of a price.',
    'Done: the importer stored amounts alone, and each has its currency beside it now.',
  ],
  [
    'The importer is slow with large feeds.',
    'The importer parsed the whole feed before the first insert; it streams lines in batches of a thousand now.',
  ],
  [
    'Which encoding does the importer expect?',
    'The importer took Latin-1 files for UTF-8 and broke umlauts; it reads the byte order mark first now.',
  ],
]
let sessions = 0

/** A session of one turn in that folder, through the intake, distilled. */
function work(project: Project, sessionId: string, at = T0): void {
  const one = { sessionId, origin: 'hook' as const }
  const [asks = '', says = ''] = TURNS[sessions++ % TURNS.length] ?? ['', '']
  const file = join(project.root, 'src/importer.js')
  const events: CapturedEvent[] = [
    promptEvent(sessionId, asks, { ...one, at }),
    {
      ...{
        ...one,
        key: `t:${sessionId}`,
        kind: 'tool',
        at: at + 1,
        host: 'claude-code',
        tool: 'Edit',
        toolUseId: sessionId,
      },
      input: { file_path: file, old_string: 'a = 1', new_string: 'a = 2' },
      output: { filePath: file, structuredPatch: [{ oldStart: 1, lines: ['-a = 1', '+a = 2'] }] },
      failed: false,
    },
    { ...one, key: `e:${sessionId}`, kind: 'stopped', at: at + 2, text: says, failed: false },
  ]
  const session = {
    sessionId,
    cwd: project.root,
    projectDir: project.root,
    transcriptPath: undefined,
    entrypoint: 'cli',
  }
  into(db).put(events.map((event) => ({ session, event })))
  derive()
}

function derive(): void {
  for (const waiting of findWaiting(db)) distilSession(db, waiting, { now: T0 + 10 })
}

const TABLES = [
  'sdk_sessions',
  'observations',
  'observation_files',
  'session_summaries',
  'user_prompts',
  'turns',
  'note_workspaces',
]
const countIn = (project: Project) =>
  Object.fromEntries(
    TABLES.map((table) => [table, db.all(`SELECT 1 FROM ${table} WHERE project = '${project.id}'`).length]),
  )
const said = (project: Project) =>
  (['observation', 'passage'] as const).map((kind) =>
    countMatches(db, kind, { match: '"importer"', projects: [project.id], most: 99 }),
  )

describe('a merged project', () => {
  it('has nothing left, and the other has everything, under the same file names and found by the same words', async () => {
    work(old, 'monday')
    work(shop, 'tuesday', T0 + 1000)
    putWorkspace(db, { root: old.root, project: old.id, at: T0 })
    db.run('DELETE FROM index_queue')
    const [had, has] = [countIn(old), countIn(shop)]
    const before = [said(old), said(shop)]
    const seen = await mergeProjects(by(), { from: old.id, into: shop.id, preview: true })
    expect(seen.moved).toEqual({ memories: 1, sessions: 1, summaries: 1, prompts: 1 })
    expect(countIn(old), 'a preview changes nothing').toEqual(had)
    expect(await mergeProjects(by(), { from: old.id, into: shop.id, preview: false })).toEqual(seen)
    expect(Object.values(countIn(old)).every((n) => n === 0)).toBe(true)
    for (const table of TABLES) expect(countIn(shop)[table], table).toBe((had[table] ?? 0) + (has[table] ?? 0))
    expect(said(shop)).toEqual(said(shop).map((_, at) => (before[0]?.[at] ?? 0) + (before[1]?.[at] ?? 0)))
    expect(said(old)).toEqual([0, 0])
    expect(db.all('SELECT observation_id AS id FROM index_queue'), 'its vectors follow').toEqual([{ id: 1 }])
    expect(findFileMemories(db, { project: shop.id, path: 'src/importer.js', limit: 9 })).toHaveLength(2)
    expect(listProjectOverviews(db).find(({ id }) => id === shop.id)).toMatchObject({
      ...{ memories: 2, sessions: 2, aliases: [old.id] },
    })
    expect(findProjects(db, old.id)).toEqual([shop])
  })

  it('takes new events to the other: new sessions, running ones, and memories', async () => {
    work(old, 'monday')
    work(shop, 'tuesday', T0 + 1000)
    await mergeProjects(by(), { from: old.id, into: shop.id, preview: false })
    work(old, 'wednesday', T0 + 2000)
    const late = promptEvent('late', 'And the exporter?', { sessionId: 'monday', at: T0 + 3000 })
    const session = {
      sessionId: 'monday',
      cwd: old.root,
      projectDir: old.root,
      transcriptPath: undefined,
      entrypoint: 'cli',
    }
    into(db).put([{ session, event: late }])
    expect(
      remember(by(), { text: 'Totals are cents.', title: undefined, type: 'decision', cwd: old.root }).project,
    ).toBe('shop')
    importObservations(by(), [{ project: old.id, text: 'One of many.', ts: T0 }])
    expect(names()).not.toContain('old')
    expect(countIn(old)).toMatchObject({ sdk_sessions: 0, observations: 0, user_prompts: 0 })
    expect(
      findFileMemories(db, { project: shop.id, path: 'src/importer.js', limit: 9 }),
      'files have one name',
    ).toHaveLength(3)
    expect(findProjects(db, shop.id), 'the root stays that of the other').toEqual([shop])
    expect(projectOfFolder(db, old.root)).toEqual({ ...shop, root: old.root })
    expect(standOf(db, { sessionId: 'wednesday', cwd: old.root, projectDir: old.root })).toMatchObject({
      project: { id: shop.id, root: old.root },
      moved: undefined,
    })
  })

  it('derived again keeps its memories where they are now', async () => {
    work(old, 'monday')
    work(shop, 'tuesday', T0 + 1000)
    await mergeProjects(by(), { from: old.id, into: shop.id, preview: false })
    const before = db.all('SELECT id, project, files FROM observations ORDER BY id')
    db.run('UPDATE observations SET draft_hash = NULL')
    for (const session of [1, 2]) markWaiting(db, { session, at: 0 })
    derive()
    expect(db.all('SELECT id, project, files FROM observations ORDER BY id')).toEqual(before)
  })

  it('is merged to its end when the worker stopped on the way, and in a recovery from the journal', async () => {
    work(old, 'monday')
    work(old, 'tuesday', T0 + 1000)
    work(shop, 'wednesday', T0 + 2000)
    const change = {
      op: 'project' as const,
      change: 'x',
      at: T0,
      project: shop,
      what: { do: 'merge' as const, from: old },
    }
    putProjectChange(db, change)
    for (const _ of moveProjectRows(db, { from: old.id, into: shop.id, most: 1 })) break
    expect(countIn(old).observations).toBe(1)
    await finishMerges(db)
    expect(countIn(old).observations).toBe(0)
    journal.append([change])
    const anew = memoryDatabase()
    replay(anew, journal)
    expect(replay(anew, journal)).toBe(0)
    await finishMerges(anew)
    expect(anew.all('SELECT DISTINCT project FROM sdk_sessions')).toEqual([{ project: shop.id }])
    expect(findProjects(anew, old.id)).toEqual([shop])
  })

  it('can have been merged into before: what was merged into it goes along', async () => {
    const older = resolveProject(join(root, 'older'))
    for (const [at, project] of [older, old, shop].entries()) work(project, `s${at}`, T0 + at * 1000)
    await mergeProjects(by(), { from: older.id, into: old.id, preview: false })
    await mergeProjects(by(), { from: old.id, into: shop.id, preview: false })
    work(older, 'again', T0 + 9000)
    expect(countIn(shop).sdk_sessions).toBe(4)
    await expect(mergeProjects(by(), { from: old.id, into: shop.id, preview: false })).rejects.toThrow(
      'one project already',
    )
  })
})

describe('a project', () => {
  it('keeps the name a person gave it, whatever events say', () => {
    work(shop, 'monday')
    expect(renameProject(by(), { project: shop.id, name: ' Web  shop ' })).toMatchObject({ name: 'Web shop' })
    work(shop, 'tuesday', T0 + 1000)
    expect(names()).toContain('Web shop')
    expect(projectOfFolder(db, shop.root).name).toBe('Web shop')
    const anew = memoryDatabase()
    replay(anew, journal)
    expect(findProjects(anew, 'Web shop')).toMatchObject([{ id: shop.id }])
    expect(() => renameProject(by(), { project: shop.id, name: '<private>x</private>' })).toThrow('outside <private>')
    expect(() => renameProject(by(), { project: 'nowhere', name: 'x' })).toThrow('no project')
  })

  it('goes by its aliases too, until they are taken away', () => {
    work(shop, 'monday')
    work(old, 'tuesday', T0 + 1000)
    aliasProject(by(), { project: shop.id, alias: 'till', remove: false })
    expect(findProjects(db, 'till')).toEqual([shop])
    expect(() => aliasProject(by(), { project: shop.id, alias: 'old', remove: false })).toThrow('is a project already')
    const moved = resolveProject(join(root, 'moved'))
    aliasProject(by(), { project: shop.id, alias: moved.id, remove: false })
    work(moved, 'wednesday', T0 + 2000)
    expect(countIn(shop).sdk_sessions).toBe(2)
    aliasProject(by(), { project: shop.id, alias: 'till', remove: true })
    expect(findProjects(db, 'till')).toEqual([])
    expect(() => aliasProject(by(), { project: shop.id, alias: 'till', remove: true })).toThrow('has no alias')
    expect(() => aliasProject(by(), { project: shop.id, alias: 'shop', remove: true })).toThrow('has no alias')
    const anew = memoryDatabase()
    replay(anew, journal)
    expect(findProjects(anew, 'till')).toEqual([])
    expect(findProjects(anew, moved.id)).toEqual([shop])
  })
})
