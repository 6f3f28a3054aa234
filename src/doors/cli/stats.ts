/** Figures about everything that is kept, what it costs and what it saves. */
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
    `memories   ${count(stored.observations)} observations, ${count(stored.summaries)} summaries, ${count(stored.prompts)} prompts`,
    `from       ${count(stored.sessions)} sessions in ${count(stored.projects)} projects`,
    `span       ${span}`,
    `types      ${types.map((one) => `${one.type} ${count(one.count)}`).join(', ') || 'none yet'}`,
    `spent      ~${count(discoveryTokens)} tokens went into finding this out (an estimate)`,
    `size       ${(databaseBytes / 1e6).toFixed(1)} MB`,
    `tokens     ${renderEconomics(economics)} (estimates)`,
    ...economics.sessions
      .filter((one) => one.denied + one.informed + one.injectedTokens + one.synthesisTokens > 0)
      .map((one) => `  ${renderWhen(one.startedAt)}  ${safeLine(one.project)}: ${renderEconomics(one)}`),
    ...projects.map((one) => `  ${count(one.observations).padStart(9)}  ${safeLine(one.name)}  (${safeLine(one.id)})`),
  ].join('\n')
}

function renderEconomics(by: Economics): string {
  const gate = `read gate ${by.gateSavedTokens < 0 ? 'cost' : 'saved'} ~${count(Math.abs(by.gateSavedTokens))}`
  const reads = `${count(by.denied)} refused, ${count(by.readAgain)} read after all, ${count(by.informed)} with notes`
  return `${gate} (${reads}), injected ~${count(by.injectedTokens)}, wording ${count(by.synthesisTokens)}`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
