/**
 * What dreaming asks the rest of the memory. Provided by the worker, because it needs the store, the index and the
 * disk; only reads, and may be slow.
 */
import type { Evidence } from './promoted-line.ts'
import type { TimedFact } from './same-subject.ts'

export interface SourceText {
  text: string
  /** The fact's own time, in milliseconds. */
  createdAt: number
  path?: string | undefined
  /** First and last line, from 1. */
  lines?: [number, number] | undefined
  heading?: string | undefined
  /** Files it mentions, with their current hashes. */
  files?: Evidence[] | undefined
}

export type SourceState = 'same' | 'changed' | 'gone' | 'unknown'

type Answer<T> = T | Promise<T>

export interface DreamSources {
  /** By the key of a recalled thing; undefined: it is gone. */
  findText(key: string): Answer<SourceText | undefined>
  /** What replaced the fact: the newest match of `findOverruling` among the memories about its subject. */
  newerAbout(fact: TimedFact & { key: string }): Answer<{ text: string; source: string; createdAt: number } | undefined>
  fileState(path: string, hash?: string): Answer<SourceState>
  /** A whole note, to check whether a fact is still in an edited chunk; undefined: no such file. */
  noteText(path: string): Answer<string | undefined>
}

/** True if all of them are gone; false for an empty list. */
export async function areGone(files: readonly Evidence[], sources: DreamSources): Promise<boolean> {
  for (const { path, hash } of files) if ((await sources.fileState(path, hash)) !== 'gone') return false
  return files.length > 0
}
