import type { ModelProviderName } from '../../memory/provider-name.ts'

/** The models that are asked when none is named. Small and quick: the work is to put known facts into better words. */
export const DEFAULT_MODELS: Record<ModelProviderName, string> = {
  claude: 'claude-haiku-4-5',
  anthropic: 'claude-haiku-4-5',
  openai: 'gpt-5-mini',
}
