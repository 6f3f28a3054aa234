/** Queries that somebody waits for, or that run often, use an index, however large the store. */
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { Database } from './database.ts'
import { readSessionEconomics } from './economics.ts'
import { forgetKeys } from './forget.ts'
import { hookWordsOf } from './hook-words.ts'
import { readDays, readJunk } from './insights.ts'
import { forgetEntry } from './kept-rows.ts'
import { findTellings, findTold, sumTellings } from './ledger.ts'
import { migrate } from './migrations.ts'
import { deleteObservation, putObservation } from './observations.ts'
import { findRecentSessions } from './recent-sessions.ts'
import { countUnreviewed, findUnreviewed } from './reviews.ts'
import { listMemories } from './search.ts'
import { putProject, putSession } from './sessions.ts'
import { draft, PROJECT, T0 } from './store.fixture.ts'
import { findQuietSessions } from './synthesis-queue.ts'
import { findAround } from './timeline.ts'
import { upgradeToolEvents } from './upgrade-events.ts'

describe('a timeline', () => {
  it.each(['before', 'after'] as const)('reads only what lies %s its moment', (side) => {
    const moment = { at: T0, kind: 'observation', id: 1 } as const
    for (const project of [PROJECT.id, undefined]) {
      const plan = planOf((db) => findAround(db, { moment, side, project, limit: 5 }))
      const read = plan.filter((step) => /^\w+ t\b/.test(step))
      expect(read).toHaveLength(3)
      for (const step of read) expect(step).toContain(side === 'before' ? 'created_at_epoch<?' : 'created_at_epoch>?')
      expect(plan.join('\n')).not.toContain('TEMP B-TREE')
    }
  })
})

describe('a start', () => {
  it('looks for events of earlier versions in an index of them alone', () => {
    const plan = planOf((db) => upgradeToolEvents(db, () => undefined))
    expect(plan).toEqual([expect.stringContaining('idx_queue_unread')])
  })
})

describe('the inbox', () => {
  it('reads only what was made since it began', () => {
    for (const plan of [
      planOf((db) => findUnreviewed(db, { since: T0, limit: 5 })),
      planOf((db) => countUnreviewed(db, { since: T0 })),
    ])
      expect(plan[0]).toContain('created_at_epoch>?')
  })
})

describe('a list of memories', () => {
  it('by date reads only those dates', () => {
    for (const kind of ['observation', 'summary', 'prompt'] as const) {
      const plan = planOf((db) =>
        listMemories(db, { kind, filter: { from: T0, to: T0 + 1 }, order: 'newest', limit: 5, offset: 0 }),
      )
      expect(plan).toEqual([expect.stringContaining('created_at_epoch>? AND created_at_epoch<?')])
    }
  })
  it('of a folder reads only the rows of its files', () => {
    const plan = planOf((db) =>
      listMemories(db, {
        kind: 'observation',
        filter: { files: ['src/cart/'], projects: [PROJECT.id] },
        order: 'newest',
        limit: 5,
        offset: 0,
      }),
    )
    expect(plan).toContainEqual(expect.stringContaining('(project=? AND path>? AND path<?)'))
    expect(plan.join('\n')).not.toContain('(project=?)')
  })
})

