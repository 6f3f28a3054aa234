import { describe, expect, it } from 'vitest'
import { hostTool } from '../capture/captured-event.fixture.ts'
import type { CapturedEvent, HostToolEvent } from '../capture/captured-event.ts'
import { cleanEvent } from '../capture/clean.ts'
import type { SessionFacts } from '../capture/host-event.ts'
import { keptEvent } from '../capture/kept-event.ts'
import { loadConfig } from '../config.ts'
import type { Database } from '../store/database.ts'
import { findWaitingSession } from '../store/events.ts'
import { keepEvent } from '../store/keep-event.ts'
import { memoryDatabase, PROJECT, promptEvent, someSession, T0 } from '../store/store.fixture.ts'
import { contextSettings } from '../worker/http/context-settings.ts'
import { askedFailure } from '../worker/http/hook-questions.ts'
import { distilSession } from '../worker/writer/distil/distil.ts'
import { replaySession } from '../worker/writer/enrich/replay.ts'
import { failureContext } from './failure-context.ts'

const TOKEN = `ghp_${'a1B2'.repeat(9)}`
const REFUSED = `Exit code 1\nremote: Invalid username\nError: push of refs to https://x:${TOKEN}@git.example failed for release job`
const HERE: SessionFacts = {
  sessionId: 'now',
  cwd: PROJECT.root,
  projectDir: PROJECT.root,
  transcriptPath: undefined,
  entrypoint: 'cli',
}

const ran = (id: string, more: Partial<HostToolEvent>) =>
  hostTool('Bash', { key: `t:${id}`, toolUseId: id, sessionId: 'session-1', ...more })

/** A release fails and passes with a flag; kept as intake keeps events, without secrets. */
function learn(db: Database): number {
  someSession(db, HERE.sessionId)
  const session = someSession(db)
  const retried = { input: { command: 'npm run release -- --retry' }, output: { stdout: 'published' } }
  const events: CapturedEvent[] = [
    promptEvent('1', 'Publish the release'),
    ran('1', { at: T0 + 1, failed: true, input: { command: 'npm run release' }, output: REFUSED }),
    ran('2', { at: T0 + 2, ...retried }),
  ]
  for (const event of events)
    keepEvent(db, { session, project: PROJECT.id, event: keptEvent(cleanEvent(event, () => false)) })
  const waiting = findWaitingSession(db, session)
  if (waiting) distilSession(db, waiting)
  return session
}

const ask = (db: Database, output: string, hints: 'inform' | 'off' = 'inform') =>
  failureContext(
    {
      db,
      settings: contextSettings(
        loadConfig({ dataDir: '/nonexistent', flags: { FAILURE_HINTS: hints } }, { HOME: '/home/me' }),
      ),
      timeZone: 'UTC',
      freshness: { of: () => new Map(), ofFile: () => 'unknown' as const },
    },
    askedFailure(ran('9', { failed: true, input: { command: 'npm run release' }, output }), HERE),
  )?.text

describe('failure memory', () => {
  it('recognises an error whose secret was not kept', () => {
    const db = memoryDatabase()
    learn(db)
    expect(JSON.stringify(db.all('SELECT * FROM known_failures'))).not.toContain(TOKEN)
    expect(ask(db, REFUSED)).toBe('failed like this on Jan 5: needs --retry (#1)')
    expect(ask(db, REFUSED, 'off')).toBeUndefined()
  })

  it('is rebuilt by a replay, and unchanged by a rehearsal of one', async () => {
    const db = memoryDatabase()
    learn(db)
    const rows = db.all('SELECT * FROM known_failures')
    expect(rows).toHaveLength(1)
    db.run('DELETE FROM known_failures')
    const replay = (dryRun: boolean) =>
      replaySession({ db, now: () => T0, parts: undefined }, { session: 'session-1', provider: undefined, dryRun })
    await replay(true)
    expect(db.all('SELECT * FROM known_failures')).toEqual([])
    await replay(false)
    expect(db.all('SELECT * FROM known_failures')).toEqual(rows)
  })
})
