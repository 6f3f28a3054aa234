/** Memories and summaries as one Markdown text, for people: by project and day, everything a memory says. */
import { localDay } from '../../memory/local-day.ts'
import type { Observation, Summary } from '../../memory/observation.ts'
import { safeLine, safeLines } from '../../memory/safe-text.ts'
import type { Readable } from '../../store/archive/readable.ts'

/** Pieces of the text, one for each row. */
export function* renderMarkdown(rows: Iterable<Readable>): Generator<string> {
  yield '# Memories\n'
  let day = ''
  for (const row of rows) {
    if (row.kind === 'project') {
      day = ''
      yield `\n# ${safeLine(row.project.name)}\n\n${code(row.project.root)}\n`
      continue
    }
    const at = row.kind === 'memory' ? row.memory.createdAt : row.summary.createdAt
    if (localDay(at) !== day) {
      day = localDay(at)
      yield `\n## ${day}\n`
    }
    yield row.kind === 'memory' ? renderMemory(row.memory) : renderSummary(row.summary)
  }
}

function renderMemory(memory: Observation): string {
  const { id, type, title, subtitle, narrative, facts, concepts, filesRead, filesModified } = memory
  const marks = [
    `#${id}`,
    type,
    timeOf(memory.createdAt),
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.edited ? ['edited'] : []),
    ...(memory.recalled === false ? ['silenced'] : []),
    ...(memory.standing ? ['a rule'] : []),
    ...concepts,
  ]
  return sections([
    `### ${safeLine(title) || 'Untitled'}`,
    marks.join(' · '),
    plain(subtitle),
    plain(narrative),
    facts.map((fact) => `- ${safeLine(fact)}`).join('\n'),
    renderFiles({ Changed: filesModified, Read: filesRead }),
  ])
}

function renderSummary(summary: Summary): string {
  const parts: [string, string][] = [
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ]
  return sections([
    `### Session S${summary.session}: ${safeLine(summary.request) || 'untitled'}`,
    timeOf(summary.createdAt),
    ...parts.map(([name, text]) => (text.trim() === '' ? '' : `**${name}**: ${plain(text)}`)),
    renderFiles({ Edited: summary.filesEdited, Read: summary.filesRead }),
  ])
}

function sections(parts: string[]): string {
  return `\n${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`
}

function renderFiles(lists: Record<string, string[]>): string {
  return Object.entries(lists)
    .filter(([, files]) => files.length > 0)
    .map(([name, files]) => `${name}: ${files.map(code).join(', ')}`)
    .join('  \n')
}

/** A heading inside a memory would look like one of ours. */
function plain(text: string): string {
  return safeLines(text)
    .trim()
    .replace(/^(?=#{1,6}(?:\s|$))/gm, '\\')
}

function code(text: string): string {
  return `\`${safeLine(text).replaceAll('`', "'")}\``
}

function timeOf(at: number): string {
  return new Date(at).toTimeString().slice(0, 5)
}
