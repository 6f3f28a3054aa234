/**
 * Folders a person wants no memory of. A pattern covers the folder it names and all below it; a pattern that does not
 * begin at the root (`scratch`, `clients/*`) is looked for at any depth.
 */
import { globSource } from './glob.ts'

/** True if one of the paths is covered by one of the patterns. `home` is what `~` stands for. */
export function isExcluded(patterns: string[], paths: string[], home = ''): boolean {
  const expressions = patterns.map((pattern) => expression(pattern, home)).filter((found) => found !== undefined)
  return paths.some((path) => expressions.some((found) => found.test(plain(path))))
}

function expression(pattern: string, home: string): RegExp | undefined {
  const trimmed = plain(pattern.trim())
  if (trimmed === '') return undefined
  const expanded = trimmed === '~' || trimmed.startsWith('~/') ? plain(home) + trimmed.slice(1) : trimmed
  if (expanded === '') return undefined
  const fromRoot = /^(?:\/|\*\*|[A-Za-z]:)/.test(expanded) ? expanded : `**/${expanded}`
  // `/` itself excludes everything; its slash is the one that begins each path.
  return new RegExp(fromRoot === '/' ? '^/' : `^${globSource(fromRoot)}(?:/.*)?$`)
}

/** One kind of slash, none at the end. */
function plain(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/\/{2,}/g, '/')
  return slashed === '/' ? slashed : slashed.replace(/\/$/, '')
}
