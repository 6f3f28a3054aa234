/** From the settings to the provider they name. `local` needs none: it is used when no model is asked. */
import { factsOf, type ProviderName } from '../../memory/model-provider.ts'
import { anthropicProvider } from './anthropic.ts'
import { ClaudeProvider } from './claude.ts'
import { openaiProvider } from './openai.ts'
import type { Provider } from './provider.ts'

export interface ProviderSettings {
  provider: ProviderName
  model?: string | undefined
  /** For `anthropic` without, for `openai` with the `/v1`. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  /** Only `claude` starts a child process, with this executable, folder and environment. */
  claudePath?: string | undefined
  cwd: string
  env: Record<string, string>
}

export function makeProvider(settings: ProviderSettings): Provider | undefined {
  const { provider, apiKey, baseUrl } = settings
  if (provider === 'local') return undefined
  const model = settings.model || factsOf(provider).model
  return MAKERS[provider]({ ...settings, model, apiKey: apiKey || undefined, baseUrl: baseUrl || undefined })
}

const MAKERS: Record<Provider['name'], (by: ProviderSettings & { model: string }) => Provider> = {
  claude: ({ claudePath, model, cwd, env }) => new ClaudeProvider({ executable: claudePath, model, cwd, env }),
  anthropic: ({ apiKey, model, baseUrl = 'https://api.anthropic.com' }) =>
    anthropicProvider({ apiKey, model, baseUrl }),
  openai: ({ apiKey, model, baseUrl = 'https://api.openai.com/v1' }) => openaiProvider({ apiKey, model, baseUrl }),
}
