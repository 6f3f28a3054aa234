import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { IndexStatus, RebuildStarted } from '../../worker/protocol/overview.ts'
import type { Command } from './command.ts'

const indexCommand: Command = {
  usage:
    'claude-mem index status|rebuild\n\nThe index is what finds memories by meaning. It can always be made anew from the memories; until that is\n' +
    'done, searches use words and say so.',
  async run({ positionals: [what = 'status'], folder, terminal }) {
    if (what === 'rebuild') {
      const { started, waiting } = await callWorker<RebuildStarted>(folder, {
        method: 'POST',
        path: '/api/index/rebuild',
      })
      const text = started ? `Rebuilding: ${waiting} memories to go.` : 'It is being rebuilt already.'
      return terminal.result({ started, waiting }, text)
    }
    if (what !== 'status') throw new MemoryError('bad_input', 'Only `status` and `rebuild` are known.')
    const status = await callWorker<IndexStatus>(folder, { method: 'GET', path: '/api/index' })
    terminal.result(status, render(status))
  },
}
export default indexCommand

function render(status: IndexStatus): string {
  return [
    `state      ${status.state}`,
    `model      ${status.model} (${status.dimensions} dimensions), vectors: ${status.driver}`,
    `indexed    ${status.indexed} memories, ${status.waiting} waiting`,
    ...(status.problem === null ? [] : [`problem    ${status.problem}`]),
  ].join('\n')
}
