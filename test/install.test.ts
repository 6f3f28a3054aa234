/**
 * install and uninstall as a user runs them: the built program from a package folder of its own, real processes, a home
 * that is thrown away. The host's program is absent, or a shell script that notes what it was asked.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from '../src/config.ts'
import { dataFolder } from '../src/worker/client.ts'
import { PROJECT_ROOT } from './support/place.ts'
import { killIfThere, workerPids } from './support/worker.ts'

const SETTINGS = `{
    "model": "opus",
    "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "true" } ] } ] },
    "permissions": { "allow": ["Bash(ls)"] }
}
`

let place: string
let home: string
let bin: string
let settings: string
let data: ReturnType<typeof dataFolder>

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'claude-mem-install-'))
  home = join(place, 'home')
  bin = join(place, 'bin')
  settings = join(home, '.claude/settings.json')
  data = dataFolder(join(home, '.claude-mem'))
  for (const folder of [bin, join(home, '.claude')]) mkdirSync(folder, { recursive: true })
  const shipped = ['package.json', 'bin', 'dist', 'demo', 'templates', 'plugin', '.claude-plugin']
  for (const name of shipped) cpSync(join(PROJECT_ROOT, name), join(place, 'package', name), { recursive: true })
  // Only what the hook script needs: a `claude` of this machine must not be found.
  for (const name of ['sh', 'curl', 'cat', 'mv', 'rm', 'mkdir', 'date', 'sleep', 'du', 'find', 'head', 'mktemp']) {
    symlinkSync(findProgram(name) ?? '', join(bin, name))
  }
})

afterEach(() => {
  for (const pid of workerPids(data)) killIfThere(pid)
  rmSync(place, { recursive: true, force: true, maxRetries: 5 })
})

function claudeMem(args: string[], env: Record<string, string> = {}) {
  const main = join(place, 'package/dist/main.mjs')
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd: home,
    env: { PATH: bin, HOME: home, CLAUDE_MEM_WORKER_PORT: '0', ...env },
    encoding: 'utf8',
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

function runHook(command: string, args: string[], env: Record<string, string> = {}) {
  const payload = {
    hook_event_name: 'SessionStart',
    session_id: 's',
    source: 'startup',
    cwd: home,
    transcript_path: '',
  }
  return spawnSync(command, args, {
    cwd: home,
    env: { PATH: bin, HOME: home, CLAUDE_MEM_WORKER_PORT: '0', ...env },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  })
}

/** Every file of the host with its content. */
function hostFiles(): Record<string, string> {
  const root = join(home, '.claude')
  const paths = readdirSync(root, { recursive: true }).map(String).sort()
  return Object.fromEntries(
    paths.map((path) => [path, statSync(join(root, path)).isFile() ? readFileSync(join(root, path), 'utf8') : '']),
  )
}

interface WrittenHook {
  command: string
  args: string[]
}
const hooksOf = (event: string): WrittenHook[] => {
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8')) as { hooks: Record<string, { hooks: WrittenHook[] }[]> }
  return hooks[event]?.flatMap((group) => group.hooks) ?? []
}

