/** `status` says whether claude-mem is set up and recording, and starts or makes nothing to find out. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findWorker } from '../src/worker/client.ts'
import { runCli } from './support/cli.ts'
import { bashUse, runHook } from './support/hook.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { settle, startWorker, stopWorker } from './support/worker.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  await stopWorker(place)
  removePlace(place)
})

const host = () => join(place.root, 'host')
const env = () => ({ CLAUDE_CONFIG_DIR: host() })
const status = () => runCli(place, ['status'], { env: env() })
const json = async () => JSON.parse((await runCli(place, ['status', '--json'], { env: env() })).stdout)
const settings = (value: object) => write(join(host(), 'settings.json'), JSON.stringify(value))

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** As the host writes it. */
function installPlugin(by: { enabled: boolean }): void {
  const id = 'claude-mem@claude-mem'
  settings({ enabledPlugins: { [id]: by.enabled } })
  write(join(host(), 'plugins/installed_plugins.json'), JSON.stringify({ version: 2, plugins: { [id]: [{}] } }))
}

describe('with no worker', () => {
  it('starts none and makes no folder', async () => {
    rmSync(place.data.root, { recursive: true })
    const { code, stdout, stderr } = await status()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^worker {5}not running/m)
    expect(stdout).toMatch(/^recording {2}no: the hooks are not installed/m)
    expect(existsSync(place.data.root)).toBe(false)
    await json()
    expect(existsSync(place.data.root)).toBe(false)
  })

  it('leaves the folder as it is, and counts what waits', async () => {
    installPlugin({ enabled: true })
    const before = readdirSync(place.data.root)
    expect(await json()).toMatchObject({ running: false, recording: { on: true, lastEventAt: null } })
    expect(readdirSync(place.data.root)).toEqual(before)
    expect(findWorker(place.data)).toBeUndefined()
    mkdirSync(place.data.spool)
    writeFileSync(join(place.data.spool, '77.a'), '')
    expect((await status()).stdout).toMatch(/^waiting {4}1 new event$/m)
  })
})

describe('the set-up', () => {
  it('is the plugin, when it is switched on', async () => {
    installPlugin({ enabled: true })
    const by = { installed: true, by: 'plugin' }
    expect(await json()).toMatchObject({ recording: { on: true }, hooks: by, mcp: by, skill: by })
    expect((await status()).stdout).toMatch(
      /^hooks {6}installed \(plugin\)\nMCP {8}installed \(plugin\)\nskill {6}installed/m,
    )
  })

  it('is not there when the plugin is switched off', async () => {
    installPlugin({ enabled: false })
    expect(await json()).toMatchObject({ recording: { on: false }, hooks: { installed: false } })
    expect((await status()).stdout).toContain('claude plugin enable claude-mem@claude-mem')
  })

  it('is hooks in settings.json, with or without the tools and the skill', async () => {
    const hook = { type: 'command', command: `sh ${join(place.data.app, 'marketplace/plugin/hooks/hook.sh')} Stop` }
    settings({ hooks: { Stop: [{ hooks: [hook] }] } })
    const none = { installed: false }
    expect(await json()).toMatchObject({ hooks: { installed: true, by: 'settings.json' }, mcp: none, skill: none })
    const server = { command: 'sh', args: [join(place.data.app, 'marketplace/plugin/scripts/mcp.sh')] }
    write(join(host(), '.claude.json'), JSON.stringify({ mcpServers: { 'claude-mem': server } }))
    write(join(host(), 'skills/mem-search/SKILL.md'), '')
    expect(await json()).toMatchObject({ mcp: { installed: true, by: '.claude.json' }, skill: { installed: true } })
  })

  it('does not count where Claude Code ignores its settings file', async () => {
    installPlugin({ enabled: true })
    const path = join(host(), 'settings.json')
    write(path, `// mine\n${readFileSync(path, 'utf8')}`)
    expect((await status()).stdout).toContain('Claude Code ignores it')
    expect(await json()).toMatchObject({ recording: { on: false } })
  })

  it('does not record without its program, nor while paused', async () => {
    installPlugin({ enabled: true })
    writeFileSync(place.data.paused, '')
    expect((await status()).stdout).toMatch(/^recording {2}no: paused/m)
    rmSync(place.data.paused)
    rmSync(place.data.launch)
    expect((await status()).stdout).toMatch(/^recording {2}no: the program is missing/m)
  })
})

it('with a worker says when the last event came', async () => {
  installPlugin({ enabled: true })
  await startWorker(place)
  await runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'one', id: 'toolu_a' }) })
  await settle(place)
  const found = await json()
  expect(found).toMatchObject({ running: true, recording: { on: true }, stored: { sessions: 1 } })
  expect(Date.now() - found.recording.lastEventAt).toBeLessThan(60_000)
  expect((await status()).stdout).toMatch(/^recording {2}yes; last event /m)
})
