/** settings.json as it is written: read whole, changed key by key, replaced at once. Keys of other subjects stay as they are. */
import { SETTINGS, type SettingName } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { type DataFolder, makeFolders, readText, writeWhole } from './data-folder.ts'

/** `null` takes the key out of the file. */
export type SettingChanges = Partial<Record<SettingName, string | null>>

export function readSettings(folder: DataFolder): Record<string, unknown> {
  const found = readText(folder.settings)
  if (found === undefined) return {}
  const refuse = (cause?: unknown) =>
    new MemoryError('bad_input', `${folder.settings} is not a JSON object. Nothing was changed.`, { cause })
  let parsed: unknown
  try {
    parsed = JSON.parse(found)
  } catch (cause) {
    throw refuse(cause)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw refuse()
  return parsed as Record<string, unknown> // an object, checked key by key when it is loaded
}

/** All or nothing: an unusable value changes none of them. */
export function changeSettings(folder: DataFolder, changes: SettingChanges): void {
  const settings = readSettings(folder)
  for (const [name, value] of Object.entries(changes) as [SettingName, string | null][]) {
    const key = `CLAUDE_MEM_${name}`
    if (value === null) {
      delete settings[key]
      continue
    }
    if (SETTINGS[name].parse(value) === undefined) {
      throw new MemoryError('bad_input', `“${value}” cannot be used for ${key}. Nothing was changed.`, {
        hint: SETTINGS[name].doc,
        field: key,
      })
    }
    settings[key] = value
  }
  makeFolders(folder)
  writeWhole(folder.settings, `${JSON.stringify(settings, null, 2)}\n`)
}
