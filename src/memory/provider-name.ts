/** Who may word the memories. `local` asks no model. */
export const PROVIDERS = ['local', 'claude', 'anthropic', 'openai'] as const
export type ProviderName = (typeof PROVIDERS)[number]
export type ModelProviderName = Exclude<ProviderName, 'local'>
