import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../store/database.ts'
import { forgetKeys } from '../../../store/forget.ts'
import type { JournalEntry } from '../../../store/journal.ts'
import { foundBy, memoryDatabase, PROJECT } from '../../../store/store.fixture.ts'
import type { FileImport } from '../../protocol/archive.ts'
import { importFile } from './import-file.ts'

const T = Date.UTC(2026, 2, 1, 12)
const SECRET = `ghp_${'x9Y8'.repeat(9)}`
let root: string
let db: Database
let journal: JournalEntry[]
let backups: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'published-'))
  db = memoryDatabase()
  journal = []
  backups = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = () => join(root, 'claude-mem.db')
const bring = (more: { map?: Record<string, string>; dryRun?: boolean; path?: string } = {}): Promise<FileImport> =>
  importFile(
    {
      db,
      journal: { append: (entries) => void journal.push(...entries) },
      log: { warn() {} },
      backUp: async () => backups.push('made'),
    },
    { path: at(), dryRun: false, ...more },
    () => {},
  )
const memory = (title: string) =>
  db.get<Record<string, unknown>>('SELECT * FROM observations WHERE title = @title', { title }) ?? {}

/** As version 13 makes it. */
const SCHEMA = `
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT NOT NULL, memory_session_id TEXT UNIQUE,
  project TEXT NOT NULL, platform_source TEXT NOT NULL DEFAULT 'claude', user_prompt TEXT, started_at TEXT, started_at_epoch INTEGER,
  completed_at TEXT, completed_at_epoch INTEGER, status TEXT, worker_port INTEGER, prompt_counter INTEGER DEFAULT 0, custom_title TEXT);
CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
  type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT,
  prompt_number INTEGER, discovery_tokens INTEGER DEFAULT 0, created_at TEXT, created_at_epoch INTEGER, content_hash TEXT,
  generated_by_model TEXT, relevance_count INTEGER DEFAULT 0, merged_into_project TEXT, agent_type TEXT, agent_id TEXT, metadata TEXT,
  synced_at INTEGER, origin_device_id TEXT, origin_local_id TEXT, sync_rev TEXT NOT NULL DEFAULT '1');
CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
  request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT,
  prompt_number INTEGER, discovery_tokens INTEGER, created_at TEXT, created_at_epoch INTEGER, merged_into_project TEXT);
CREATE TABLE user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, session_db_id INTEGER, content_session_id TEXT NOT NULL,
  prompt_number INTEGER NOT NULL, prompt_text TEXT NOT NULL, created_at TEXT, created_at_epoch INTEGER);
CREATE TABLE pending_messages (id INTEGER PRIMARY KEY, tool_name TEXT);
CREATE TABLE schema_versions (id INTEGER PRIMARY KEY, version INTEGER UNIQUE, applied_at TEXT);
`

function published(schema: string, rows: Record<string, Record<string, unknown>[]>): void {
  const made = new DatabaseSync(at())
  made.exec(schema)
  for (const [table, list] of Object.entries(rows)) {
    for (const row of list) {
      const names = Object.keys(row)
      const values = Object.values(row) as (string | number | null)[]
      made.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(...values)
    }
  }
  made.close()
}

const HUGE = `${'The importer reads every row. '.repeat(40_000)}The end 🧵`

