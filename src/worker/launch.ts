/** Starting the worker as a process of its own: detached, silent, without the marks of the session that needed it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../config.ts'
import { type DataFolder, readText } from './data-folder.ts'

export interface Launch {
  runtime: string
  script: string
}

/** What `install` wrote; without it (a first `start`, the demo) the program that is running. */
export function readLaunch(folder: DataFolder): Launch {
  const [runtime, script] = readText(folder.launch)?.split('\n') ?? []
  if (runtime && script && existsSync(runtime) && existsSync(script)) return { runtime, script }
  return ownLaunch()
}

export function ownLaunch(): Launch {
  return { runtime: process.execPath, script: fileURLToPath(new URL('./worker-main.mjs', import.meta.url)) }
}

export function startWorkerProcess(folder: DataFolder): void {
  const { runtime, script } = readLaunch(folder)
  const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', script, folder.root], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: childEnvironment(),
    windowsHide: true,
  })
  child.unref()
}
