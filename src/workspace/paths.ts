/** How files are named in memory: relative to the project where they lie inside it, so that clones share the names. */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** Project-relative path with `/`, also when file or root is reached through a symlink; else the path unchanged. */
export function relativeToRoot(root: string, file: string): string {
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
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function rootOrInside(root: string, file: string): string | undefined {
  return relative(root, file) === '' ? '.' : insideRoot(root, file)
}

/** The real path of what exists of it, with the rest as given: the file may be deleted by now. */
function nearestRealPath(path: string): string {
  const parent = dirname(path)
  return findRealPath(path) ?? (parent === path ? path : join(nearestRealPath(parent), basename(path)))
}