function full(): void {
  published(SCHEMA, {
    sdk_sessions: [
      {
        id: 4,
        content_session_id: 'host-1',
        memory_session_id: 'own-1',
        project: 'shop',
        user_prompt: 'Fix <private>mine</private> it',
        started_at_epoch: T,
        completed_at_epoch: T + 60_000,
        status: 'completed',
        custom_title: 'Fixing',
      },
      {
        id: 5,
        content_session_id: 'host-2',
        memory_session_id: 'own-2',
        project: 'tools/fix-total',
        started_at: '2026-03-02T12:00:00.000Z',
        status: 'active',
      },
      {
        id: 6,
        content_session_id: 'manual-1',
        memory_session_id: 'manual-1',
        project: 'shop',
        started_at_epoch: T,
        status: 'active',
      },
      {
        id: 7,
        content_session_id: 'watch',
        memory_session_id: 'own-w',
        project: 'observer-sessions',
        started_at_epoch: T,
        status: 'active',
      },
    ],
    observations: [
      {
        id: 11,
        memory_session_id: 'own-1',
        project: 'shop',
        type: 'bugfix',
        title: 'Totals are rounded once 🧮',
        subtitle: 'in cents',
        facts: '["one", "two"]',
        narrative: `The key was ${SECRET}.`,
        concepts: '["gotcha", "performance"]',
        files_read: '["/home/me/shop/src/a.js"]',
        files_modified: '["src/total.js"]',
        discovery_tokens: 900,
        created_at_epoch: T + 1,
        content_hash: 'abc',
        generated_by_model: 'some-model',
        agent_id: 'agent-7',
      },
      {
        id: 12,
        memory_session_id: 'own-1',
        project: 'shop',
        type: 'security_alert',
        title: 'Odd',
        facts: 'a bare text',
        concepts: '{"a":1}',
        files_modified: 'src/odd.js',
        created_at_epoch: Math.round(T / 1000),
      },
      {
        id: 13,
        memory_session_id: 'own-2',
        project: 'tools/fix-total',
        type: 'discovery',
        text: HUGE,
        facts: 'null',
        created_at: '2026-03-02T12:00:01.000Z',
      },
      { id: 14, memory_session_id: 'own-2', project: 'tools', type: 'change' },
      {
        id: 15,
        memory_session_id: 'gone',
        project: 'lost',
        type: 'feature',
        title: 'Of a session that is gone',
        facts: '[1, null, {"b": 2}]',
        created_at_epoch: T,
      },
      {
        id: 16,
        memory_session_id: 'manual-1',
        project: 'shop',
        type: 'discovery',
        title: 'Release on Fridays',
        narrative: 'Never on Mondays.',
        created_at_epoch: T,
      },
      {
        id: 17,
        memory_session_id: 'own-w',
        project: 'observer-sessions',
        type: 'discovery',
        title: 'I observe',
        created_at_epoch: T,
      },
      {
        id: 18,
        memory_session_id: 'own-2',
        project: 'fix-total',
        merged_into_project: 'tools',
        type: 'decision',
        title: 'Merged',
        created_at_epoch: T,
      },
    ],
    session_summaries: [
      {
        memory_session_id: 'own-1',
        project: 'shop',
        request: 'First wish',
        learned: 'Rounding was done twice',
        created_at_epoch: T + 1,
      },
      {
        memory_session_id: 'own-1',
        project: 'shop',
        request: 'Second wish',
        completed: 'Done',
        files_edited: '["src/total.js"]',
        created_at_epoch: T + 2,
      },
      { memory_session_id: 'own-2', project: 'tools', created_at_epoch: T },
    ],
    user_prompts: [
      { session_db_id: 4, content_session_id: 'host-1', prompt_number: 1, prompt_text: HUGE, created_at_epoch: T },
      {
        session_db_id: null,
        content_session_id: 'nobody',
        prompt_number: 1,
        prompt_text: 'Of no session',
        created_at_epoch: T,
      },
    ],
    pending_messages: [{ tool_name: 'Edit' }, { tool_name: 'Bash' }],
  })
}

