/**
 * Every setting, in one table: default < settings.json < environment < flag. Only this file reads the environment. An
 * unusable value is reported in `problems` and its default applies, so that a typo never stops capture.
 */

import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { MemoryError } from './memory/error.ts'
import { factsOf, PROVIDER_NAMES, type ProviderName } from './memory/model-provider.ts'
import {
  anyText,
  bool,
  list,
  oneOf,
  type SettingSpec,
  secret,
  settingText,
  spec,
  taking,
  url,
  wholeNumber,
} from './setting-forms.ts'

const GATE_MODES = ['earn', 'deny', 'inform', 'off'] as const

/** `glob=mode`, as a list; one entry without a mode invalidates it, so that the typo is reported. */
const gateRules = taking({ kind: 'list' }, (text): string[] | undefined => {
  const rules = list(text)
  return rules?.every((rule) => GATE_MODES.some((mode) => rule.length > mode.length + 1 && rule.endsWith(`=${mode}`)))
    ? rules
    : undefined
})

export { settingText }

/** Keys of settings.json and names in the environment are the same: `CLAUDE_MEM_` + the name here. */
export const SETTINGS = {
  WORKER_PORT: spec(
    37777,
    wholeNumber(0, 65535),
    'Port of the worker on 127.0.0.1. If it is taken, a free one is used.',
  ),
  SKIP_TOOLS: spec(
    ['TodoRead', 'LS', 'Glob', 'Grep', 'ListMcpResourcesTool'],
    list,
    'Tools that are never captured, comma-separated, `*` allowed. Replaces the default list.',
  ),
  EXCLUDED_PROJECTS: spec(
    [] as string[],
    list,
    'Path globs, comma-separated. A matching project is not captured and gets no context.',
  ),
  PRIVATE_PROJECTS: spec(
    [] as string[],
    list,
    'Path globs, comma-separated. Memories of a matching project are shown in that project alone, or when it is asked for by name.',
  ),
  SUBAGENTS: spec(
    'summary' as 'on' | 'summary' | 'off',
    oneOf('on', 'summary', 'off'),
    'What is kept of subagents: everything (`on`), only edits, failures and results (`summary`), or nothing (`off`).',
  ),
  CONTEXT_TOKENS: spec(2000, wholeNumber(200, 2800), 'Token budget of the session-start context (an estimate).'),
  SESSION_LINE: spec(true, bool, 'Show one line at session start: how many memories, how many tokens.'),
  IDLE_EXIT_MINUTES: spec(30, wholeNumber(1, 1440), 'The worker ends after this long without a live session.'),
  PROVIDER: spec(
    'local' as ProviderName,
    oneOf(...PROVIDER_NAMES),
    `Who words the memories: ${PROVIDER_NAMES.map((name) => `\`${name}\``).join(', ')}. \`claude-mem provider --help\` says what each is and costs.`,
  ),
  MODEL: spec('', anyText, 'Model of the provider; empty means the provider’s default.'),
  BASE_URL: spec('', url, 'Address of the provider’s API; empty means the vendor’s own.'),
  API_KEY: spec(
    '',
    secret,
    'Key for `anthropic` or `openai`; else ANTHROPIC_API_KEY or OPENAI_API_KEY of the environment.',
  ),
  CLAUDE_PATH: spec(
    '',
    anyText,
    'The `claude` executable for the provider of that name; empty means the one on the PATH.',
  ),
  DAILY_TOKEN_BUDGET: spec(
    200_000,
    wholeNumber(0, 1_000_000_000),
    'Tokens a model may cost per day; a call that does not fit is not made.',
  ),
  BATCH_WINDOW_MS: spec(
    3000,
    wholeNumber(0, 600_000),
    'Work that ends within this time of each other goes to the model together.',
  ),
  CROSS_PROJECT: spec(
    'true' as 'true' | 'search' | 'false',
    oneOf('true', 'search', 'false'),
    'Whether memories of other projects are shown: in searches and unasked (`true`), only in searches (`search`), or never (`false`).',
  ),
  RECENCY_HALFLIFE_DAYS: spec(
    2,
    wholeNumber(1, 365),
    'After this many days a memory counts half as recent at session start.',
  ),
  PROMPT_RECALL: spec(true, bool, 'Add to a prompt the memories of earlier sessions that are relevant to it.'),
  READ_GATE: spec(
    'earn' as (typeof GATE_MODES)[number],
    oneOf(...GATE_MODES),
    'When an agent reads a whole file that memory knows, it is unchanged, and its outline and notes cost less than half: refuse the first read and offer those (`deny`); the same, but only with tokens the project has saved before (`earn`); refuse nothing and add the notes to every known file (`inform`); or do nothing (`off`).',
  ),
  READ_GATE_PROJECTS: spec(
    [] as string[],
    gateRules,
    'The same for single projects: `glob=mode`, comma-separated, the first match counts, e.g. `~/clients/*=off`.',
  ),
  FAILURE_HINTS: spec(
    'inform' as 'deny-once' | 'inform' | 'off',
    oneOf('deny-once', 'inform', 'off'),
    'When a call fails the way an earlier one did: add what fixed that one (`inform`); also refuse once a command that is known to fail as typed (`deny-once`); or do nothing (`off`).',
  ),
  EMBEDDINGS: spec(
    'local' as 'local' | 'openai' | 'off',
    oneOf('local', 'openai', 'off'),
    'Who turns texts into vectors: the model that came with the program (`local`), any OpenAI-compatible server (`openai`), or nobody (`off`: words only).',
  ),
  EMBEDDINGS_URL: spec(
    '',
    url,
    'Address of the embedding server up to `/embeddings`, e.g. `http://localhost:11434/v1`; empty means OpenAI’s.',
  ),
  EMBEDDINGS_MODEL: spec('text-embedding-3-small', (text) => text || undefined, 'Model of the embedding server.'),
  VECTORS: spec(
    'builtin' as 'builtin' | 'chroma',
    oneOf('builtin', 'chroma'),
    'Where vectors are kept: in `index.sqlite` of the data folder, or in a Chroma server.',
  ),
  CHROMA_URL: spec(
    '',
    url,
    'Address of the Chroma server; empty means one of our own, if the program `chroma` is on the PATH.',
  ),
  EVENT_DAYS: spec(7, wholeNumber(7, 365), 'Days that redacted events of closed sessions are kept for replay.'),
  PASSAGE_DAYS: spec(
    0,
    wholeNumber(0, 36_500),
    'How many days what was said is kept word for word and can be searched; 0 means forever. Memories are kept in any case.',
  ),
  MAX_AGE_DAYS: spec(
    0,
    wholeNumber(0, 36_500),
    'Memories, prompts and summaries older than this many days are cleared away; 0 means never. Pinned and edited memories, your own and your rules stay.',
  ),
  MAX_MEMORIES: spec(
    0,
    wholeNumber(0, 100_000_000),
    'The most memories a project keeps; the oldest beyond that are cleared away, except as above. 0 means no limit.',
  ),
  BACKUPS: spec(7, wholeNumber(1, 60), 'How many daily backups are kept.'),
  REVIEW: spec(
    false,
    bool,
    'Keep an inbox of new memories in the viewer: keep, edit or drop each with one key. A memory counts from the start, whether you have looked at it or not.',
  ),
  REQUIRE_TOKEN: spec(false, bool, 'Require the bearer token of the `token` file for reads over HTTP, too.'),
} satisfies Record<string, SettingSpec<unknown>>

