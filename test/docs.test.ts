/** The documents must not drift from the program: settings, commands, routes and kinds of secrets are compared with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderRoutePage } from '../scripts/route-page.ts'
import { loadConfig } from '../src/config.ts'
import { renderCommandPage } from '../src/doors/cli/command-page.ts'
import { CATALOGUE } from '../src/doors/cli/commands.ts'
import { CHECKS } from '../src/doors/cli/doctor/checks.ts'
import { renderFaultTable } from '../src/doors/cli/doctor/fault-table.ts'
import { loadAll } from '../src/doors/cli/help.ts'
import { renderSettingTable } from '../src/doors/cli/setting-table.ts'
import { renderToolTable } from '../src/doors/mcp/tool-table.ts'
import { TOOLS } from '../src/doors/mcp/tools.ts'
import { REDACTION_KINDS } from '../src/memory/redaction.ts'
import { DEFAULT_NOTE_SETTINGS } from '../src/notes/note-settings.ts'
import { ROUTES } from '../src/worker/protocol/routes.ts'

const page = (path: string) => readFileSync(path, 'utf8')
const firstColumn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

describe('the documents', () => {
  it('list every setting and every tool as their tables say; `npm run docs` writes them', () => {
    expect(page('docs/settings.md')).toContain(`\n\n${renderSettingTable()}\n\n`)
    expect(page('docs/mcp.md')).toContain(`\n\n${renderToolTable(TOOLS)}\n\n`)
  })

  it('list every finding of the doctor; `npm run docs` writes them', () => {
    expect(page('docs/troubleshooting.md')).toContain(`\n\n${renderFaultTable(CHECKS)}\n`)
    const names = CHECKS.flatMap(({ faults }) => Object.keys(faults))
    expect(new Set(names).size).toBe(names.length)
  })

  it('list every setting of notes with its default, and no other', () => {
    const rows = [...page('docs/notes.md').matchAll(/^\| `([\w.]+)` \| `([^`]+)` \|/gm)]
    const shown = rows.map(([, key, value]) => `${key} ${value}`)
    expect(shown.sort()).toEqual(flat(DEFAULT_NOTE_SETTINGS).sort())
  })

  it('say of the commands what their tables say; `npm run docs` writes the page', async () => {
    expect(page('docs/commands.md')).toBe(renderCommandPage(await loadAll(CATALOGUE)))
  })

  it('say of every route what its schemas say; `npm run docs` writes the page', () => {
    expect(page('docs/http-reference.md')).toBe(renderRoutePage())
  })

  it('list every route', () => {
    const routes = Object.keys(ROUTES)
    expect(firstColumn(page('docs/http.md'), /^\| `((?:GET|POST) [^`?{ ]+)/gm).sort()).toEqual(routes.sort())
  })

  it('list every kind of secret that is redacted', () => {
    const kinds = firstColumn(page('docs/privacy.md'), /^\| `([\w-]+)` \|/gm)
    expect(kinds.sort()).toEqual([...new Set(REDACTION_KINDS.map((one) => one.kind))].sort())
  })

  it('have a sentence by line 3 of the README and the two commands by line 20', () => {
    const lines = page('README.md').split('\n')
    expect(lines.slice(0, 3).join(' ')).toMatch(/memory for Claude Code/i)
    const top = lines.slice(0, 20).join('\n')
    expect(top).toContain('npm install && npx claude-mem demo')
    expect(top).toContain('npm install && npm test')
    expect(page('.ci/run')).toContain('npm install && npm test')
  })

  it('link only to files that exist', () => {
    const pages = [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      ...readdirSync('docs')
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ]
    for (const path of pages) {
      for (const [, target = ''] of page(path).matchAll(/\]\(([^)#]+?)(?:#[^)]*)?\)/g)) {
        if (/^https?:/.test(target)) continue
        const base = path.includes('/') ? 'docs/' : ''
        expect(() => readFileSync(`${base}${target}`), `${path} links to ${target}`).not.toThrow()
      }
    }
  })
})

describe('SECURITY.md', () => {
  const rows = page('SECURITY.md')
    .split('\n')
    .filter((line) => /^\| (?!who |---)/.test(line) || line.startsWith('| |'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const scripts = Object.keys(JSON.parse(page('package.json')).scripts)

  it('says of every threat who, what they could try, what stops them and what shows it', () => {
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows)
      expect([row.length, row.slice(1).every((cell) => cell !== '')], row.join(' ')).toEqual([4, true])
  })

  it('names only tests that there are', () => {
    for (const [, , , shownBy = ''] of rows) {
      for (const name of shownBy.split(', ')) {
        const [, script] = /^`npm run ([\w:]+)`$/.exec(name) ?? []
        const [, check] = /^client check `([\w-]+)`$/.exec(name) ?? []
        const file = check === undefined ? name : `test/client/checks/${check}.ts`
        if (script !== undefined) expect(scripts).toContain(script)
        else expect(existsSync(file) && /\.test\.ts$|checks/.test(file), name).toBe(true)
      }
    }
  })

  it('is right that every dependency is pinned, and what is installed by its hash', () => {
    const { dependencies = {}, devDependencies, optionalDependencies } = JSON.parse(page('package.json'))
    const asked = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(asked.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
    const { packages } = JSON.parse(page('package-lock.json'))
    const installed = Object.entries<{ integrity?: string; link?: boolean }>(packages).filter(([path]) => path !== '')
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([, one]) => !/^sha512-/.test(one.integrity ?? '')).map(([path]) => path)).toEqual([])
  })
})

/** `a.b 1`, one for each value. */
function flat(group: object, path = ''): string[] {
  return Object.entries(group).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? flat(value, `${path}${key}.`)
      : [`${path}${key} ${JSON.stringify(value)}`],
  )
}

describe('settings', () => {
  it('come from the file, and from the environment before it; a bad value is reported and changes nothing', () => {
    const config = loadConfig(
      { dataDir: '/nonexistent' },
      { HOME: '/home/me', CLAUDE_MEM_CONTEXT_TOKENS: '900', CLAUDE_MEM_SUBAGENTS: 'sometimes' },
    )
    expect(config.CONTEXT_TOKENS).toBe(900)
    expect(config.SUBAGENTS).toBe('summary')
    expect(config.problems).toHaveLength(1)
    expect(config.problems[0]).toContain('CLAUDE_MEM_SUBAGENTS')
  })
})
