/** A data folder on disk, made and removed around each test, with a few memories in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { JournalEntry } from './journal.ts'
import { findRecentObservations, putObservation } from './observations.ts'
import { type OpenedStore, openStore, type StorePaths, storePaths } from './recovery.ts'
import { putProject } from './sessions.ts'
import { draft, PROJECT, T0 } from './store.fixture.ts'

export function useStoreFolder(): { dir: () => string; paths: () => StorePaths; open: () => Promise<OpenedStore> } {
  let dir = ''
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'store-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))
  const paths = () => storePaths(dir)
  return { dir: () => dir, paths, open: () => openStore(paths(), { now: Date.now(), keepBackups: 3 }) }
}

export function remembered(title: string): JournalEntry & { op: 'remember' } {
  return { op: 'remember', project: PROJECT, draft: draft(`user:${title}`, { title, eventKeys: [] }) }
}

export function remember(store: OpenedStore, title: string): void {
  const entry = remembered(title)
  const place = { session: undefined, project: PROJECT.id }
  putProject(store.db, PROJECT, T0)
  putObservation(store.db, { draft: entry.draft, ...place, source: 'user', pinned: true })
  store.journal.append([entry])
}

export function titles(store: OpenedStore): string[] {
  return findRecentObservations(store.db, { project: PROJECT.id, limit: 9 }).map((one) => one.title)
}
