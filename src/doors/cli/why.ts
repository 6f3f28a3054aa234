import { callWorker } from '../../worker/client.ts'
import type { Injection, Ledger } from '../../worker/protocol/overview.ts'
import type { Command, Terminal } from './command.ts'
import { renderWhen } from './memory-text.ts'

const why: Command = {
  usage:
    'claude-mem why [SESSION]\n\nWhat a session was told from memory, why and at what cost. Without a session: the one that was told something last.',
  async run({ positionals, folder, terminal }) {
    const query = new URLSearchParams(positionals[0] === undefined ? {} : { session: positionals[0] })
    const ledger = await callWorker<Ledger>(folder, { method: 'GET', path: `/api/ledger?${query}` })
    terminal.result(ledger, ledger.count === 0 ? 'Nothing was injected.' : render(ledger, terminal))
  },
}
export default why

function render(ledger: Ledger, terminal: Terminal): string {
  const lines = [terminal.bold(`Session ${ledger.session}: ${ledger.count} memories, ~${ledger.tokens} tokens`)]
  let heading = ''
  // The ledger is newest first; a person reads a session from its beginning.
  for (const one of ledger.injections.toReversed()) {
    const now = `${renderWhen(one.at)}  ${one.surface}`
    if (now !== heading) lines.push('', now)
    heading = now
    lines.push(`  ${terminal.bold(String(one.observation))} ${one.title ?? '(forgotten since)'}`)
    lines.push(terminal.dim(`      ${scoreLine(one)}`))
  }
  return lines.join('\n')
}

function scoreLine({ score, parts, tokens }: Injection): string {
  const shown = Object.entries(parts).map(([name, value]) => `${name} ${value.toFixed(2)}`)
  return `score ${score.toFixed(2)}${shown.length > 0 ? ` = ${shown.join(' + ')}` : ''}, ~${tokens} tokens`
}
