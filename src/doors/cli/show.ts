import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker, type DataFolder } from '../../worker/client.ts'
import type { ObservationFull } from '../../worker/protocol/rows.ts'
import { projectNames } from '../project-names.ts'
import type { Command } from './command.ts'
import { renderMemory, renderSummary } from './memory-text.ts'
import { findSummary } from './session-summary.ts'

/** As many as the worker gives at once. */
const MOST = 100
const HOW_TO_FIND = 'Find ids with: claude-mem search WORDS'

const show: Command = {
  usage:
    'claude-mem show ID [ID …]\n\nID is the number of a memory, or S and the number of a session’s summary, as `timeline` prints them.',
  async run({ positionals, folder, terminal }) {
    const asked = positionals.map(readId)
    if (asked.length === 0) throw new MemoryError('bad_input', 'Give the id of a memory.', { hint: HOW_TO_FIND })
    if (asked.length > MOST) throw new MemoryError('bad_input', `At most ${MOST} can be shown at once.`)
    const ids = asked.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
    const sessions = asked.filter(({ kind }) => kind === 'session').map(({ id }) => id)
    const { results, missing } = await findMemories(folder, ids)
    const summaries = await Promise.all(sessions.map((id) => findSummary(folder, id)))
    const known = summaries.filter((one) => one !== undefined)
    const gone = [...missing.map(String), ...sessions.filter((_, at) => !summaries[at]).map((id) => `S${id}`)]
    if (results.length + known.length === 0) {
      const [first] = sessions
      const hint =
        first === undefined ? HOW_TO_FIND : `A session may have no summary; try: claude-mem timeline S${first}`
      throw new MemoryError('not_found', `Nothing is kept under ${gone.join(', ')}.`, { hint })
    }
    const nameOf = projectNames([...results, ...known])
    const texts = [
      ...results.map((one) => renderMemory(one, terminal, nameOf(one))),
      ...known.map((one) => renderSummary(one, terminal, nameOf(one))),
      ...(gone.length > 0 ? [`Nothing is kept under ${gone.join(', ')}.`] : []),
    ]
    terminal.result({ results, missing, ...(sessions.length > 0 ? { summaries: known } : {}) }, texts.join('\n\n'))
  },
}
export default show

function readId(text: string): { kind: 'memory' | 'session'; id: number } {
  const [, session, digits] = /^(S?)(\d{1,15})$/i.exec(text) ?? []
  if (digits === undefined || Number(digits) === 0) {
    throw new MemoryError('bad_input', `\`${text}\` is no id: those are numbers, like 42, or S12 for a session.`, {
      hint: HOW_TO_FIND,
    })
  }
  return { kind: session ? 'session' : 'memory', id: Number(digits) }
}

async function findMemories(folder: DataFolder, ids: number[]) {
  if (ids.length === 0) return { results: [], missing: [] }
  return callWorker<{ results: ObservationFull[]; missing: number[] }>(folder, {
    method: 'POST',
    path: '/api/observations/batch',
    body: { ids, cwd: resolve('.') },
  })
}
