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
  synthesis: ['memory'],
  index: ['memory', 'store', 'platform-runtime'],
  retrieval: ['memory', 'workspace', 'store', 'index'],
  outline: ['memory'],
  context: ['memory', 'workspace', 'store', 'retrieval'],
  notes: ['memory', 'workspace', 'store', 'synthesis', 'retrieval'],
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
  doors: [
    'memory',
    'workspace',
    'capture',
    'worker/client',
    'worker/protocol',
    'config',
    'version',
    'platform-runtime',
  ],
}

/** Inside the worker: who answers, who writes, and what both stand on. Threads know each other by the writer's client and messages alone. */
const WRITER_DOOR = ['worker/writer/writer-client', 'worker/writer/writer-protocol']
const WORKER_ROOMS: Record<string, string[]> = {
  'worker/http': ['worker/process', 'worker/protocol', ...WRITER_DOOR],
  'worker/process': ['worker/protocol', ...WRITER_DOOR],
  'worker/writer': ['worker/process', 'worker/protocol'],
}

/** A package or built-in module that only one place may use. */
const ONLY_IN: Record<string, string> = { 'node:sqlite': 'store', hono: 'worker' }

/** Words a folder or file may not be named after: they say nothing about its subject. */
const EMPTY_NAMES = /(^|[/-])(utils?|shared|common|core|helpers?|services?|manager|handler|processor)([.-]|\/|$)/

/**
 * What a host calls its tools and the fields of its JSON, by the folder that may say so. Decisions hang on `ToolEvent.call`;
 * `tool` is a label. Names that are usual English or usual in our own tables (`session_id`, `stdout`), or that two hosts have (`file_path`), are left out.
 */
const HOST_WORDS: Record<string, { tools: string; fields: string }> = {
  'claude-code': {
    tools:
      'Agent AskUserQuestion Bash BashOutput Edit EnterPlanMode ExitPlanMode Glob Grep KillShell LS MultiEdit NotebookEdit NotebookRead PowerShell Read Skill Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoRead TodoWrite ToolSearch WebFetch WebSearch Write',
    fields:
      'additionalContext agent_type backgroundTaskId enabledPlugins extraKnownMarketplaces hook_event_name hookSpecificOutput installPath isMeta isSidechain last_assistant_message leafUuid mcp__plugin_ new_source new_string notebook_path old_string originalFile permissionDecision permissionDecisionReason promptSource run_in_background structuredPatch suppressOutput systemMessage tool_input tool_response toolDenialKind toolUseResult',
  },
  codex: {
    tools:
      'apply_patch container.exec exec_command grep_files list_dir local_shell read_file request_user_input shell_command spawn_agent unified_exec update_plan view_image wait_agent write_stdin',
    fields:
      'agent_role base_instructions cached_input_tokens call_id custom_tool_call event_msg forked_from_id last_token_usage parent_thread_id replacement_history response_item session_meta thread_spawn token_count turn_context workdir',
  },
}
/** Where a host's folder may stand: its files in the room that reads what it says, and in the door that sets it up. */
const isOfHost = (file: string, host: string) =>
  within(file, `capture/${host}`) || (within(file, 'doors') && file.includes(`/${host}/`))
/** The user's list of tools to skip names them, and its default is a setting. */
const MAY_NAME_TOOLS = ['config.ts']
/** The demo plays a session of the host, payloads and all. */
const PLAYS_THE_HOST = ['doors/cli/demo.ts']