export type SettingName = keyof typeof SETTINGS
type Values = { [Name in SettingName]: (typeof SETTINGS)[Name]['default'] }

/** By what they are about, as a form shows them. */
export const SETTING_GROUPS: Record<string, SettingName[]> = {
  'What is kept': [
    ...(['SKIP_TOOLS', 'EXCLUDED_PROJECTS', 'PRIVATE_PROJECTS', 'SUBAGENTS'] as const),
    ...(['EVENT_DAYS', 'PASSAGE_DAYS', 'MAX_AGE_DAYS', 'MAX_MEMORIES', 'REVIEW'] as const),
  ],
  'What a session is told': [
    ...(['CONTEXT_TOKENS', 'RECENCY_HALFLIFE_DAYS', 'CROSS_PROJECT', 'PROMPT_RECALL', 'SESSION_LINE'] as const),
    ...(['READ_GATE', 'READ_GATE_PROJECTS', 'FAILURE_HINTS'] as const),
  ],
  'Who words the memories': [
    ...(['PROVIDER', 'MODEL', 'BASE_URL', 'API_KEY', 'CLAUDE_PATH', 'DAILY_TOKEN_BUDGET', 'BATCH_WINDOW_MS'] as const),
  ],
  'Search by meaning': ['EMBEDDINGS', 'EMBEDDINGS_URL', 'EMBEDDINGS_MODEL', 'VECTORS', 'CHROMA_URL'],
  'The worker': ['WORKER_PORT', 'IDLE_EXIT_MINUTES', 'BACKUPS', 'REQUIRE_TOKEN'],
}

/** Where a value comes from, the last one wins. */
export type SettingSource = 'default' | 'settings.json' | 'the environment'

export interface Config extends Values {
  dataDir: string
  /** The host's configuration folder, with its transcripts and settings. */
  hostConfigDir: string
  /** Where Codex CLI keeps its configuration and sessions. */
  codexHome: string
  geminiHome: string
  /** Where programs keep the user's configuration. */
  userConfigDir: string
  home: string
  problems: string[]
  sources: Record<SettingName, SettingSource>
}

