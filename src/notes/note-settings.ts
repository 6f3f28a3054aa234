/**
 * The settings of notes: the `memory` object of settings.json, overridden by a workspace's agent-config.json. Pure.
 * Every key is independent: an invalid value is reported in one sentence and the previous value stays, so that a typo
 * never disables the notes.
 */
import * as z from 'zod'
import { DREAM_DEFAULTS } from './dream/settings.ts'

/** These change what is searched, not only how; the worker then lists the notes again. */
export const CRITICAL_KEYS = ['backend', 'extraPaths'] as const
export type CriticalKey = (typeof CRITICAL_KEYS)[number]

const FIELDS = {
  backend: oneOf('builtin', 'qmd'),
  citations: oneOf('auto', 'on', 'off'),
  extraPaths: paths(),
  /** Workspaces whose own agent-config.json may name folders outside them. */
  trusted: paths(),
  builtin: {
    keywords: flag(true),
    bilingual: flag(true),
    dates: flag(true),
    vectors: flag(true),
    temporalDecay: flag(true),
    halfLifeDays: days(30),
    mmr: flag(true),
    mmrLambda: share(0.7),
  },
  memoryContext: {
    enabled: flag(true),
    maxResults: whole(4, 1, 20),
    includeRecency: flag(true),
    halfLifeDays: days(30),
  },
  dreaming: {
    enabled: flag(true),
    time: field('03:00', z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/), 'a time such as "03:00"'),
    minScore: share(DREAM_DEFAULTS.minScore),
    minRecallCount: whole(DREAM_DEFAULTS.minRecalls, 1, 1000),
    minUniqueQueries: whole(DREAM_DEFAULTS.minUniqueQueries, 1, 1000),
    maxPromotions: whole(DREAM_DEFAULTS.mostPromotions, 0, 1000),
    retireAfterDays: whole(DREAM_DEFAULTS.unusedDays, 1, 36_500),
    memoryTokens: whole(DREAM_DEFAULTS.memoryTokens, 200, 1_000_000),
    rewrite: flag(false),
  },
  qmd: {
    command: field(
      'qmd',
      z.string().regex(/^(?:[\w.+-]+|(?:[A-Za-z]:)?[\\/][^\0]+)$/),
      'the name of a program or its absolute path',
    ),
    searchMode: oneOf('query', 'search', 'vsearch'),
    limits: { maxResults: whole(6, 1, 50), timeoutMs: whole(15_000, 500, 120_000) },
  },
}

export type NoteSettings = Values<typeof FIELDS>

export const DEFAULT_NOTE_SETTINGS: NoteSettings = defaultsOf(FIELDS)

/** `value` is the object itself, without its key; `base` applies where it says nothing. */
export function parseNoteSettings(
  value: unknown,
  base: NoteSettings = DEFAULT_NOTE_SETTINGS,
): { settings: NoteSettings; problems: string[] } {
  const problems: string[] = []
  if (value === undefined) return { settings: base, problems }
  const read = readGroup(withTime(value, problems), { group: FIELDS, base, path: 'memory', problems })
  return { settings: read as NoteSettings, problems } // as: `base` with values that FIELDS let through
}

/**
 * `global` is the `memory` object of settings.json, `workspace` the whole agent-config.json, where `dreaming` and
 * `memoryContext` may be inside `memory` or beside it. That file comes with the repository: it may not choose which
 * program is started nor, unless the user trusts the workspace, which of the user's folders are read.
 */
export function mergeNoteSettings(
  global: unknown,
  workspace: unknown,
  isTrusted: (trusted: readonly string[]) => boolean = () => false,
): { settings: NoteSettings; problems: string[] } {
  const ours = parseNoteSettings(global)
  const theirs = parseNoteSettings(memoryOf(workspace), ours.settings)
  const { command } = ours.settings.qmd
  const { trusted } = ours.settings
  const added = theirs.settings.extraPaths === ours.settings.extraPaths ? [] : theirs.settings.extraPaths
  const refused = isTrusted(trusted) ? [] : added.filter(leadsOut)
  const named = [
    ...(theirs.settings.qmd.command === command ? [] : ['memory.qmd.command']),
    ...(theirs.settings.trusted === trusted ? [] : ['memory.trusted']),
  ]
  return {
    settings: {
      ...theirs.settings,
      extraPaths: theirs.settings.extraPaths.filter((path) => !refused.includes(path)),
      qmd: { ...theirs.settings.qmd, command },
      trusted,
    },
    problems: [
      ...ours.problems.map((problem) => `settings.json: ${problem}`),
      ...theirs.problems.map((problem) => `agent-config.json: ${problem}`),
      ...named.map((key) => `agent-config.json: ${key} is taken from settings.json alone.`),
      ...refused.map(
        (path) =>
          `agent-config.json: ${path} is outside the workspace and is not read; add the workspace to memory.trusted in settings.json to allow it.`,
      ),
    ],
  }
}

