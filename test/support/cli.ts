/** The command as a user runs it: the built program in its own package folder, with a temporary home. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { hookEnv } from './hook.ts'
import { type Place, PROJECT_ROOT } from './place.ts'

export interface CliRun {
  code: number | null
  stdout: string
  stderr: string
}

/** Not `spawnSync`: the model it may ask runs in this process. */
export function runCli(
  place: Place,
  args: string[],
  by: { stdin?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<CliRun> {
  const program = join(place.root, 'package')
  if (!existsSync(program)) {
    mkdirSync(program)
    for (const name of ['bin', 'package.json', 'templates'])
      cpSync(join(PROJECT_ROOT, name), join(program, name), { recursive: true })
    cpSync(place.app, join(program, 'dist'), { recursive: true })
  }
  const child = spawn(process.execPath, [join(program, 'bin/claude-mem.mjs'), ...args], {
    cwd: place.project,
    env: hookEnv(place, { env: by.env ?? {} }),
  })
  return new Promise((resolve, reject) => {
    const run: CliRun = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      run.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      run.stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...run, code }))
    child.stdin.end(by.stdin ?? '')
  })
}
