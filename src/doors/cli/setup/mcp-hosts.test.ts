/** What every host's adapter must keep, whatever the form of its file; then what is special to each. */
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../config.ts'
import { codex } from './codex/codex.ts'
import { cursor } from './cursor/cursor.ts'
import { gemini } from './gemini/gemini.ts'
import { type McpHost, Uneditable } from './mcp-host.ts'
import { MCP_HOSTS } from './mcp-hosts.ts'
import { opencode } from './opencode/opencode.ts'

const OURS = { command: 'sh', args: ['/home/me/.claude-mem/app/marketplace/plugin/scripts/mcp.sh'], env: {} }
const ODD = {
  command: 'C:\\Program Files\\node.exe',
  args: ['/home/m\u00e9/"quoted" dir/mcp-main.mjs', ''],
  env: { CLAUDE_MEM_DATA_DIR: '/data/with spaces' },
}

/** Files people have: of each form one that is empty, one with other servers, and odd but valid ones. */
const FILES: Record<string, { valid: string[]; invalid: string[]; others: string }> = {
  cursor: {
    valid: [
      '',
      '{}',
      '{}\n',
      '{"mcpServers":{}}',
      '{\n  "mcpServers": {\n    "git": { "command": "uvx", "args": ["mcp-server-git"] }\n  }\n}\n',
      '{\r\n\t"mcpServers": {\r\n\t\t"git": { "command": "uvx" }\r\n\t}\r\n}\r\n',
      '\uFEFF{ "mcpServers": { "a": { "url": "http://localhost:1/mcp" } } }',
    ],
    invalid: ['{', '[]', '{ "mcpServers": [] }', '"text"', '{ "mcpServers": { "a": } }'],
    others: '{ "mcpServers": { "git": { "command": "uvx" } } }',
  },
  gemini: {
    valid: [
      '',
      '{\n  // how it looks\n  "theme": "Dracula",\n  "mcpServers": {\n    /* git */ "git": { "command": "uvx" }, // last\n  },\n}\n',
      '{ "mcp": { "allowed": ["git"] } }',
    ],
    invalid: ['{ "theme": ', '{ "mcpServers": 1 }', '{} {}'],
    others: '{ "theme": "x", "mcpServers": { "git": { "command": "uvx" } } }',
  },
  opencode: {
    valid: [
      '',
      '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n    "git": { "type": "local", "command": ["uvx", "mcp-server-git"], "enabled": true },\n  },\n}\n',
      '{ "mcp": { "servers": { "git": { "type": "local", "command": ["uvx"] } } } }',
      '{ "mcp": { "servers": { "type": "local", "command": ["a server called servers"] } } }',
    ],
    invalid: ['{ "mcp": "none" }', '{ mcp: {} }', '{ "mcp": { "servers": { } }'],
    others: '{ "mcp": { "git": { "type": "local", "command": ["uvx"] } } }',
  },
  codex: {
    valid: [
      '',
      'model = "o3" # mine',
      '# mine\nmodel = "o3"\n\n[mcp_servers.git]\ncommand = "uvx"\nargs = [\n  "mcp-server-git", # the server\n]\n\n[mcp_servers.git.env]\nKEY = "x"\n\n# the end\n',
      'model = "o3"\r\n[tools]\r\nweb_search = true\r\n',
      `notify = ["sh", '-c', """two
lines with [mcp_servers.claude-mem] in them"""]
literal = '''it's''''
[profiles."o 3".sub]
n = 1_000
f = -1.5e+3
h = 0xdead_beef
d = 1979-05-27T07:32:00Z
e = 1979-05-27 07:32:00.5
t = 07:32:00
inline = { a = [1, 2,], "b c" = { d = "\\u00e9\\\\" } }
[[lists]]
[[lists]]
x.y.z = +inf
`,
      '[mcp_servers]\ngit = { command = "uvx" }\n',
    ],
    invalid: [
      'model = ',
      'model = o3',
      'model "o3"',
      '[mcp_servers.git',
      'a = "no end',
      'a = """no end',
      "a = 'no\nend'",
      'a = [1, 2',
      'a = { b = 1',
      'a = "\\q"',
      'a = "\\ud8"',
      'a = 1 b = 2',
      'a = 01x',
      '= 1',
      'mcp_servers = { git = { command = "uvx" } }',
      'mcp_servers.git.command = "uvx"',
      '[[mcp_servers]]\ncommand = "uvx"',
    ],
    others: '[mcp_servers.git]\ncommand = "uvx"\n',
  },
}

