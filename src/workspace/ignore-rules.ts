/**
 * What git would ignore, by every `.gitignore` on the way down and `.git/info/exclude`. All rules are in one list,
 * those of a deeper folder later and prefixed with its path, because in git the last matching rule decides.
 */
import ignore, { type Ignore } from 'ignore'
import { isTooLong } from '../memory/path-length.ts'

export interface IgnoreRules {
  /** `path` is relative to the root, with `/`. An ignored folder is not entered. */
  ignores(path: string, kind: 'file' | 'folder'): boolean
  /** These rules plus the lines of one more file, whose folder is `folder` (`''` for the root). */
  with(text: string, folder: string): IgnoreRules
}

export function noRules(): IgnoreRules {
  return wrap(makeList())
}

function wrap(list: Ignore): IgnoreRules {
  return {
    ignores: (path, kind) => list.ignores(kind === 'folder' ? `${path}/` : path),
    with: (text, folder) => wrap(makeList().add(list).add(linesUnder(text, folder))),
  }
}

/** Git's default. */
function makeList(): Ignore {
  return ignore({ ignorecase: process.platform === 'darwin' || process.platform === 'win32' })
}

/** A rule longer than any path matches nothing, and its pattern would be refused. */
function linesUnder(text: string, folder: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !isTooLong(line))
    .map((line) => (folder === '' ? line : ruleUnder(line, folder)))
}

/** A rule with a slash before its end is relative to its own folder, any other matches at every depth below it. */
function ruleUnder(line: string, folder: string): string {
  const negated = line.startsWith('!')
  const rule = negated ? line.slice(1) : line
  const anchored = rule.trimEnd().replace(/\/$/, '').includes('/')
  const place = `/${folder.replace(/[\\*?[\]!# ]/g, '\\$&')}/`
  return `${negated ? '!' : ''}${place}${anchored ? rule.replace(/^\//, '') : `**/${rule}`}`
}
