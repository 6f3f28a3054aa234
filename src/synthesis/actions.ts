/**
 * What a tool event did, in the extractor's terms: it changed a file, moved one, ran a command or read something. One
 * command can be several actions: a heredoc that writes a file, a `sed` in place, a move, and then a run.
 */

import type { ToolEvent } from '../memory/event.ts'
import { addedLines } from '../memory/line-diff.ts'
import { relativePath } from '../memory/relative-path.ts'
import { movesIn } from '../memory/shell-command.ts'
import type { Hunk, CommandCall as KeptCommand, ToolResult } from '../memory/tool-call.ts'

export type { Hunk } from '../memory/tool-call.ts'

export interface FileEdit {
  kind: 'edit'
  event: ToolEvent
  file: string
  created: boolean
  hunks: Hunk[]
}
export interface FileMove {
  kind: 'move'
  event: ToolEvent
  from: string
  to: string
}
export interface CommandRun {
  kind: 'command'
  event: ToolEvent
  command: string
  /** Where it was typed, as the host wrote it; undefined if the host did not say. */
  folder: string | undefined
  output: string
  result: ToolResult
  failed: boolean
  background: boolean
}
export interface FileRead {
  kind: 'read'
  event: ToolEvent
  file: string
  content: string
  startLine: number
}
export type Action = FileEdit | FileMove | CommandRun | FileRead

export function readActions(event: ToolEvent, root: string | undefined): Action[] {
  const { call } = event
  if (call.act === 'command') return readCommand(event, call, root)
  if (call.result === 'failed' || (call.act !== 'read' && call.act !== 'edit') || call.file === '') return []
  const file = relativePath(call.file, root)
  if (call.act === 'read') return [{ kind: 'read', event, file, content: call.content, startLine: call.startLine }]
  const { created, hunks } = call
  if (!hunks.some((hunk) => hunk.lines.some((line) => /^[+-]\s*\S/.test(line)))) return []
  return [{ kind: 'edit', event, file, created, hunks }]
}

/** Neither a pattern nor a variable. */
const PLAIN_PATH = /^[\w./-]+$/
const SED_IN_PLACE =
  /(?:^|&&|;|\n)[ \t]*sed\s+-i(?:\s+''|\.\w+|\s+"")?\s+(?:-E\s+|-e\s+)?(["'])s([/|#])(.{1,200}?)\2(.{0,200}?)\2\w*\1\s+([\w./-]+)/g

function readCommand(event: ToolEvent, kept: KeptCommand, root: string | undefined): Action[] {
  const { command, folder, output, result, background } = kept
  if (command === '') return []
  const failed = result === 'failed'
  const calls: Action[] = failed ? [] : readShellEdits(event, command, root)
  // The body of a heredoc is content, not a command.
  const rest = calls.some((call) => call.kind === 'edit') ? withoutHeredoc(command) : command
  calls.push({ kind: 'command', event, command: rest, folder, output, result, failed, background })
  return calls
}

function readShellEdits(event: ToolEvent, command: string, root: string | undefined): Action[] {
  const calls: Action[] = []
  const folder = /^\s*cd\s+([\w./~-]+)\s*&&/.exec(command)?.[1]
  const locate = (path: string) =>
    relativePath(folder === undefined || /^[/~]/.test(path) ? path : `${folder.replace(/\/$/, '')}/${path}`, root)
  const heredoc = findHeredoc(command)
  if (heredoc !== undefined) {
    const file = locate(heredoc.path)
    const lines = addedLines(heredoc.body)
    calls.push({ kind: 'edit', event, file, created: true, hunks: [{ oldStart: 1, lines }] })
  }
  const typed = withoutHeredoc(command)
  for (const { from, to } of movesIn(typed)) {
    if (PLAIN_PATH.test(from) && PLAIN_PATH.test(to))
      calls.push({ kind: 'move', event, from: locate(from), to: locate(to) })
  }
  for (const sed of typed.matchAll(SED_IN_PLACE)) {
    const lines = [`-${sed[3] ?? ''}`, `+${sed[4] ?? ''}`]
    const file = locate(sed[5] ?? '')
    if (!/\.\w+$/.test(file)) continue
    calls.push({ kind: 'edit', event, file, created: false, hunks: [{ oldStart: 0, lines }] })
  }
  return calls
}

interface Heredoc {
  path: string
  body: string
  /** Where the body begins and where the rest of the command begins. */
  start: number
  end: number
}

/**
 * Finds `cat > file <<'EOF'` with its parts in any order. Line by line: one pattern over everything is slow on long
 * lines.
 */
function findHeredoc(command: string): Heredoc | undefined {
  const mark = /<<-?[ \t]*(["']?)(\w+)\1/.exec(command)
  if (mark?.[2] === undefined) return undefined
  const lineStart = command.lastIndexOf('\n', mark.index) + 1
  const lineEnd = command.indexOf('\n', mark.index)
  // 2,000 characters: nobody types a longer line
  if (lineEnd < 0 || lineEnd - lineStart > 2000) return undefined
  const line = command.slice(lineStart, lineEnd)
  const target = /(?:>>?|\btee(?:[ \t]+-a)?)[ \t]*(["']?)([\w./~-]+)\1/.exec(line)?.[2]
  if (target === undefined || !/\b(?:cat|tee)\b/.test(line)) return undefined
  const start = lineEnd + 1
  const closing = new RegExp(`^[ \\t]*${mark[2]}[ \\t]*$`, 'm').exec(command.slice(start))
  const bodyEnd = closing === null ? command.length : start + closing.index
  const body = command.slice(start, bodyEnd).replace(/\n$/, '')
  if (body.trim() === '') return undefined
  return { path: target, body, start, end: closing === null ? bodyEnd : bodyEnd + closing[0].length }
}

function withoutHeredoc(command: string): string {
  const heredoc = findHeredoc(command)
  return heredoc === undefined ? command : command.slice(0, heredoc.start) + command.slice(heredoc.end)
}
