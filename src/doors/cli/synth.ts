import { countOf, memories } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { PROVIDER_NAMES } from '../../memory/model-provider.ts'
import { askWorker, type DataFolder } from '../../worker/client.ts'
import type { ReplayableSessions, ReplayDifference, ReplayRequest } from '../../worker/protocol.ts'
import { defineCommand, type Group, type Invocation, type Terminal } from './command.ts'
import { askYesNo } from './setup/ask-person.ts'
import { oneOf, text, toggle } from './takes.ts'

const FLAGS = {
  session: text('SESSION', 'one session, by its id or number (S12)'),
  all: toggle('every session: a preview first, then a question'),
  project: text('NAME', 'with --all: only the sessions of this project'),
  provider: oneOf(PROVIDER_NAMES, 'with --session: who words them this time'),
  'dry-run': toggle('show the difference and change nothing'),
  yes: toggle('with --all: do not ask'),
}

const replayCommand = defineCommand({
  summary: 'make memories again from the kept events and show the difference',
  about: ['What you stored, pinned or edited yourself stays, and what you made it forget stays forgotten.'],
  flags: FLAGS,
  exclusive: [['session', 'all']],
  examples: ['synth replay --all --dry-run', 'synth replay --session S12 --provider claude'],
  async run(invocation) {
    const { flags, folder, terminal } = invocation
    const { session, provider } = flags
    if (flags.all) return replayAll(invocation)
    if (session === undefined) {
      throw new MemoryError('bad_input', 'Say which session to replay, or --all.', {
        hint: 'Try: claude-mem synth replay --all --dry-run',
      })
    }
    const found = await replay(folder, { session, provider, dryRun: flags['dry-run'] === true })
    terminal.result(found, render(found))
  },
})

const synth: Group = { summary: 'make the memories of past sessions again', parts: { replay: replayCommand } }
export default synth

function replay(folder: DataFolder, body: ReplayRequest): Promise<ReplayDifference> {
  return askWorker(folder, 'POST /api/synthesis/replay', { body })
}

async function replayAll({ flags, folder, terminal }: Invocation<typeof FLAGS>): Promise<void> {
  if (flags.provider !== undefined && flags.provider !== 'local') {
    throw new MemoryError('bad_input', 'All sessions at once are derived locally only: a model would cost too much.', {
      hint: 'Replay one session with --session ID --provider NAME.',
    })
  }
  const query = { project: flags.project }
  const { sessions, gone } = await askWorker(folder, 'GET /api/synthesis/replayable', { query })
  const preview = await goThrough(sessions, { folder, terminal, dryRun: true })
  terminal.line(renderPreview(preview, { sessions: sessions.length, gone }))
  const nothing = preview.changed + preview.added + preview.gone === 0
  const applied = !nothing && flags['dry-run'] !== true && (await isWanted(flags.yes === true, terminal))
  if (applied) await goThrough(sessions, { folder, terminal, dryRun: false })
  const { examples: _, ...counts } = preview
  const ending = applied ? 'The memories were changed accordingly.' : 'Nothing was changed.'
  terminal.result({ sessions: sessions.length, withoutEvents: gone, ...counts, applied }, ending)
}

interface Totals {
  same: number
  changed: number
  added: number
  gone: number
  examples: string[]
}

// 12 lines: enough to see whether the new wording is better
const MAX_EXAMPLES = 12

async function goThrough(
  sessions: ReplayableSessions['sessions'],
  by: { folder: DataFolder; terminal: Terminal; dryRun: boolean },
): Promise<Totals> {
  const totals: Totals = { same: 0, changed: 0, added: 0, gone: 0, examples: [] }
  for (const [i, { session }] of sessions.entries()) {
    by.terminal.progress(`${by.dryRun ? 'Looking at' : 'Deriving'} session ${i + 1} of ${sessions.length}`)
    const { rows } = await replay(by.folder, { session, dryRun: by.dryRun })
    for (const row of rows) {
      totals[row.change] += 1
      if (row.change !== 'same' && totals.examples.length < MAX_EXAMPLES) totals.examples.push(...renderRow(row))
    }
  }
  return totals
}

async function isWanted(yes: boolean, terminal: Terminal): Promise<boolean> {
  if (yes) return true
  if (terminal.interactive && !terminal.json) return askYesNo('Change these memories?', { orElse: false })
  throw new MemoryError('bad_input', 'There is no terminal to ask at, so nothing was changed.', {
    hint: 'Add --yes to change them, or --dry-run to look only.',
  })
}

function renderPreview(
  { same, changed, added, gone, examples }: Totals,
  by: { sessions: number; gone: number },
): string {
  const old =
    by.gone === 0
      ? ''
      : ` ${countOf(by.gone, 'older session has', 'older sessions have')} no kept events and stay as they are.`
  return [
    ...examples,
    `${countOf(by.sessions, 'session', 'sessions')}: ${memories(changed)} would change, ${added} come, ${gone} go, ${same} stay.${old}`,
  ].join('\n')
}

function render({ rows, events, applied }: ReplayDifference): string {
  const ending = !applied
    ? 'Nothing was changed.'
    : rows.every(({ change }) => change === 'same')
      ? 'Nothing has changed.'
      : 'The memories were changed accordingly.'
  return [countOf(events, 'kept event', 'kept events'), ...rows.flatMap(renderRow), ending].join('\n')
}

const MARKS = { same: ' ', changed: '~', added: '+', gone: '-' }

function renderRow({ change, id, before, after }: ReplayDifference['rows'][number]): string[] {
  const was = change === 'changed' && before !== after ? [`    was: ${before}`] : []
  return [`${MARKS[change]} ${id ?? 'new'} ${after ?? before}`, ...was]
}
