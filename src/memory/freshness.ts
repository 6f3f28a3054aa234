/**
 * Does a memory still match the code? What happened to the files it cites, and whether its branch has been merged where
 * the reader is. Pure: the labels for it, and how much it counts against a memory.
 */
import { oneLine } from './one-line.ts'

/** `unknown`: nothing to compare with, or checking would have taken too long. Never counts against a memory. */
export type FileState = 'same' | 'changed' | 'gone' | 'unknown'

export interface Freshness {
  /** As they are in the reader's checkout. */
  files: { path: string; state: FileState }[]
  /** Set when the memory's work is on this branch and not here. */
  branch?: string
}

/** Anybody can choose a branch's name. */
const BRANCH_CHARACTERS = 60

/**
 * '' when there is nothing to say. For another branch's work only that: its files differ because the work is not here.
 */
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

/** No cited file is known to have changed or disappeared. */
export function isFresh({ files }: Freshness): boolean {
  return files.every(({ state }) => state === 'same' || state === 'unknown')
}

/** 0–1: the share of its files that changed. */
export function staleShare({ files }: Freshness): number {
  if (files.length === 0) return 0
  return files.filter(({ state }) => state === 'changed' || state === 'gone').length / files.length
}
