/** Memories as people read them in a terminal. */
import type { AnyIndex, ObservationFull, ObservationIndex } from '../../worker/protocol/rows.ts'
import type { Terminal } from './command.ts'

export function renderWhen(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

export function renderMemory(one: ObservationFull, terminal: Terminal): string {
  const marks = [
    one.source === 'user' ? 'your words' : '',
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
    terminal.dim([renderWhen(one.created_at_epoch), `[${one.project}]`, ...marks].join('  ')),
    ...[one.subtitle, one.narrative].filter((text) => text !== ''),
    ...one.facts.map((fact) => `- ${fact}`),
    ...(files.length > 0 ? [`files: ${files.join(', ')}`] : []),
    ...(one.concepts.length > 0 ? [`concepts: ${one.concepts.join(', ')}`] : []),
  ].join('\n')
}

export function renderLine(one: AnyIndex, terminal: Terminal): string {
  const when = terminal.dim(renderWhen(one.created_at_epoch))
  if (one.kind === 'observation')
    return `${when}  ${terminal.bold(String(one.id))} ${one.type} ${one.title}${renderFreshness(one, terminal)}`
  if (one.kind === 'summary') return `${when}  ${terminal.bold(`S${one.id}`)} session: ${firstLine(one.request)}`
  return `${when}  you: ${firstLine(one.text)}`
}

/** For the end of a line; nothing where nothing changed. */
export function renderFreshness(one: ObservationIndex, terminal: Terminal): string {
  return one.freshness ? ` ${terminal.dim(`[${one.freshness.label}]`)}` : ''
}

function firstLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 110 ? line : `${line.slice(0, 109)}…`
}
