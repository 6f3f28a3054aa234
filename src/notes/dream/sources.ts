/**
 * What dreaming asks the rest of the memory. Given by the worker, because answering needs the store, the index and the disk; all of it only
 * reads, and may take its time.
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
  /** Files it speaks of, with their hashes as they are now. */
  files?: Evidence[] | undefined
}

export type SourceState = 'same' | 'changed' | 'gone' | 'unknown'

type Answer<T> = T | Promise<T>

export interface DreamSources {
  /** By the key of a recalled thing; undefined: it is gone. */
  findText(key: string): Answer<SourceText | undefined>
  /** What took the fact's place: the newest of what `findOverruling` finds among the memories about its subject. */
  newerAbout(fact: TimedFact & { key: string }): Answer<{ text: string; source: string; createdAt: number } | undefined>
  fileState(path: string, hash?: string): Answer<SourceState>
  /** A whole note, to see whether a fact still stands in a chunk that was edited; undefined: there is no such file. */
  noteText(path: string): Answer<string | undefined>
}

/** Every one of them is gone; of none nothing can be said. */
export async function areGone(files: readonly Evidence[], sources: DreamSources): Promise<boolean> {
  for (const { path, hash } of files) if ((await sources.fileState(path, hash)) !== 'gone') return false
  return files.length > 0
}
