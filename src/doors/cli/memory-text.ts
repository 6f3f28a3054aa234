/** Memories as people read them in a terminal. */
import type { AnyIndex, ObservationFull } from '../../worker/protocol/rows.ts'
import type { Terminal } from './command.ts'

export function renderWhen(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

export function renderMemory(one: ObservationFull, terminal: Terminal): string {
  const marks = [one.source === 'user' ? 'your words' : '', one.untrusted ? 'outside text' : ''].filter((m) => m !== '')
  const files = one.files.map((file) => (one.files_modified.includes(file) ? file : `${file} (read)`))
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
  if (one.kind === 'observation') return `${when}  ${terminal.bold(String(one.id))} ${one.type} ${one.title}`
  if (one.kind === 'summary') return `${when}  ${terminal.bold(`S${one.id}`)} session: ${firstLine(one.request)}`
  return `${when}  you: ${firstLine(one.text)}`
}

function firstLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 110 ? line : `${line.slice(0, 109)}…`
}
