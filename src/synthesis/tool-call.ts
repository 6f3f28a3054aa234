/**
 * What a tool event did, in the extractor's words: it changed a file, moved one, ran a command or read something.
 * Knows Claude Code's payload shapes (CONTRACT §3) and is loose about them: a field that is missing or was cut on ingest
 * gives a poorer call, never an error. One Bash event can be several calls (a heredoc that writes a file, then a run).
 */
import type { Json, ToolEvent } from '../memory/event.ts'
import { diffLines } from './line-diff.ts'

/** `lines` are marked ' ', '-' or '+'. `oldStart` is 0 where the host did not say. */
export interface Hunk {
  oldStart: number
  lines: string[]
}

export interface EditCall {
  kind: 'edit'
  event: ToolEvent
  file: string
  created: boolean
  hunks: Hunk[]
  /** The file before the edit, where the host sent it and capture kept it. */
  original: string
}
export interface MoveCall {
  kind: 'move'
  event: ToolEvent
  from: string
  to: string
}
export interface CommandCall {
  kind: 'command'
  event: ToolEvent
  command: string
  output: string
  failed: boolean
}
export interface ReadCall {
  kind: 'read'
  event: ToolEvent
  file: string
  content: string
  startLine: number
}
export type Call = EditCall | MoveCall | CommandCall | ReadCall

// A created file is read for its symbols; what comes after this many lines rarely adds one worth naming.
const MAX_CREATED_LINES = 1500

export function readCalls(event: ToolEvent, root: string | undefined): Call[] {
  const input = asRecord(event.input)
  const tool = event.tool.toLowerCase()
  if (tool === 'bash') return readCommand(event, input, root)
  if (event.failed) return []
  const path = text(input.file_path) || text(input.notebook_path) || text(input.path)
  if (path === '') return []
  const file = relativePath(path, root)
  const output = asRecord(event.output)
  if (tool === 'read') {
    const content = asRecord(output.file)
    return [{ kind: 'read', event, file, content: text(content.content), startLine: count(content.startLine) || 1 }]
  }
  if (tool === 'edit' || tool === 'multiedit' || tool === 'notebookedit' || tool === 'write') {
    const created = tool === 'write' && text(output.type) !== 'update'
    const hunks = readHunks(input, output)
    if (!hunks.some((hunk) => hunk.lines.some((line) => /^[+-]\s*\S/.test(line)))) return []
    return [{ kind: 'edit', event, file, created, hunks, original: text(output.originalFile) }]
  }
  return []
}

