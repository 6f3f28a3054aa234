/** How files are named in memory: relative to the project where they lie inside it, so that clones share the names. */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import { isTooLong } from '../memory/path-length.ts'

/** Project-relative path with `/`, also when file or root is reached through a symlink; else the path unchanged. */
export function relativeToRoot(root: string, file: string): string {
  if (isTooLong(file)) return file
  const absolute = isAbsolute(file) ? file : resolve(root, file)
  return rootOrInside(root, absolute) ?? rootOrInside(nearestRealPath(root), nearestRealPath(absolute)) ?? file
}

/** Relative to the root with `/`; undefined when it lies elsewhere, and for the root itself. */
export function insideRoot(root: string, file: string): string | undefined {
  const path = relative(root, file)
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined
  return path.split(sep).join('/')
}

/** undefined when there is nothing, or nothing that may be seen. */
export function findRealPath(path: string): string | undefined {
  if (isTooLong(path)) return undefined
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** As of `findRealPath`. */
export function findStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined // a link in a circle, a name no file can have, or not for us to see
  }
}

function rootOrInside(root: string, file: string): string | undefined {
  return relative(root, file) === '' ? '.' : insideRoot(root, file)
}

/** The real path of what exists of it, with the rest as given: the file may be deleted by now. */
function nearestRealPath(path: string): string {
  const { existing, rest } = splitExisting(path)
  return join(findRealPath(existing) ?? existing, ...rest)
}

/**
 * What of an absolute path is there, and the names behind it. Where a folder is missing all below it is missing too, so
 * the place is found by halving: a path of a thousand names is looked up ten times.
 */
export function splitExisting(
  path: string,
  exists: (path: string) => boolean = (one) => findRealPath(one) !== undefined,
): { existing: string; rest: string[] } {
  const { root } = parse(path)
  const names = path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '')
  const first = (count: number) => root + names.slice(0, count).join(sep)
  if (isTooLong(path)) return { existing: root, rest: names }
  // The ordinary case first: all of it is there.
  let there = exists(path) ? names.length : 0
  let gone = there === names.length ? there + 1 : names.length
  while (gone - there > 1) {
    const middle = (there + gone) >> 1
    if (exists(first(middle))) there = middle
    else gone = middle
  }
  return { existing: first(there), rest: names.slice(there) }
}
