/**
 * Are the files this worker opened still the ones at their paths? A process whose file was deleted or replaced keeps
 * writing to a file nobody reads, and another worker may have taken over: it must then leave the spool alone. Compared
 * by inode, not by name.
 */
import { statSync } from 'node:fs'

/** Path to inode; undefined while there is no such file. */
export type OwnFiles = ReadonlyMap<string, string | undefined>

export function noteFiles(paths: readonly string[]): OwnFiles {
  return new Map(paths.map((path) => [path, numberOf(path)]))
}

/** The first file that is gone or has been replaced; undefined when none has. */
export function findReplaced(own: OwnFiles): string | undefined {
  for (const [path, number] of own) if (numberOf(path) !== number) return path
  return undefined
}

function numberOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}:${found.ino}`
}
