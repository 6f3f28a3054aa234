/**
 * What git would leave out, by every `.gitignore` on the way down and `.git/info/exclude`. All rules stand in one list,
 * those of a deeper folder after and under its path, because in git the last rule that matches decides.
 */
import ignore, { type Ignore } from 'ignore'
import { isTooLong } from '../memory/path-length.ts'

export interface IgnoreRules {
  /** `path` is relative to the root, with `/`. A folder that is ignored is not gone into. */
  ignores(path: string, kind: 'file' | 'folder'): boolean
  /** These and the lines of one more file, whose folder is `folder` (`''` for the root). */
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

/** As git does where it is not told otherwise. */
function makeList(): Ignore {
  return ignore({ ignorecase: process.platform === 'darwin' || process.platform === 'win32' })
}

/** A rule that is longer than any path matches none, and the pattern made of it would be refused. */
function linesUnder(text: string, folder: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !isTooLong(line))
    .map((line) => (folder === '' ? line : ruleUnder(line, folder)))
}

/** A rule with a slash before its end is meant from its own folder, any other at every depth below it. */
function ruleUnder(line: string, folder: string): string {
  const negated = line.startsWith('!')
  const rule = negated ? line.slice(1) : line
  const anchored = rule.trimEnd().replace(/\/$/, '').includes('/')
  const place = `/${folder.replace(/[\\*?[\]!# ]/g, '\\$&')}/`
  return `${negated ? '!' : ''}${place}${anchored ? rule.replace(/^\//, '') : `**/${rule}`}`
}