describe('install without the host’s program', () => {
  it('shows everything and touches nothing with --dry-run', () => {
    writeFileSync(settings, SETTINGS)
    const { code, out } = claudeMem(['install', '--dry-run'])
    expect(code).toBe(0)
    expect(out).toContain(`+++ ${settings}`)
    expect(out).toContain('mcp__claude-mem__search')
    expect(out).toContain(`${home}/.claude.json: the tools`)
    expect(existsSync(join(home, '.claude.json'))).toBe(false)
    expect(hostFiles()).toEqual({ 'settings.json': SETTINGS })
    expect(existsSync(data.root)).toBe(false)
  })

  it('sets up hooks that work after the package is deleted, and uninstall leaves no byte of it', () => {
    writeFileSync(settings, SETTINGS, { mode: 0o640 })
    const installed = claudeMem(['install'])
    expect(installed.err).toBe('')
    expect(installed.out).toContain('is installed')
    expect(installed.out).toContain('started and answering')
    expect(hooksOf('Stop')[0]).toMatchObject({ command: 'true' })
    expect(statSync(data.root).mode & 0o777).toBe(0o700)
    expect(statSync(data.launch).mode & 0o777).toBe(0o600)
    expect(statSync(join(data.root, 'install.json')).mode & 0o777).toBe(0o600)

    const again = claudeMem(['install'])
    expect(again.out).toContain('nothing had to change')

    expect(claudeMem(['remember', 'The build needs Node 22.']).code).toBe(0)
    expect(claudeMem(['stop']).code).toBe(0)
    cpSync(join(place, 'package'), join(place, 'kept'), { recursive: true })
    rmSync(join(place, 'package'), { recursive: true })
    const { command, args } = hooksOf('SessionStart')[0] ?? { command: '', args: [] }
    const answer = runHook(command, args)
    expect(answer.status).toBe(0)
    expect(answer.stdout).toContain('The build needs Node 22')
    const [runtime] = readFileSync(data.launch, 'utf8').split('\n')
    expect(runtime?.startsWith(data.app)).toBe(true)

    cpSync(join(place, 'kept'), join(place, 'package'), { recursive: true })
    const gone = claudeMem(['uninstall'])
    expect(gone.err).toBe('')
    expect(hostFiles()).toEqual({ 'settings.json': SETTINGS })
    expect(statSync(settings).mode & 0o777).toBe(0o640)
    expect(workerPids(data)).toEqual([])
    for (const path of [data.app, data.launch, join(data.root, 'install.json')]) expect(existsSync(path)).toBe(false)
    expect(existsSync(join(data.root, 'db.sqlite'))).toBe(true)
    // A session that is still running goes on calling the script: it must not be blocked.
    expect(runHook(command, args)).toMatchObject({ status: 0, stdout: '' })
  })

  it('adds the tools it allows, and the skill, and takes both out again', () => {
    const state = join(home, '.claude.json')
    const before = '{\n  "numStartups": 3,\n  "mcpServers": { "other": { "command": "other" } }\n}\n'
    writeFileSync(state, before, { mode: 0o600 })
    const { out } = claudeMem(['install'])
    expect(out).toMatch(/tools +the server claude-mem is in .*\.claude\.json/)
    expect(out).toContain('remember, forget and dream still ask')
    const { mcpServers, numStartups } = JSON.parse(readFileSync(state, 'utf8'))
    expect(numStartups).toBe(3)
    expect(Object.keys(mcpServers)).toEqual(['other', 'claude-mem'])
    const { command, args } = mcpServers['claude-mem'] as WrittenHook
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    }
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const said = spawnSync(command, args, {
      cwd: home,
      env: { PATH: bin, HOME: home },
      input: `${JSON.stringify(hello)}\n${JSON.stringify(list)}\n`,
      encoding: 'utf8',
    })
    const tools = JSON.parse(said.stdout.trim().split('\n').at(-1) ?? '').result.tools as { name: string }[]
    const { allow } = JSON.parse(readFileSync(settings, 'utf8')).permissions as { allow: string[] }
    const names = tools.map(({ name }) => `mcp__claude-mem__${name}`)
    expect(allow.filter((rule) => !names.includes(rule))).toEqual([])
    expect(allow.length).toBe(9)
    const skill = join(home, '.claude/skills/mem-search')
    expect(readFileSync(join(skill, 'SKILL.md'), 'utf8')).toBe(
      readFileSync(join(PROJECT_ROOT, 'plugin/skills/mem-search/SKILL.md'), 'utf8'),
    )
    expect(existsSync(join(skill, 'operations/timeline.md'))).toBe(true)
    expect(claudeMem(['install']).out).toContain('nothing had to change')

    // The host writes its state all the time.
    writeFileSync(state, readFileSync(state, 'utf8').replace('"numStartups": 3', '"numStartups": 4'))
    expect(claudeMem(['uninstall']).err).toBe('')
    expect(JSON.parse(readFileSync(state, 'utf8'))).toEqual(JSON.parse(before.replace('3', '4')))
    expect(hostFiles()).toEqual({})
  })

  it('leaves a skill of that name alone that is not ours, and says so', () => {
    const own = join(home, '.claude/skills/mem-search/SKILL.md')
    mkdirSync(join(own, '..'), { recursive: true })
    writeFileSync(own, 'mine')
    expect(claudeMem(['install']).out).toContain('there is one of that name already')
    expect(readFileSync(own, 'utf8')).toBe('mine')
    expect(readdirSync(join(own, '..'))).toEqual(['SKILL.md'])
    expect(claudeMem(['uninstall']).code).toBe(0)
    expect(readFileSync(own, 'utf8')).toBe('mine')
  })

  it('makes the host’s folder where there is none, and removes it again', () => {
    rmSync(join(home, '.claude'), { recursive: true })
    expect(claudeMem(['install']).code).toBe(0)
    expect(hooksOf('SessionEnd').length).toBe(1)
    expect(claudeMem(['uninstall']).code).toBe(0)
    expect(existsSync(join(home, '.claude'))).toBe(false)
  })

  it('takes out only our parts when the settings were changed since', () => {
    writeFileSync(settings, SETTINGS)
    claudeMem(['install'])
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('"opus",', '"sonnet",\n    "theme": "dark",'))
    claudeMem(['uninstall'])
    const left = readFileSync(settings, 'utf8')
    expect(JSON.parse(left)).toEqual({ ...JSON.parse(SETTINGS), model: 'sonnet', theme: 'dark' })
    expect(left).not.toContain('claude-mem')
  })

  it('keeps a change made between two installs', () => {
    writeFileSync(settings, SETTINGS)
    claudeMem(['install'])
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('"opus"', '"sonnet"'))
    claudeMem(['install'])
    claudeMem(['uninstall'])
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ ...JSON.parse(SETTINGS), model: 'sonnet' })
  })

  it('is upgraded by the next version: new worker, same memories, the version before kept for what still runs', () => {
    writeFileSync(settings, SETTINGS)
    claudeMem(['install'])
    const [before] = workerPids(data)
    for (const name of readdirSync(join(place, 'package/dist')).filter((one) => one.endsWith('.mjs'))) {
      const path = join(place, 'package/dist', name)
      const { version } = JSON.parse(readFileSync(join(place, 'package/package.json'), 'utf8')) as { version: string }
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`"${version}"`, '"99.0.0"'))
    }
    const upgraded = JSON.parse(claudeMem(['install', '--json']).out) as { worker: { version: string; pid: number } }
    expect(upgraded).toMatchObject({ outcome: 'upgraded', worker: { version: '99.0.0' } })
    expect(workerPids(data)).toEqual([upgraded.worker.pid])
    expect(upgraded.worker.pid).not.toBe(before)
    expect(readdirSync(data.app).filter((name) => /^\d/.test(name)).length).toBe(2)
    claudeMem(['uninstall'])
    expect(hostFiles()).toEqual({ 'settings.json': SETTINGS })
  })

  it('refuses settings that are not JSON before the first step', () => {
    writeFileSync(settings, '{ "model": ')
    const { code, err } = claudeMem(['install'])
    expect(code).toBe(2)
    expect(err).toContain('is not valid JSON. Nothing was changed.')
    expect(hostFiles()).toEqual({ 'settings.json': '{ "model": ' })
    expect(existsSync(data.root)).toBe(false)
  })

  it('writes the program’s own hook commands where there is no POSIX shell', () => {
    rmSync(join(bin, 'sh'))
    expect(claudeMem(['install']).code).toBe(0)
    const { command, args } = hooksOf('SessionStart')[0] ?? { command: '', args: [] }
    expect(args.slice(1)).toEqual(['context', 'SessionStart'])
    expect(claudeMem(['remember', 'The build needs Node 22.']).code).toBe(0)
    const answer = runHook(command, args)
    expect(JSON.parse(answer.stdout)).toMatchObject({
      continue: true,
      hookSpecificOutput: { hookEventName: 'SessionStart' },
    })
  })

  it('tells the host’s hooks about a data folder that is not the usual one', () => {
    data = dataFolder(join(place, 'elsewhere'))
    claudeMem(['install'], { CLAUDE_MEM_DATA_DIR: data.root })
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toMatchObject({ env: { CLAUDE_MEM_DATA_DIR: data.root } })
    claudeMem(['uninstall'], { CLAUDE_MEM_DATA_DIR: data.root })
    expect(hostFiles()).toEqual({})
  })

  it('sets no provider without a terminal to ask at, and takes the one a flag names', () => {
    const own = join(data.root, 'settings.json')
    expect(claudeMem(['install']).out).toContain('provider     local: no model, no cost')
    expect(existsSync(own)).toBe(false)
    const refused = claudeMem(['install', '--provider', 'mistral'])
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('There is no provider mistral') })
    expect(claudeMem(['install', '--dry-run', '--provider', 'claude']).out).toContain('and set the provider: claude')
    expect(existsSync(own)).toBe(false)
    const chosen = claudeMem(['install', '--provider', 'claude'])
    expect(chosen.out).toContain('provider     claude: your own Claude Code login; counts against your plan')
    expect(chosen.out).toContain('`claude` is not on the PATH')
    expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual({ CLAUDE_MEM_PROVIDER: 'claude' })
    const again = JSON.parse(claudeMem(['install', '--json']).out) as object
    expect(again).toMatchObject({ outcome: 'unchanged', provider: 'claude' })
  })

  it('changes no settings file of ours that cannot be read', () => {
    mkdirSync(data.root, { recursive: true, mode: 0o700 })
    const own = join(data.root, 'settings.json')
    writeFileSync(own, '{ "CLAUDE_MEM_PROVIDER": ')
    const refused = claudeMem(['install', '--provider', 'claude'])
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a JSON object. Nothing was changed.'),
    })
    expect(existsSync(data.app)).toBe(false)
    expect(claudeMem(['install'])).toMatchObject({ code: 0 })
    expect(readFileSync(own, 'utf8')).toBe('{ "CLAUDE_MEM_PROVIDER": ')
  })

  /** `script` of util-linux gives a command a terminal; elsewhere its options are others. */
  it.runIf(process.platform === 'linux' && findProgram('script'))(
    'asks a person once who words the memories, with what it costs',
    () => {
      const atTerminal = (typed: string) => {
        const main = join(place, 'package/dist/main.mjs')
        const command = [process.execPath, '--disable-warning=ExperimentalWarning', main, 'install', '--no-import']
        const run = spawnSync(findProgram('script') ?? '', ['-qec', command.join(' '), '/dev/null'], {
          cwd: home,
          env: { PATH: bin, HOME: home, SHELL: join(bin, 'sh'), CLAUDE_MEM_WORKER_PORT: '0', NO_COLOR: '1' },
          input: typed,
          encoding: 'utf8',
        })
        return { code: run.status, out: run.stdout.replaceAll('\r', '') }
      }
      const asked = atTerminal('claude\n')
      expect(asked.out).toContain('Who should word the memories?')
      expect(asked.out).toMatch(/150,000 tokens on a day of 30 turns, and never more than 200,000\./)
      expect(asked.out).toContain('provider     claude: your own Claude Code login')
      expect(asked.code).toBe(0)
      const again = atTerminal('')
      expect(again.out).not.toContain('Who should word the memories?')
      expect(again.out).toContain('nothing had to change')
    },
  )

  it('imports old sessions only when told to where nobody can be asked', () => {
    const project = join(home, '.claude/projects/-shop')
    mkdirSync(project, { recursive: true })
    cpSync(join(PROJECT_ROOT, 'test/fixtures/host/transcript.all-tools.jsonl'), join(project, 'session.jsonl'))
    const asked = claudeMem(['install'])
    expect(asked.out).toContain('1 transcript of earlier sessions')
    expect(asked.out).toContain('claude-mem import transcripts')
    const told = claudeMem(['install', '--import', '--json'])
    expect(JSON.parse(told.out)).toMatchObject({ imported: { filesDone: 1 } })
  })
})