describe('sessions', () => {
  it('are listed by their latest event without a look at the older ones', () => {
    const plan = planOf((db) => findRecentSessions(db, { projects: undefined, hidden: [], limit: 5 }))
    expect(plan).toContain('SCAN s USING INDEX idx_sessions_last_event')
    expect(plan.join('\n')).not.toContain('TEMP B-TREE')
  })
  it('know what they were told without a look at all their events', () => {
    const plan = planOf((db) => findTold(db, 'one'))
    expect(plan).toContainEqual(expect.stringContaining('idx_queue_started (session_id=?'))
    expect(plan.join('\n')).not.toMatch(/SCAN (?!began)/)
  })
  it('that were told a memory are found without a look at the rest of the ledger', () => {
    const plan = planOf((db) => {
      const asked = { observation: 1, sessionId: undefined }
      findTellings(db, { ...asked, limit: 5 })
      sumTellings(db, asked)
    })
    expect(plan.filter((step) => step.includes('idx_injections_observation (observation_id=?)'))).toHaveLength(2)
    expect(plan.join('\n')).not.toMatch(/SCAN (i|s|o)\b/)
  })
  it('are searched by their own rows', () => {
    const plan = (['observation', 'prompt', 'summary'] as const).map((kind) =>
      planOf((db) => listMemories(db, { kind, filter: { session: 1 }, order: 'newest', limit: 5, offset: 0 })).join(
        ' ',
      ),
    )
    expect(plan).toEqual(plan.map(() => expect.stringContaining('(session_id=?)')))
  })
  it('that went quiet are found among those of that time', () => {
    const plan = planOf((db) => findQuietSessions(db, { before: T0, since: 0 }))
    expect(plan).toContainEqual(expect.stringContaining('idx_sessions_last_event (last_event_epoch>?'))
    expect(plan.join('\n')).not.toMatch(/SCAN [sq]\b/)
  })
  it('are paid for by calls that are looked up', () => {
    const plan = planOf((db) => {
      putProject(db, PROJECT, T0)
      const place = { project: PROJECT.id, cwd: '/', transcriptPath: undefined, entrypoint: 'cli' }
      putSession(db, { sessionId: 'one', at: T0, ...place })
      readSessionEconomics(db, 5)
    })
    expect(plan.join('\n')).not.toMatch(/SCAN (token_ledger|q|reads|injections)\b/)
  })
})

describe('figures over time', () => {
  it('read the memories by an index of their days alone', () => {
    const plan = planOf((db) => readDays(db, { since: T0, until: T0 }))
    expect(plan).toContainEqual(
      expect.stringContaining(
        'observations USING COVERING INDEX idx_observations_days (created_at_epoch>? AND created_at_epoch<?)',
      ),
    )
    expect(plan.join('\n')).not.toMatch(/SCAN (observations|injections|told_texts|reads|token_ledger)\b/)
  })
  it('count dead weight without a look at every memory', () => {
    const plan = planOf(readJunk)
    expect(plan.join('\n')).not.toMatch(/SCAN (observations|o)\b(?! USING (?:COVERING )?INDEX)/)
  })
})

describe('an observation', () => {
  it('is written and deleted without a look at every merged one', () => {
    const plan = planOf((db) => {
      putProject(db, PROJECT, T0)
      putObservation(db, { draft: draft('k'), session: undefined, project: PROJECT.id, source: 'local' })
      deleteObservation(db, 1)
    })
    expect(plan.join('\n')).not.toContain('SCAN observation_aliases')
  })
})

describe('forgetting', () => {
  it('of a memory reads no table whole, the ledger neither', () => {
    const plan = planOf((db) => {
      putProject(db, PROJECT, T0)
      putObservation(db, { draft: draft('k'), session: undefined, project: PROJECT.id, source: 'local' })
      forgetKeys(db, { keys: ['k'], at: T0 })
    })
    expect(plan.filter((step) => /^SCAN (?!CONSTANT|.*VIRTUAL)/.test(step))).toEqual([])
  })

  it('looks for what stays, and for words of a hook, by key alone', () => {
    const plan = planOf((db) => {
      forgetEntry(db, { keys: ['event:p:1'], at: T0 })
      hookWordsOf(db, ['p:1'])
    })
    expect(plan.length).toBeGreaterThan(20)
    expect(plan.filter((step) => /^SCAN (?!CONSTANT|.*VIRTUAL)/.test(step))).toEqual([])
  })
})

/** The steps by which SQLite answers each statement of `ask`. */
function planOf(ask: (db: Database) => unknown): string[] {
  const handle = new DatabaseSync(':memory:')
  const db = new Database(handle)
  db.exec('PRAGMA foreign_keys = ON')
  migrate(db)
  const prepare = handle.prepare.bind(handle)
  const asked: string[] = []
  handle.prepare = (sql) => {
    asked.push(sql)
    return prepare(sql)
  }
  ask(db)
  const plan = asked.flatMap((sql) =>
    prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((step) => String(step.detail)),
  )
  db.close()
  return plan
}
