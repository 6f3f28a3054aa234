/**
 * What a person decides about projects: their names, other names for them, and that two are one. A merged project's id
 * stays as an alias, so that new events from its folder belong to the other. Repeating a change changes nothing.
 */
import type { Project } from '../memory/session.ts'
import type { Database } from './database.ts'
import { inflateText } from './passages.ts'
import { putProject } from './sessions.ts'

/** As the journal stores it. */
export interface ProjectEntry {
  op: 'project'
  /** The change's own key. */
  change: string
  at: number
  project: Project
  what:
    | { do: 'rename'; name: string }
    | { do: 'alias' | 'unalias'; alias: string }
    /** `from` was merged into `project`. */
    | { do: 'merge'; from: Project }
}

export interface ProjectOverview extends Project {
  memories: number
  sessions: number
  /** The last event or memory; null if there is nothing. */
  usedAt: number | null
  aliases: string[]
}

/** Last used first. */
export function listProjectOverviews(db: Database): ProjectOverview[] {
  return db
    .all<Omit<ProjectOverview, 'aliases'> & { aliases: string }>(
      `SELECT p.id, p.name, p.root,
         coalesce((SELECT sum(c.n) FROM observation_counts c WHERE c.project = p.id), 0) AS memories,
         (SELECT count(*) FROM sdk_sessions s WHERE s.project = p.id) AS sessions,
         (SELECT max(at) FROM (SELECT max(s.last_event_epoch) AS at FROM sdk_sessions s WHERE s.project = p.id
           UNION ALL SELECT max(o.created_at_epoch) FROM observations o WHERE o.project = p.id)) AS usedAt,
         (SELECT json_group_array(a.alias) FROM project_aliases a WHERE a.project = p.id) AS aliases
       FROM projects p ORDER BY usedAt DESC, p.name`,
    )
    .map((row) => ({ ...row, aliases: JSON.parse(row.aliases) as string[] })) // made by json_group_array
}

/** What merging would move. */
export interface ProjectRows {
  memories: number
  summaries: number
  prompts: number
  sessions: number
}

