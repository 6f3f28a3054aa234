import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Database } from '../database.ts'
import { forgetKeys } from '../forget.ts'
import { putObservation } from '../observations.ts'
import { draft, foundBy, memoryDatabase, PROJECT, T0 } from '../store.fixture.ts'
import { fillMemory, OTHER } from './archive.fixture.ts'
import { type ExportFilter, exportHead, exportRows } from './export-rows.ts'
import { putRow, putWaiting, standingOf } from './import-rows.ts'
import { ArchiveRow, ROW_KINDS } from './rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const linesOf = (db: Database, filter: ExportFilter = {}) =>
  [...exportRows(db, filter)].map((row) => JSON.stringify(row))
const headOf = (db: Database) => JSON.stringify(exportHead(db, {}))

function filled(): Database {
  const db = memoryDatabase()
  fillMemory(db)
  return db
}

function empty(): Database {
  const db = memoryDatabase()
  db.run('DELETE FROM projects')
  return db
}

/** As an import does it: parsed, put; returns what became of each line. */
function bring(db: Database, lines: string[]): string[] {
  const rows = lines.map((line) => ArchiveRow.parse(JSON.parse(line)))
  const tombstones = new Map(rows.flatMap((row) => (row.kind === 'forgotten' ? [[row.hash, row.at] as const] : [])))
  const became = rows.map((row) => putRow(db, row, { tombstones, highest: {} }).is)
  for (const row of rows)
    if (row.kind === 'session' && row.extractFrom !== null) putWaiting(db, { session: row.id, from: row.extractFrom })
  return became
}

describe('an export', () => {
  it('has rows of every kind, as many as its head says', () => {
    const db = filled()
    const rows = [...exportRows(db, {})]
    const { counts } = exportHead(db, {})
    for (const kind of ROW_KINDS)
      expect([kind, rows.filter((row) => row.kind === kind).length]).toEqual([kind, counts[kind]])
    expect(ROW_KINDS.filter((kind) => !counts[kind])).toEqual([])
  })

  it('imported into an empty memory and exported again is the same, byte for byte', () => {
    const [from, into] = [filled(), empty()]
    const lines = linesOf(from)
    expect(new Set(bring(into, lines))).toEqual(new Set(['new']))
    expect(linesOf(into)).toEqual(lines)
    expect(headOf(into)).toBe(headOf(from))
    expect(foundBy(into, 'cents'), 'the keyword index knows it').toEqual(foundBy(from, 'cents'))
  })

  it('imported twice adds nothing, and a dry run says the same', () => {
    const [from, into] = [filled(), empty()]
    const lines = linesOf(from)
    const rows = [...exportRows(from, {})]
    expect(new Set(rows.map((row) => standingOf(into, row, { tombstones: new Map(), highest: {} })))).toEqual(
      new Set(['new']),
    )
    bring(into, lines)
    expect(new Set(bring(into, lines))).toEqual(new Set(['known']))
    expect(linesOf(into)).toEqual(lines)
  })

  it('goes on after being stopped at any line', () => {
    const lines = linesOf(filled())
    for (let stop = 1; stop < lines.length; stop += 3) {
      const into = empty()
      bring(into, lines.slice(0, stop))
      bring(into, lines)
      expect(linesOf(into)).toEqual(lines)
    }
  })

  it('of one project, or since a day, has what belongs to it and can be imported alone', () => {
    const from = filled()
    const ofOther = linesOf(from, { projects: [OTHER.id] })
    expect(ofOther.join()).toContain('We ship on Fridays')
    expect(ofOther.join()).not.toContain('Round the totals')
    const recent = linesOf(from, { since: T0 + DAY_MS })
    expect(recent.join()).toContain('Totals are kept in cents')
    expect(recent.join()).not.toContain('A discount code counts once')
    for (const filter of [{ projects: [OTHER.id] }, { projects: [PROJECT.id] }, { since: T0 + DAY_MS }]) {
      const into = empty()
      expect(bring(into, linesOf(from, filter))).not.toContain('homeless')
      expect(linesOf(into)).toEqual(linesOf(from, filter))
    }
  })
})

/** Tables that are no part of an export, and why. A new table or column has to be exported or named here. */
const LEFT_OUT: Record<string, string[]> = {
  derived: ['observation_concepts', 'observation_counts', 'branch_states', 'index_queue', 'sqlite_sequence'],
  'derived from files': ['note_workspaces', 'note_files', 'note_chunks'],
  'of this machine': ['transcript_cursors', 'private_tokens', 'review_start', 'reviewed'],
  books: ['injections', 'told_texts', 'reads', 'token_ledger', 'notices_told', 'synthesis_queue'],
}
const COLUMNS_LEFT_OUT = [
  'sdk_sessions.context_owed', // owed to a session that runs here
  'observations.chosen', // computed
  'passages.checksum', // of the text
  'observation_files.project', // its observation's
  'observation_files.modified', // in the observation's own lists
  'observation_files.created_at_epoch',
]

