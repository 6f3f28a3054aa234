/**
 * Which files of a working tree changed recently, from the disk without starting git: only the named files are checked,
 * so that a large tree costs no more than a small one.
 */
import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** Those of `paths` (relative to `tree`) written after `since`, latest first. Unreadable files count as unchanged. */
export function changedFiles(tree: string, by: { paths: string[]; since: number }): string[] {
  const changed: { path: string; at: number }[] = []
  for (const path of by.paths) {
    if (isAbsolute(path) || path.split('/').includes('..')) continue
    const at = writtenAt(join(tree, path))
    if (at !== undefined && at > by.since) changed.push({ path, at })
  }
  return changed.sort((a, b) => b.at - a.at).map(({ path }) => path)
}

function writtenAt(path: string): number | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? found.mtimeMs : undefined
  } catch {
    return undefined // part of the path is not a folder, or not accessible
  }
}