export function countProjectRows(db: Database, project: string): ProjectRows {
  const count = (table: string) =>
    db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE project = @project`, { project })?.n ?? 0
  return {
    memories: count('observations'),
    summaries: count('session_summaries'),
    prompts: count('user_prompts'),
    sessions: count('sdk_sessions'),
  }
}

export function hasProjectChange(db: Database, { change }: ProjectEntry): boolean {
  if (!db.get(`SELECT 1 FROM sqlite_master WHERE name = 'user_changes'`)) return false // a database of an earlier version
  return db.get('SELECT 1 FROM user_changes WHERE key = @change', { change }) !== undefined
}

/** All of it but moving the rows of a merged project, which `moveProjectRows` does step by step. */
export function putProjectChange(db: Database, { change, at, project, what }: ProjectEntry): void {
  const { id } = putProject(db, project, at)
  if (what.do === 'rename') {
    db.run('UPDATE projects SET name = @name, renamed = 1 WHERE id = @id', { id, name: what.name })
  } else if (what.do === 'unalias') {
    db.run('DELETE FROM project_aliases WHERE alias = @alias AND project = @id', { id, alias: what.alias })
  } else {
    const alias = what.do === 'merge' ? what.from.id : what.alias
    putAlias(db, { alias, project: id })
    if (what.do === 'merge') db.run('UPDATE project_aliases SET project = @id WHERE project = @alias', { id, alias })
  }
  db.run(
    `INSERT INTO user_changes (key, what, created_at_epoch) VALUES (@change, @what, @at) ON CONFLICT (key) DO NOTHING`,
    { change, what: `project ${what.do}`, at },
  )
}

function putAlias(db: Database, by: { alias: string; project: string }): void {
  db.run(
    `INSERT INTO project_aliases (alias, project) VALUES (@alias, @project)
     ON CONFLICT (alias) DO UPDATE SET project = excluded.project`,
    by,
  )
}

/** Projects that were merged and still have rows or a row of their own, because the worker was stopped on the way. */
export function findUnfinishedMerges(db: Database): { from: string; into: string }[] {
  return db.all('SELECT p.id AS "from", a.project AS "into" FROM projects p JOIN project_aliases a ON a.alias = p.id')
}

/**
 * Steps that each move at most `most` rows. The keyword indexes know the project of each row: triggers mend that of the
 * memories, what was said is put in anew. The vectors follow from the queue. At the end the project itself is deleted.
 */
export function* moveProjectRows(
  db: Database,
  { from, into, most }: { from: string; into: string; most: number },
): Generator<void> {
  const by = { from, into }
  db.transaction(() => {
    const root = db.get<{ root: string }>('SELECT root FROM projects WHERE id = @from', { from })?.root ?? null
    // Its files are named from its own folder.
    db.run(`UPDATE sdk_sessions SET project = @into, checkout = coalesce(checkout, @root) WHERE project = @from`, {
      ...by,
      root,
    })
    for (const table of ['session_summaries', 'user_prompts', 'known_failures', 'reads', 'note_workspaces'])
      db.run(`UPDATE ${table} SET project = @into WHERE project = @from`, by)
    db.run(
      `UPDATE observation_queue SET event = json_set(event, '$.project', @into)
       WHERE event IS NOT NULL AND json_extract(event, '$.project') = @from`,
      by,
    )
    requeueNotes(db, into)
  })
  const step = (move: () => number) => db.transaction(move)
  while (step(() => moveMemories(db, by, most)) > 0) yield
  while (step(() => moveTurns(db, by, most)) > 0) yield
  db.run('DELETE FROM projects WHERE id = @from', { from })
}

function moveMemories(db: Database, by: { from: string; into: string }, most: number): number {
  const moved = db.all<{ id: number }>(
    `UPDATE observations SET project = @into WHERE id IN (SELECT id FROM observations WHERE project = @from LIMIT @most)
     RETURNING id`,
    { ...by, most },
  )
  const ids = JSON.stringify(moved.map(({ id }) => id))
  db.run(`UPDATE observation_files SET project = @into WHERE observation_id IN (SELECT value FROM json_each(@ids))`, {
    into: by.into,
    ids,
  })
  queue(db, ids)
  return moved.length
}

function moveTurns(db: Database, by: { from: string; into: string }, most: number): number {
  const turns = db.all<{ id: number }>(
    `UPDATE turns SET project = @into WHERE id IN (SELECT id FROM turns WHERE project = @from LIMIT @most) RETURNING id`,
    { ...by, most },
  )
  for (const { id } of turns) {
    for (const one of db.all<{ id: number; text: Uint8Array }>('SELECT id, text FROM passages WHERE turn_id = @id', {
      id,
    })) {
      db.run('DELETE FROM passages_fts WHERE rowid = @id', { id: one.id })
      db.run(
        `INSERT INTO passages_fts (rowid, words, parts, scope) VALUES (@id, @text, identifier_parts(@text), 'p' || lower(hex(@into)))`,
        { id: one.id, text: inflateText(one.text), into: by.into },
      )
    }
  }
  return turns.length
}

/** Notes stay where they are; their pieces are found under the project of their workspace. */
function requeueNotes(db: Database, project: string): void {
  const chunks = db.all<{ id: number; heading: string; path: string; text: string }>(
    `SELECT c.id, c.heading, f.path, c.text FROM note_workspaces w JOIN note_files f ON f.workspace_id = w.id
     JOIN note_chunks c ON c.file_id = f.id WHERE w.project = @project`,
    { project },
  )
  for (const { id, heading, path, text } of chunks) {
    db.run('DELETE FROM notes_fts WHERE rowid = @id', { id })
    db.run(
      `INSERT INTO notes_fts (rowid, heading, path, words, parts, scope)
       VALUES (@id, @heading, @path, @text, identifier_parts(@text), 'p' || lower(hex(@project)))`,
      { id, heading, path, text, project },
    )
  }
  queue(db, JSON.stringify(chunks.map(({ id }) => -id)))
}

function queue(db: Database, ids: string): void {
  db.run(
    `INSERT INTO index_queue (observation_id) SELECT value FROM json_each(@ids)
     WHERE value NOT IN (SELECT observation_id FROM index_queue)`,
    { ids },
  )
}
