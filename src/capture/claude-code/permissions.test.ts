import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mayUseMemoryTools } from './permissions.ts'

const SERVER = 'mcp__plugin_claude-mem_mem'
const TOOL = `${SERVER}__get_observations`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'claude-mem-permissions-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const USER = 'host/settings.json'
const PROJECT = 'project/.claude/settings.json'
const LOCAL = 'project/.claude/settings.local.json'

function write(name: string, permissions: object): string {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ permissions }))
  return path
}

function may(more: { permissionMode?: string; transcriptPath?: string } = {}): boolean {
  const { transcriptPath, permissionMode = 'default' } = more
  const session = { sessionId: 's', cwd: root, projectDir: join(root, 'project'), transcriptPath, entrypoint: 'cli' }
  const planned = { session, tool: 'Read', input: null, toolUseId: undefined, agentId: undefined, permissionMode }
  return mayUseMemoryTools(planned, join(root, 'host'))
}

describe('our tools may be used', () => {
  it('not without a rule', () => expect(may()).toBe(false))
  it.each([[TOOL], [SERVER], [`${SERVER}__*`], ['mcp__plugin_claude-mem_*'], ['mcp__claude-mem']])(
    'with the rule %s',
    (rule) => {
      write(USER, { allow: ['Bash(ls *)', rule] })
      expect(may()).toBe(true)
    },
  )
  it.each([['mcp__plugin_claude-mem_me'], [`${SERVER}__search`], ['Read'], ['']])('not with the rule %j', (rule) => {
    write(USER, { allow: [rule] })
    expect(may()).toBe(false)
  })
  it.each([USER, PROJECT, LOCAL])('when %s says so', (name) => {
    write(name, { allow: [SERVER] })
    expect(may()).toBe(true)
  })
  it('in a session that asks for nothing', () => expect(may({ permissionMode: 'bypassPermissions' })).toBe(true))
  it('not where a rule forbids it, whatever else allows it', () => {
    write(USER, { allow: [SERVER] })
    write(LOCAL, { deny: [TOOL] })
    expect(may({ permissionMode: 'bypassPermissions' })).toBe(false)
  })
  it('when the folder of the session’s transcript says so', () => {
    write('moved/settings.json', { allow: [SERVER] })
    expect(may({ transcriptPath: join(root, 'moved/projects/-x/s.jsonl') })).toBe(true)
  })
  it('no longer when the file changed', () => {
    const path = write(USER, { allow: [SERVER] })
    expect(may()).toBe(true)
    write(USER, { allow: [] })
    utimesSync(path, 1, 1) // a clock too coarse to tell the two writes apart must not matter
    expect(may()).toBe(false)
  })
  it('when the rule stands between comments and before a trailing comma', () => {
    write(USER, {})
    writeFileSync(join(root, USER), `\uFEFF{ // mine\n"permissions": { /* tools */ "allow": ["${SERVER}",], } }`)
    expect(may()).toBe(true)
    write(LOCAL, {})
    writeFileSync(join(root, LOCAL), `{ // mine\n"permissions": { "deny": ["${TOOL}"] } }`)
    expect(may()).toBe(false)
  })
  it('not when a file of the project says so between comments: the host skips it', () => {
    write(PROJECT, {})
    writeFileSync(join(root, PROJECT), `{ // ours\n"permissions": { "allow": ["${SERVER}"] } }`)
    expect(may()).toBe(false)
  })
  it('not when the settings cannot be read', () => {
    write(USER, {})
    writeFileSync(join(root, USER), '{"permissions": {"allow": ')
    expect(may()).toBe(false)
  })
})
