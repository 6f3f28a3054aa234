/** Memories as people read them in a terminal. */
import { oneLine } from '../../memory/one-line.ts'
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
    one.rule ? 'your rule' : '',
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
    return notes.length === 0 ? file : `${file} (${notes.join(', ')})`
  })
  return [
    `${terminal.bold(String(one.id))} ${one.type} ${terminal.bold(one.title)}`,
    terminal.dim([renderWhen(one.created_at_epoch), `[${project}]`, ...marks].join('  ')),
    ...[one.subtitle, one.narrative].filter((text) => text !== ''),
    ...one.facts.map((fact) => `- ${fact}`),
    ...(files.length > 0 ? [`files: ${files.join(', ')}`] : []),
    ...(one.concepts.length > 0 ? [`concepts: ${one.concepts.join(', ')}`] : []),
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

/** A conversation, each piece with who said it. */
export function renderTurn(one: TurnReply, terminal: Style, project = one.project): string {
  return [
    `${terminal.bold(`T${one.id}`)} session ${one.session_id}`,
    terminal.dim(`${renderWhen(one.created_at_epoch)}  [${project}]`),
    ...one.said.flatMap(({ kind, text, left_out: left }) => [
      ...(left === undefined ? [] : [terminal.dim(`[${left} left out]`)]),
      `${terminal.bold(`${SPEAKERS[kind]}:`)} ${text}`,
    ]),
    ...(one.files.length > 0 ? [`files: ${one.files.join(', ')}`] : []),
    ...(one.memories.length > 0 ? [`memories: ${one.memories.join(', ')}`] : []),
  ].join('\n')
}

/** With the labels the agent reads, those that say something. */
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
    `${terminal.bold(`S${one.id}`)} session ${one.session_id}`,
    terminal.dim(`${renderWhen(one.created_at_epoch)}  [${project}]`),
    ...Object.entries(parts)
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `${terminal.bold(`${label}:`)} ${text}`),
  ].join('\n')
}

export function renderNote(one: NoteFull, terminal: Style, project = one.project): string {
  const where = [renderWhen(one.created_at_epoch), `[${project}]`, one.heading].filter((part) => part !== '')
  return [terminal.bold(one.citation), terminal.dim(where.join('  ')), one.text].join('\n')
}

/** `project`: named where rows of several stand together. */
export function renderLine(one: AnyIndex, terminal: Style, project = ''): string {
  const when = terminal.dim(`${renderWhen(one.created_at_epoch)}${project === '' ? '' : `  [${project}]`}`)
  if (one.kind === 'observation')
    return `${when}  ${terminal.bold(String(one.id))} ${one.type} ${one.title}${renderFreshness(one, terminal)}`
  if (one.kind === 'summary')
    return `${when}  ${terminal.bold(`S${one.id}`)} session: ${oneLine(one.request, LINE_CHARACTERS)}`
  if (one.kind === 'passage') return `${when}  ${terminal.bold(`T${one.id}`)} said: ${one.passage ?? ''}`
  if (one.kind === 'note') return `${when}  ${terminal.bold(one.citation)} ${one.passage ?? ''}`
  return `${when}  you: ${oneLine(one.text, LINE_CHARACTERS)}`
}

/** For the end of a line; nothing where nothing changed. */
export function renderFreshness(one: ObservationIndex, terminal: Style): string {
  return one.freshness ? ` ${terminal.dim(`[${one.freshness.label}]`)}` : ''
}
