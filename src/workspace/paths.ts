/** How files are named in memory: relative to the project where they lie inside it, so that clones share the names. */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** Project-relative path with `/`, also when file or root is reached through a symlink; else the path unchanged. */
export function relativeToRoot(root: string, file: string): string {
  const absolute = isAbsolute(file) ? file : resolve(root, file)
  return inside(root, absolute) ?? inside(nearestRealPath(root), nearestRealPath(absolute)) ?? file
}

function inside(root: string, file: string): string | undefined {
  const path = relative(root, file)
  if (path === '') return '.'
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined
  return path.split(sep).join('/')
}

/** The real path of what exists of it, with the rest as given: the file may be deleted by now. */
function nearestRealPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(nearestRealPath(parent), basename(path))
  }
}
