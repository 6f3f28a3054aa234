/**
 * install and uninstall with the real client: what its plugin commands write is only known by letting it write.
 * The whole configuration folder is compared, byte for byte and mode for mode, before and after.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { dataFolder, readText } from '../../src/worker/client.ts'
import { PROJECT_ROOT } from '../support/place.ts'
import { killIfThere, workerPids } from '../support/worker.ts'

/** Indented as no machine does it: the client re-indents what it writes. */
const SETTINGS = `{
    "model": "opus",   "hooks": {
        "Stop": [ { "hooks": [ { "type": "command", "command": "true" } ] } ]
    },
    "permissions": { "allow": ["Bash(ls)"] }
}
`

/** `env` is an isolated client's: no network but loopback. Its HOME and CLAUDE_CONFIG_DIR are replaced by ones in `work`. */
export async function checkInstall(by: {
  claudeBinary: string
  work: string
  env: Record<string, string>
}): Promise<string[]> {
  const proven: string[] = []
  for (const [name, seed] of [
    ['settings of the user’s own', SETTINGS],
    ['an empty home', undefined],
  ] as const) {
    const stage = makeStage(by, join(by.work, seed === undefined ? 'empty' : 'settled'), seed)
    try {
      for (const line of roundTrip(stage)) proven.push(`${name}: ${line}`)
    } finally {
      for (const pid of workerPids(stage.data)) killIfThere(pid)
    }
  }
  return proven
}

interface Stage {
  home: string
  configDir: string
  data: ReturnType<typeof dataFolder>
  run(program: string, args: string[]): string
}

function makeStage(
  by: { claudeBinary: string; env: Record<string, string> },
  work: string,
  seed: string | undefined,
): Stage {
  const home = join(work, 'home')
  const bin = join(work, 'bin')
  const configDir = join(home, '.claude')
  rmSync(work, { recursive: true, force: true })
  for (const folder of [bin, join(home, 'tmp')]) mkdirSync(folder, { recursive: true })
  symlinkSync(by.claudeBinary, join(bin, 'claude'))
  if (seed !== undefined) {
    mkdirSync(configDir)
    writeFileSync(join(configDir, 'settings.json'), seed, { mode: 0o640 })
  }
  const env = {
    ...by.env,
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    CLAUDE_CONFIG_DIR: configDir,
    CLAUDE_MEM_DATA_DIR: join(home, '.claude-mem'),
    CLAUDE_MEM_WORKER_PORT: '0',
    PATH: [bin, by.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'].join(delimiter),
  }
  return {
    home,
    configDir,
    data: dataFolder(env.CLAUDE_MEM_DATA_DIR),
    run(program, args) {
      const ran = spawnSync(program, args, { cwd: home, env, input: '', encoding: 'utf8', timeout: 120_000 })
      if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.status}\n${ran.stdout}\n${ran.stderr}`)
      return ran.stdout
    },
  }
}

function roundTrip({ home, configDir, data, run }: Stage): string[] {
  const proven: string[] = []
  const claudeMem = (...args: string[]) => run(process.execPath, [join(PROJECT_ROOT, 'bin/claude-mem.mjs'), ...args])
  const before = snapshot(configDir)
  claudeMem('install', '--dry-run')
  expect(
    snapshot(home).every((line) => !line.includes('.claude-mem')),
    '--dry-run made a data folder',
  )
  same(before, snapshot(configDir), 'after --dry-run')
  proven.push('--dry-run touches nothing')

  const installed = JSON.parse(claudeMem('install', '--json')) as { route: string; hostFiles: string[] } // our own words
  expect(installed.route === 'plugin', `the plugin was not used: ${installed.route}`)
  const listed = run('claude', ['plugin', 'list'])
  expect(/claude-mem@claude-mem[\s\S]*enabled/.test(listed), `not listed:\n${listed}`)
  expect(listed.includes(join(data.app, 'marketplace')), `not read from the app folder:\n${listed}`)
  proven.push('`claude plugin list` shows the plugin, enabled, read from the app folder')

  const settings = readText(join(configDir, 'settings.json')) ?? ''
  if (before.length > 1) expect(settings.includes('"model": "opus",   "hooks": {'), `formatting was lost:\n${settings}`)
  expect(settings.includes('mcp__plugin_claude-mem_mem__search'), 'the allow rules are missing')
  proven.push('the user’s formatting is kept, read-only tools are allowed')

  const between = snapshot(configDir)
  const again = JSON.parse(claudeMem('install', '--json')) as { outcome: string }
  expect(again.outcome === 'unchanged', `a second install: ${again.outcome}`)
  same(between, snapshot(configDir), 'after a second install')
  proven.push('a second install changes nothing')

  claudeMem('uninstall')
  same(before, snapshot(configDir), 'after uninstall')
  expect(!snapshot(home).some((line) => line.includes('.claude-mem/app')), 'the app folder is still there')
  expect(workerPids(data).length === 0, 'the worker still runs')
  proven.push(
    `uninstall leaves the host byte-identical (${installed.hostFiles.length} files had been changed by install)`,
  )
  return proven
}

/** Path, mode and content of everything below a folder. */
function snapshot(root: string): string[] {
  if (!statSync(root, { throwIfNoEntry: false })) return []
  return readdirSync(root, { recursive: true })
    .map(String)
    .sort()
    .map((path) => {
      const about = statSync(join(root, path))
      const text = about.isFile() && about.size < 1e6 ? readFileSync(join(root, path), 'utf8') : ''
      return `${path} ${(about.mode & 0o777).toString(8)} ${text}`
    })
}

function same(before: string[], after: string[], when: string): void {
  const changed = [...after.filter((one) => !before.includes(one)), ...before.filter((one) => !after.includes(one))]
  expect(changed.length === 0, `${when} these differ:\n${changed.join('\n')}`)
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}
