import { DatabaseSync } from 'node:sqlite'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Database } from './database.ts'
import { migrate, SCHEMA_VERSION, schemaVersion } from './migrations.ts'
import { findObservation, findRecentObservations } from './observations.ts'
import { findSaid, forgetSaid, putTurns } from './passages.ts'
import { rankByWords } from './search.ts'
import { findCitedFiles } from './seen-files.ts'
import { findSummary } from './summaries.ts'

const at = (version: number) => {
  const db = new Database(new DatabaseSync(':memory:'))
  db.exec('PRAGMA foreign_keys = ON')
  migrate(db, version)
  return db
}

describe('migrations', () => {
  it('run once each', () => {
    const db = at(0)
    expect(migrate(db)).toBe(SCHEMA_VERSION)
    expect(migrate(db)).toBe(0)
    expect(schemaVersion(db)).toBe(SCHEMA_VERSION)
  })

  it('leave the old schema whole when a step fails', () => {
    const db = at(1)
    db.exec('CREATE TABLE token_ledger (in_the_way)')
    expect(() => migrate(db)).toThrow()
    expect(schemaVersion(db)).toBe(1)
    expect(db.get(`SELECT 1 FROM sqlite_schema WHERE name = 'synthesis_queue'`)).toBeUndefined()
  })

  it('1 → 2 keeps memories and marks them for indexing', () => {
    const db = at(1)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
             VALUES ('k', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '[]', 'local', 5)`)
    migrate(db, 2)
    expect(db.all('SELECT title, origin, model FROM observations')).toEqual([
      { title: 'Old memory', origin: 'session', model: null },
    ])
    expect(db.all(`SELECT rowid FROM observations_fts WHERE observations_fts MATCH 'memory'`)).toHaveLength(1)
    expect(db.all('SELECT observation_id AS id FROM index_queue')).toEqual([{ id: 1 }])
  })

  it('3 → 4 finds old memories by words, parts of names, project and type, and drops what a model dropped', () => {
    const db = at(3)
    db.exec(`INSERT INTO projects VALUES ('acme/shop', 'shop', '/shop', 1)`)
    const insert = (key: string, title: string, dropped: string) =>
      db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch, dropped_at_epoch)
               VALUES ('${key}', 'acme/shop', 'bugfix', '${title}', '', '', '["a fact"]', '["gotcha"]', '{"read":["src/receipt.js"],"modified":[]}', '[]', 'local', 5, ${dropped})`)
    insert('k', 'orderTotal counts once', 'NULL')
    insert('gone', 'orderTotal of long ago', '9')
    migrate(db, 4)
    const found = (match: string, projects?: string[]) =>
      rankByWords(db, { kind: 'observation', match, filter: {}, limit: 9, scope: projects }).map((hit) => hit.id)
    expect(found('"total"')).toEqual([1])
    expect(found('"receipt"', ['acme/shop'])).toEqual([1])
    expect(found('"receipt"', ['other'])).toEqual([])
    expect(found('"modified"')).toEqual([])
    db.exec(`UPDATE observations SET title = 'Receipts add up' WHERE id = 1`)
    expect(found('"ordertotal"')).toEqual([])
    expect(found('"add"')).toEqual([1])
    db.exec('DELETE FROM observations')
    expect(found('"add"')).toEqual([])
  })

  it('4 → 5 keeps memories and the files they cite, of which nothing is known yet', () => {
    const db = at(4)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
             VALUES ('k', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":["a.js"]}', '[]', 'local', 5)`)
    db.exec(`INSERT INTO observation_files VALUES (1, 'p', 'a.js', 1, 5)`)
    migrate(db, 5)
    expect(db.all('SELECT path, modified, blob FROM observation_files')).toEqual([
      { path: 'a.js', modified: 1, blob: null },
    ])
    migrate(db) // the reading function knows the newest schema alone
    expect(findCitedFiles(db, [1])).toEqual([
      {
        ...{ id: 1, project: 'p', root: '/shop', head: undefined, branch: undefined, committed: undefined },
        files: [{ path: 'a.js', modified: true, seen: undefined }],
      },
    ])
  })

  it('6 → 7 keeps memories, of whose failures nothing is known yet', () => {
    const db = at(6)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
             VALUES ('k', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '["t:1"]', 'local', 5)`)
    migrate(db, 7)
    expect(db.all('SELECT title FROM observations')).toEqual([{ title: 'Old memory' }])
    expect(db.all('SELECT * FROM known_failures')).toEqual([])
  })

  it('7 → 8 keeps the ids that merged memories had', () => {
    const db = at(7)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
             VALUES ('k', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '[]', 'local', 5)`)
    db.exec(`INSERT INTO observation_aliases (key, observation_id, old_id) VALUES ('other', 1, 7)`)
    migrate(db, 8)
    expect(db.all('SELECT observation_id AS id FROM observation_aliases WHERE old_id = 7')).toEqual([{ id: 1 }])
    migrate(db)
    expect(findObservation(db, 7)).toMatchObject({ id: 1, title: 'Old memory' })
  })

  it('8 → 9 counts the memories that are there, by project and type', () => {
    const db = at(8)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1), ('q', 'till', '/till', 1)`)
    const insert = (key: string, project: string, type: string) =>
      db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
               VALUES ('${key}', '${project}', '${type}', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '[]', 'local', 5)`)
    insert('a', 'p', 'bugfix')
    insert('b', 'p', 'bugfix')
    insert('c', 'q', 'decision')
    migrate(db, 9)
    insert('d', 'q', 'bugfix')
    db.exec(`UPDATE observations SET type = 'decision' WHERE key = 'a'`)
    db.exec(`DELETE FROM observations WHERE key = 'c'`)
    expect(db.all('SELECT project, type, n FROM observation_counts WHERE n > 0 ORDER BY project, type')).toEqual([
      { project: 'p', type: 'bugfix', n: 1 },
      { project: 'p', type: 'decision', n: 1 },
      { project: 'q', type: 'bugfix', n: 1 },
    ])
  })

  it('9 → 10 keeps memories and what a model dropped; nothing is a rule or superseded yet', () => {
    const db = at(9)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    const insert = (key: string, dropped: string) =>
      db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch, dropped_at_epoch)
               VALUES ('${key}', 'p', 'decision', 'Old memory ${key}', '', '', '[]', '[]', '{"read":[],"modified":[]}', '[]', 'local', 5, ${dropped})`)
    insert('a', 'NULL')
    insert('b', '9')
    migrate(db)
    expect(findObservation(db, 1)).toMatchObject({ title: 'Old memory a', supersededBy: undefined })
    expect(findObservation(db, 1)?.standing).toBeUndefined()
    expect(findRecentObservations(db, { project: 'p', limit: 9 }).map(({ id }) => id)).toEqual([1])
    insert('c', 'NULL')
    db.exec('UPDATE observations SET superseded_by = 3, dropped_at_epoch = 9 WHERE id = 1')
    expect(findObservation(db, 1)).toMatchObject({ supersededBy: 3 })
    db.exec('DELETE FROM observations WHERE id = 3')
    expect(findObservation(db, 1)?.supersededBy, 'nothing points to what is gone').toBeUndefined()
  })

  it('11 → 12 reads sessions again whose events are kept, for what was said in them', () => {
    const db = at(11)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    for (const id of [1, 2])
      db.exec(`INSERT INTO sdk_sessions (id, claude_session_id, project, cwd, entrypoint, started_at_epoch, last_event_epoch)
               VALUES (${id}, 's${id}', 'p', '/shop', 'cli', 1, 2)`)
    const insert = (session: number, event: string) =>
      db.exec(`INSERT INTO observation_queue (event_key, session_id, kind, created_at_epoch, origin, event)
               VALUES ('e${session}', ${session}, 'prompt', 1, 'hook', ${event})`)
    insert(1, `'{}'`)
    insert(2, 'NULL')
    migrate(db, 12)
    expect(db.all('SELECT id FROM sdk_sessions WHERE extract_from_epoch IS NOT NULL')).toEqual([{ id: 1 }])
    expect(db.all('SELECT * FROM passages')).toEqual([])
  })

  it('12 → 13 keeps what was said, found by its words and known by its event', () => {
    const db = at(12)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO sdk_sessions (id, claude_session_id, project, cwd, entrypoint, started_at_epoch, last_event_epoch)
             VALUES (1, 's', 'p', '/shop', 'cli', 1, 2)`)
    db.exec(
      `INSERT INTO turns (id, key, session_id, project, files, created_at_epoch) VALUES (3, 's:p:1', 1, 'p', '[]', 5)`,
    )
    db.run(
      `INSERT INTO passages (id, turn_id, event_key, part, kind, text, checksum, created_at_epoch)
       VALUES (7, 3, 'm:1', 0, 'plan', @text, @checksum, 5)`,
      { text: deflateRawSync('Totals round once.'), checksum: crc32('Totals round once.') },
    )
    db.exec(`INSERT INTO passages_fts (rowid, words, parts, scope) VALUES (7, 'Totals round once.', '', 'p70')`)
    migrate(db, 13)
    const found = () => db.all(`SELECT rowid AS id FROM passages_fts WHERE passages_fts MATCH 'round'`)
    expect(findSaid(db, 3)).toMatchObject([{ id: 7, kind: 'plan', text: 'Totals round once.', createdAt: 5 }])
    expect(found()).toEqual([{ id: 7 }])
    const said = { eventKey: 'm:1', part: 0, kind: 'plan' as const, text: 'Totals round once.', at: 5 }
    const turns = [{ key: 's:p:1', files: [], at: 5, passages: [said] }]
    putTurns(db, { session: 1, project: 'p', turns, read: new Set(['m:1']) })
    expect(findSaid(db, 3), 'the same row').toMatchObject([{ id: 7 }])
    expect(forgetSaid(db, 'm:1')).toBe(1)
    expect(found()).toEqual([])
  })

  it('13 → 14 keeps what was known of failures, and takes in those nobody saw end', () => {
    const db = at(13)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
             VALUES ('k', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '["t:1"]', 'local', 5)`)
    const insert = (key: string, kind: string) =>
      db.exec(`INSERT INTO known_failures (event_key, observation_id, project, error, file, program, targets, command, fixed_by, fix, failed_at_epoch, passed_at_epoch)
               VALUES ('${key}', 1, 'p', 'e', 'a.js', 'npm test', '[]', 'npm test', '${kind}', 'needs x', 5, 7)`)
    insert('t:1', 'command')
    expect(() => insert('t:2', 'none')).toThrow()
    const before = db.all('SELECT * FROM known_failures')
    migrate(db, 14)
    expect(db.all('SELECT * FROM known_failures')).toEqual(before)
    insert('t:2', 'none')
    db.exec('DELETE FROM observations')
    expect(db.all('SELECT * FROM known_failures')).toEqual([])
  })

  it('14 → 15 keeps what waits for the index, and notes wait there too', () => {
    const db = at(14)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
             VALUES ('k', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '["t:1"]', 'local', 5)`)
    migrate(db, 15)
    db.exec(`INSERT INTO note_workspaces (id, root, project, used_at_epoch) VALUES (1, '/shop', 'p', 5);
             INSERT INTO note_files (id, workspace_id, path, real_path, source, size_bytes, mtime_ms, created_at_epoch)
             VALUES (1, 1, 'memory/MEMORY.md', '/shop/memory/MEMORY.md', 'memory', 5, 5, 5);
             INSERT INTO note_chunks (id, file_id, key, start_line, end_line, heading, text) VALUES (7, 1, 'a', 1, 1, '', 'x')`)
    expect(db.all('SELECT observation_id AS id FROM index_queue ORDER BY id')).toEqual([{ id: -7 }, { id: 1 }])
  })

  it('16 → 17 leaves memories as they are: nothing is edited, all of it is recalled, and what was pinned stays chosen', () => {
    const db = at(16)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    const insert = (key: string, source: string, pinned: number) =>
      db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, pinned, created_at_epoch)
               VALUES ('${key}', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '[]', '${source}', ${pinned}, 5)`)
    insert('a', 'local', 0)
    insert('b', 'local', 1)
    insert('c', 'user', 0)
    const before = db.all('SELECT * FROM observations')
    migrate(db, 17)
    expect(db.all('SELECT edited, recalled, chosen FROM observations')).toEqual([
      { edited: 0, recalled: 1, chosen: 0 },
      { edited: 0, recalled: 1, chosen: 1 },
      { edited: 0, recalled: 1, chosen: 1 },
    ])
    expect(db.all('SELECT * FROM observations')).toMatchObject(before)
    db.exec(`INSERT INTO user_changes (key, what, observation_id, before, created_at_epoch) VALUES ('x', 'edit', 1, '{}', 5);
             DELETE FROM observations WHERE id = 1`)
    expect(db.get('SELECT observation_id, before FROM user_changes')).toEqual({ observation_id: null, before: null })
  })

  it('18 → 19 begins with an inbox that was never switched on, and forgets a look with its memory', () => {
    const db = at(18)
    db.exec(`INSERT INTO projects (id, name, root, created_at_epoch) VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
             VALUES ('k', 'p', 'bugfix', 'Old memory', '', '', '[]', '[]', '{"read":[],"modified":[]}', '[]', 'local', 5)`)
    const before = db.all('SELECT * FROM observations')
    migrate(db, 19)
    expect(db.all('SELECT * FROM observations')).toEqual(before)
    expect(db.all('SELECT * FROM review_start')).toEqual([])
    db.exec('INSERT INTO reviewed VALUES (1); DELETE FROM observations')
    expect(db.all('SELECT * FROM reviewed')).toEqual([])
  })

  it('10 → 11 keeps summaries and a model’s words for them until the next distillation', () => {
    const db = at(10)
    db.exec(`INSERT INTO projects VALUES ('p', 'shop', '/shop', 1)`)
    db.exec(`INSERT INTO sdk_sessions (id, claude_session_id, project, cwd, entrypoint, started_at_epoch, last_event_epoch)
             VALUES (1, 's', 'p', '/shop', 'cli', 1, 2)`)
    db.exec(`INSERT INTO session_summaries (session_id, project, request, investigated, learned, completed, next_steps,
               files_read, files_edited, notes, created_at_epoch, model)
             VALUES (1, 'p', 'Old words', '', '', '', '', '[]', '[]', '', 5, 'haiku')`)
    migrate(db, 11)
    expect(findSummary(db, 1)).toMatchObject({ request: 'Old words', createdAt: 5 })
    expect(db.get('SELECT model, draft_hash FROM session_summaries')).toEqual({ model: 'haiku', draft_hash: null })
  })
})
