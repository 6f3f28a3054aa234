/**
 * Folders a person wants no memory of. A pattern covers its folder and everything in it; a pattern that does not begin
 * at the root (`scratch`, `clients/*`) matches at any depth.
 */
import { isTooLong } from '../memory/path-length.ts'
import { coversGlob } from './glob.ts'

/** True if a pattern covers one of the paths. `home` replaces `~`. */
export function isExcluded(patterns: string[], paths: string[], home = ''): boolean {
  const globs = patterns.map((pattern) => globOf(pattern, home)).filter((glob) => glob !== undefined)
  // `/` itself excludes everything; its slash is the one each path begins with.
  const covers = (glob: string, path: string) => (glob === '/' ? path.startsWith('/') : coversGlob(glob, path))
  return paths.some((path) => !isTooLong(path) && globs.some((glob) => covers(glob, plain(path))))
}

function globOf(pattern: string, home: string): string | undefined {
  const trimmed = plain(pattern.trim())
  if (trimmed === '') return undefined
  const expanded = trimmed === '~' || trimmed.startsWith('~/') ? plain(home) + trimmed.slice(1) : trimmed
  if (expanded === '') return undefined
  return /^(?:\/|\*\*|[A-Za-z]:)/.test(expanded) ? expanded : `**/${expanded}`
}

/** One kind of slash, none at the end. */
function plain(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/\/{2,}/g, '/')
  return slashed === '/' ? slashed : slashed.replace(/\/$/, '')
}
