/**
 * Keeps the rooms honest. These tables ARE the architecture; ARCHITECTURE.md prints them.
 * Reads import lines as text on purpose: no plugin, no build, and type-only imports count too.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const MAY_IMPORT: Record<string, string[]> = {
  memory: [],
  workspace: ['memory'],
  capture: ['memory', 'workspace'],
  store: ['memory'],
  synthesis: ['memory', 'store'],
  index: ['memory', 'store'],
  retrieval: ['memory', 'workspace', 'store', 'index'],
  outline: ['memory', 'workspace'],
  context: ['memory', 'workspace', 'store', 'retrieval', 'outline'],
  notes: ['memory', 'workspace', 'store', 'index', 'synthesis', 'retrieval'],
  worker: [
    'memory',
    'workspace',
    'capture',
    'store',
    'synthesis',
    'index',
    'retrieval',
    'outline',
    'context',
    'notes',
    'config',
    'version',
  ],
  doors: ['memory', 'workspace', 'capture', 'worker/client', 'worker/protocol', 'config', 'version'],
}

/** A package or built-in module that only one place may use. */
const ONLY_IN: Record<string, string> = { 'node:sqlite': 'store', hono: 'worker' }

/** Words a folder or file may not be named after: they say nothing about its subject. */
const EMPTY_NAMES = /(^|[/-])(utils?|shared|common|core|helpers?|services?|manager|handler|processor)([.-]|\/|$)/

/** What a tool is called by the host. Decisions hang on `ToolEvent.call`; `tool` is a label. */
const HOST_TOOLS =
  'Agent AskUserQuestion Bash BashOutput Edit EnterPlanMode ExitPlanMode Glob Grep KillShell LS MultiEdit NotebookEdit NotebookRead PowerShell Read Skill Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoRead TodoWrite ToolSearch WebFetch WebSearch Write'
/** The user's list of tools to skip names them, and its default is a setting. */
const MAY_NAME_TOOLS = ['config.ts']

/** Whoever starts a program decides what a stranger's file can make it do: a new one is looked at. */
const MAY_START_PROCESSES = [
  'doors/cli/demo.ts',
  'doors/cli/setup/app-folder.ts',
  'doors/cli/setup/claude-plugin.ts',
  'index/vectors/chroma-server.ts',
  'notes/qmd/process.ts',
  'synthesis/providers/claude-process.ts',
  'worker/process/index-client.ts',
  'worker/process/launch.ts',
  'workspace/git-process.ts',
]

const sources = readdirSync('src', { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))

const text = (file: string) => readFileSync(join('src', file), 'utf8')
const specifiers = (file: string) =>
  [...text(file).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
const local = (file: string) =>
  specifiers(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)).replace(/\.ts$/, ''))
const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

describe('the rooms', () => {
  it.each(sources.filter((file) => file.includes('/')))('%s imports only what its room may', (file) => {
    const room = file.split('/')[0] ?? ''
    expect(Object.keys(MAY_IMPORT), 'a new room needs a row here and a line in ARCHITECTURE.md').toContain(room)
    expect(local(file).filter((to) => ![room, ...(MAY_IMPORT[room] ?? [])].some((place) => within(to, place)))).toEqual(
      [],
    )
    const packages = specifiers(file).filter((specifier) =>
      Object.keys(ONLY_IN).some((name) => within(specifier, name)),
    )
    expect(
      packages.filter((name) => !Object.entries(ONLY_IN).some(([key, home]) => within(name, key) && home === room)),
    ).toEqual([])
  })

  it('are printed in ARCHITECTURE.md as they are here', () => {
    const page = readFileSync('ARCHITECTURE.md', 'utf8')
    for (const [room, allowed] of Object.entries(MAY_IMPORT)) {
      if (!existsSync(join('src', room))) continue
      expect(page).toContain(`| \`${room}/\` |`)
      for (const other of allowed) expect(page).toContain(other)
    }
  })

  it('keep SQL in store/', () => {
    const sql = /\b(SELECT\s.+\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|PRAGMA )\b/
    expect(sources.filter((file) => !within(file, 'store') && sql.test(text(file)))).toEqual([])
  })

  it('let no hook, CLI or MCP process load the database', () => {
    const seen = new Set<string>()
    const walk = (module: string) => {
      if (seen.has(module) || !existsSync(join('src', `${module}.ts`))) return
      seen.add(module)
      for (const next of local(`${module}.ts`)) walk(next)
    }
    for (const file of sources.filter((one) => within(one, 'doors'))) walk(file.replace(/\.ts$/, ''))
    expect([...seen].filter((module) => within(module, 'store'))).toEqual([])
  })

  it('read the environment in config.ts alone', () => {
    const code = (file: string) => text(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    expect(sources.filter((file) => file !== 'config.ts' && /process\.env\b/.test(code(file)))).toEqual([])
  })

  it('start processes in places that are known, git in one', () => {
    const starters = sources.filter((file) => specifiers(file).includes('node:child_process'))
    expect(starters.sort()).toEqual(MAY_START_PROCESSES)
    const gits = starters.filter((file) => /\b(?:spawn|exec|execFile|fork)(?:Sync)?\(\s*['"`]git\b/.test(text(file)))
    expect(gits, 'what git is asked goes through workspace/git-process.ts').toEqual([])
  })

  it("know the host's tools by name in capture/ alone", () => {
    const named = new RegExp(`(['"\`])(?:${HOST_TOOLS.replaceAll(' ', '|')})\\1`)
    const code = (file: string) => text(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    const others = sources.filter((file) => !within(file, 'capture') && !/fixture/.test(file))
    expect(others.filter((file) => named.test(code(file)) && !MAY_NAME_TOOLS.includes(file))).toEqual([])
    expect(
      sources.filter((file) => named.test(code(file)) && within(file, 'capture')),
      'the pattern still finds them where they belong',
    ).toContain('capture/clean.ts')
  })

  it('take of zod what they use: its `z` brings all of it, 140 kB in each thread', () => {
    expect(sources.filter((file) => /import \{ z \} from 'zod'/.test(text(file)))).toEqual([])
  })

  it('have files of one subject: none over 400 lines, none named for a role', () => {
    expect(sources.filter((file) => text(file).split('\n').length > 400)).toEqual([])
    expect(sources.filter((file) => EMPTY_NAMES.test(file))).toEqual([])
  })
})