/** Whoever starts a program decides what a stranger's file can make it do: a new one is looked at. */
const MAY_START_PROCESSES = [
  'doors/cli/demo.ts',
  'doors/cli/doctor/claude-code/probe.ts',
  'doors/cli/doctor/program.ts',
  'doors/cli/setup/app-folder.ts',
  'doors/cli/setup/ask-editor.ts',
  'doors/cli/setup/claude-code/plugin-commands.ts',
  'doors/cli/ui.ts',
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

  it('are printed in ARCHITECTURE.md row by row as they are here', () => {
    const page = readFileSync('ARCHITECTURE.md', 'utf8')
    const section = /^## Rooms[\s\S]*?(?=^## )/m.exec(page)?.[0] ?? ''
    const rows = [...section.matchAll(/^\| `(\w+)\/` \|.*\| ([^|]+) \|$/gm)]
    const printed = rows.map(([, room, list = '']) => [room, list === 'nothing' ? [] : list.split(', ')])
    expect(printed).toEqual(Object.entries(MAY_IMPORT))
  })

  it.each(Object.entries(MAY_IMPORT))('of %s import all they may: %j', (room, allowed) => {
    const own = sources.filter((file) => within(file, room) && !/\.(?:fixture|contract)\.ts$/.test(file))
    const used = own.flatMap(local)
    expect(allowed.filter((place) => !used.some((to) => within(to, place)))).toEqual([])
  })

  it('have no file that is imported, at whatever distance, by what it imports; types count too', () => {
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (module: string, path: string[]): void => {
      if (path.includes(module)) cycles.push([...path.slice(path.indexOf(module)), module].join(' → '))
      if (done.has(module) || path.includes(module) || !existsSync(join('src', `${module}.ts`))) return
      for (const next of local(`${module}.ts`)) walk(next, [...path, module])
      done.add(module)
    }
    for (const file of sources) walk(file.replace(/\.ts$/, ''), [])
    expect(cycles).toEqual([])
  })

  it.each(Object.entries(WORKER_ROOMS))('%s knows of the rest of the worker only what it may', (room, allowed) => {
    const imports = sources.filter((file) => within(file, room)).flatMap((file) => local(file).map((to) => [file, to]))
    const own = imports.filter(
      ([, to = '']) => within(to, 'worker') && ![room, ...allowed].some((one) => within(to, one)),
    )
    expect(own).toEqual([])
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

  it('are seen by the viewer through the protocol and the words of memory/ alone', () => {
    const files = readdirSync('viewer', { recursive: true })
      .map(String)
      .filter((file) => /\.tsx?$/.test(file))
    expect(files.length).toBeGreaterThan(5)
    const outside = files.flatMap((file) =>
      [...readFileSync(join('viewer', file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
        .map(([, to = '']) => normalize(join('viewer', dirname(file), to)))
        .filter((to) => !/^(?:viewer\/|src\/worker\/protocol|src\/memory\/)/.test(to)),
    )
    expect(outside).toEqual([])
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

  describe.each(Object.entries(HOST_WORDS))(
    'know the words of %s in its own folders alone:',
    (host, { tools, fields }) => {
      const code = (file: string) => text(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      const found = (pattern: RegExp) =>
        sources.filter((file) => !/fixture/.test(file) && pattern.test(code(file)) && !PLAYS_THE_HOST.includes(file))

      it('its tools', () => {
        const named = found(new RegExp(`(['"\`])(?:${tools.replaceAll(' ', '|')})\\1`))
        expect(named.filter((file) => !isOfHost(file, host) && !MAY_NAME_TOOLS.includes(file))).toEqual([])
        expect(
          named.some((file) => isOfHost(file, host)),
          'the pattern still finds them where they belong',
        ).toBe(true)
      })

      it('the fields of its JSON', () => {
        const named = found(new RegExp(`\\b(?:${fields.replaceAll(' ', '|')})`))
        expect(named.filter((file) => !isOfHost(file, host))).toEqual([])
        expect(
          named.some((file) => isOfHost(file, host)),
          'the pattern still finds them where they belong',
        ).toBe(true)
      })

      it('and reach it through the list of hosts', () => {
        const importers = sources.filter((file) => local(file).some((to) => within(to, `capture/${host}`)))
        expect(importers.filter((file) => !isOfHost(file, host) && !/fixture/.test(file))).toEqual(['capture/hosts.ts'])
      })
    },
  )

  it('take of zod what they use: its `z` brings all of it, 140 kB in each thread', () => {
    expect(sources.filter((file) => /import \{ z \} from 'zod'/.test(text(file)))).toEqual([])
  })

  it('have files of one subject: none over 400 lines, none named for a role', () => {
    expect(sources.filter((file) => text(file).split('\n').length > 400)).toEqual([])
    expect(sources.filter((file) => EMPTY_NAMES.test(file))).toEqual([])
  })
})
