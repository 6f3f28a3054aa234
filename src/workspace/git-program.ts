/**
 * Which git is run. The search path is the user's, but it can contain folders that a project fills
 * (`node_modules/.bin`, or an empty entry, which means the current folder): a git inside a project is that project's
 * program, not the user's.
 */
import { realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { findWorkingFolder } from './git.ts'
import { insideRoot } from './paths.ts'
import { isProgram } from './program.ts'

/** The absolute path of the first git that no project can have put there; undefined when there is none. */
export function findGitProgram(by: { searchPath: string; project: string }): string | undefined {
  const file = process.platform === 'win32' ? 'git.exe' : 'git'
  return by.searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, file))
    .find((program) => isProgram(program) && isTheUsers(program, by.project))
}

function isTheUsers(program: string, project: string): boolean {
  const real = realpathSync(program)
  return [program, real].every((path) => {
    if (path.split(/[\\/]/).includes('node_modules')) return false
    if (insideRoot(project, path) !== undefined || isForEveryone(path) || isForEveryone(dirname(path))) return false
    // Also checks its real folder: a link into a checkout still belongs to the checkout.
    return findWorkingFolder(realpathSync(dirname(path))) === undefined
  })
}

/** Writable by everyone on the machine. Windows has no such bits and reports 0o666 for every file. */
function isForEveryone(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o002) !== 0
}
