/** The installed program: what hooks, the MCP server and the worker are started with. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { childEnvironment } from '../../../config.ts'
import { VERSION } from '../../../version.ts'
import { type DataFolder, type Launch, readText } from '../../../worker/client.ts'
import { nodeVersion } from '../setup/app-folder.ts'
import { type CheckParts, defineCheck, type Outcome } from './check.ts'

const WHY = 'Hooks start the worker with it; without it events only pile up.'

export const programCheck = defineCheck({
  name: 'program',
  asks: 'the installed program and its runtime are there and fit',
  faults: {
    'not-installed': {
      what: 'claude-mem is not installed for Claude Code.',
      why: 'Nothing is recorded until it is.',
      fix: 'claude-mem install',
    },
    'program-missing': { what: 'The installed program is gone.', why: WHY, fix: 'claude-mem install' },
    'runtime-missing': { what: 'The runtime of the installed program is gone.', why: WHY, fix: 'claude-mem install' },
    'runtime-old': {
      what: 'The runtime of the installed program is older than Node 22.16, or does not run.',
      why: 'The worker cannot start with it.',
      fix: 'claude-mem install',
    },
    'program-old': {
      what: 'Another version than this one is installed.',
      why: 'Hooks and sessions use the installed one, not the one you just started.',
      fix: 'claude-mem install',
    },
  },
  run({ folder }) {
    const launch = installedLaunch(folder)
    if (!launch) return { found: [{ fault: 'not-installed' }] }
    const { runtime, script } = launch
    if (!existsSync(script)) return { found: [{ fault: 'program-missing', what: `There is no ${script} any more.` }] }
    if (!existsSync(runtime)) return { found: [{ fault: 'runtime-missing', what: `There is no ${runtime} any more.` }] }
    return judgeVersions({ node: nodeVersion(runtime), installed: installedVersion(folder) })
  },
})

export function judgeVersions(by: {
  node: string | undefined
  installed: string | undefined
}): Outcome<'runtime-old' | 'program-old'> {
  const [major = 0, minor = 0] = by.node?.split('.').map(Number) ?? []
  if (major < 22 || (major === 22 && minor < 16)) {
    const what =
      by.node === undefined ? 'The installed runtime does not run.' : `The installed runtime is Node ${by.node}.`
    return { found: [{ fault: 'runtime-old', what }] }
  }
  if (by.installed !== undefined && by.installed !== VERSION) {
    return { found: [{ fault: 'program-old', what: `Installed is ${by.installed}; this is ${VERSION}.` }] }
  }
  return { ok: `${by.installed ?? VERSION}, Node ${by.node}` }
}

/** As `install` recorded it; undefined when nothing is installed. */
export function installedLaunch(folder: DataFolder): Launch | undefined {
  const [runtime, script] = readText(folder.launch)?.split('\n') ?? []
  return runtime && script ? { runtime, script } : undefined
}

/** `app/0.1.0/dist/worker-main.mjs`; undefined for a program that was not put there by `install`. */
export function installedVersion(folder: DataFolder): string | undefined {
  const version = basename(dirname(dirname(installedLaunch(folder)?.script ?? '')))
  return /^\d+\.\d+\.\d+/.test(version) ? version : undefined
}

/** `install` again with the program that is installed: hooks, tools and skill are put back, nothing is upgraded. */
export async function installAgain({ folder, say }: CheckParts): Promise<void> {
  const launch = installedLaunch(folder)
  if (!launch || !existsSync(launch.runtime)) return
  say('Installing again …')
  const args = ['--disable-warning=ExperimentalWarning', `${dirname(launch.script)}/main.mjs`, 'install', '--no-import']
  execFileSync(launch.runtime, args, {
    env: { ...childEnvironment(), CLAUDE_MEM_DATA_DIR: folder.root },
    stdio: 'ignore',
    timeout: 120_000,
  })
}
