import { resolve } from 'node:path'
import { countOf } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { oneLine } from '../../memory/one-line.ts'
import { askWorker } from '../../worker/client.ts'
import type { ForgetRequest, Forgotten } from '../../worker/protocol/forget.ts'
import { defineCommand, type Invocation } from './command.ts'
import { askYesNo } from './setup/ask-person.ts'
import { several, text, toggle, wholeNumber } from './takes.ts'

const FLAGS = {
  prompt: wholeNumber('forget one prompt, by its number'),
  session: text('S12', 'forget a whole session, by its number or id'),
  query: text('WORDS', 'forget everything that contains all of these words'),
  file: text('PATH', 'forget everything about a file or a folder'),
  project: text('NAME', 'only in this project'),
  since: text('DATE', 'only from this date on'),
  until: text('DATE', 'only up to this date'),
  'with-prompts': toggle('also forget what was typed in the turn, and the session’s summary'),
  preview: toggle('only show what would be forgotten'),
  yes: toggle('do not ask'),
}
const ARGS = { ids: several('ID', 'the memories to forget; `claude-mem search` prints their ids', { least: 0 }) }
type ForgetInvocation = Invocation<typeof FLAGS, typeof ARGS>

const forget = defineCommand({
  summary: 'delete memories, a prompt, a session, or everything about a file or with certain words, for good',
  about: [
    'What you forget is deleted from the database, its indexes, the journal and every backup; a new backup is made.',
    'A memory is deleted together with the events it was made from and everything said in its turn. Several of --query, --project, --since and --until must all match. --file takes memories that name the file, calls that read or changed it, what was said in turns that changed it, and summaries that list it; what only mentions it is found by --query. At a terminal you are shown what would be deleted and asked first. Elsewhere a single ID is deleted at once, and everything else needs --yes.',
  ],
  page: 'privacy.md#forgetting',
  args: ARGS,
  flags: FLAGS,
  examples: [
    'forget 42',
    'forget --session S12',
    'forget --query "staging password" --preview',
    'forget --file src/staging.env',
    'forget --project shop --until 2025-12-31',
  ],
  async run(invocation) {
    const { flags, terminal } = invocation
    const wish = wishOf(invocation)
    const isAsked = terminal.interactive && !terminal.json && !flags.yes
    if (flags.preview || isAsked || wish.id === undefined) {
      const seen = await ask(invocation, { ...wish, preview: true })
      if (flags.preview || isNothing(seen)) return terminal.result(seen, renderPreview(seen))
      if (!flags.yes && !(await isSure(invocation, seen))) {
        throw new MemoryError('bad_input', 'Nothing was forgotten.')
      }
    }
    const withPrompts = wish.withPrompts ?? (await wantsPrompts(invocation, wish))
    const gone = await ask(invocation, { ...wish, ...(withPrompts ? { withPrompts } : {}), preview: false })
    terminal.result(gone, renderReceipt(gone))
  },
})
export default forget

function wishOf({ args, flags }: ForgetInvocation): ForgetRequest {
  const ids = args.ids.map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id <= 0)) {
    throw new MemoryError('bad_input', 'Ids of memories are whole numbers.', {
      hint: 'Find them with: claude-mem search WORDS. Words to forget go after --query.',
    })
  }
  const { prompt, session, query, project, since, until } = flags
  // In another project the path starts at its root.
  const file = flags.file === undefined || project !== undefined ? flags.file : resolve(flags.file)
  const filters = Object.entries({ prompt, session, query, file, project, since, until })
  const wish: ForgetRequest = {
    ...(ids.length === 1 && ids[0] !== undefined ? { id: ids[0] } : ids.length > 1 ? { ids } : {}),
    ...Object.fromEntries(filters.filter(([, value]) => value !== undefined)),
  }
  if (Object.keys(wish).length === 0) {
    throw new MemoryError('bad_input', 'Give the id of a memory, or say what to forget.', {
      hint: 'Find ids with: claude-mem search WORDS. Run `claude-mem forget --help` for the rest.',
    })
  }
  return flags['with-prompts'] ? { ...wish, withPrompts: true } : wish
}

