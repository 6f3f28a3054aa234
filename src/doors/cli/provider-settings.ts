/** The provider's settings, as `provider` and `install` change them. The worker has to be restarted to notice. */
import { changeSettings, type DataFolder, readSettings, type SettingChanges } from '../../worker/client.ts'

export interface ProviderChanges {
  provider?: string | undefined
  model?: string | undefined
  baseUrl?: string | undefined
  budget?: string | undefined
  key?: string | undefined
}

export function changeProvider(folder: DataFolder, changes: ProviderChanges): void {
  const { provider: name } = changes
  const wanted = {
    // Model and address belong to the provider they were set for; a key must never reach another one.
    ...(name === undefined ? {} : { MODEL: null, BASE_URL: null }),
    ...(name === undefined || name === readSettings(folder).CLAUDE_MEM_PROVIDER ? {} : { API_KEY: null }),
    ...given({ PROVIDER: name, MODEL: changes.model, BASE_URL: changes.baseUrl }),
    ...given({ DAILY_TOKEN_BUDGET: changes.budget, API_KEY: changes.key }),
  }
  changeSettings(folder, wanted)
}

function given(wanted: Record<string, string | undefined>): SettingChanges {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}