describe('uninstall --delete-data', () => {
  it('asks for --yes where nobody can be asked, and then deletes everything', () => {
    claudeMem(['install'])
    expect(claudeMem(['uninstall', '--delete-data'])).toMatchObject({ code: 2 })
    expect(existsSync(data.app)).toBe(true)
    expect(claudeMem(['uninstall', '--delete-data', '--yes']).code).toBe(0)
    expect(existsSync(data.root)).toBe(false)
  })

  it('never deletes a folder that holds more than memories', () => {
    const refused = claudeMem(['uninstall', '--delete-data', '--yes'], { CLAUDE_MEM_DATA_DIR: home })
    expect(refused.code).toBe(5)
    expect(existsSync(settings.replace('/settings.json', ''))).toBe(true)
  })
})

describe('install with the host’s program', () => {
  /** Notes its arguments and does to the files what the real one does, as far as a test needs it. */
  function fakeClaude(body: string): void {
    const script = `#!/bin/sh\necho "$* [$CLAUDECODE]" >>"${place}/asked"\n${body}\n`
    writeFileSync(join(bin, 'claude'), script)
    chmodSync(join(bin, 'claude'), 0o755)
  }
  const asked = () => readFileSync(join(place, 'asked'), 'utf8').trim().split('\n')

  it('asks it to add the marketplace and to install the plugin, outside of the session we may run in', () => {
    writeFileSync(settings, SETTINGS)
    fakeClaude('exit 0')
    expect(claudeMem(['install'], { CLAUDECODE: '1' }).code).toBe(0)
    expect(asked()).toEqual([
      `plugin marketplace add ${data.app}/marketplace []`,
      'plugin install claude-mem@claude-mem --scope user []',
    ])
    expect(hooksOf('PostToolUse')).toEqual([])
    expect(existsSync(join(data.app, 'marketplace/.claude-plugin/marketplace.json'))).toBe(true)
    expect(existsSync(join(data.app, 'marketplace/plugin/hooks/hook.sh'))).toBe(true)
  })

  it('puts the host’s files back and repeats its words when it fails', () => {
    writeFileSync(settings, SETTINGS)
    fakeClaude(`echo '{}' >"${settings}"; echo "✘ Failed: no such luck" >&2; exit 1`)
    const { code, err } = claudeMem(['install'])
    expect(code).toBe(4)
    expect(err).toContain('no such luck')
    expect(hostFiles()).toEqual({ 'settings.json': SETTINGS })
    expect(existsSync(join(data.root, 'install.json'))).toBe(false)
  })

  it('refuses settings with comments, which the host itself ignores', () => {
    fakeClaude('exit 0')
    writeFileSync(settings, SETTINGS.replace('{', '{ // mine'))
    const { code, err } = claudeMem(['install'])
    expect(code).toBe(2)
    expect(err).toContain('has comments or trailing commas')
    expect(existsSync(data.root)).toBe(false)
  })

  it('moves from settings.json to the plugin without leaving hooks twice', () => {
    writeFileSync(settings, SETTINGS)
    claudeMem(['install'])
    expect(hooksOf('SessionEnd').length).toBe(1)
    fakeClaude('exit 0')
    claudeMem(['install'])
    expect(hooksOf('SessionEnd')).toEqual([])
    claudeMem(['uninstall'])
    expect(hostFiles()).toEqual({ 'settings.json': SETTINGS })
  })
})