describe('the database of a published version', () => {
  it('loses nothing that has a place here, and says what has none', async () => {
    full()
    const before = readFileSync(at())
    const done = await bring()
    expect(done).toMatchObject({
      from: 'database',
      added: { memories: 6, summaries: 1, turns: 1, prompts: 2, sessions: 5 },
      known: 1, // the project `shop`
      skipped: 0,
      left: { 'rows about its own observer': 2, 'empty rows': 2, 'tool calls that were never processed': 2 },
    })
    expect(journal).toEqual([{ op: 'import', asked: { path: at(), dryRun: false } }])
    expect(backups.length).toBe(1)

    expect(memory('Totals are rounded once 🧮')).toMatchObject({
      ...{
        id: 11,
        type: 'bugfix',
        subtitle: 'in cents',
        discovery_tokens: 900,
        created_at_epoch: T + 1,
        source: 'import',
      },
      ...{ model: 'some-model', agent_id: 'agent-7', project: PROJECT.id, concepts: '["gotcha"]' },
      facts: '["one","two","Filed under: performance"]',
      files: '{"read":["src/a.js"],"modified":["src/total.js"]}',
      narrative: expect.stringContaining('[redacted:'),
    })
    expect(memory('Odd')).toMatchObject({
      ...{ type: 'discovery', created_at_epoch: Math.round(T / 1000) * 1000 },
      facts: '["a bare text","Filed under: security_alert, {\\"a\\":1}"]',
      files: '{"read":[],"modified":["src/odd.js"]}',
    })
    const huge = db.get<{ narrative: string; title: string }>('SELECT * FROM observations WHERE id = 13')
    expect(huge?.narrative).toBe(HUGE)
    expect(huge?.title.length).toBeLessThan(120)
    expect(memory('Of a session that is gone')).toMatchObject({
      facts: '["1","{\\"b\\":2}"]',
      session_id: expect.any(Number),
    })
    expect(memory('Release on Fridays')).toMatchObject({ source: 'user', pinned: 1 })
    expect(memory('Merged')).toMatchObject({ project: 'tools' })
    expect(db.get('SELECT project FROM observations WHERE id = 13'), 'a worktree').toEqual({ project: 'tools' })
    expect(foundBy(db, 'security_alert').length).toBe(1)

    expect(db.all('SELECT request, completed FROM session_summaries')).toEqual([
      { request: 'Second wish', completed: 'Done' },
    ])
    expect(
      db.get('SELECT count(*) AS n FROM passages_fts WHERE passages_fts MATCH \'"rounding was done twice"\''),
    ).toEqual({ n: 1 })
    expect(db.get('SELECT length(prompt_text) AS n FROM user_prompts WHERE id = 1')).toEqual({ n: [...HUGE].length })
    expect(
      db.get(
        `SELECT user_prompt, status, completed_at_epoch AS at FROM sdk_sessions WHERE claude_session_id = 'host-1'`,
      ),
    ).toEqual({
      ...{ user_prompt: 'Fix  it', status: 'completed', at: T + 60_000 },
    })
    expect(db.get(`SELECT status FROM sdk_sessions WHERE claude_session_id = 'host-2'`)).toEqual({
      status: 'interrupted',
    })
    expect(readFileSync(at()).equals(before), 'it is not changed').toBe(true)
    expect(readdirSync(root), 'nor is anything put beside it').toEqual(['claude-mem.db'])
  })

  it('adds nothing a second time, and keeps out what was forgotten here', async () => {
    full()
    const dry = await bring({ dryRun: true })
    expect(db.all('SELECT 1 FROM observations')).toEqual([])
    const first = await bring()
    expect(dry).toMatchObject({ added: { memories: first.added.memories, prompts: first.added.prompts } })
    expect((await bring()).added).toMatchObject({ memories: 0, summaries: 0, prompts: 0, turns: 0, sessions: 0 })
    expect(backups.length, 'a backup only for something new').toBe(1)
    forgetKeys(db, { keys: [String(memory('Odd').key)], at: T })
    expect(await bring()).toMatchObject({ added: { memories: 0 }, forgotten: 1 })
    expect(memory('Odd')).toEqual({})
  })

  it('is in even when no backup can be made, and that is said', async () => {
    full()
    const fails = async () => {
      throw new Error('the disk is full')
    }
    const parts = { db, journal: { append() {} }, log: { warn() {} }, backUp: fails }
    const done = await importFile(parts, { path: at(), dryRun: false }, () => {})
    expect(done).toMatchObject({ added: { memories: 6 }, backedUp: false })
  })

  it('goes where the map says: a folder, a name, an id', async () => {
    full()
    const done = await bring({ map: { shop: root, tools: PROJECT.id, lost: 'found' } })
    expect(done.projects).toEqual([
      { from: 'lost', id: 'found', name: 'found' },
      { from: 'shop', id: root, name: expect.any(String) },
      { from: 'tools', id: PROJECT.id, name: PROJECT.name },
      { from: 'tools/fix-total', id: PROJECT.id, name: PROJECT.name },
    ])
    expect(memory('Release on Fridays')).toMatchObject({ project: root })
    await expect(bring({ map: { nobody: 'x' } })).rejects.toThrow('no project `nobody`')
  })

  it('of an old version, with other names and fewer columns, is read as far as it goes', async () => {
    published(
      `CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, claude_session_id TEXT UNIQUE, sdk_session_id TEXT UNIQUE, project TEXT,
         started_at_epoch INTEGER);
       CREATE TABLE observations (id INTEGER PRIMARY KEY, sdk_session_id TEXT, project TEXT, text TEXT, type TEXT, created_at_epoch INTEGER);`,
      {
        sdk_sessions: [
          { id: 1, claude_session_id: 'host-1', sdk_session_id: 'own-1', project: 'shop', started_at_epoch: T / 1000 },
        ],
        observations: [
          {
            sdk_session_id: 'own-1',
            project: 'shop',
            text: 'Just a text.',
            type: 'decision',
            created_at_epoch: T / 1000,
          },
        ],
      },
    )
    expect(await bring()).toMatchObject({ added: { memories: 1, sessions: 1 }, skipped: 0 })
    expect(memory('Just a text.')).toMatchObject({ type: 'decision', created_at_epoch: T, narrative: 'Just a text.' })
    expect(db.get('SELECT claude_session_id AS id, started_at_epoch AS at FROM sdk_sessions')).toEqual({
      id: 'host-1',
      at: T,
    })
  })

  it('is read while its worker has it open, and refused when it is damaged, foreign or ours', async () => {
    full()
    const live = new DatabaseSync(at())
    live.exec('PRAGMA journal_mode = WAL')
    live.exec(
      `INSERT INTO observations (memory_session_id, project, type, title, created_at_epoch) VALUES ('own-1', 'shop', 'change', 'In the log', ${T})`,
    )
    expect(await bring()).toMatchObject({ added: { memories: 7 } })
    expect(memory('In the log')).toMatchObject({ type: 'change' })
    live.close()
    const path = join(root, 'other.db')
    const other = new DatabaseSync(path)
    other.exec('CREATE TABLE things (id)')
    other.close()
    await expect(bring({ path })).rejects.toThrow('is not a database of claude-mem')
    writeFileSync(path, Buffer.concat([readFileSync(at()).subarray(0, 100), Buffer.alloc(5000, 7)]))
    await expect(bring({ path })).rejects.toThrow('Nothing was changed')
    rmSync(path)
    const ours = new DatabaseSync(path)
    ours.exec('CREATE TABLE observations (id); CREATE TABLE observation_queue (id)')
    ours.close()
    await expect(bring({ path })).rejects.toThrow('database of this claude-mem')
  })
})