describe('the schema', () => {
  it('is exported whole, but for what is named here', () => {
    const db = memoryDatabase()
    const code = readFileSync('src/store/archive/export-rows.ts', 'utf8')
    const out = new Set(Object.values(LEFT_OUT).flat())
    const tables = db
      .all<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_fts*' AND name NOT GLOB '*_vocab'`,
      )
      .map(({ name }) => name)
    for (const table of tables.filter((name) => !out.has(name))) {
      expect(code, table).toMatch(new RegExp(`\\b${table}\\b`))
      for (const { name } of db.all<{ name: string }>('SELECT name FROM pragma_table_xinfo(@table)', { table }))
        if (!COLUMNS_LEFT_OUT.includes(`${table}.${name}`))
          expect(code, `${table}.${name}`).toMatch(new RegExp(`\\b${name}\\b`))
    }
    expect(
      [...out].filter((name) => !tables.includes(name)),
      'named, but not there',
    ).toEqual([])
  })
})

describe('an import', () => {
  it('leaves what is there as it is, and gives another id where one is taken', () => {
    const into = memoryDatabase()
    const mine = putObservation(into, {
      draft: draft('mine', { title: 'Mine' }),
      session: undefined,
      project: PROJECT.id,
      source: 'local',
    })
    expect(mine?.id).toBe(1)
    const from = filled()
    const by = { tombstones: new Map(), highest: exportHead(from, {}).highest }
    const renumbered = [...exportRows(from, {})].map((row) => putRow(into, row, by).renumbered ?? false)
    expect(renumbered.filter(Boolean).length).toBe(1)
    expect(into.get('SELECT title FROM observations WHERE id = 1')).toEqual({ title: 'Mine' })
    expect(into.get(`SELECT name FROM projects WHERE id = '${PROJECT.id}'`)).toEqual({ name: 'shop' })
    expect(into.get(`SELECT count(*) AS n FROM observations`)).toEqual({ n: 5 })
  })

  it('obeys what was forgotten here: memories, events, words, summaries, a session’s first prompt', () => {
    const lines = linesOf(filled())
    const into = empty()
    bring(into, lines)
    const keys = ['s:2', 'p:1', 'said:turn-2', 'm:turn-1', 'summary:session-1', 'first:session-2', 'change:edit-1']
    forgetKeys(into, { keys, at: T0 + 2 * DAY_MS })
    const without = linesOf(into)
    expect(without.join()).not.toContain('They are rounded once now')
    bring(into, lines)
    expect(linesOf(into)).toEqual(without)

    const fresh = empty()
    forgetKeys(fresh, { keys, at: T0 + 2 * DAY_MS })
    bring(fresh, lines)
    const stored = linesOf(fresh).join()
    for (const words of ['rounded once now', 'Totals are kept in cents', 'turn-2']) expect(stored).not.toContain(words)
  })

  it('keeps what was typed in an event that was forgotten alone', () => {
    const from = filled()
    forgetKeys(from, { keys: ['event:p:1'], at: T0 + 1 })
    from.run('UPDATE sdk_sessions SET extract_from_epoch = NULL')
    const lines = linesOf(from)
    const into = empty()
    bring(into, lines)
    expect(linesOf(into)).toEqual(lines)
    expect(into.get(`SELECT 1 FROM user_prompts WHERE event_key = 'p:1'`)).toBeDefined()
  })

  it('keeps a summary that was made again after the forgetting, and drops it once it is forgotten again', () => {
    const from = filled()
    forgetKeys(from, { keys: ['summary:session-1'], at: T0 + 1 })
    from.run(`INSERT INTO session_summaries (session_id, project, request, investigated, learned, completed, next_steps, files_read,
      files_edited, notes, created_at_epoch) VALUES (1, '${PROJECT.id}', 'Made again', '', '', '', '', '[]', '[]', '', ${T0})`)
    from.run('UPDATE sdk_sessions SET extract_from_epoch = NULL')
    const lines = linesOf(from)
    const into = empty()
    bring(into, lines)
    expect(linesOf(into)).toEqual(lines)
    forgetKeys(into, { keys: ['summary:session-1'], at: T0 + 2 })
    bring(into, lines)
    expect(linesOf(into).join()).not.toContain('Made again')
  })

  it('takes out secrets and private parts, also those that only a field’s name gives away', () => {
    const secret = `ghp_${'x9Y8'.repeat(9)}`
    const lines = linesOf(filled())
      .map((line) => line.replaceAll('The same code entered twice', `<private>mine</private> The key ${secret}`))
      .map((line) => line.replaceAll('They are rounded once now.', `See ${secret}.`))
      .map((line) => line.replaceAll('"text":"Round the totals', `"text":"${secret} Round the totals`))
      .map((line) =>
        line.replace('"call":{', '"call":{"password":"hunter2-Xk9q","nested":{"note":"<private>mine</private>"},'),
      )
    const into = empty()
    bring(into, lines)
    const stored = linesOf(into).join()
    expect(stored).toContain('[redacted:')
    for (const word of [secret, '<private>', 'mine', 'hunter2']) expect(stored).not.toContain(word)
  })

  it('says what a row lacks when the rows it names are missing, and stores the others', () => {
    const lines = linesOf(filled())
    const into = empty()
    const became = bring(
      into,
      lines.filter((line) => !line.startsWith('{"kind":"session"')),
    )
    expect(became).toContain('homeless')
    expect(into.get(`SELECT count(*) AS n FROM observations`)).toEqual({ n: 4 })
  })
})
