/** Importing a file, whichever command asks: the request, its progress, and what is said at the end. */
import { isAbsolute, resolve } from 'node:path'
import { countOf, renderNumber } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { followWorker } from '../../../worker/client.ts'
import type { FileImport, FileImportLine } from '../../../worker/protocol/archive.ts'
import type { Invocation } from '../command.ts'
import { renderBar } from '../progress-bar.ts'
import { texts, toggle } from '../takes.ts'

export const MAPPING = {
  map: texts('OLD=NEW', 'for a database: which folder, name or id one of its projects is; several times'),
  'dry-run': toggle('only count'),
}

type FileInvocation = Omit<Invocation<typeof MAPPING>, 'args'>

export async function importFileAs({ flags, config, folder, terminal }: FileInvocation, path: string): Promise<void> {
  const body = { path, ...mapOf(flags.map ?? [], config.home), dryRun: flags['dry-run'] === true }
  const lines: FileImportLine[] = []
  await followWorker(folder, 'POST /api/import/file', { body }, (line) => {
    if ('progress' in line) terminal.progress(renderProgress(line.progress))
    else lines.push(line)
  })
  const [last] = lines
  if (!last || !('done' in last || 'error' in last))
    throw new MemoryError('unavailable', 'The import was cut off; run it again to go on.')
  if ('error' in last) throw MemoryError.of(last.error)
  terminal.result(last.done, renderDone(last.done))
}

/** What begins like a path is one: relative to where the command runs. */
function mapOf(given: string[], home: string): { map?: Record<string, string> } {
  if (given.length === 0) return {}
  const pairs = given.map((pair) => {
    const at = pair.indexOf('=')
    const [from, to] = [pair.slice(0, at), pair.slice(at + 1)]
    if (at <= 0 || to === '')
      throw new MemoryError('bad_input', `--map must be OLD=NEW; it is \`${pair}\`.`, {
        hint: 'For example: --map api=~/code/api',
      })
    return [from, asPath(to, home)] as const
  })
  return { map: Object.fromEntries(pairs) }
}

function asPath(to: string, home: string): string {
  if (to === '~' || to.startsWith('~/')) return resolve(home, to.slice(2))
  return isAbsolute(to) || /^\.{1,2}(?:$|[\\/])/.test(to) ? resolve(to) : to
}

function renderProgress({ done, total, added }: FileImport): string {
  const bar = renderBar(total === 0 ? 1 : done / total)
  return `${bar}  ${countOf(added.memories, 'new memory', 'new memories')}`
}

export function renderDone(done: FileImport): string {
  const { dryRun, added, known, forgotten, renumbered, skipped, firstSkipped, cutOff, left, projects, backedUp } = done
  const new_ = renderAdded(added)
  const others: [number, string][] = [
    [known, 'there already'],
    [forgotten, 'forgotten here before and left out'],
    [renumbered, 'given another id, because theirs was taken'],
  ]
  return [
    `${dryRun ? 'Would bring in' : 'Brought in'} ${new_ || 'nothing new'}.`,
    ...others.flatMap(([n, what]) => (n > 0 ? [`${countOf(n, 'row')} ${what}.`] : [])),
    ...Object.entries(left).map(([what, n]) => `Without a place here: ${renderNumber(n)} ${what}.`),
    ...(skipped > 0 ? [`${countOf(skipped, 'row')} could not be read:`] : []),
    ...firstSkipped.map(({ place, why }) => `  ${place}: ${why}`),
    ...(skipped > firstSkipped.length ? [`  … and ${renderNumber(skipped - firstSkipped.length)} more`] : []),
    ...(cutOff ? ['The file has no last line: it was cut off, and what came after is not in it.'] : []),
    ...(backedUp === false
      ? ['No backup could be made: keep the file until `claude-mem backup` says that there is one.']
      : []),
    ...projects.map(({ from, id, name }) => `Project ${from}: ${name === id ? name : `${name} (${id})`}`),
  ].join('\n')
}

function renderAdded(added: FileImport['added']): string {
  const parts: [number, string, string][] = [
    [added.memories, 'memory', 'memories'],
    [added.summaries, 'summary', 'summaries'],
    [added.prompts, 'prompt', 'prompts'],
    [added.turns, 'turn', 'turns'],
    [added.events, 'event', 'events'],
    [added.sessions, 'session', 'sessions'],
    [added.projects, 'project', 'projects'],
    [added.changes, 'change', 'changes'],
    [added.forgotten, 'mark of something forgotten', 'marks of something forgotten'],
  ]
  return parts.flatMap(([n, one, many]) => (n > 0 ? [countOf(n, one, many)] : [])).join(', ')
}
