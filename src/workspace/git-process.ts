/**
 * The only place where git is started. A repository is somebody else's content, and its configuration, attributes,
 * hooks and refs can name programs to run; so git never sees them. It runs in our own empty git folder and is given
 * only the repository's objects, which are just data. Commits are named by id.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commonDir, findGitDir } from './git.ts'
import { findGitProgram } from './git-program.ts'
import { findStat } from './paths.ts'

/** Runs git with these arguments on the objects of a checkout. undefined: no git, or it took too long. */
export type Git = (root: string, args: string[]) => Promise<{ code: number; stdout: string } | undefined>

/** Far more than a merge-base takes in a repository of a million commits. */
const GIT_MS = 10_000
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

/** `place`: our folder for the empty git folder, created on first use. */
export function makeGit(by: { searchPath: string; place: string; limitMs?: number }): Git {
  return async (root, args) => {
    const objects = findObjects(root)
    const program = objects === undefined ? undefined : findGitProgram({ searchPath: by.searchPath, project: root })
    if (objects === undefined || program === undefined) return undefined
    const gitDir = makeEmptyGitDir(by.place, args.some(isLongId) ? 'sha256' : 'sha1')
    const options = {
      cwd: gitDir,
      env: { ...ENVIRONMENT, PATH: dirname(program), GIT_DIR: gitDir, ...objects },
      timeout: by.limitMs ?? GIT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      killSignal: 'SIGKILL',
    } as const
    return new Promise((done) => {
      execFile(program, [...OVERRIDES, ...args], options, (error, stdout) => {
        if (!error) done({ code: 0, stdout })
        else done(typeof error.code === 'number' ? { code: error.code, stdout } : undefined)
      })
    })
  }
}

/** The whole environment: nothing of the user's, no configuration, no network, no locks, no prompts. */
const ENVIRONMENT = {
  LC_ALL: 'C',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  // A partial clone would fetch missing objects.
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
}

/** Disables every git setting that names a program, should git ever find a configuration. */
const OVERRIDES = [
  'core.alternateRefsCommand=false',
  'core.askPass=',
  'core.attributesFile=/dev/null',
  'core.editor=false',
  'core.fsmonitor=false',
  'core.gitProxy=',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=false',
  'credential.helper=',
  'diff.external=',
  'gc.auto=0',
  'gpg.program=false',
  'log.showSignature=false',
  'maintenance.auto=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
  'uploadpack.packObjectsHook=',
].flatMap((setting) => ['-c', setting])

/** The repository's object folder, as git's environment variables; undefined without a repository. */
function findObjects(root: string): Record<string, string> | undefined {
  const gitDir = findGitDir(root)
  if (gitDir === undefined) return undefined
  const common = commonDir(gitDir)
  const objects = join(common, 'objects')
  const alternates = findStat(join(objects, 'info', 'alternates'))
  // Git would wait for ever on a pipe.
  if (!findStat(objects)?.isDirectory() || alternates?.isFile() === false) return undefined
  const shallow = join(common, 'shallow')
  return { GIT_OBJECT_DIRECTORY: objects, ...(findStat(shallow)?.isFile() ? { GIT_SHALLOW_FILE: shallow } : {}) }
}

function isLongId(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** A repository without a commit. */
function makeEmptyGitDir(place: string, form: 'sha1' | 'sha256'): string {
  const gitDir = join(place, form)
  for (const folder of ['objects', 'refs']) mkdirSync(join(gitDir, folder), { recursive: true, mode: 0o700 })
  keepAs(join(gitDir, 'config'), form === 'sha1' ? '[core]\n\trepositoryFormatVersion = 0\n\tbare = true\n' : SHA256)
  keepAs(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n')
  return gitDir
}

const SHA256 = '[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n'

function keepAs(path: string, text: string): void {
  if (findStat(path)?.size === text.length && readFileSync(path, 'utf8') === text) return
  // Atomic: another git may be reading it.
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
