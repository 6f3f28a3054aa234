import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { askWorker, type DataFolder } from '../../worker/client.ts'
import type { TurnReply } from '../../worker/protocol/turns.ts'
import { projectNames } from '../project-names.ts'
import { defineCommand } from './command.ts'
import { renderMemory, renderSummary, renderTurn } from './memory-text.ts'
import { findSummary } from './session-summary.ts'
import { several } from './takes.ts'

/** The worker's limit per request. */
const MAX_SHOWN = 100
const HOW_TO_FIND = 'Find ids with: claude-mem search WORDS'

const show = defineCommand({
  summary: 'show memories in full',
  about: ['`claude-mem search` and `claude-mem timeline` print the ids.'],
  args: {
    ids: several(
      'ID',
      'a memory (42), the summary of a session (S12), or what was said in a turn, word for word (T12)',
    ),
  },
  examples: ['show 42', 'show 42 S12 T12'],
  async run({ args: { ids: given }, folder, terminal }) {
    const asked = given.map(readId)
    if (asked.length > MAX_SHOWN) throw new MemoryError('bad_input', `At most ${MAX_SHOWN} can be shown at once.`)
    const ids = asked.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
    const sessions = asked.filter(({ kind }) => kind === 'session').map(({ id }) => id)
    const numbers = asked.filter(({ kind }) => kind === 'turn').map(({ id }) => id)
    const { results, missing } = await findMemories(folder, ids)
    const summaries = await Promise.all(sessions.map((id) => findSummary(folder, id)))
    const turns = await Promise.all(numbers.map((id) => findTurn(folder, id)))
    const known = summaries.filter((one) => one !== undefined)
    const said = turns.filter((one) => one !== undefined)
    const gone = [
      ...missing.map(String),
      ...sessions.filter((_, at) => !summaries[at]).map((id) => `S${id}`),
      ...numbers.filter((_, at) => !turns[at]).map((id) => `T${id}`),
    ]
    if (results.length + known.length + said.length === 0) {
      const [first] = sessions
      const hint =
        first === undefined ? HOW_TO_FIND : `A session may have no summary; try: claude-mem timeline S${first}`
      throw new MemoryError('not_found', `Nothing is kept under ${gone.join(', ')}.`, { hint })
    }
    const nameOf = projectNames([...results, ...known, ...said])
    const texts = [
      ...results.map((one) => renderMemory(one, terminal, nameOf(one))),
      ...known.map((one) => renderSummary(one, terminal, nameOf(one))),
      ...said.map((one) => renderTurn(one, terminal, nameOf(one))),
      ...(gone.length > 0 ? [`Nothing is kept under ${gone.join(', ')}.`] : []),
    ]
    const others = {
      ...(sessions.length > 0 ? { summaries: known } : {}),
      ...(numbers.length > 0 ? { turns: said } : {}),
    }
    terminal.result({ results, missing, ...others }, texts.join('\n\n'))
  },
})
export default show

function readId(text: string): { kind: 'memory' | 'session' | 'turn'; id: number } {
  const [, letter = '', digits] = /^([ST]?)(\d{1,15})$/i.exec(text) ?? []
  if (digits === undefined || Number(digits) === 0) {
    throw new MemoryError(
      'bad_input',
      `\`${text}\` is not an id. Ids are numbers like 42, S12 for a session or T12 for what was said in a turn.`,
      { hint: HOW_TO_FIND },
    )
  }
  const kind = ({ S: 'session', T: 'turn' } as const)[letter.toUpperCase()] ?? 'memory'
  return { kind, id: Number(digits) }
}

/** As much as a person scrolls through. */
const TURN_TOKENS = 20_000

async function findTurn(folder: DataFolder, id: number): Promise<TurnReply | undefined> {
  try {
    return await askWorker(folder, 'GET /api/turn', { query: { id, tokens: TURN_TOKENS } })
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'not_found') return undefined
    throw error
  }
}

async function findMemories(folder: DataFolder, ids: number[]) {
  if (ids.length === 0) return { results: [], missing: [] }
  return askWorker(folder, 'POST /api/observations/batch', { body: { ids, cwd: resolve('.') } })
}
