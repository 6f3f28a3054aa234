/** Starts the worker as a detached, silent process, without the environment marks of the session that needed it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hostEnvironment } from '../../config.ts'
import { type DataFolder, readText } from './data-folder.ts'

/**
 * plugin/hooks/hook.sh starts the worker with the same flags. A small young generation and a slowly growing heap keep
 * it about 8 MB smaller; it is busy for seconds a day.
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1']

/** glibc gives every thread its own allocation pool and seldom returns it: one pool for all saves 2 to 4 MB. */
export const WORKER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }

export interface Launch {
  runtime: string
  script: string
}

/** The command `install` wrote; without one (a first `start`, the demo), the running program. */
function readLaunch(folder: DataFolder): Launch {
  const [runtime, script] = readText(folder.launch)?.split('\n') ?? []
  if (runtime && script && existsSync(runtime) && existsSync(script)) return { runtime, script }
  return ownLaunch()
}

export function ownLaunch(): Launch {
  return { runtime: process.execPath, script: fileURLToPath(new URL('./worker-main.mjs', import.meta.url)) }
}

export interface Starting {
  /** It ended without becoming the worker. One that found the folder taken has not failed. */
  hasFailed(): boolean
}

export function startWorkerProcess(folder: DataFolder): Starting {
  const { runtime, script } = readLaunch(folder)
  const child = spawn(runtime, [...NODE_FLAGS, script, folder.root], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    // may contain a login: CLAUDE_CODE_OAUTH_TOKEN, CLAUDE_CODE_USE_BEDROCK
    env: { ...hostEnvironment(), ...WORKER_ENVIRONMENT },
    windowsHide: true,
  })
  let failed = false
  child.on('error', () => {
    failed = true
  })
  child.on('exit', (code) => {
    failed ||= code !== 0
  })
  child.unref()
  return { hasFailed: () => failed }
}