/** Not a path inside the workspace. */
function leadsOut(path: string): boolean {
  return /^(?:~|[\\/]|[A-Za-z]:)/.test(path)
}

export function changedCritical(before: NoteSettings, after: NoteSettings): CriticalKey[] {
  return CRITICAL_KEYS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}

interface Field<T> {
  default: T
  schema: z.ZodType<T>
  /** The valid values, in words. */
  wanted: string
}
type Group = { readonly [key: string]: Field<unknown> | Group }
type Values<G> = { [K in keyof G]: G[K] extends Field<infer T> ? T : Values<G[K]> }

function field<T>(value: T, schema: z.ZodType<T>, wanted: string): Field<T> {
  return { default: value, schema, wanted }
}

function flag(value: boolean): Field<boolean> {
  return field(value, z.boolean(), 'true or false')
}

/** The first is the default. */
function oneOf<const T extends string>(first: T, ...others: T[]): Field<T> {
  const values: [T, ...T[]] = [first, ...others]
  return field<T>(first, z.enum(values) as unknown as z.ZodType<T>, values.map((one) => `"${one}"`).join(' or ')) // as: an enum of exactly these
}

function paths(): Field<string[]> {
  return field<string[]>([], z.array(z.string().min(1).max(4096)).max(100), 'a list of paths')
}

function whole(value: number, min: number, max: number): Field<number> {
  return field(value, z.number().int().min(min).max(max), `a whole number from ${min} to ${max}`)
}

function share(value: number): Field<number> {
  return field(value, z.number().min(0).max(1), 'a number from 0 to 1')
}

function days(value: number): Field<number> {
  return field(value, z.number().positive().max(36_500), 'a number of days above 0')
}

function defaultsOf<G extends Group>(group: G): Values<G> {
  const values = Object.entries(group).map(([key, one]) => [key, isField(one) ? one.default : defaultsOf(one)])
  return Object.fromEntries(values) as Values<G> // every key of the group was set above
}

function isField(one: Field<unknown> | Group): one is Field<unknown> {
  return 'schema' in one
}

/** The group's keys from `value`, over `base`, which has them all. */
function readGroup(value: unknown, by: { group: Group; base: object; path: string; problems: string[] }): object {
  if (!isObject(value)) {
    by.problems.push(`${by.path} is not an object and is ignored.`)
    return by.base
  }
  const base = new Map<string, unknown>(Object.entries(by.base))
  for (const [key, given] of Object.entries(value)) {
    const path = `${by.path}.${key}`
    const one = Object.hasOwn(by.group, key) ? by.group[key] : undefined
    if (one === undefined) by.problems.push(`${path} is not a setting of notes and is ignored.`)
    else if (isField(one)) base.set(key, readField(one, { given, before: base.get(key), path, problems: by.problems }))
    else base.set(key, readGroup(given, { ...by, group: one, base: Object(base.get(key)), path }))
  }
  return Object.fromEntries(base)
}

function readField(
  { schema, wanted }: Field<unknown>,
  by: { given: unknown; before: unknown; path: string; problems: string[] },
): unknown {
  const parsed = schema.safeParse(by.given)
  if (parsed.success) return parsed.data
  by.problems.push(`${by.path} has to be ${wanted}; ${JSON.stringify(by.before)} stays.`)
  return by.before
}

/**
 * `dreaming.schedule` is the older name: a cron line, of which only a daily time is understood. `time` wins over it.
 */
function withTime(value: unknown, problems: string[]): unknown {
  if (!isObject(value) || !isObject(value.dreaming) || !Object.hasOwn(value.dreaming, 'schedule')) return value
  const { schedule, ...dreaming } = value.dreaming
  const [, minute, hour] = /^\s*([0-5]?\d)\s+([01]?\d|2[0-3])\s+\*\s+\*\s+\*\s*$/.exec(String(schedule)) ?? []
  if (minute === undefined || hour === undefined) {
    problems.push('memory.dreaming.schedule has to be one time a day such as "0 3 * * *" and is ignored.')
    return { ...value, dreaming }
  }
  return { ...value, dreaming: { time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`, ...dreaming } }
}

/** Keys inside `memory` win over those beside it. undefined when the file says nothing about notes. */
function memoryOf(workspace: unknown): unknown {
  if (!isObject(workspace)) return workspace
  const beside = Object.fromEntries(
    BESIDE.filter((key) => Object.hasOwn(workspace, key)).map((key) => [key, workspace[key]]),
  )
  const { memory } = workspace
  if (memory === undefined) return Object.keys(beside).length === 0 ? undefined : beside
  return isObject(memory) ? { ...beside, ...memory } : memory
}

const BESIDE = ['dreaming', 'memoryContext'] as const

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
