import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { OBSERVATION_TYPES } from '../../memory/observation.ts'
import { oneLine } from '../../memory/one-line.ts'
import { indented, safeLine } from '../../memory/safe-text.ts'
import { askWorker } from '../../worker/client.ts'
import type { AnyFull, AnyIndex } from '../../worker/protocol/rows.ts'
import type { AnyReply } from '../../worker/protocol/search.ts'
import { getTypes } from '../observation-types.ts'
import { type OfProject, projectNames } from '../project-names.ts'
import { emptyRemarks, queryRemarks } from '../query-remarks.ts'
import { renderSearched } from '../searched-text.ts'
import { defineCommand, type Terminal } from './command.ts'
import { renderFreshness, renderLine, renderMemory, renderNote, renderSummary, renderWhen } from './memory-text.ts'
import { renderNothing } from './nothing-found.ts'
import { renderShare, renderSum } from './score-text.ts'
import { shellWords } from './shell-words.ts'
import { type FlagValues, several, text, toggle, wholeNumber } from './takes.ts'

/** The worker's limit per request. */
const MAX_RESULTS = 1000
const LINE_CHARACTERS = 110

const FLAGS = {
  type: {
    ...text('TYPE', `only memories of this kind (several with commas): ${OBSERVATION_TYPES.join(', ')}`, {
      choices: OBSERVATION_TYPES,
    }),
    read: (names: string) => getTypes(names).join(','),
  },
  project: text('NAME', 'only memories of this project; `claude-mem projects` lists them'),
  since: text('DATE', 'only what is from this date or later'),
  until: text('DATE', 'only what is from this date or earlier'),
  limit: wholeNumber('how many to show; 10 if not given', { most: MAX_RESULTS }),
  page: wholeNumber('which page of them'),
  fresh: toggle('leave out memories whose files have changed or are gone'),
  full: toggle('show each memory in full'),
  explain: toggle('show how each score came about'),
}
type SearchFlags = FlagValues<typeof FLAGS>

const search = defineCommand({
  summary: 'find memories by words and meaning',
  about: [
    'WORDS may hold phrases in quotes, AND, OR and NOT, and dates in words (“last week”, “ayer”). Without WORDS, but with a filter, the newest come first.',
    'DATE is a day (2026-11-04), a full ISO time, epoch milliseconds, or words ("last week").',
  ],
  page: 'search.md',
  args: { words: several('WORDS', 'what to look for', { least: 0 }) },
  flags: FLAGS,
  examples: ['search discount counted twice', 'search --type bugfix --since "last week"'],
  async run({ args: { words }, flags, folder, terminal }) {
    if (words.length === 0 && !flags.type && !flags.project && !flags.since) {
      throw new MemoryError('bad_input', 'Give the words to search for, or a filter.', {
        hint: 'Run `claude-mem search --help`.',
      })
    }
    const found = await askWorker(folder, 'GET /api/search', { query: queryOf(words, flags) })
    const { searched } = found
    const text =
      found.results.length === 0
        ? [...emptyRemarks(found), await renderNothing(folder, { flags, searched, hasWords: words.length > 0 })].join(
            '\n',
          )
        : renderFound(found, { words, flags, terminal })
    terminal.result(found, text)
  },
})
export default search

function queryOf(words: string[], { limit = 10, page = 1, ...flags }: SearchFlags) {
  return {
    query: words.join(' '),
    cwd: resolve('.'),
    format: flags.full ? 'full' : 'index',
    limit,
    offset: (page - 1) * limit,
    type: flags.type,
    project: flags.project,
    'dateRange[start]': flags.since,
    'dateRange[end]': flags.until,
    fresh: flags.fresh,
    explain: flags.explain,
  }
}

interface SearchCall {
  words: string[]
  flags: Partial<SearchFlags>
  terminal: Pick<Terminal, 'bold' | 'dim'>
}

