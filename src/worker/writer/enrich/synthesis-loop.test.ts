import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../config.ts'
import { settingsFor } from './synthesis-loop.ts'

describe('what a provider is opened with', () => {
  const config = loadConfig(
    { dataDir: '/data' },
    {
      HOME: '/home/me',
      CLAUDE_MEM_PROVIDER: 'anthropic',
      CLAUDE_MEM_MODEL: 'mine',
      CLAUDE_MEM_BASE_URL: 'http://127.0.0.1:9',
      CLAUDE_MEM_API_KEY: 'sk-for-this-one',
    },
  )

  it('is what was set, for the provider that is set', () =>
    expect(settingsFor(config, 'anthropic')).toMatchObject({
      model: 'mine',
      baseUrl: 'http://127.0.0.1:9',
      apiKey: 'sk-for-this-one',
    }))

  it.each(['openai', 'claude'] as const)('is neither its key nor its address for %s', (name) => {
    const settings = settingsFor(config, name)
    expect(JSON.stringify({ ...settings, env: {} })).not.toMatch(/sk-for-this-one|127\.0\.0\.1|mine/)
    expect(settings.cwd).toBe('/data/observer')
  })
})
