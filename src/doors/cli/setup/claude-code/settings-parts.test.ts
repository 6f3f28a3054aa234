import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../../mcp/tools.ts'
import { parseJsonc } from '../jsonc.ts'
import type { HookTable } from './hook-table.ts'
import {
  addInstalledPlugin,
  addKnownMarketplace,
  addToSettings,
  hasLeftovers,
  removeFromSettings,
  removeInstalledPlugin,
  removeKnownMarketplace,
} from './settings-parts.ts'
import { ALLOW_RULES, allowRules, CHANGING_TOOLS } from './tool-rules.ts'

const app = '/home/u/.claude-mem/app'
const marketplace = `${app}/marketplace`
const hook = (event: string) => ({
  type: 'command' as const,
  command: 'sh',
  args: [`${marketplace}/plugin/hooks/hook.sh`, event],
  timeout: 5,
})
const hooks: HookTable = {
  Stop: [{ hooks: [hook('Stop')] }],
  PostToolUse: [{ matcher: '*', hooks: [hook('PostToolUse')] }],
}
const ours = { app, marketplace, rules: ALLOW_RULES }
const parts = { rules: ALLOW_RULES, hooks }

const USERS = `{
    // what I like
    "model": "opus",   /* the big one */
    "hooks": {
        "Stop": [
            { "hooks": [ { "type": "command", "command": "say done" } ] }
        ]
    },
    "permissions": { "allow": ["Bash(ls)"], "deny": [] },
}
`

describe('our parts of settings.json', () => {
  it('stand beside the user’s own hooks and rules', () => {
    const settings = parseJsonc(addToSettings(USERS, parts))
    expect(settings).toMatchObject({ model: 'opus', hooks: { PostToolUse: hooks.PostToolUse } })
    expect(settings?.hooks).toMatchObject({ Stop: [{ hooks: [{ command: 'say done' }] }, { hooks: [hook('Stop')] }] })
    expect(settings?.permissions).toEqual({ allow: ['Bash(ls)', ...ALLOW_RULES], deny: [] })
  })

  it('leave comments, order and indentation as they were', () => {
    const text = addToSettings(USERS, parts)
    for (const line of USERS.split('\n').slice(0, 4)) expect(text.split('\n')).toContain(line)
  })

  it('are taken out again without a trace in meaning, comments kept', () => {
    const text = removeFromSettings(addToSettings(USERS, parts), ours)
    expect(parseJsonc(text)).toEqual(parseJsonc(USERS))
    expect(text).toContain('// what I like')
    expect(text).toContain('/* the big one */')
  })

  it('never allow a tool that changes something', () => {
    const reading = TOOLS.filter((tool) => !tool.changes).map(({ name }) => name)
    expect(ALLOW_RULES).toEqual(reading.map((name) => `mcp__plugin_claude-mem_mem__${name}`))
    expect(allowRules('settings')).toEqual(reading.map((name) => `mcp__claude-mem__${name}`))
    // By name: a tool that forgot to say that it changes something would be allowed by the lists above.
    expect(CHANGING_TOOLS).toEqual(['remember', 'forget', 'dream'])
  })

  it('are made in a file that does not exist, in two-space JSON', () => {
    const text = addToSettings(undefined, { rules: ['a'] })
    expect(text).toBe('{\n  "permissions": {\n    "allow": [\n      "a"\n    ]\n  }\n}\n')
  })

  it('keep Windows line ends, tabs and a byte order mark', () => {
    const text = addToSettings('\uFEFF{\r\n\t"model": "opus"\r\n}\r\n', { rules: ['a'] })
    expect(text.startsWith('\uFEFF{\r\n\t"model": "opus",\r\n\t"permissions": {\r\n\t\t"allow"')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('are removed from a group a person put them into, and only they', () => {
    const mixed = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say' }, hook('Stop')] }] } })
    expect(parseJsonc(removeFromSettings(mixed, ours))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say' }] }] },
    })
  })

  it('do not include a rule of ours that the user had before', () => {
    const text = JSON.stringify({ permissions: { allow: [ALLOW_RULES[0]] } })
    expect(removeFromSettings(text, { ...ours, rules: [] })).toBe(text)
  })

  it('do not include a plugin of the same name from somewhere else', () => {
    const text = JSON.stringify({
      extraKnownMarketplaces: { 'claude-mem': { source: { source: 'github', repo: 'someone/claude-mem' } } },
      enabledPlugins: { 'claude-mem@claude-mem': true },
    })
    expect(removeFromSettings(text, ours)).toBe(text)
    expect(hasLeftovers(text, ours)).toBe(false)
  })

  it('include the data folder when it is not the usual one', () => {
    const text = addToSettings('{}', { rules: [], dataDir: '/data/mem' })
    expect(parseJsonc(text)).toEqual({ env: { CLAUDE_MEM_DATA_DIR: '/data/mem' } })
    expect(parseJsonc(removeFromSettings(text, { ...ours, dataDir: '/data/mem' }))).toEqual({})
    expect(removeFromSettings(text, ours)).toBe(text)
  })

  it('leave a file without them byte for byte', () => expect(removeFromSettings(USERS, ours)).toBe(USERS))

  it('keep a plugin switched off that the user switched off', () => {
    const text = addToSettings('{}', { rules: [], plugin: { marketplace, enabled: false } })
    expect(parseJsonc(text)).toMatchObject({ enabledPlugins: { 'claude-mem@claude-mem': false } })
    expect(parseJsonc(removeFromSettings(text, ours))).toEqual({})
  })
})

describe('our parts of the host’s plugin files', () => {
  const now = new Date(0)

  it('go, and other marketplaces and plugins stay', () => {
    const known = '{\n  "other": {\n    "source": {}\n  }\n}'
    expect(parseJsonc(removeKnownMarketplace(addKnownMarketplace(known, marketplace, now), marketplace))).toEqual(
      parseJsonc(known),
    )
    const installed = '{\n  "version": 2,\n  "plugins": {\n    "a@b": []\n  }\n}'
    const added = addInstalledPlugin(installed, { cache: '/c', version: '1.0.0', now })
    expect(parseJsonc(removeInstalledPlugin(added))).toEqual(parseJsonc(installed))
  })

  it('are not a marketplace of our name in another folder', () => {
    const known = addKnownMarketplace(undefined, '/somewhere/else', now)
    expect(removeKnownMarketplace(known, marketplace)).toBe(known)
  })
})
