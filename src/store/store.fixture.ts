/** Rows for tests of the store and its callers: small, real, in an in-memory database. */
import { DatabaseSync } from 'node:sqlite'
import type { MemoryEvent, PromptEvent, ToolEvent } from '../memory/event.ts'
import type { ObservationDraft, SummaryDraft } from '../memory/observation.ts'
import type { Project } from '../memory/session.ts'
import { commandCall } from '../memory/tool-call.fixture.ts'
import { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { rankByWords } from './search.ts'
import { putProject, putSession } from './sessions.ts'

export const T0 = Date.UTC(2026, 0, 5, 12)
export const PROJECT: Project = { id: 'github.com/acme/shop', name: 'shop', root: '/home/me/shop' }

export function memoryDatabase(): Database {
  const driver = new DatabaseSync(':memory:')
  const db = new Database(driver)
  migrated ??= migratedBytes()
  driver.deserialize(migrated)
  db.exec('PRAGMA foreign_keys = ON')
  return db
}

/** Migrating takes 20 ms, and hundreds of tests want an empty store. */
let migrated: Uint8Array | undefined

function migratedBytes(): Uint8Array {
  const driver = new DatabaseSync(':memory:')
  const db = new Database(driver)
  migrate(db)
  putProject(db, PROJECT, T0)
  const bytes = driver.serialize()
  db.close()
  return bytes
}

export function someSession(db: Database, sessionId = 'session-1', at = T0): number {
  return putSession(db, {
    sessionId,
    project: PROJECT.id,
    cwd: PROJECT.root,
    transcriptPath: undefined,
    entrypoint: 'cli',
    at,
  })
}

export function toolEvent(id: string, more: Partial<ToolEvent> = {}): MemoryEvent {
  return {
    key: `t:${id}`,
    kind: 'tool',
    sessionId: 'session-1',
    at: T0,
    origin: 'hook',
    tool: 'Bash',
    toolUseId: id,
    call: commandCall('npm test', 'ok'),
    ...more,
  }
}

export function promptEvent(id: string, text: string, more: Partial<PromptEvent> = {}): PromptEvent {
  return {
    key: `p:${id}`,
    kind: 'prompt',
    sessionId: 'session-1',
    at: T0,
    origin: 'hook',
    text,
    machineMade: false,
    ...more,
  }
}

export function draft(key: string, more: Partial<ObservationDraft> = {}): ObservationDraft {
  return {
    key,
    type: 'bugfix',
    title: 'A discount code counts once per order',
    subtitle: 'orderTotal goes over a Set',
    narrative: 'The same code entered twice took its share off twice.',
    facts: ['orderTotal in src/total.js'],
    concepts: ['problem-solution'],
    filesRead: ['src/receipt.js'],
    filesModified: ['src/total.js'],
    discoveryTokens: 900,
    at: T0,
    eventKeys: ['t:1'],
    ...more,
  }
}

/** A summary with one letter in every field but its request. */
export function summaryDraft(request: string): SummaryDraft {
  return {
    request,
    investigated: 'i',
    learned: 'l',
    completed: 'c',
    nextSteps: 'n',
    filesRead: [],
    filesEdited: [],
    notes: '',
    discoveryTokens: 0,
    at: T0,
  }
}

export function foundBy(db: Database, match: string): number[] {
  return rankByWords(db, { kind: 'observation', match, filter: {}, limit: 200 }).map((hit) => hit.id)
}
