import { describe, expect, it } from 'vitest'
import { keysToForget } from './doomed-rows.ts'
import { forgetKeys } from './forget.ts'
import { putObservation } from './observations.ts'
import { readOverview } from './overview.ts'
import { putProject } from './sessions.ts'
import { readStatistics } from './statistics.ts'
import { draft, memoryDatabase, PROJECT, T0 } from './store.fixture.ts'

const OTHER = { id: 'github.com/acme/billing', name: 'billing', root: '/home/me/billing' }

describe('figures about everything that is kept', () => {
  it('count every memory by type, however many newer ones there are', () => {
    const db = memoryDatabase()
    putObservation(db, {
      draft: draft('old', { type: 'decision', at: T0 }),
      session: undefined,
      project: PROJECT.id,
      source: 'local',
    })
    db.run(
      `INSERT INTO observations (key, project, type, title, subtitle, narrative, facts, concepts, files, event_keys, source, created_at_epoch)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       SELECT 'n' || i, @project, 'bugfix', 'Fixed', '', '', '[]', '[]', '{"read":[],"modified":[]}', '[]', 'local', @at + i FROM n`,
      { project: PROJECT.id, at: T0 },
    )
    expect(readStatistics(db).types).toEqual([
      { type: 'bugfix', count: 20_000 },
      { type: 'decision', count: 1 },
    ])
    expect(readOverview(db).observations).toBe(20_001)
  })

  it('follow a memory that gets another type and one that is forgotten', () => {
    const db = memoryDatabase()
    putProject(db, OTHER, T0)
    const put = (key: string, project: string, type: 'bugfix' | 'change') =>
      putObservation(db, { draft: draft(key, { type }), session: undefined, project, source: 'local' })?.id ?? 0
    put('a', PROJECT.id, 'bugfix')
    const gone = put('b', PROJECT.id, 'bugfix')
    put('c', OTHER.id, 'bugfix')
    put('a', PROJECT.id, 'change')
    forgetKeys(db, { keys: keysToForget(db, gone) ?? [], at: T0 })
    const { types, projects } = readStatistics(db)
    expect(types).toEqual([
      { type: 'bugfix', count: 1 },
      { type: 'change', count: 1 },
    ])
    expect(projects).toEqual([
      { id: OTHER.id, name: 'billing', observations: 1, latestAt: T0 },
      { id: PROJECT.id, name: 'shop', observations: 1, latestAt: T0 },
    ])
    expect(readOverview(db).observations).toBe(2)
  })

  it('name a project without memories too', () => {
    expect(readStatistics(memoryDatabase()).projects).toEqual([
      { id: PROJECT.id, name: 'shop', observations: 0, latestAt: null },
    ])
  })
})
