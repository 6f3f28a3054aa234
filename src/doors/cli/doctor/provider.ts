/** Who words the memories: can it be used. A model is called only with `--online`, and within the day's budget. */
import { apiKey, type Config, findProgram } from '../../../config.ts'
import { countOf } from '../../../memory/count.ts'
import { factsOf } from '../../../memory/model-provider.ts'
import { askWorker } from '../../../worker/client.ts'
import { defineCheck } from './check.ts'

const WHY = 'Memories keep their local wording, which is plainer.'

export const providerCheck = defineCheck({
  name: 'provider',
  asks: 'the model that words memories can be used',
  needsWorker: true,
  faults: {
    'provider-needs': { what: 'The provider lacks what it needs.', why: WHY, fix: 'claude-mem provider local' },
    'provider-fails': {
      what: 'The provider has failed, and work was put off or given up.',
      why: WHY,
      fix: 'claude-mem provider --retry',
    },
    'provider-refuses': {
      what: 'The provider did not answer a small call.',
      why: WHY,
      fix: 'claude-mem provider --check',
    },
  },
  async run({ config, folder, online, say }) {
    const { synthesis } = await askWorker(folder, 'GET /api/status')
    const { provider, model, skipped, lastError } = synthesis
    if (provider === 'local') return { ok: 'local: no model needed' }
    const missing = missingFor(config)
    if (missing) return { found: [{ fault: 'provider-needs', ...missing }] }
    if (online) {
      say('Asking the model …')
      const check = await askWorker(folder, 'POST /api/provider/check')
      if (!check.ok) {
        const fix = check.hint === undefined ? {} : { fix: check.hint }
        return { found: [{ fault: 'provider-refuses', what: check.message, ...fix }] }
      }
      return { ok: `${provider} (${model}) answered in ${Math.round(check.ms)} ms` }
    }
    if (skipped > 0 || lastError !== null) {
      const what = `${countOf(skipped, 'batch was', 'batches were')} given up${lastError ? `; the last error: ${lastError}` : ''}.`
      return { found: [{ fault: 'provider-fails', what }] }
    }
    return { ok: `${provider} (${model}); with --online it is asked` }
  },
})

function missingFor(config: Config): { what: string; fix: string } | undefined {
  const name = config.PROVIDER
  if (name === 'claude' && !(config.CLAUDE_PATH || findProgram('claude')))
    return {
      what: 'The program `claude` is not on the PATH.',
      fix: 'set CLAUDE_MEM_CLAUDE_PATH, or: claude-mem provider local',
    }
  const ownServer = name === 'openai' && config.BASE_URL !== '' // many of these need no key
  if (factsOf(name).withoutKey === undefined || ownServer || apiKey(config)) return undefined
  return { what: `The provider ${name} has no key.`, fix: `claude-mem provider ${name} --key-stdin` }
}
