/**
 * Which QMD is installed and what it can do, from its `--version` and `--help`. Written for 2.8.3; another major
 * version may use the same flags differently and is not used.
 */
import { delimiter, isAbsolute, join } from 'node:path'
import { findRealPath, insideRoot } from '../../workspace/paths.ts'
import { isProgram } from '../../workspace/program.ts'
import type { Ran } from './process.ts'

export interface QmdProgram {
  path: string
  version: string
  /** The flags for JSON output. */
  json: string[]
  /** It can print real file paths. */
  fullPath: boolean
  /** `embed` accepts a time limit, in minutes. */
  embedTimeout: boolean
  /** Search commands it has. */
  modes: string[]
}

/**
 * An absolute path stays as it is; a name is searched in the folders of `searchPath`, but not in the workspace, whose
 * programs (`node_modules/.bin`) came with it. undefined: no such program.
 */
export function findQmd(command: string, by: { searchPath: string; workspace: string }): string | undefined {
  if (isAbsolute(command)) return isProgram(command) ? command : undefined
  const isTheirs = (path: string) =>
    [path, findRealPath(path) ?? path].some((one) => insideRoot(by.workspace, one) !== undefined)
  return by.searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, process.platform === 'win32' ? `${command}.exe` : command))
    .find((path) => isProgram(path) && !isTheirs(path))
}

export async function probeQmd(
  path: string,
  run: (args: string[]) => Promise<Ran>,
): Promise<QmdProgram | { unavailable: string }> {
  const said = await run(['--version'])
  if ('failed' in said) return { unavailable: `QMD does not tell its version: ${said.failed}.` }
  const [, version, major] = /^qmd ((\d+)\.\d+\.\d+\S*)/m.exec(said.stdout) ?? []
  if (version === undefined) return { unavailable: 'QMD does not tell its version.' }
  if (major !== KNOWN_MAJOR) return { unavailable: `QMD ${version} is not a version we know; ${KNOWN_MAJOR}.x is.` }
  const help = await run(['--help'])
  if ('failed' in help) return { unavailable: `QMD does not tell what it can do: ${help.failed}.` }
  const can = (words: string) => help.stdout.includes(words)
  const json = can('--format <kind>') ? ['--format', 'json'] : can('--json') ? ['--json'] : undefined
  const missing = NEEDED.find((words) => !can(words)) ?? (json === undefined ? '--format' : undefined)
  if (missing !== undefined || json === undefined)
    return { unavailable: `QMD ${version} does not have “${missing}”, which is needed.` }
  const modes = ['query', 'search', 'vsearch'].filter((mode) => can(`qmd ${mode} <query>`))
  return { path, version, json, fullPath: can('--full-path'), embedTimeout: can('--timeout <minutes>'), modes }
}

const KNOWN_MAJOR = '2'
const NEEDED = ['qmd collection add', 'qmd update', '--index <name>', '-n <num>']