/** Inside the root: relative, with forward slashes. Outside it: as the host wrote it. */
export function relativePath(path: string, root: string | undefined): string {
  const plain = path.replaceAll('\\', '/')
  const base = root?.replaceAll('\\', '/').replace(/\/+$/, '') ?? ''
  if (base !== '' && plain.startsWith(`${base}/`)) return plain.slice(base.length + 1)
  return plain.startsWith('./') ? plain.slice(2) : plain
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character
const COLOURS = /\u001b\[[\d;]*m/g

/** The text a tool answered with, whatever the shape, without colours: an error is the same in all of them. */
export function outputText(output: Json): string {
  const record = asRecord(output)
  const parts = typeof output === 'string' ? [output] : [text(record.stdout), text(record.stderr)]
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .replace(COLOURS, '')
}

export function asRecord(value: Json | undefined): { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function count(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}

function readHunks(input: { [key: string]: Json }, output: { [key: string]: Json }): Hunk[] {
  const patch = Array.isArray(output.structuredPatch) ? output.structuredPatch : []
  const hunks = patch.map(asRecord).flatMap((hunk) => {
    const lines = (Array.isArray(hunk.lines) ? hunk.lines : []).filter((line) => typeof line === 'string')
    return lines.length > 0 ? [{ oldStart: count(hunk.oldStart), lines }] : []
  })
  if (hunks.length > 0) return hunks
  if (Array.isArray(input.edits)) return input.edits.map(asRecord).flatMap(replacedText)
  if (typeof input.new_source === 'string') return [{ oldStart: 0, lines: marked(input.new_source) }]
  if (typeof input.content === 'string') {
    const before = text(output.originalFile)
    if (before !== '') return [{ oldStart: 1, lines: diffLines(before.split('\n'), input.content.split('\n')) }]
    return [{ oldStart: 1, lines: marked(input.content) }]
  }
  return replacedText(input)
}

function replacedText(edit: { [key: string]: Json }): Hunk[] {
  const before = text(edit.old_string)
  const after = text(edit.new_string)
  if (before === after) return []
  const lines = diffLines(before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n'))
  return [{ oldStart: 0, lines }]
}

function marked(content: string): string[] {
  return content
    .split('\n', MAX_CREATED_LINES)
    .filter((line, index, all) => line !== '' || index < all.length - 1)
    .map((line) => `+${line}`)
}

const MOVE = /(?:^|&&|;|\n)[ \t]*(?:git\s+)?mv\s+(?:-\w+\s+)*([\w./-]+)\s+([\w./-]+)(?=\s*(?:$|&&|;|\n))/g
const SED_IN_PLACE =
  /(?:^|&&|;|\n)[ \t]*sed\s+-i(?:\s+''|\.\w+|\s+"")?\s+(?:-E\s+|-e\s+)?(["'])s([/|#])(.{1,200}?)\2(.{0,200}?)\2\w*\1\s+([\w./-]+)/g

function readCommand(event: ToolEvent, input: { [key: string]: Json }, root: string | undefined): Call[] {
  const command = text(input.command)
  if (command === '') return []
  const calls: Call[] = []
  const run: CommandCall = { kind: 'command', event, command, output: outputText(event.output), failed: event.failed }
  if (!event.failed) calls.push(...readShellEdits(event, command, root))
  // The body of a heredoc is content, not a command.
  const rest = calls.some((call) => call.kind === 'edit') ? withoutHeredoc(command) : command
  calls.push({ ...run, command: rest })
  return calls
}

function readShellEdits(event: ToolEvent, command: string, root: string | undefined): Call[] {
  const calls: Call[] = []
  const folder = /^\s*cd\s+([\w./~-]+)\s*&&/.exec(command)?.[1]
  const locate = (path: string) =>
    relativePath(folder === undefined || /^[/~]/.test(path) ? path : `${folder.replace(/\/$/, '')}/${path}`, root)
  const heredoc = findHeredoc(command)
  if (heredoc !== undefined) {
    const file = locate(heredoc.path)
    const lines = marked(heredoc.body)
    calls.push({ kind: 'edit', event, file, created: true, hunks: [{ oldStart: 1, lines }], original: '' })
  }
  const typed = withoutHeredoc(command)
  for (const move of typed.matchAll(MOVE)) {
    calls.push({ kind: 'move', event, from: locate(move[1] ?? ''), to: locate(move[2] ?? '') })
  }
  for (const sed of typed.matchAll(SED_IN_PLACE)) {
    const lines = [`-${sed[3] ?? ''}`, `+${sed[4] ?? ''}`]
    const file = locate(sed[5] ?? '')
    if (!/\.\w+$/.test(file)) continue
    calls.push({ kind: 'edit', event, file, created: false, hunks: [{ oldStart: 0, lines }], original: '' })
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

/** `cat > file <<'EOF'` in any order of its parts, read line by line: one pattern over all of it would be slow on long lines. */
function findHeredoc(command: string): Heredoc | undefined {
  const mark = /<<-?[ \t]*(["']?)(\w+)\1/.exec(command)
  if (mark?.[2] === undefined) return undefined
  const lineStart = command.lastIndexOf('\n', mark.index) + 1
  const lineEnd = command.indexOf('\n', mark.index)
  // 2,000 characters: a longer line is not typed by anybody
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
