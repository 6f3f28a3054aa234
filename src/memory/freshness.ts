/**
 * Does a memory still fit the code? What became of the files it cites, and whether the branch it was made on has arrived
 * where the reader stands. Pure: the words for it, and how much it speaks against a memory.
 */
import { oneLine } from './one-line.ts'

/** `unknown`: nothing was kept to compare with, or looking would have taken too long. It never speaks against a memory. */
export type FileState = 'same' | 'changed' | 'gone' | 'unknown'

export interface Freshness {
  /** As they are in the reader's checkout. */
  files: { path: string; state: FileState }[]
  /** Set when the memory's work is on this branch and not here. */
  branch?: string
}

/** A branch's name is anybody's text. */
const BRANCH_CHARACTERS = 60

/** '' when there is nothing to say. Of another branch's work only that: its files differ here because it is not here. */
export function freshnessLabel({ files, branch }: Freshness): string {
  if (branch !== undefined) return `on branch ${oneLine(branch, BRANCH_CHARACTERS)}, not merged`
  const count = (state: FileState) => files.filter((file) => file.state === state).length
  const share = (n: number) => (files.length === 1 ? 'file' : `${n} of ${files.length} files`)
  const [changed, gone] = [count('changed'), count('gone')]
  return [
    changed > 0 ? `${share(changed)} changed since` : '',
    gone > 0 ? `${share(gone)} ${gone > 1 ? 'are' : 'is'} gone` : '',
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** No file it cites is known to have changed or gone. */
export function isFresh({ files }: Freshness): boolean {
  return files.every(({ state }) => state === 'same' || state === 'unknown')
}

/** 0–1: how many of its files are no longer what they were. */
export function staleShare({ files }: Freshness): number {
  if (files.length === 0) return 0
  return files.filter(({ state }) => state === 'changed' || state === 'gone').length / files.length
}
