import { countOf, memories } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { safeLine } from '../../memory/safe-text.ts'
import { askWorker, type DataFolder } from '../../worker/client.ts'
import type { Injection, Ledger } from '../../worker/protocol/overview.ts'
import { projectNames } from '../project-names.ts'
import { defineCommand, type Terminal } from './command.ts'
import { renderWhen } from './memory-text.ts'
import { renderShare, renderSum } from './score-text.ts'
import { optional } from './takes.ts'

const NAMED_SESSIONS = 3

const why = defineCommand({
  summary: 'show what a session was told from memory, why, and what it cost',
  args: {
    asked: optional(
      'SESSION',
      'its id, or the number that `claude-mem timeline` prints (S12); without it, the session that was told something last',
    ),
  },
  examples: ['why', 'why S12'],
  async run({ args: { asked }, folder, terminal }) {
    const ledger = await askWorker(folder, 'GET /api/ledger', { query: { session: asked } }).catch(async (error) => {
      throw asked !== undefined && error instanceof MemoryError && error.code === 'not_found'
        ? await unknownSession(folder, asked)
        : error
    })
    if (ledger.texts.length > 0) return terminal.result(ledger, renderLedger(ledger, terminal))
    const text =
      ledger.session === null
        ? 'No session was told anything yet. That happens when one starts, asks or reads in a project with memories.'
        : `Session ${safeLine(ledger.session)} was told nothing from memory.`
    terminal.result(ledger, text)
  },
})
export default why

/** Lists the latest sessions to choose from. */
async function unknownSession(folder: DataFolder, asked: string): Promise<MemoryError> {
  const { sessions } = await askWorker(folder, 'GET /api/search/recent-context', { query: { limit: NAMED_SESSIONS } })
  const named = sessions.map((one) => one.session)
  const nameOf = projectNames(named)
  const latest = named.map(
    (one) => `\n  ${safeLine(one.session_id)}  ${renderWhen(Date.parse(one.created_at))} [${nameOf(one)}]`,
  )
  return new MemoryError('not_found', `No session \`${asked}\` is known.`, {
    hint: `\`claude-mem why\` alone shows the session that was told something last.${latest.length > 0 ? ` The latest are:${latest.join('')}` : ''}`,
  })
}

const SURFACES: Record<string, string> = {
  session_start: 'when the session began',
  prompt: 'beside a prompt',
  read: 'before a file was read',
  failure: 'after a call failed',
}

export function renderLedger(ledger: Ledger, terminal: Pick<Terminal, 'bold' | 'dim'>): string {
  const gate = ledger.gateTokens > 0 ? `, and ~${ledger.gateTokens} by the read gate` : ''
  const session = `Session ${safeLine(ledger.session ?? '')}`
  // One that was told at the start and again beside a prompt is one memory.
  const distinct = new Set(ledger.injections.map(({ observation }) => observation)).size
  const lines = [terminal.bold(`${session}: ${memories(distinct)}, ~${ledger.tokens} tokens${gate}`)]
  for (const { surface, at, tokens } of ledger.texts) {
    lines.push('', `${renderWhen(at)}  ${SURFACES[surface] ?? surface}, ~${tokens} tokens in all`)
    const told = ledger.injections.filter((one) => one.at === at && one.surface === surface)
    lines.push(...told.flatMap((one) => renderTold(one, terminal)))
  }
  return lines.join('\n')
}

function renderTold(one: Injection, terminal: Pick<Terminal, 'bold' | 'dim'>): string[] {
  const name = one.observation < 0 ? 'note' : String(one.observation)
  return [
    `  ${terminal.bold(name)} ${safeLine(one.title ?? '(forgotten since)')}`,
    terminal.dim(`      ${scoreLine(one)}`),
  ]
}

function scoreLine({ surface, score, parts, tokens }: Injection): string {
  const cost = `~${tokens} tokens`
  if (surface !== 'prompt') return `${renderSum(parts)}; ${cost}`
  // For a prompt the scores come from a search: they are shares of the best hit, and four of its figures are not
  // summands.
  const { similarity, coverage, bearing, terms, ...summands } = parts
  const facts = [
    ...(similarity === undefined ? [] : [`similarity ${similarity.toFixed(2)}`]),
    ...(bearing === undefined ? [] : [`bearing ${bearing.toFixed(2)}`]),
    ...(terms === undefined ? [] : [`${countOf(terms, 'word', 'words')} in common`]),
    ...(coverage === undefined ? [] : [`${Math.round(coverage * 100)} % of the prompt covered`]),
  ]
  return [renderSum(summands), renderShare(score), ...facts, cost].join('; ')
}
