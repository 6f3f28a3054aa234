/** Memories for people at a terminal. */
import { oneLine } from '../../memory/one-line.ts'
import { indented, safeLine, safeLines } from '../../memory/safe-text.ts'
import type { AnyIndex, NoteFull, ObservationFull, ObservationIndex, SummaryFull } from '../../worker/protocol/rows.ts'
import type { TurnReply } from '../../worker/protocol/turns.ts'
import type { Terminal } from './command.ts'

const LINE_CHARACTERS = 110

export function renderWhen(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

type Style = Pick<Terminal, 'bold' | 'dim'>

export function renderMemory(one: ObservationFull, terminal: Style, project = one.project): string {
  const marks = [
    one.source === 'user' ? 'your words' : '',
    one.edited ? 'edited by you' : '',
    one.rule ? 'your rule' : '',
    one.pinned && one.source !== 'user' ? 'pinned' : '',
    one.recalled === false ? 'never shown unasked' : '',
    one.superseded_by === undefined ? '' : `superseded by ${one.superseded_by}`,
    one.untrusted ? 'outside text' : '',
    one.freshness?.label ?? '',
  ].filter((mark) => mark !== '')
  const files = one.files.map((file) => {
    const state = one.freshness?.files.find(({ path }) => path === file)?.state
    const notes = [
      one.files_modified.includes(file) ? '' : 'read',
      state === 'changed' || state === 'gone' ? state : '',
    ].filter((note) => note !== '')
    return notes.length === 0 ? safeLine(file) : `${safeLine(file)} (${notes.join(', ')})`
  })
  return [
    `${terminal.bold(String(one.id))} ${one.type} ${terminal.bold(safeLine(one.title))}`,
    terminal.dim([renderWhen(one.created_at_epoch), `[${safeLine(project)}]`, ...marks.map(safeLine)].join('  ')),
    ...[one.subtitle, one.narrative].filter((text) => text !== '').map((text) => indented(text)),
    ...one.facts.map((fact) => `  - ${safeLine(fact)}`),
    ...(files.length > 0 ? [`files: ${files.join(', ')}`] : []),
    ...(one.concepts.length > 0 ? [`concepts: ${one.concepts.map(safeLine).join(', ')}`] : []),
    ...(one.turn === undefined ? [] : [terminal.dim(`what was said: claude-mem show T${one.turn}`)]),
  ].join('\n')
}

const SPEAKERS: Record<TurnReply['said'][number]['kind'], string> = {
  user: 'you',
  agent: 'agent',
  commit: 'commit',
  pull_request: 'pull request',
  plan: 'plan',
  answer: 'question and answer',
  report: 'report',
  compaction: 'summary of a compaction',
}

/** A conversation, with the speaker of each piece. */
export function renderTurn(one: TurnReply, terminal: Style, project = one.project): string {
  return [
    `${terminal.bold(`T${one.id}`)} session ${safeLine(one.session_id)}`,
    terminal.dim(`${renderWhen(one.created_at_epoch)}  [${safeLine(project)}]`),
    ...one.said.flatMap(({ kind, text, left_out: left }) => [
      ...(left === undefined ? [] : [terminal.dim(`[${left} left out]`)]),
      `${terminal.bold(`${SPEAKERS[kind]}:`)}${bodyAfter(text)}`,
    ]),
    ...(one.files.length > 0 ? [`files: ${one.files.map(safeLine).join(', ')}`] : []),
    ...(one.memories.length > 0 ? [`memories: ${one.memories.join(', ')}`] : []),
  ].join('\n')
}

/** With the labels the agent reads, without empty ones. */
export function renderSummary(one: SummaryFull, terminal: Style, project = one.project): string {
  const parts = {
    Request: one.request,
    Investigated: one.investigated,
    Learned: one.learned,
    Completed: one.completed,
    'Next steps': one.next_steps,
    'Files read': one.files_read.join(', '),
    'Files edited': one.files_edited.join(', '),
    Notes: one.notes,
  }
  return [
    `${terminal.bold(`S${one.id}`)} session ${safeLine(one.session_id)}`,
    terminal.dim(`${renderWhen(one.created_at_epoch)}  [${safeLine(project)}]`),
    ...Object.entries(parts)
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `${terminal.bold(`${label}:`)}${bodyAfter(text)}`),
  ].join('\n')
}

export function renderNote(one: NoteFull, terminal: Style, project = one.project): string {
  const where = [renderWhen(one.created_at_epoch), `[${safeLine(project)}]`, safeLine(one.heading)].filter(
    (part) => part !== '',
  )
  return [`note ${terminal.bold(safeLine(one.citation))}`, terminal.dim(where.join('  ')), indented(one.text)].join(
    '\n',
  )
}

/** `project`: named where rows of several projects are listed together. */
export function renderLine(one: AnyIndex, terminal: Style, project = ''): string {
  const when = terminal.dim(`${renderWhen(one.created_at_epoch)}${project === '' ? '' : `  [${safeLine(project)}]`}`)
  if (one.kind === 'observation')
    return `${when}  ${terminal.bold(String(one.id))} ${one.type} ${safeLine(one.title)}${renderFreshness(one, terminal)}`
  if (one.kind === 'summary')
    return `${when}  ${terminal.bold(`S${one.id}`)} session: ${oneLine(one.request, LINE_CHARACTERS)}`
  if (one.kind === 'passage') return `${when}  ${terminal.bold(`T${one.id}`)} said: ${safeLine(one.passage ?? '')}`
  if (one.kind === 'note') return `${when}  ${terminal.bold(safeLine(one.citation))} ${safeLine(one.passage ?? '')}`
  return `${when}  you: ${oneLine(one.text, LINE_CHARACTERS)}`
}

/** On the same line, or below it if it has several lines, so that they never look like ours. */
function bodyAfter(text: string): string {
  const body = safeLines(text).trim()
  return body.includes('\n') ? `\n${indented(body)}` : ` ${body}`
}

/** For the end of a line; empty if nothing changed. */
export function renderFreshness(one: ObservationIndex, terminal: Style): string {
  return one.freshness ? ` ${terminal.dim(`[${safeLine(one.freshness.label)}]`)}` : ''
}
