/** A memory with a row of every kind and every column filled somewhere, for tests of exports. */

import { endPause, startPause } from '../cursors.ts'
import type { Database } from '../database.ts'
import { putFailures } from '../failures.ts'
import { forgetKeys } from '../forget.ts'
import { keepEvent } from '../keep-event.ts'
import { putAlias, putObservation, reserveId } from '../observations.ts'
import { putTurns } from '../passages.ts'
import { putProjectChange } from '../projects.ts'
import { putHead, putSeenFiles, setCommitted } from '../seen-files.ts'
import { putProject } from '../sessions.ts'
import { draft, PROJECT, promptEvent, someSession, summaryDraft, T0, toolEvent } from '../store.fixture.ts'
import { putSummary } from '../summaries.ts'
import { putSuperseded } from '../superseded.ts'
import { findState, putChange } from '../user-changes.ts'

export const OTHER = { id: '/home/me/tools', name: 'tools', root: '/home/me/tools' }
const DAY_MS = 24 * 60 * 60 * 1000

export function fillMemory(db: Database): void {
  putProject(db, OTHER, T0)
  const rename = { op: 'project', change: 'rename-1', at: T0, project: PROJECT } as const
  putProjectChange(db, { ...rename, what: { do: 'rename', name: 'web shop' } })
  putProjectChange(db, { ...rename, change: 'alias-1', what: { do: 'alias', alias: 'the shop' } })
  startPause(db, T0 - 5000)
  endPause(db, T0 - 4000)

  const session = someSession(db)
  const later = someSession(db, 'session-2', T0 + DAY_MS)
  for (const event of [promptEvent('1', 'Round the totals 🧮'), toolEvent('1'), toolEvent('2', { at: T0 + 1 })])
    keepEvent(db, { session, project: PROJECT.id, event })
  keepEvent(db, {
    session: later,
    project: PROJECT.id,
    event: promptEvent('2', 'Now the receipts', { at: T0 + DAY_MS }),
  })
  db.run(`UPDATE observation_queue SET event = NULL WHERE event_key = 't:2'`)
  db.run(`UPDATE sdk_sessions SET status = 'completed', completed_at_epoch = ${T0 + 9}, resume_at_epoch = 4, checkout = '/wt'
          WHERE id = ${session}`)

  const put = (key: string, more: Parameters<typeof draft>[1], source: 'local' | 'user' = 'local', of = session) =>
    putObservation(db, { draft: draft(key, more), session: of, project: PROJECT.id, source })?.id ?? 0
  const first = put('s:1', { turn: 'turn-1', standing: true, agentId: 'agent-7', origin: 'untrusted' })
  const gone = put('s:gone', {})
  const newer = put('s:2', { title: 'Totals are kept in cents', at: T0 + DAY_MS }, 'local', later)
  putObservation(db, {
    draft: draft('user:1', { title: 'We ship on Fridays' }),
    ...{ session: undefined, project: OTHER.id, source: 'user', pinned: true },
  })
  putAlias(db, { key: 's:merged', observation: first, oldId: 90 })
  putSeenFiles(db, first, [{ path: 'src/total.js', blob: 'abc', size: 12, mtimeMs: 1.5 }])
  putHead(db, { observation: first, head: 'f00', branch: 'main' })
  setCommitted(db, { observation: first, committed: true })
  db.run(`UPDATE observations SET model = 'm', prompt_version = '3' WHERE id = ${newer}`)
  const failure = {
    eventKey: 't:1',
    error: 'E',
    file: 'a.js',
    program: 'npm test',
    targets: ['a'],
    command: 'npm test',
  }
  putFailures(db, {
    ...{ observation: first, project: PROJECT.id, draft: { eventKeys: ['t:1'] } },
    failures: [{ ...failure, fixedBy: 'edit', fix: 'round once', at: T0 }],
  })
  db.run(`INSERT INTO struck_lines (key, line) VALUES ('s:1', 'It was rounded twice.')`)
  reserveId(db, { key: 's:waiting', id: 77 })
  putSuperseded(db, { older: gone, newer, at: T0 + DAY_MS })
  const state = findState(db, gone)?.state
  if (!state) throw new Error('it was stored a moment ago')
  putChange(db, {
    ...{ id: gone, what: 'edit', key: 'edit-1', at: T0 + DAY_MS, before: state },
    after: { ...state, title: 'A discount counts once', droppedAt: null, supersededBy: null, edited: true },
  })
  putSuperseded(db, { older: first, newer, at: T0 + DAY_MS })

  for (const [of, request] of [
    [session, 'Round the totals'],
    [later, 'Mend the receipts'],
  ] as const)
    putSummary(db, {
      session: of,
      project: PROJECT.id,
      draft: { ...summaryDraft(request), filesRead: ['a'], at: of === later ? T0 + DAY_MS : T0 },
    })
  const said = (key: string, at: number) => ({
    ...{ key, files: ['src/total.js'], at },
    passages: [
      { eventKey: `p:${key}`, part: 0, kind: 'user' as const, text: 'Round the totals 🧮', at },
      { eventKey: `m:${key}`, part: 0, kind: 'agent' as const, text: 'They are rounded once now.\u202e', at: at + 1 },
    ],
  })
  putTurns(db, { session, project: PROJECT.id, turns: [said('turn-1', T0)], read: new Set() })
  putTurns(db, { session: later, project: PROJECT.id, turns: [said('turn-2', T0 + DAY_MS)], read: new Set() })
  forgetKeys(db, { keys: ['t:forgotten', 'summary:nobody'], at: T0 })
}
