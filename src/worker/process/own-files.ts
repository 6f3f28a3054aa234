/**
 * Whether the files this worker was started with are still those under their names. A program that holds a file which
 * somebody has deleted or replaced goes on writing to nobody, and another worker may have taken its place: then it must
 * not touch the spool any more. Told by the file's number on the disk, not by its name.
 */
import { statSync } from 'node:fs'

/** Path to number; undefined while there is no such file. */
export type OwnFiles = ReadonlyMap<string, string | undefined>

export function noteFiles(paths: readonly string[]): OwnFiles {
  return new Map(paths.map((path) => [path, numberOf(path)]))
}

/** The first one that is gone or another file by now; undefined when all is as it was. */
export function findReplaced(own: OwnFiles): string | undefined {
  for (const [path, number] of own) if (numberOf(path) !== number) return path
  return undefined
}

function numberOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}:${found.ino}`
}
