import { MemoryError } from '../../memory/error.ts'
import { callWorker, type DataFolder } from '../../worker/client.ts'
import type { ReplayableSessions, ReplayDifference } from '../../worker/protocol.ts'
import { countOf, memories } from '../count.ts'
import type { Command, Invocation, Terminal } from './command.ts'
import { askYesNo } from './setup/question.ts'

const PROVIDERS = ['local', 'claude', 'anthropic', 'openai']

const synth: Command = {
  usage:
    'claude-mem synth replay --session ID [--provider local|claude|anthropic|openai] [--dry-run]\n' +
    'claude-mem synth replay --all [--project NAME] [--dry-run] [--yes]\n\n' +
    'ID is a session’s id, or S and its number. Derives memories again from the kept events and shows the difference; --dry-run changes nothing. With --all every\n' +
    'session is gone through: first a preview, then a question, which --yes answers. What you stored, pinned or edited\n' +
    'yourself stays, and so does what you have made it forget.',
  options: {
    session: { type: 'string' },
    all: { type: 'boolean' },
    project: { type: 'string' },
    provider: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  async run(invocation) {
    const { positionals, flags, folder, terminal } = invocation
    const { session, provider, all } = flags
    if (positionals[0] !== 'replay' || (typeof session === 'string') === (all === true)) {
      throw new MemoryError('bad_input', 'Say which session to replay, or --all.', {
        hint: 'Try: claude-mem synth replay --all --dry-run',
      })
    }
    if (provider !== undefined && !PROVIDERS.includes(String(provider))) {
      throw new MemoryError('bad_input', `There is no provider ${provider}.`, { hint: PROVIDERS.join(', ') })
    }
    if (all) {
      await replayAll(invocation)
      return
    }
    const found = await replay(folder, { session: String(session), provider, dryRun: flags['dry-run'] === true })
    terminal.result(found, render(found))
  },
}
export default synth

function replay(
  folder: DataFolder,
  body: { session: string; provider?: string | boolean | undefined; dryRun: boolean },
): Promise<ReplayDifference> {
  return callWorker<ReplayDifference>(folder, { method: 'POST', path: '/api/synthesis/replay', body })
}

async function replayAll({ flags, folder, terminal }: Invocation): Promise<void> {
  if (flags.provider !== undefined && flags.provider !== 'local') {
    throw new MemoryError('bad_input', 'All sessions at once are derived locally only: a model would cost too much.', {
      hint: 'Replay one session with --session ID --provider NAME.',
    })
  }
  const query = typeof flags.project === 'string' ? `?${new URLSearchParams({ project: flags.project })}` : ''
  const path = `/api/synthesis/replayable${query}`
  const { sessions, gone } = await callWorker<ReplayableSessions>(folder, { method: 'GET', path })
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

// 12 lines: enough to see whether the new words are better
const MOST_EXAMPLES = 12

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
      if (row.change !== 'same' && totals.examples.length < MOST_EXAMPLES) totals.examples.push(...renderRow(row))
    }
  }
  return totals
}

async function isWanted(yes: boolean, terminal: Terminal): Promise<boolean> {
  if (yes) return true
  if (terminal.interactive && !terminal.json) return askYesNo('Change these memories?', { orElse: false })
  throw new MemoryError('bad_input', 'Nobody is here to answer, so nothing was changed.', {
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
