import { describe, expect, it } from 'vitest'
import { asKept } from '../capture/kept-event.ts'
import type { ToolEvent } from '../memory/event.ts'
import { findEvents, putEvent } from './events.ts'
import { memoryDatabase, promptEvent, someSession, T0, toolEvent } from './store.fixture.ts'
import { upgradeToolEvents } from './upgrade-events.ts'

/** As versions before wrote them. */
const OLD = [
  { id: '1', tool: 'Bash', input: { command: 'npm test' }, output: { stdout: '2 passed' }, failed: false },
  { id: '2', tool: 'Bash', input: { command: 'npm run build' }, output: 'Exit code 1\nboom', failed: true },
  {
    id: '3',
    tool: 'Edit',
    input: { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' },
    output: { filePath: '/p/a.ts' },
    failed: false,
  },
  { id: '4', tool: 'Edit', input: { file_path: '/p/no.ts' }, output: 'String not found', failed: true },
  { id: '5', tool: 'NotebookEdit', input: { notebook_path: '/p/b.ipynb', new_source: 'x' }, output: {}, failed: false },
  { id: '6', tool: 'Read', input: { file_path: '/p/c.ts' }, output: { file: { content: 'c' } }, failed: false },
]

function oldRows() {
  const db = memoryDatabase()
  const session = someSession(db)
  putEvent(db, session, promptEvent('1', 'go'))
  for (const { id, ...old } of OLD) {
    const { call: _call, ...event } = toolEvent(id) as object & { call?: unknown } // the fixture writes the new form
    const { tool } = old
    db.run(
      `INSERT INTO observation_queue (event_key, session_id, kind, tool_name, created_at_epoch, origin, event)
       VALUES (@key, @session, 'tool', @tool, @at, 'hook', @event)`,
      { key: `t:${id}`, session, tool, at: T0 + Number(id), event: JSON.stringify({ ...event, ...old }) },
    )
  }
  return { db, session }
}

describe('tool events of earlier versions', () => {
  it('are put into the words of this one, once', () => {
    const { db, session } = oldRows()
    expect(upgradeToolEvents(db, asKept)).toBe(6)
    expect(upgradeToolEvents(db, asKept)).toBe(0)
    const events = findEvents(db, { session, from: 0 })
    expect(events.filter((event) => event.kind === 'tool').map(({ call }) => [call.act, call.result])).toEqual([
      ['command', 'silent'],
      ['command', 'failed'],
      ['edit', 'ok'],
      ['edit', 'failed'],
      ['edit', 'ok'],
      ['read', 'ok'],
    ])
    expect(events[2]).toMatchObject({ tool: 'Bash', call: { command: 'npm run build', output: 'Exit code 1\nboom' } })
    expect(JSON.stringify(events)).not.toContain('"input"')
  })

  it('then name the files they read and changed, notebooks too', () => {
    const { db, session } = oldRows()
    upgradeToolEvents(db, asKept)
    const events = findEvents(db, { session, from: 0 })
    expect(events.flatMap((event) => (event.kind === 'tool' ? [event.call.files] : []))).toEqual([
      [],
      [],
      ['/p/a.ts'],
      ['/p/no.ts'],
      ['/p/b.ipynb'],
      ['/p/c.ts'],
    ])
  })

  it('that a recovery brings back from an old journal are too', () => {
    const { db, session } = oldRows()
    upgradeToolEvents(db, asKept)
    const [old] = OLD
    const event = { ...toolEvent('from-journal'), call: undefined, ...old } as unknown as ToolEvent // as an older version wrote it
    putEvent(db, session, event)
    expect(upgradeToolEvents(db, asKept)).toBe(1)
  })

  it('that are emptied stay empty, and what cannot be read stays as it is', () => {
    const { db } = oldRows()
    db.run(`UPDATE observation_queue SET event = NULL WHERE event_key = 't:1'`)
    expect(upgradeToolEvents(db, () => undefined)).toBe(0)
    expect(upgradeToolEvents(db, asKept)).toBe(5)
  })
})
