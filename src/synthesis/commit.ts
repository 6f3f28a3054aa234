/** A `git commit` in a command: its message, the kind of change it claims to be, and the files git named. */

import { firstCommand } from '../memory/shell-command.ts'
import type { CommandCall } from '../memory/tool-call.ts'
import { capitalOf } from './capital.ts'

export interface Commit {
  subject: string
  body: string
  hash: string | undefined
  /** Paths given to `git add` or `git commit`, and paths git printed. Not every changed file. */
  files: string[]
}

type Ran = Pick<CommandCall, 'command' | 'output' | 'result' | 'background'>

const COMMIT =
  /\bgit(?:\.exe)?(?:\s+-[cC]\s+(?:"[^"]*"|'[^']*'|\S+)|\s+--?(?![cC]\s)[\w-]+(?:=\S+)?)*\s+commit(?![\w-])/
const NOTHING_DONE =
  /nothing to commit|no changes added to commit|Aborting commit|hook declined|\bexited with code [1-9]/i

export function findCommit(call: Ran): Commit | undefined {
  const start = COMMIT.exec(call.command)
  if (call.result === 'failed' || start === null) return undefined
  const typed = call.command.slice(start.index + start[0].length)
  const printed = /^\[([^\]\n]{1,120}?)\s([0-9a-f]{7,40})\]\s(.{1,200})$/m.exec(call.output)
  if (printed === null && !isMade(call, typed)) return undefined
  const message = findMessage(typed)
  const [subject = '', ...rest] = (message || printed?.[3] || '').trim().split('\n')
  if (subject.trim() === '') return undefined
  const body = rest
    .filter((line) => !/^(Co-Authored-By|Signed-off-by|Change-Id):|^🤖|Generated with/i.test(line.trim()))
    .join('\n')
    .trim()
  return { subject: subject.trim(), body, hash: printed?.[2], files: findFiles(call) }
}

/** When git printed no commit: it may be a quiet one, one in the background (outcome unknown), or none at all. */
function isMade(call: Ran, typed: string): boolean {
  if (call.background || /\s--dry-run\b/.test(typed)) return false
  // `git status` reports a clean tree after a commit; after `&&` it ran because the commit succeeded.
  return !NOTHING_DONE.test(call.output) || /&&\s*git\s+status\b/.test(typed)
}

/** The message without its conventional prefix, unless the prefix names a part of the system. */
export function commitTitle(subject: string): string {
  const plain = subject.replace(
    /^(?:feat|fix|refactor|chore|docs|test|perf|style|build|ci)(?:\(([^)]*)\))?!?:\s*/i,
    (_all, scope?: string) => (scope ? `${scope}: ` : ''),
  )
  return capitalOf(plain.replace(/\.$/, ''))
}

/** From `git commit` on: a heredoc, a PowerShell here-string, or the texts after `-m`. */
function findMessage(typed: string): string {
  const heredoc = /^[^\n]*<<-?\s*["']?(\w+)["']?[^\n]*\n([\s\S]*?)\n\s*\1\b/.exec(typed)
  if (heredoc?.[2] !== undefined) return unindent(heredoc[2])
  const hereString = /^[^\n]*\s(?:-[a-zA-Z]*m|--message)[\s=]*@(["'])[ \t]*\r?\n([\s\S]*?)\r?\n\1@/.exec(typed)
  if (hereString?.[2] !== undefined) return unindent(hereString[2])
  const parts: string[] = []
  // Only up to the next command, whose `-m` is not the commit's.
  for (const match of firstCommand(typed).matchAll(
    /\s(?:-[a-zA-Z]*m|--message)(?:[\s=]+|(?=["']))(?:"((?:[^"\\]|\\.)*)"|\$?'([^']*)'|(\S+))/g,
  )) {
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

function findFiles(call: Ran): string[] {
  const files = new Set<string>()
  for (const add of call.command.matchAll(/\bgit add ([^\n;&|]+)/g)) {
    for (const word of (add[1] ?? '').split(/\s+/)) if (/^[\w@./-]+\.\w+$/.test(word)) files.add(word)
  }
  for (const made of call.output.matchAll(/^ (?:create|delete) mode \d+ (\S+)$/gm)) files.add(made[1] ?? '')
  return [...files].filter((file) => file !== '')
}
