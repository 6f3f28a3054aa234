/** Starting the worker as a process of its own: detached, silent, without the marks of the session that needed it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hostEnvironment } from '../../config.ts'
import { type DataFolder, readText } from './data-folder.ts'

/**
 * plugin/hooks/hook.sh starts the worker with the same ones. A small young generation and a heap that grows slowly keep
 * it about 8 MB smaller; it is busy for seconds a day.
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1']

/** glibc gives every thread a pool of its own to allocate from, and seldom gives it back: one for all is 2 to 4 MB less. */
export const WORKER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }

export interface Launch {
  runtime: string
  script: string
}

/** What `install` wrote; without it (a first `start`, the demo) the program that is running. */
function readLaunch(folder: DataFolder): Launch {
  const [runtime, script] = readText(folder.launch)?.split('\n') ?? []
  if (runtime && script && existsSync(runtime) && existsSync(script)) return { runtime, script }
  return ownLaunch()
}

export function ownLaunch(): Launch {
  return { runtime: process.execPath, script: fileURLToPath(new URL('./worker-main.mjs', import.meta.url)) }
}

export function startWorkerProcess(folder: DataFolder): void {
  const { runtime, script } = readLaunch(folder)
  const child = spawn(runtime, [...NODE_FLAGS, script, folder.root], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    // a login may stand in it: CLAUDE_CODE_OAUTH_TOKEN, CLAUDE_CODE_USE_BEDROCK
    env: { ...hostEnvironment(), ...WORKER_ENVIRONMENT },
    windowsHide: true,
  })
  child.unref()
}
