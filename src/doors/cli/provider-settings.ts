/** The provider settings in settings.json: read and changed here for `provider` and `install`. */
import { join } from 'node:path'
import { SETTINGS } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { type DataFolder, makeFolders, readText, writeWhole } from '../../worker/client.ts'

export interface ProviderChanges {
  provider?: string | undefined
  model?: string | undefined
  baseUrl?: string | undefined
  budget?: string | undefined
  key?: string | undefined
}

export function readSettings(folder: DataFolder): Record<string, unknown> {
  const path = settingsPath(folder)
  const found = readText(path)
  if (found === undefined) return {}
  try {
    return JSON.parse(found) as Record<string, unknown> // checked key by key when it is loaded
  } catch (cause) {
    throw new MemoryError('bad_input', `${path} is not JSON. Nothing was changed.`, { cause })
  }
}

/** All or nothing: an unusable value changes none of them. The worker has to be restarted to notice. */
export function changeSettings(folder: DataFolder, changes: ProviderChanges): void {
  const settings = readSettings(folder)
  const { provider: name } = changes
  const wanted: [keyof typeof SETTINGS, string | undefined][] = [
    ['PROVIDER', name],
    ['MODEL', changes.model],
    ['BASE_URL', changes.baseUrl],
    ['DAILY_TOKEN_BUDGET', changes.budget],
    ['API_KEY', changes.key],
  ]
  // Model and address belong to the provider they were set for; a key must never reach another one.
  if (name !== undefined) for (const key of ['MODEL', 'BASE_URL'] as const) delete settings[`CLAUDE_MEM_${key}`]
  if (name !== undefined && name !== settings.CLAUDE_MEM_PROVIDER) delete settings.CLAUDE_MEM_API_KEY
  for (const [key, value] of wanted) {
    if (value === undefined) continue
    if (SETTINGS[key].parse(value) === undefined) {
      throw new MemoryError('bad_input', `“${value}” cannot be used for CLAUDE_MEM_${key}. Nothing was changed.`, {
        hint: SETTINGS[key].doc,
      })
    }
    settings[`CLAUDE_MEM_${key}`] = value
  }
  makeFolders(folder)
  writeWhole(settingsPath(folder), `${JSON.stringify(settings, null, 2)}\n`)
}

function settingsPath(folder: DataFolder): string {
  return join(folder.root, 'settings.json')
}
