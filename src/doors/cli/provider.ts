/** Shows who words the memories, what that costs, and whether it works; changes it in settings.json. */
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { ProviderCheck, Status } from '../../worker/protocol.ts'
import { countOf } from '../count.ts'
import type { Command, Invocation } from './command.ts'
import { changeSettings } from './provider-settings.ts'
import { stopWorker } from './stop.ts'

const provider: Command = {
  usage:
    'claude-mem provider                                   show the provider and today’s tokens\n' +
    'claude-mem provider NAME [--model M] [--base-url U] [--key-stdin] [--budget N]\n' +
    'claude-mem provider --check                            one tiny call; fails if it does\n' +
    'claude-mem provider --retry                            try at once what failed or was put off\n\n' +
    'NAME: local (no model, no cost), claude (your own Claude Code login), anthropic, openai (any compatible address).\n' +
    'A key comes from --key-stdin, settings.json, or ANTHROPIC_API_KEY / OPENAI_API_KEY; it is never shown.',
  options: {
    model: { type: 'string' },
    'base-url': { type: 'string' },
    budget: { type: 'string' },
    'key-stdin': { type: 'boolean' },
    check: { type: 'boolean' },
    retry: { type: 'boolean' },
  },
  async run(invocation) {
    const { positionals, flags, folder, terminal } = invocation
    const [name] = positionals
    const changes = name !== undefined || ['model', 'base-url', 'budget', 'key-stdin'].some((flag) => flag in flags)
    if (changes) await change(invocation, name)
    if (flags.retry) {
      const { retried } = await callWorker<{ retried: number }>(folder, { method: 'POST', path: '/api/provider/retry' })
      const batches = countOf(retried, 'batch is', 'batches are')
      return terminal.result({ retried }, retried === 0 ? 'Nothing has failed.' : `${batches} tried again now.`)
    }
    const status = await callWorker<Status>(folder, { method: 'GET', path: '/api/status' })
    const wantsCheck = flags.check === true || (changes && status.synthesis.provider !== 'local')
    const check = wantsCheck
      ? await callWorker<ProviderCheck>(folder, { method: 'POST', path: '/api/provider/check' })
      : undefined
    // A check is paid for, too.
    const shown = check ? await callWorker<Status>(folder, { method: 'GET', path: '/api/status' }) : status
    const isRefused = flags.check === true && check?.ok === false
    terminal.result({ ...shown.synthesis, check }, render(shown, isRefused ? undefined : check))
    if (isRefused)
      throw new MemoryError('unavailable', check.message, check.hint === undefined ? {} : { hint: check.hint })
  },
}
export default provider

async function change({ positionals, flags, folder }: Invocation, name: string | undefined): Promise<void> {
  if (positionals.length > 1) throw new MemoryError('bad_input', 'Give one provider.')
  changeSettings(folder, {
    provider: name,
    model: text(flags.model),
    baseUrl: text(flags['base-url']),
    budget: text(flags.budget),
    key: flags['key-stdin'] ? await readLine() : undefined,
  })
  // The next one reads the new settings, and asks at once about what waited for them.
  await stopWorker(folder)
}

function text(flag: string | boolean | undefined): string | undefined {
  return typeof flag === 'string' ? flag : undefined
}

async function readLine(): Promise<string> {
  let line = ''
  for await (const chunk of process.stdin) line += chunk
  return line.trim()
}

function render({ synthesis }: Status, check: ProviderCheck | undefined): string {
  const { provider: name, model, spentToday, budget, waiting, skipped, lastError } = synthesis
  const count = (value: number) => value.toLocaleString('en-US')
  if (name === 'local') return 'provider   local: no model, no cost'
  return [
    `provider   ${name} (${model})`,
    `today      ${count(spentToday)} of ${count(budget)} tokens`,
    `waiting    ${waiting} batches${skipped > 0 ? `, ${skipped} skipped (claude-mem provider --retry)` : ''}`,
    ...(lastError ? [`last error ${lastError}`] : []),
    ...(check
      ? [
          check.ok
            ? `check      works, ${check.ms} ms`
            : `check      ${check.message}${check.hint ? ` ${check.hint}` : ''}`,
        ]
      : []),
  ].join('\n')
}
