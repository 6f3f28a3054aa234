/**
 * How the user can call this program from here. `claude-mem` works if npm put it on the PATH; users of npx or a clone
 * have no such command, and on the registry that name belongs to another program.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../config.ts'
import { PACKAGE } from '../../version.ts'
import { shellWords } from './shell-words.ts'

export interface Standing {
  /** The package's folder. In the bundle every file is in dist/, one level below it. */
  root?: string
  cwd?: string
}

const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url))

export function ownCommand(args: string, { root = PACKAGE_ROOT, cwd = process.cwd() }: Standing = {}): string {
  if (isNpxCache(root)) return `npx ${PACKAGE} ${args}`
  if (isAppFolder(root) && !findProgram('claude-mem'))
    return `${shellWords([process.execPath, join(root, 'dist/main.mjs')])} ${args}`
  if (!isClone(root)) return `claude-mem ${args}`
  // In a clone npx runs the clone's own command without asking the registry.
  return isInside(cwd, root) ? `npx claude-mem ${args}` : `node ${join(root, 'bin/claude-mem.mjs')} ${args}`
}

/** What puts `claude-mem` on the PATH; undefined if it is there. npx adds its own folder while it runs. */
export function commandForPath(root: string = PACKAGE_ROOT, env?: NodeJS.ProcessEnv): string | undefined {
  const there = findProgram('claude-mem', env)
  if (there && !isNpxCache(there)) return undefined
  return `npm install --global ${isClone(root) ? resolve(root) : PACKAGE}`
}

function isNpxCache(path: string): boolean {
  return path.split(sep).includes('_npx')
}

/** Where `install` copies the program: the plugin's command runs it from there, on machines without ours on the PATH. */
function isAppFolder(root: string): boolean {
  return basename(dirname(resolve(root))) === 'app'
}

/** Only a clone has sources. */
function isClone(root: string): boolean {
  return existsSync(join(root, 'src/main.ts'))
}

function isInside(path: string, root: string): boolean {
  return `${path}${sep}`.startsWith(`${resolve(root)}${sep}`)
}