async function isSure({ terminal }: ForgetInvocation, seen: Forgotten): Promise<boolean> {
  if (!terminal.interactive || terminal.json) {
    throw new MemoryError(
      'bad_input',
      'Forgetting this needs --yes where there is no terminal to ask at. Nothing was forgotten.',
      {
        hint: 'To see what would be forgotten: --preview',
      },
    )
  }
  terminal.line(renderPreview(seen))
  return askYesNo('Forget all of this? It cannot come back.', { orElse: false })
}

/** What was typed may say the same as the memory: a person at the terminal is asked, others are told in the receipt. */
async function wantsPrompts(invocation: ForgetInvocation, wish: ForgetRequest): Promise<boolean> {
  const { terminal, flags } = invocation
  if ((wish.id ?? wish.ids ?? wish.file) === undefined || !terminal.interactive || terminal.json || flags.yes)
    return false
  const { left } = await ask(invocation, { ...wish, preview: true })
  const rest = renderLeft(left)
  return rest !== '' && askYesNo(`${rest} may say the same. Forget that too?`, { orElse: false })
}

function ask({ folder }: ForgetInvocation, body: ForgetRequest): Promise<Forgotten> {
  return askWorker(folder, 'POST /api/forget', { body })
}

function isNothing({ observations, summaries, prompts, events, passages, sessions }: Forgotten): boolean {
  return observations + summaries + prompts + events + passages + sessions === 0
}

function renderPreview(seen: Forgotten): string {
  if (isNothing(seen)) return 'There is nothing like that to forget.'
  const shown = seen.first.map(
    ({ kind, id, title }) => `  ${kind === 'prompt' ? 'prompt ' : ''}${id} ${oneLine(title, 100)}`,
  )
  const more = seen.observations + seen.prompts - seen.first.length
  return [`Would forget ${renderCounts(seen)}:`, ...shown, ...(more > 0 ? [`  … and ${more} more`] : [])].join('\n')
}

function renderReceipt(gone: Forgotten): string {
  if (isNothing(gone)) return 'There was nothing like that to forget.'
  const left = renderLeft(gone.left)
  const others = gone.left.memories.join(', ')
  return [
    `Forgotten: ${gone.id === undefined ? '' : `memory ${gone.id}: `}${renderCounts(gone)}.`,
    ...renderDisk(gone.disk),
    ...(left === '' ? [] : [`${left} stayed and may say the same; --with-prompts forgets them too.`]),
    ...(others === '' ? [] : [`Other memories of the same turn stayed: ${others}.`]),
  ].join('\n')
}

function renderDisk(disk: Forgotten['disk']): string[] {
  if (disk === null) return []
  const backups =
    disk.backupsDropped === null
      ? 'Backups are replaced by one made now.'
      : `One backup was made now; ${countOf(disk.backupsDropped, 'older one was', 'older ones were')} deleted.`
  const damaged = disk.damagedDropped
    ? [
        `${countOf(disk.damagedDropped, 'database set aside as damaged was', 'databases set aside as damaged were')} deleted too.`,
      ]
    : []
  if (disk.erased && disk.vectors === 'removed') return [`Nothing of it is left on the disk. ${backups}`, ...damaged]
  return [`It is being erased from the disk; \`claude-mem status\` shows when that is done. ${backups}`, ...damaged]
}

function renderCounts(of: Forgotten): string {
  const parts: [number, string, string][] = [
    [of.sessions, 'session', 'sessions'],
    [of.observations, 'memory', 'memories'],
    [of.summaries, 'summary', 'summaries'],
    [of.prompts, 'prompt', 'prompts'],
    [of.passages, 'passage', 'passages'],
    [of.events, 'event', 'events'],
  ]
  return parts.flatMap(([n, one, many]) => (n > 0 ? [countOf(n, one, many)] : [])).join(', ') || 'nothing'
}

function renderLeft({ prompts, summaries }: Forgotten['left']): string {
  const parts = [
    ...(prompts > 0 ? [countOf(prompts, 'prompt', 'prompts')] : []),
    ...(summaries > 0 ? [countOf(summaries, 'summary', 'summaries')] : []),
  ]
  return parts.join(' and ')
}
