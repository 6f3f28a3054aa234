import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { ObservationFull } from '../../worker/protocol/rows.ts'
import type { Command } from './command.ts'
import { renderMemory } from './memory-text.ts'

const show: Command = {
  usage: 'claude-mem show ID [ID …]',
  async run({ positionals, folder, terminal }) {
    const ids = positionals.map(Number)
    if (ids.length === 0 || ids.some((id) => !Number.isSafeInteger(id) || id <= 0)) {
      throw new MemoryError('bad_input', 'Give the id of a memory.', { hint: 'Find it with: claude-mem search WORDS' })
    }
    const { results, missing } = await callWorker<{ results: ObservationFull[]; missing: number[] }>(folder, {
      method: 'POST',
      path: '/api/observations/batch',
      body: { ids, cwd: resolve('.') },
    })
    if (results.length === 0) throw new MemoryError('not_found', `There is no memory with id ${missing.join(', ')}.`)
    const gone = missing.length > 0 ? [`Nothing is kept under ${missing.join(', ')}.`] : []
    const texts = [...results.map((one) => renderMemory(one, terminal)), ...gone]
    terminal.result({ results, missing }, texts.join('\n\n'))
  },
}
export default show
