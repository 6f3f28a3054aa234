import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { ReplayDifference } from '../../worker/protocol.ts'
import type { Command } from './command.ts'

const PROVIDERS = ['local', 'claude', 'anthropic', 'openai']

const synth: Command = {
  usage:
    'claude-mem synth replay --session ID [--provider local|claude|anthropic|openai] [--dry-run]\n\n' +
    'Derives a session’s memories again from its kept events and shows the difference; --dry-run changes nothing.',
  options: { session: { type: 'string' }, provider: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run({ positionals, flags, folder, terminal }) {
    const { session, provider } = flags
    if (positionals[0] !== 'replay' || typeof session !== 'string') {
      throw new MemoryError('bad_input', 'Say which session to replay.', {
        hint: 'Try: claude-mem synth replay --session ID --dry-run',
      })
    }
    if (provider !== undefined && !PROVIDERS.includes(String(provider))) {
      throw new MemoryError('bad_input', `There is no provider ${provider}.`, { hint: PROVIDERS.join(', ') })
    }
    const found = await callWorker<ReplayDifference>(folder, {
      method: 'POST',
      path: '/api/synthesis/replay',
      body: { session, provider, dryRun: flags['dry-run'] === true },
    })
    terminal.result(found, render(found))
  },
}
export default synth

function render({ rows, events, applied }: ReplayDifference): string {
  const marks = { same: ' ', changed: '~', added: '+', gone: '-' }
  const lines = rows.flatMap(({ change, id, before, after }) => [
    `${marks[change]} ${id ?? 'new'} ${after ?? before}`,
    ...(change === 'changed' && before !== after ? [`    was: ${before}`] : []),
  ])
  const ending = applied ? 'The memories were changed accordingly.' : 'Nothing was changed.'
  return [`${events} kept events`, ...lines, ending].join('\n')
}
