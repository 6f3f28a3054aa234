/**
 * Records every hit of a search over notes: what was found, how well, by which question, on which day. Dreaming decides
 * only by this. A workspace without notes keeps no such record, and the answer says so.
 */

import { appendFileSync, renameSync, statSync } from 'node:fs'
import { oneLine } from '../../memory/one-line.ts'
import { redactSecrets } from '../../memory/redaction.ts'
import { keepsNotes } from '../../workspace/may-have-notes.ts'
import { type DreamDisk, dreamFiles, readJson, renderJson, writeWhole } from './dream-files.ts'
import { parseRecallStore, queryHash, type Recalled, type RecallStore, withRecall } from './recall-store.ts'

export type Recorded = { kind: 'recorded'; hits: number } | { kind: 'nowhere'; reason: string }

// 1 MB: some 5,000 questions; the previous file is kept beside it
const MAX_EVENT_BYTES = 1024 * 1024

export async function recordRecall(
  root: string,
  by: { query: string; hits: readonly Recalled[]; now: number; disk: DreamDisk },
): Promise<Recorded> {
  if (!keepsNotes(root)) return { kind: 'nowhere', reason: 'The workspace keeps no notes.' }
  if (by.hits.length === 0) return { kind: 'recorded', hits: 0 }
  const files = dreamFiles(root)
  await by.disk.withLock(root, async () => {
    const store = withRecall(readStore(files.recall), by)
    writeWhole(files.recall, renderJson(store))
    last = { path: files.recall, is: identityOf(files.recall), store: new WeakRef(store) }
    appendEvent(files.events, by)
  })
  return { kind: 'recorded', hits: by.hits.length }
}

/**
 * What we wrote last, while nobody else has written since: reading and checking 2,000 entries takes three quarters of a
 * recording. Held weakly, because the worker rests most of the time.
 */
let last: { path: string; is: string; store: WeakRef<RecallStore> } | undefined

function readStore(path: string): RecallStore {
  const known = last?.path === path && last.is === identityOf(path) ? last.store.deref() : undefined
  return known ?? parseRecallStore(readJson(path))
}

/** Every writer replaces the file, so that another one has another number, or at least another time. */
function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''
}

function appendEvent(path: string, by: { query: string; hits: readonly Recalled[]; now: number }): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_EVENT_BYTES) renameSync(path, `${path}.1`)
  const event = {
    type: 'memory.recall',
    ts: new Date(by.now).toISOString(),
    query: oneLine(redactSecrets(by.query), 200),
    queryHash: queryHash(by.query),
    resultCount: by.hits.length,
  }
  appendFileSync(path, `${JSON.stringify(event)}\n`)
}
