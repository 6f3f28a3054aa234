/** Figures about everything stored, what it costs and what it saves. */
import { countOf, renderNumber } from '../../memory/count.ts'
import { safeLine } from '../../memory/safe-text.ts'
import { askWorker } from '../../worker/client.ts'
import type { Stats } from '../../worker/protocol/overview.ts'
import type { Economics } from '../../worker/protocol.ts'
import { defineCommand } from './command.ts'
import { renderWhen } from './memory-text.ts'

const stats = defineCommand({
  summary: 'count what is kept, what it cost and what it saved',
  about: ['`claude-mem status` is about the worker and the set-up.'],
  async run({ folder, terminal }) {
    const found = await askWorker(folder, 'GET /api/stats')
    terminal.result(found, render(found))
  },
})
export default stats

function render({
  stored,
  types,
  projects,
  oldestAt,
  newestAt,
  discoveryTokens,
  databaseBytes,
  economics,
}: Stats): string {
  const span = oldestAt === null || newestAt === null ? 'none yet' : `${renderWhen(oldestAt)} – ${renderWhen(newestAt)}`
  return [
    `memories   ${countOf(stored.observations, 'observation')}, ${countOf(stored.summaries, 'summary', 'summaries')}, ${countOf(stored.prompts, 'prompt')}`,
    `from       ${countOf(stored.sessions, 'session')} in ${countOf(stored.projects, 'project')}`,
    `span       ${span}`,
    `types      ${types.map((one) => `${one.type} ${renderNumber(one.count)}`).join(', ') || 'none yet'}`,
    `spent      ~${renderNumber(discoveryTokens)} tokens went into finding this out (an estimate)`,
    `size       ${(databaseBytes / 1e6).toFixed(1)} MB`,
    `tokens     ${renderEconomics(economics)} (estimates)`,
    ...economics.sessions
      .filter((one) => one.denied + one.informed + one.injectedTokens + one.synthesisTokens > 0)
      .map((one) => `  ${renderWhen(one.startedAt)}  ${safeLine(one.project)}: ${renderEconomics(one)}`),
    ...projects.map(
      (one) => `  ${renderNumber(one.observations).padStart(9)}  ${safeLine(one.name)}  (${safeLine(one.id)})`,
    ),
  ].join('\n')
}

function renderEconomics(by: Economics): string {
  const told = `~${renderNumber(by.injectedTokens)} told to sessions`
  const worded = by.synthesisTokens === 0 ? [] : [`${renderNumber(by.synthesisTokens)} for wording by a model`]
  return [told, ...worded, ...renderGate(by)].join(', ')
}

/** Nothing where it has not spoken yet. */
function renderGate({ gateSavedTokens: saved, denied, readAgain, informed }: Economics): string[] {
  if (denied + informed === 0) return []
  const reads = `${renderNumber(denied)} refused, ${renderNumber(readAgain)} read after all, ${renderNumber(informed)} with notes`
  return [`~${renderNumber(Math.abs(saved))} ${saved < 0 ? 'lost' : 'saved'} by the read gate (${reads})`]
}
