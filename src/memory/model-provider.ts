/**
 * The model providers, in one table. A new one needs a row here, a file in synthesis/providers/ that calls it, and a
 * line in synthesis/providers/choose.ts that creates it.
 */
interface ModelProvider {
  /** One line for the user who chooses. */
  cost: string
  /** The default model. Small and fast: the work is to word known facts better. */
  model: string
  /** The usual environment variable for this provider's key. */
  keyVariable?: string
  /** What to do when there is no key. */
  withoutKey?: string
}

// The dollars are for a day of 30 turns: 135,000 tokens in and 15,000 out at the list prices of November 2026
// (claude-haiku-4-5: 1 and 5 a million; gpt-5-mini: 0.25 and 2, with as much again for its thinking).
export const MODEL_PROVIDERS = {
  local: { cost: 'no model, no cost, nothing leaves this machine', model: '' },
  claude: { cost: 'your own Claude Code login; counts against your plan', model: 'claude-haiku-4-5' },
  anthropic: {
    cost: 'a key of the Anthropic API; about $0.20 a day with the default model',
    model: 'claude-haiku-4-5',
    keyVariable: 'ANTHROPIC_API_KEY',
    withoutKey: 'It needs a key: claude-mem provider anthropic --key-stdin',
  },
  openai: {
    cost: 'any compatible address; about $0.10 a day at OpenAI with the default model, nothing on your own machine',
    model: 'gpt-5-mini',
    keyVariable: 'OPENAI_API_KEY',
    withoutKey: 'It needs a key or an address: claude-mem provider openai [--base-url URL] [--key-stdin]',
  },
} satisfies Record<string, ModelProvider>

export type ProviderName = keyof typeof MODEL_PROVIDERS
export type ModelProviderName = Exclude<ProviderName, 'local'>
export const PROVIDER_NAMES = Object.keys(MODEL_PROVIDERS) as ProviderName[] // the table has exactly these keys

export function factsOf(name: ProviderName): ModelProvider {
  return MODEL_PROVIDERS[name]
}
