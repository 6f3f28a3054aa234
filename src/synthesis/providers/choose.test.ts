import { describe, expect, it } from 'vitest'
import { MODEL_PROVIDERS } from '../../memory/model-provider.ts'
import { checkProvider } from './check.ts'
import { makeProvider } from './choose.ts'
import { type Provider, ProviderError } from './provider.ts'

const PLACE = { cwd: '/nowhere', env: {} }

describe('choosing a provider', () => {
  it('asks nobody with `local`', () => expect(makeProvider({ provider: 'local', ...PLACE })).toBeUndefined())

  it.each(['claude', 'anthropic', 'openai'] as const)(
    'takes the default model of %s, or the one that is set',
    (name) => {
      expect(makeProvider({ provider: name, ...PLACE })).toMatchObject({ name, model: MODEL_PROVIDERS[name].model })
      expect(makeProvider({ provider: name, model: 'another', ...PLACE })).toMatchObject({ name, model: 'another' })
    },
  )
})

describe('checking a provider', () => {
  const provider = (ask: Provider['ask']): Provider => ({ name: 'openai', model: 'asked', ask, close: async () => {} })
  const usage = { input: 1, cacheWrite: 0, cacheRead: 0, output: 1 }

  it('tells the model that answered and how long it took', async () => {
    const times = [100, 350]
    const answering = provider(async () => ({ text: '{}', usage, model: 'answered', truncated: false }))
    expect(await checkProvider(answering, { now: () => times.shift() ?? 0 })).toEqual({
      ok: true,
      model: 'answered',
      ms: 250,
      usage,
    })
  })

  it('hands back what is wrong', async () => {
    const error = new ProviderError('no_login', 'Claude Code is not logged in.')
    expect(await checkProvider(provider(() => Promise.reject(error)))).toBe(error)
  })
})
