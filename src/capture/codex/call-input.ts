/**
 * The input of a Codex CLI tool, in one shape for all versions: arguments are parsed, a command is a text whether it
 * came as words, as text or inside `bash -lc`, and a patch becomes one call per file it changes.
 */
import { isAbsolute, join } from 'node:path'
import type { Json } from '../../memory/event.ts'
import { asList, asRecord, type JsonRecord, text } from '../tool-payload.ts'
import { parsePatch } from './patch.ts'
import { toolKind } from './tool-kind.ts'

export interface CodexCall {
  tool: string
  input: JsonRecord
  /** Where it ran, if the call says so. */
  folder: string
}

/** `given` is an object, JSON text, or the free text of a custom tool. */
export function readCalls(tool: string, given: Json, cwd: string): CodexCall[] {
  const input = argumentsOf(given)
  const folder = absolute(text(input.workdir) || text(input.working_directory), cwd)
  const patch = toolKind(tool) === 'edit' ? text(input.input) || text(input.patch) || text(input.text) : ''
  const command = toolKind(tool) === 'command' ? commandOf(input) : ''
  const changes = parsePatch(patch || patchIn(command))
  if (changes.length > 0)
    return changes.map(({ path, change, hunks }) => ({
      tool: 'apply_patch',
      input: { path: absolute(path, folder), change, hunks: hunks.map(({ lines }) => ({ lines })) },
      folder,
    }))
  return [{ tool, input: command === '' ? input : { ...input, command }, folder }]
}

function argumentsOf(given: Json): JsonRecord {
  if (typeof given !== 'string') return asRecord(given)
  try {
    const parsed: unknown = JSON.parse(given)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as JsonRecord) : { text: given } // as: it came from JSON.parse
  } catch {
    return { text: given }
  }
}

const SHELL = /(?:^|[/\\])(?:bash|zsh|sh|dash|fish|pwsh|powershell|cmd)(?:\.exe)?$/i
const RUNS_TEXT = /^(?:-l?c|-lc|-Command|\/c)$/i

function commandOf(input: JsonRecord): string {
  const given = input.command ?? input.cmd
  if (typeof given === 'string') return given
  const words = asList(given).map(text)
  const [program = '', flag = '', ...rest] = words
  if (SHELL.test(program) && RUNS_TEXT.test(flag)) return rest.join(' ')
  // A patch is one argument of many lines; quoting it would hide it.
  return /^apply_?patch$/.test(program) ? words.join(' ') : words.map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~^-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** `apply_patch` as a program: with the patch as its argument or as a here-document. */
function patchIn(command: string): string {
  return /^\s*(?:cd\s+\S+\s*&&\s*)?apply_?patch\b/.test(command) ? command : ''
}

function absolute(path: string, folder: string): string {
  return path === '' ? folder : isAbsolute(path) || folder === '' ? path : join(folder, path)
}
