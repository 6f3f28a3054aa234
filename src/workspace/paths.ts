/** How files are named in memory: relative to their project's root, so that clones share the names. */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import { isTooLong } from '../memory/path-length.ts'

/** Project-relative path with `/`, also through symlinks; outside the project, the path unchanged. */
export function relativeToRoot(root: string, file: string): string {
  if (isTooLong(file)) return file
  const absolute = isAbsolute(file) ? file : resolve(root, file)
  return rootOrInside(root, absolute) ?? rootOrInside(nearestRealPath(root), nearestRealPath(absolute)) ?? file
}

/** Relative to the root with `/`; undefined when it is elsewhere, and for the root itself. */
export function insideRoot(root: string, file: string): string | undefined {
  const path = relative(root, file)
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined
  return path.split(sep).join('/')
}

/** undefined when it does not exist or is not accessible. */
export function findRealPath(path: string): string | undefined {
  if (isTooLong(path)) return undefined
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** As in `findRealPath`. */
export function findStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined // a circular link, an impossible name, or not accessible
  }
}

function rootOrInside(root: string, file: string): string | undefined {
  return relative(root, file) === '' ? '.' : insideRoot(root, file)
}

/** The real path of the existing part, with the rest as given: the file may be deleted by now. */
function nearestRealPath(path: string): string {
  const { existing, rest } = splitExisting(path)
  return join(findRealPath(existing) ?? existing, ...rest)
}

/**
 * The existing part of an absolute path, and the names after it. Below a missing folder everything is missing, so the
 * place is found by bisection: a path of a thousand names needs ten lookups.
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
  // The usual case first: all of it exists.
  let there = exists(path) ? names.length : 0
  let gone = there === names.length ? there + 1 : names.length
  while (gone - there > 1) {
    const middle = (there + gone) >> 1
    if (exists(first(middle))) there = middle
    else gone = middle
  }
  return { existing: first(there), rest: names.slice(there) }
}