export function renderFound(found: AnyReply, asked: SearchCall): string {
  const { terminal, flags } = asked
  const projects = found.projects?.map(({ id }) => safeLine(id)).join(', ')
  const named = found.projects?.map(({ id, name }) => ({ project_id: id, project: name })) ?? []
  const nameOf = projectNames([...named, ...found.results])
  const last = [renderSearched(found.searched), ...(flags.full ? [] : ['in full: claude-mem show ID'])]
  return [
    ...(projects ? [terminal.dim(`Projects of this name: ${projects} (--project takes one of these too)`)] : []),
    ...queryRemarks(found).map((note) => terminal.dim(note)),
    ...found.results.flatMap((one) => [
      'created_at_iso' in one ? `${renderFull(one, terminal, nameOf)}\n` : renderShort(one, terminal, nameOf),
      ...explainLines(one, terminal),
    ]),
    terminal.dim(last.join('; ')),
    ...(found.more ? [terminal.dim(`more: ${nextPage(asked)}`)] : []),
  ].join('\n')
}

/** The same command for the next page. */
function nextPage({ words, flags }: Pick<SearchCall, 'words' | 'flags'>): string {
  const given = Object.entries({ ...flags, page: (flags.page ?? 1) + 1 }).flatMap(([name, value]) => {
    if (value === undefined) return []
    return value === true ? [`--${name}`] : [`--${name}`, String(value)]
  })
  return shellWords(['claude-mem', 'search', ...words, ...given])
}

function renderShort(one: AnyIndex, terminal: SearchCall['terminal'], nameOf: (row: OfProject) => string): string {
  const when = one.kind === 'note' && one.day !== undefined ? one.day : renderWhen(one.created_at_epoch)
  const where = terminal.dim(`${when} [${nameOf(one)}]`)
  const state = one.kind === 'observation' ? renderFreshness(one, terminal) : ''
  const line = `${headOf(one, terminal)}  ${where}${alike(one, terminal)}${state}`
  return isQuoted(one) || one.passage === undefined
    ? line
    : `${line}\n    ${terminal.dim(`“${safeLine(one.passage)}”`)}`
}

function headOf(one: AnyIndex, { bold }: SearchCall['terminal']): string {
  if (one.kind === 'observation') return `${bold(String(one.id))} ${one.type} ${safeLine(one.title)}`
  if (one.kind === 'summary') return `${bold(`S${one.id}`)} session: ${oneLine(one.request, LINE_CHARACTERS)}`
  if (one.kind === 'passage') return `${bold(`T${one.id}`)} said: “${safeLine(one.passage ?? '')}”`
  if (one.kind === 'note') return `note ${bold(safeLine(one.citation))} “${safeLine(one.passage ?? '')}”`
  return `you: ${oneLine(one.text, LINE_CHARACTERS)}`
}

/** Its heading is what was found in it. */
function isQuoted({ kind }: Pick<AnyIndex, 'kind'>): boolean {
  return kind === 'passage' || kind === 'note'
}

/** With what was said, below it. */
function renderFull(one: AnyFull, terminal: SearchCall['terminal'], nameOf: (row: OfProject) => string): string {
  const text =
    one.kind === 'observation'
      ? renderMemory(one, terminal, nameOf(one))
      : one.kind === 'summary'
        ? renderSummary(one, terminal, nameOf(one))
        : one.kind === 'note'
          ? renderNote(one, terminal, nameOf(one))
          : renderLine(one, terminal, nameOf(one))
  const said = isQuoted(one) || one.passage === undefined ? '' : `\nsaid:\n${indented(one.passage.trim())}`
  return `${text}${alike(one, terminal)}${said}`
}

/** Hits that say the same, or are from one turn, are shown as one. */
function alike({ folded = [] }: Pick<AnyIndex, 'folded'>, terminal: SearchCall['terminal']): string {
  return folded.length === 0 ? '' : terminal.dim(` (also ${folded.join(' ')})`)
}

function explainLines(one: AnyIndex | AnyFull, terminal: SearchCall['terminal']): string[] {
  if (!one.explain) return []
  const { parts, similarity, bearing, matched, missing } = one.explain
  const facts = [
    renderSum(parts),
    ...(one.score === undefined ? [] : [renderShare(one.score)]),
    ...(similarity === undefined ? [] : [`similarity ${similarity.toFixed(2)}`]),
    ...(bearing === undefined ? [] : [`bearing ${bearing.toFixed(2)}`]),
    `found: ${matched.join(' ') || 'none of the words'}`,
    ...(missing.length > 0 ? [`not: ${missing.join(' ')}`] : []),
  ]
  return [terminal.dim(`    ${facts.join('; ')}`)]
}