/** The environment is an argument only for tests. */
export function loadConfig(
  by: { dataDir?: string | undefined; flags?: Partial<Values> } = {},
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const home = env.HOME || homedir()
  const dataDir = by.dataDir ?? dataDirOf(home, env)
  const problems: string[] = []
  const file = readSettingsFile(join(dataDir, 'settings.json'), problems)
  const values: Record<string, unknown> = {}
  const sources: Record<string, SettingSource> = {}
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, SettingSpec<unknown>][]) {
    const key = `CLAUDE_MEM_${name}`
    values[name] = setting.default
    sources[name] = 'default'
    for (const [given, where] of [
      [file[key], 'settings.json'],
      [env[key], 'the environment'],
    ] as const) {
      if (given === undefined) continue
      const text = settingText(given)
      const parsed = text === undefined ? undefined : setting.parse(text)
      if (parsed === undefined) problems.push(`${key} in ${where} has a value that cannot be used; the default stays.`)
      else [values[name], sources[name]] = [parsed, where]
    }
  }
  return {
    ...(values as unknown as Values), // the loop above set every key of SETTINGS
    ...by.flags,
    dataDir,
    home,
    hostConfigDir: absolute(env.CLAUDE_CONFIG_DIR, join(home, '.claude')),
    codexHome: absolute(env.CODEX_HOME, join(home, '.codex')),
    geminiHome: join(absolute(env.GEMINI_CLI_HOME, home), '.gemini'),
    userConfigDir: absolute(env.XDG_CONFIG_HOME, join(home, '.config')),
    problems,
    sources: sources as Config['sources'], // likewise
  }
}

/** For our child processes: the user's environment without the marks of the session that started us. */
export function childEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = /^(CLAUDE_MEM_|CLAUDE_CONFIG_DIR$)/
  return Object.fromEntries(Object.entries(env).filter(([key]) => kept.test(key) || !/^CLAUDE/.test(key)))
}

/** Users who want no colour say so in the environment. */
export function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv = process.env): boolean {
  return isTerminal && env.NO_COLOR === undefined && env.TERM !== 'dumb'
}

/** A provider's key: its own setting first, then the usual variable. Never logged, never returned. */
export function apiKey(config: Config, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { keyVariable } = factsOf(config.PROVIDER)
  return config.API_KEY || (keyVariable && env[keyVariable]) || undefined
}

const EMBEDDINGS_KEY = 'OPENAI_API_KEY'

/** The key for the embedding server. A key set for another vendor is never sent to it. */
export function embeddingsKey(config: Config, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { keyVariable = EMBEDDINGS_KEY } = factsOf(config.PROVIDER)
  return (keyVariable === EMBEDDINGS_KEY ? config.API_KEY : '') || env[EMBEDDINGS_KEY] || undefined
}

/** What the provider's own client needs to find its login; a complete environment, not an addition. */
export function providerEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(hostEnvironment(env)).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** Where a child process looks for programs. */
export function searchPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
}

/** The absolute path of a program on the search path; undefined when there is none. */
export function findProgram(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return searchPath(env)
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, file))
    .find(isExecutable)
}

/** How the user edits a text: their own command, which may have arguments, else a common one that is installed. */
export function editorCommand(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.VISUAL?.trim() || env.EDITOR?.trim() || ['editor', 'nano', 'vi'].find((name) => findProgram(name, env))
}

/** What the host adds to the environment of everything inside its sessions. hook.sh has the same list. */
const SESSION_MARKS = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_PID',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_EFFORT',
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PLUGIN_DATA',
  'CLAUDE_ENV_FILE',
])

/** For starting the host's own program: everything the user set, without the marks of the session we may be in. */
export function hostEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !SESSION_MARKS.has(key)))
}

/** The host's own state: beside its configuration folder, unless that folder was moved. */
export function hostStateFile(config: Config, env: NodeJS.ProcessEnv = process.env): string {
  return join(env.CLAUDE_CONFIG_DIR ? config.hostConfigDir : config.home, '.claude.json')
}

/** What the host tells a hook besides its payload. */
export function hookEnvironment(env: NodeJS.ProcessEnv = process.env) {
  return {
    projectDir: env.CLAUDE_PROJECT_DIR || undefined,
    entrypoint: env.CLAUDE_CODE_ENTRYPOINT ?? '',
    observer: env.CLAUDE_MEM_OBSERVER === '1',
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // missing, or not executable for us
  }
}

/**
 * A relative path is refused: a hook runs in the project, the worker in `/`, and one of them would create it in a
 * repository.
 */
function dataDirOf(home: string, { CLAUDE_MEM_DATA_DIR: path }: NodeJS.ProcessEnv): string {
  if (!path) return join(home, '.claude-mem')
  if (isAbsolute(path)) return path
  throw new MemoryError('bad_input', `CLAUDE_MEM_DATA_DIR must be an absolute path; it is \`${path}\`.`, {
    hint: `For example: ${join(home, '.claude-mem')}`,
  })
}

function absolute(path: string | undefined, fallback: string): string {
  return path ? (isAbsolute(path) ? path : resolve(path)) : fallback
}

function readSettingsFile(path: string, problems: string[]): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return {} // usually there is no settings file
  }
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // reported below, like a file without an object
  }
  problems.push(`${path} is not a JSON object; defaults are used.`)
  return {}
}
