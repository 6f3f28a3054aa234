/** `install --host NAME` as a user runs it: real processes, a home that is thrown away, the host’s file as people have it. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataFolder } from '../src/worker/client.ts'
import { PROJECT_ROOT } from './support/place.ts'
import { killIfThere, workerPids } from './support/worker.ts'

const place = mkdtempSync(join(tmpdir(), 'claude-mem-hosts-'))
const home = join(place, 'home')
const data = dataFolder(join(home, '.claude-mem'))

beforeAll(() => {
  mkdirSync(home)
  const shipped = ['package.json', 'bin', 'dist', 'demo', 'templates', 'plugin', '.claude-plugin']
  for (const name of shipped) cpSync(join(PROJECT_ROOT, name), join(place, 'package', name), { recursive: true })
})
afterAll(() => {
  for (const pid of workerPids(data)) killIfThere(pid)
  rmSync(place, { recursive: true, force: true, maxRetries: 5 })
})

const env = { PATH: '/usr/bin:/bin', HOME: home, CLAUDE_MEM_WORKER_PORT: '0' }
function claudeMem(...args: string[]) {
  const main = join(place, 'package/dist/main.mjs')
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    ...{ cwd: home, env, encoding: 'utf8' },
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

const FILES = {
  codex: ['.codex/config.toml', '# mine\nmodel = "o3"\n\n[mcp_servers.git]\ncommand = "uvx" # last'],
  cursor: ['.cursor/mcp.json', '{"mcpServers":{"git":{"command":"uvx","env":{"KEY":"sk-not-ours"}}}}'],
  gemini: ['.gemini/settings.json', '{\n  // dark\n  "theme": "Dracula",\n}\n'],
  opencode: ['.config/opencode/opencode.json', '{\n\t"$schema": "https://opencode.ai/config.json"\n}'],
} as const
const at = (name: keyof typeof FILES) => join(home, FILES[name][0])

function putFile(name: keyof typeof FILES, text: string = FILES[name][1], mode = 0o644): void {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text, { mode })
}

describe('another host', () => {
  it('gets a server that answers, is listed by `status`, and gets its file back byte for byte', () => {
    for (const name of Object.keys(FILES) as (keyof typeof FILES)[]) {
      putFile(name)
      const dry = claudeMem('install', '--host', name, '--dry-run')
      expect(dry.out, dry.err).toContain(`+++ ${at(name)}`)
      expect(readFileSync(at(name), 'utf8')).toBe(FILES[name][1])
      const installed = claudeMem('install', '--host', name, '--json')
      expect(JSON.parse(installed.out), installed.err).toMatchObject({
        outcome: 'installed',
        host: name,
        changed: true,
      })
      expect(statSync(at(name)).mode & 0o777).toBe(0o644)
      expect(JSON.parse(claudeMem('install', '--host', name, '--json').out)).toMatchObject({ outcome: 'unchanged' })
    }
    expect(claudeMem('status').out).toContain('tools in   Codex CLI, Cursor, Gemini CLI, OpenCode')
    expect(statSync(data.hosts).mode & 0o777).toBe(0o600)
    expect(readFileSync(data.hosts, 'utf8')).not.toContain('sk-not-ours')
    expect(existsSync(join(home, '.claude'))).toBe(false)

    const { command, args } = JSON.parse(readFileSync(at('cursor'), 'utf8')).mcpServers['claude-mem']
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    ]
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
    const said = spawnSync(command, args, { cwd: home, env, input, encoding: 'utf8' })
    expect(JSON.parse(said.stdout.trim().split('\n').at(-1) ?? '').result.tools.length).toBeGreaterThan(9)

    const found = JSON.parse(claudeMem('doctor', '--json').out) as { checks: { name: string; state: string }[] }
    const stateOf = (name: string) => found.checks.find((check) => check.name === name)?.state
    expect(['hooks', 'tools', 'hosts', 'recording'].map(stateOf)).toEqual(['skipped', 'skipped', 'ok', 'ok'])

    for (const name of Object.keys(FILES) as (keyof typeof FILES)[]) {
      expect(JSON.parse(claudeMem('uninstall', '--host', name, '--json').out)).toMatchObject({ wasInstalled: true })
      expect(readFileSync(at(name), 'utf8')).toBe(FILES[name][1])
    }
    expect(existsSync(data.hosts)).toBe(false)
    expect(existsSync(data.launch)).toBe(true)
  }, 120_000)

  it('that had no file is left without one, and `uninstall` alone takes it out of all', () => {
    rmSync(dirname(at('cursor')), { recursive: true, force: true })
    claudeMem('install', '--host', 'cursor')
    putFile('gemini')
    claudeMem('install', '--host', 'gemini')
    // Changed since: our entry goes, the change stays.
    writeFileSync(at('gemini'), readFileSync(at('gemini'), 'utf8').replace('Dracula', 'GitHub'))
    const { code, err } = claudeMem('uninstall')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(existsSync(dirname(at('cursor')))).toBe(false)
    expect(readFileSync(at('gemini'), 'utf8')).toBe(FILES.gemini[1].replace('Dracula', 'GitHub'))
    for (const path of [data.hosts, data.app, data.launch]) expect(existsSync(path)).toBe(false)
  }, 60_000)

  it('is refused with what to do, and nothing is changed, where its file cannot be edited', () => {
    putFile('codex', 'model = o3\n')
    const refused = claudeMem('install', '--host', 'codex')
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not valid TOML in line 1. Nothing was changed.'),
    })
    expect(readFileSync(at('codex'), 'utf8')).toBe('model = o3\n')
    putFile('cursor', '{ "mcpServers": { "claude-mem": { "command": "mine" } } }')
    expect(claudeMem('install', '--host', 'cursor').err).toContain('has a server `claude-mem` that is not ours')
    expect(existsSync(data.app)).toBe(false)
    expect(claudeMem('uninstall', '--host', 'cursor').out).toContain('was not installed for Cursor')
    expect(claudeMem('install', '--host', 'cursor', '--import').err).toContain('--import is for Claude Code')
    expect(claudeMem('install', '--host', 'vim').err).toContain(
      '--host must be claude-code, codex, cursor, gemini or opencode',
    )
  }, 60_000)
})
