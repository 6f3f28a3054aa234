/** From the settings to the provider they name. `local` needs none: it is what remains when nobody is asked. */
import type { ProviderName } from '../../memory/provider-name.ts'
import { anthropicProvider } from './anthropic.ts'
import { ClaudeProvider } from './claude.ts'
import { DEFAULT_MODELS } from './default-models.ts'
import { openaiProvider } from './openai.ts'
import type { Provider } from './provider.ts'

export interface ProviderSettings {
  provider: ProviderName
  model?: string | undefined
  /** Of `anthropic` without, of `openai` with the `/v1`. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  /** Only `claude` has a child; it is started with this executable, folder and environment. */
  claudePath?: string | undefined
  cwd: string
  env: Record<string, string>
}

const ANTHROPIC_URL = 'https://api.anthropic.com'
const OPENAI_URL = 'https://api.openai.com/v1'

export function makeProvider(settings: ProviderSettings): Provider | undefined {
  const { provider, cwd, env } = settings
  if (provider === 'local') return undefined
  const model = settings.model || DEFAULT_MODELS[provider]
  const apiKey = settings.apiKey || undefined
  if (provider === 'claude') return new ClaudeProvider({ executable: settings.claudePath, model, cwd, env })
  if (provider === 'anthropic') return anthropicProvider({ apiKey, model, baseUrl: settings.baseUrl || ANTHROPIC_URL })
  return openaiProvider({ apiKey, model, baseUrl: settings.baseUrl || OPENAI_URL })
}
