/** A `git commit` in a Bash call: its message, what kind of change it says it is, and the files git named. */
import type { ObservationType } from '../memory/observation.ts'
import { capitalOf } from './titles.ts'
import type { CommandCall } from './tool-call.ts'

export interface Commit {
  subject: string
  body: string
  hash: string | undefined
  /** Paths given to `git add` or `git commit`, and paths git printed. Not every changed file. */
  files: string[]
}

export function findCommit(call: CommandCall): Commit | undefined {
  if (call.failed || !/\bgit\b[^\n|;&]*\bcommit\b/.test(call.command)) return undefined
  if (
    /nothing to commit|no changes added to commit|Aborting commit|hook declined|\bexited with code [1-9]/i.test(
      call.output,
    )
  )
    return undefined
  const message = findMessage(call.command)
  const printed = /^\[([^\]\n]{1,120}?)\s([0-9a-f]{7,40})\]\s(.{1,200})$/m.exec(call.output)
  const [subject = '', ...rest] = (message || printed?.[3] || '').trim().split('\n')
  if (subject.trim() === '') return undefined
  const body = rest
    .filter((line) => !/^(Co-Authored-By|Signed-off-by|Change-Id):|^🤖|Generated with/i.test(line.trim()))
    .join('\n')
    .trim()
  return { subject: subject.trim(), body, hash: printed?.[2], files: findFiles(call) }
}

const BY_PREFIX: [RegExp, ObservationType][] = [
  [/^feat(ure)?\b/i, 'feature'],
  [/^(bug)?fix(es|ed)?\b|^hotfix\b/i, 'bugfix'],
  [
    /^refactor(ed|s)?\b|^(rename|move|extract|simplify|clean ?up|dedupe|deduplicate|consolidate|split|inline|reorganize|restructure|untangle)\w*\b/i,
    'refactor',
  ],
  [/^(docs?|chore|build|ci|style|test|tests|perf|revert|release|bump|config|deps)\b/i, 'change'],
]
const BY_WORD: [RegExp, ObservationType][] = [
  [/\b(fix|fixes|fixed|bug|crash|regression|prevent|prevents|correct(s|ly)?|handle missing|no longer)\b/i, 'bugfix'],
  [/\b(refactor|rename|move|extract|simplify|cleanup|clean up|remove duplicat|consolidate)\w*\b/i, 'refactor'],
  [/\b(add|adds|added|implement|introduce|support|create|allow|enable)\w*\b/i, 'feature'],
]

/** By the conventional prefix, else by the first verb; anything else is a plain change. */
export function commitType(subject: string): ObservationType {
  for (const [pattern, type] of BY_PREFIX) if (pattern.test(subject)) return type
  const words = subject.replace(/^[\w./-]+(\([^)]*\))?!?:\s*/, '')
  for (const [pattern, type] of [...BY_PREFIX, ...BY_WORD]) if (pattern.test(words)) return type
  return 'change'
}

/** The message without its conventional prefix, unless the prefix names a part of the system. */
export function commitTitle(subject: string): string {
  const plain = subject.replace(
    /^(?:feat|fix|refactor|chore|docs|test|perf|style|build|ci)(?:\(([^)]*)\))?!?:\s*/i,
    (_all, scope?: string) => (scope ? `${scope}: ` : ''),
  )
  return capitalOf(plain.replace(/\.$/, ''))
}

function findMessage(command: string): string {
  const heredoc = /<<-?\s*["']?(\w+)["']?[^\n]*\n([\s\S]*?)\n\s*\1\b/.exec(command)
  if (heredoc?.[2] !== undefined && /commit[\s\S]*<</.test(command)) return unindent(heredoc[2])
  const parts: string[] = []
  for (const match of command.matchAll(/\s(?:-[a-zA-Z]*m|--message)[\s=]+(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))/g)) {
    parts.push((match[1]?.replace(/\\(["`$\\])/g, '$1') ?? match[2] ?? match[3] ?? '').replace(/\\n/g, '\n'))
  }
  return parts.join('\n\n')
}

function unindent(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd().replace(/^\s{1,8}/, ''))
    .join('\n')
}

function findFiles(call: CommandCall): string[] {
  const files = new Set<string>()
  for (const add of call.command.matchAll(/\bgit add ([^\n;&|]+)/g)) {
    for (const word of (add[1] ?? '').split(/\s+/)) if (/^[\w@./-]+\.\w+$/.test(word)) files.add(word)
  }
  for (const made of call.output.matchAll(/^ (?:create|delete) mode \d+ (\S+)$/gm)) files.add(made[1] ?? '')
  return [...files].filter((file) => file !== '')
}
