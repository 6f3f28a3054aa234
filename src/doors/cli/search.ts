import { MemoryError } from '../../memory/error.ts'
import type { Observation } from '../../memory/observation.ts'
import { callWorker } from '../../worker/client.ts'
import type { Command } from './command.ts'

const search: Command = {
  usage: 'claude-mem search WORDS [--project NAME] [--limit N]',
  options: { project: { type: 'string' }, limit: { type: 'string' } },
  async run({ positionals, flags, folder, terminal }) {
    const query = positionals.join(' ')
    if (query.trim() === '') throw new MemoryError('bad_input', 'Give the words to search for.')
    const asked = new URLSearchParams({ query })
    if (typeof flags.project === 'string') asked.set('project', flags.project)
    if (typeof flags.limit === 'string') asked.set('limit', flags.limit)
    const found = await callWorker<{ observations: Observation[] }>(folder, {
      method: 'GET',
      path: `/api/search/observations?${asked}`,
    })
    const lines = found.observations.map(
      (one) => `${terminal.bold(String(one.id))} ${one.type} ${one.title} ${terminal.dim(`[${one.projectName}]`)}`,
    )
    terminal.result(found, lines.join('\n') || 'Nothing found.')
  },
}
export default search
