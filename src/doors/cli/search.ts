import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { ObservationFull, ObservationIndex } from '../../worker/protocol/rows.ts'
import type { ObservationReply } from '../../worker/protocol/search.ts'
import type { Command, Invocation, Terminal } from './command.ts'
import { renderFreshness, renderMemory, renderWhen } from './memory-text.ts'

const search: Command = {
  usage:
    'claude-mem search WORDS [--type T] [--project NAME] [--since DATE] [--until DATE] [--limit N] [--page N] [--fresh] [--full] [--explain]\n\n' +
    'WORDS can hold phrases in quotes, AND, OR, NOT and dates in words (“last week”, “ayer”).\n' +
    'DATE is 2026-11-04, a full ISO time or epoch milliseconds. Without WORDS the newest come first.\n' +
    '--fresh leaves out memories whose files changed or went since, --full shows everything of each,\n' +
    '--explain every part of its score.',
  options: {
    type: { type: 'string' },
    project: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    limit: { type: 'string' },
    page: { type: 'string' },
    fresh: { type: 'boolean' },
    full: { type: 'boolean' },
    explain: { type: 'boolean' },
  },
  async run(invocation) {
    const { positionals, flags, folder, terminal } = invocation
    if (positionals.length === 0 && !flags.type && !flags.project && !flags.since) {
      throw new MemoryError('bad_input', 'Give the words to search for, or a filter.', {
        hint: 'Run `claude-mem search --help`.',
      })
    }
    const found = await callWorker<ObservationReply>(folder, {
      method: 'GET',
      path: `/api/search/observations?${queryOf(invocation)}`,
    })
    terminal.result(found, render(found, terminal))
  },
}
export default search

function queryOf({ positionals, flags }: Invocation): URLSearchParams {
  const limit = wholeNumber(flags.limit, 'limit') ?? 10
  const page = wholeNumber(flags.page, 'page') ?? 1
  const query = new URLSearchParams({
    query: positionals.join(' '),
    cwd: resolve('.'),
    format: flags.full ? 'full' : 'index',
    limit: String(limit),
    offset: String((page - 1) * limit),
  })
  const named = { type: 'type', project: 'project', since: 'dateRange[start]', until: 'dateRange[end]' }
  for (const [flag, name] of Object.entries(named)) {
    const value = flags[flag]
    if (typeof value === 'string') query.set(name, value)
  }
  if (flags.fresh) query.set('fresh', 'true')
  if (flags.explain) query.set('explain', 'true')
  return query
}

function wholeNumber(flag: string | boolean | undefined, name: string): number | undefined {
  if (flag === undefined) return undefined
  const value = Number(flag)
  if (Number.isInteger(value) && value >= 1) return value
  throw new MemoryError('bad_input', `--${name} must be a whole number from 1 on.`)
}

function render(found: ObservationReply, terminal: Terminal): string {
  if (found.results.length === 0) return `Nothing found (searched: ${found.searched}).`
  const projects = found.projects?.map(({ id }) => id).join(', ')
  return [
    ...(projects ? [terminal.dim(`Projects of this name: ${projects}`)] : []),
    ...found.results.flatMap((one) => [
      'narrative' in one ? `${renderMemory(one, terminal)}\n` : indexLine(one, terminal),
      ...explainLines(one, terminal),
    ]),
    terminal.dim(`searched: ${found.searched}${found.more ? '; more with --page' : ''}`),
  ].join('\n')
}

function indexLine(one: ObservationIndex, terminal: Terminal): string {
  const where = terminal.dim(`${renderWhen(one.created_at_epoch)} [${one.project}]`)
  return `${terminal.bold(String(one.id))} ${one.type} ${one.title} ${where}${renderFreshness(one, terminal)}`
}

function explainLines(one: ObservationIndex | ObservationFull, terminal: Terminal): string[] {
  if (!one.explain) return []
  const { parts, matched, missing } = one.explain
  const shown = Object.entries(parts)
    .map(([name, value]) => `${name} ${value.toFixed(3)}`)
    .join('  ')
  const terms = `found: ${matched.join(' ') || 'none'}${missing.length > 0 ? `; not: ${missing.join(' ')}` : ''}`
  return [terminal.dim(`    ${one.score?.toFixed(3) ?? ''} = ${shown}  (${terms})`)]
}
