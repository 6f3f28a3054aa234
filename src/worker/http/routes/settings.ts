/**
 * Settings for a form: what each is, where its value comes from, and whether the running worker uses it yet. Secrets go in
 * and never come out. The preview writes nothing: no ledger entry, no setting.
 */
import { type Config, loadConfig, SETTING_GROUPS, SETTINGS, type SettingName, settingText } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { changeSettings, type SettingChanges } from '../../process/settings-file.ts'
import type { SettingShown, SettingsReply } from '../../protocol/settings.ts'
import { APPLIED_AT_ONCE } from '../context-settings.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { getProjects } from './scope.ts'

export function addSettingRoutes({ add }: Router, parts: HttpParts): void {
  add('GET /api/settings', () => settingsOf(running(parts)))
  add('POST /api/settings', ({ body: { changes } }) => {
    const config = running(parts)
    const wanted = parseChanges(changes)
    for (const name of Object.keys(wanted) as SettingName[]) refuseOutranked(config, name)
    changeSettings(dataFolder(config.dataDir), wanted)
    parts.applySettings?.(loadConfig({ dataDir: config.dataDir }))
    return settingsOf(config)
  })
  add('POST /api/settings/preview', ({ body: { project, changes } }) => {
    const [chosen, another] = getProjects(parts.db, project)
    if (!chosen || another) {
      throw new MemoryError('bad_input', `Several projects are called \`${project}\`; name one by its id.`)
    }
    const tried: Config = { ...loadConfig({ dataDir: running(parts).dataDir }), ...valuesOf(parseChanges(changes)) }
    const told = parts.previewSession?.(tried, chosen.root)
    return { text: told?.text ?? null, tokens: told?.tokens ?? 0, memories: told?.shown.size ?? 0 }
  })
}

function running({ config }: HttpParts): Config {
  if (config) return config
  throw new MemoryError('unavailable', 'This worker has no settings.')
}

/** `config` is what the worker runs with; the file may say something newer. */
function settingsOf(config: Config): SettingsReply {
  const next = loadConfig({ dataDir: config.dataDir })
  const grouped = new Set(Object.values(SETTING_GROUPS).flat())
  const others = (Object.keys(SETTINGS) as SettingName[]).filter((name) => !grouped.has(name))
  const groups = Object.entries({ ...SETTING_GROUPS, ...(others.length > 0 ? { Others: others } : {}) })
  return {
    file: dataFolder(config.dataDir).settings,
    groups: groups.map(([title, names]) => ({ title, settings: names.map((name) => shown(name, next, config)) })),
    problems: next.problems,
  }
}

function shown(name: SettingName, next: Config, current: Config): SettingShown {
  const { doc, form, default: usual } = SETTINGS[name]
  const value = settingText(next[name]) ?? ''
  return {
    key: `CLAUDE_MEM_${name}`,
    doc,
    form: { ...form },
    default: settingText(usual) ?? '',
    value: isSecret(name, value) ? null : value,
    source: next.sources[name],
    waits: value !== settingText(current[name]),
    atOnce: APPLIED_AT_ONCE.includes(name),
  }
}

/** An address may contain a password, too. */
function isSecret(name: SettingName, value: string): boolean {
  if (value === '') return false
  const { kind } = SETTINGS[name].form
  if (kind !== 'address') return kind === 'secret'
  const { username, password, search } = new URL(value)
  return `${username}${password}${search}` !== ''
}

function parseChanges(changes: Record<string, string | null>): SettingChanges {
  const unknown = Object.keys(changes).find((key) => nameOf(key) === undefined)
  if (unknown !== undefined) {
    throw new MemoryError('bad_input', `There is no setting \`${unknown.slice(0, 100)}\`. Nothing was changed.`, {
      hint: 'GET /api/settings lists all of them.',
      field: 'changes',
    })
  }
  return Object.fromEntries(Object.entries(changes).map(([key, value]) => [nameOf(key), value]))
}

function nameOf(key: string): SettingName | undefined {
  return (Object.keys(SETTINGS) as SettingName[]).find((name) => key === `CLAUDE_MEM_${name}`)
}

/** Values that are only tried; an unusable one is an error, as it is when it is stored. */
function valuesOf(changes: SettingChanges): Partial<Config> {
  return Object.fromEntries(
    (Object.entries(changes) as [SettingName, string | null][]).map(([name, text]) => {
      const value = text === null ? SETTINGS[name].default : SETTINGS[name].parse(text)
      if (value !== undefined) return [name, value]
      throw new MemoryError('bad_input', `“${text}” cannot be used for CLAUDE_MEM_${name}.`, {
        hint: SETTINGS[name].doc,
        field: `CLAUDE_MEM_${name}`,
      })
    }),
  )
}

function refuseOutranked(config: Config, name: SettingName): void {
  if (config.sources[name] !== 'the environment') return
  throw new MemoryError(
    'bad_input',
    `CLAUDE_MEM_${name} is set in the environment, which outranks settings.json. Nothing was changed.`,
    {
      hint: 'Change it where it is set, or remove it there.',
      field: `CLAUDE_MEM_${name}`,
    },
  )
}