describe.each(MCP_HOSTS.map((host): [string, McpHost] => [host.name, host]))('the adapter of %s', (name, host) => {
  const { valid, invalid, others } = FILES[name] ?? { valid: [], invalid: [], others: '' }
  const both = (text: string) => [OURS, ODD].map((server) => ({ server, text, added: host.add(text, server) }))

  it('finds what it added, and nothing before', () => {
    for (const { server, text, added } of valid.flatMap(both)) {
      expect(host.find(text), text).toBeUndefined()
      expect(host.find(added), added).toEqual(server)
    }
  })

  it('only puts in a piece: what was there before and after it stays, byte for byte', () => {
    for (const { text, added } of valid.flatMap(both)) {
      if (text.trim() === '') continue
      let same = 0
      while (same < text.length && text[same] === added[same]) same += 1
      expect(added.endsWith(text.slice(same)), `${text}\n→\n${added}`).toBe(true)
    }
  })

  it('takes its entry out again, and no other', () => {
    for (const { text, added } of valid.flatMap(both)) {
      const rest = host.remove(added)
      expect(host.find(rest), rest).toBeUndefined()
      const bare = (one: string) => one.replace(/\s|"mcp(?:Servers)?":\{\},?/g, '').replace(/,(?=\})/g, '')
      expect(bare(rest).replace(/^\{\}$/, ''), added).toBe(bare(text).replace(/^\{\}$/, ''))
    }
  })

  it('keeps what a person wrote around the entry since', () => {
    const later = host.add(others, OURS).replace('uvx', 'npx')
    const rest = host.remove(later)
    expect(rest).toContain('npx')
    expect(rest).not.toContain('claude-mem')
  })

  it('refuses what it cannot read, or could only change by guessing', () => {
    for (const text of invalid) expect(() => host.add(text, OURS), text).toThrow(Uneditable)
  })

  it('never throws anything else, whatever the text', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '"""',
      "'''",
      '\n',
      '=',
      ',',
      '.',
      'mcp_servers',
      'claude-mem',
      '"mcpServers"',
      ':',
      '#',
      '\\',
      '1',
      ' ',
    ]
    let state = 7
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    for (let count = 0; count < 3000; count++) {
      const text = Array.from(
        { length: 1 + Math.floor(next() * 14) },
        () => pieces[Math.floor(next() * pieces.length)],
      ).join('')
      try {
        if (host.find(text) === undefined) expect(host.find(host.add(text, OURS)), JSON.stringify(text)).toEqual(OURS)
        else host.remove(text)
      } catch (error) {
        expect(error, JSON.stringify(text)).toBeInstanceOf(Uneditable)
      }
    }
  })
})

describe('the file', () => {
  const at = (host: McpHost, env: NodeJS.ProcessEnv = {}) =>
    host.configFile(loadConfig({ dataDir: '/nonexistent' }, { HOME: '/home/me', ...env }))

  it('is the one the host documents', () => {
    expect(MCP_HOSTS.map((host) => at(host))).toEqual([
      '/home/me/.codex/config.toml',
      '/home/me/.cursor/mcp.json',
      '/home/me/.gemini/settings.json',
      '/home/me/.config/opencode/opencode.json',
    ])
  })

  it('follows the host’s own variables', () => {
    expect(at(codex, { CODEX_HOME: '/c' })).toBe('/c/config.toml')
    expect(at(gemini, { GEMINI_CLI_HOME: '/g' })).toBe('/g/.gemini/settings.json')
    expect(at(opencode, { XDG_CONFIG_HOME: '/x' })).toBe('/x/opencode/opencode.json')
  })
})

describe('the entry', () => {
  it('of Cursor says that it is a local program', () => {
    expect(JSON.parse(cursor.add('', OURS))).toEqual({
      mcpServers: { 'claude-mem': { type: 'stdio', command: OURS.command, args: OURS.args } },
    })
  })

  it('of OpenCode has command and arguments in one list', () => {
    expect(JSON.parse(opencode.add('', ODD))).toEqual({
      mcp: { 'claude-mem': { type: 'local', command: [ODD.command, ...ODD.args], environment: ODD.env } },
    })
  })

  it('of OpenCode stands where the servers of version 2 stand, if there are some', () => {
    const added = JSON.parse(opencode.add('{ "mcp": { "servers": { "git": { "type": "local" } } } }', OURS))
    expect(Object.keys(added.mcp.servers).sort()).toEqual(['claude-mem', 'git'])
  })

  it('of Codex is a table at the end', () => {
    expect(codex.add('model = "o3"', OURS)).toBe(
      `model = "o3"\n\n[mcp_servers.claude-mem]\ncommand = "sh"\nargs = ["${OURS.args[0]}"]\n`,
    )
  })

  it('of Codex goes with its tables below, and leaves the comment that follows', () => {
    const text =
      '[a]\nx = 1\n\n[mcp_servers.claude-mem]\ncommand = "sh"\n[mcp_servers.claude-mem.env]\nKEY = "x"\n\n# about b\n[b]\n'
    expect(codex.find(text)).toEqual({ command: 'sh', args: [], env: { KEY: 'x' } })
    expect(codex.remove(text)).toBe('[a]\nx = 1\n\n# about b\n[b]\n')
  })

  it('of Codex is left alone where it is written inline', () => {
    const text = '[mcp_servers]\nclaude-mem = { command = "sh", args = ["/x"] }\n'
    expect(() => codex.remove(text)).toThrow(/cannot be edited safely/)
  })
})
