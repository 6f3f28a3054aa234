/** The single lines of a session start. Each is one line, cut at the end of a sentence if it is too long. */
import { isAbsolute } from 'node:path'
import { renderAge } from '../memory/age.ts'
import type { Observation, Summary } from '../memory/observation.ts'
import { oneLine } from '../memory/one-line.ts'
import { safeLine } from '../memory/safe-text.ts'
import { splitSentences } from '../memory/sentences.ts'
import type { LastingNote } from '../retrieval/session-start-notes.ts'
import type { OpenItem } from '../retrieval/session-start-open.ts'
import { saidWords, shareSaid, type Told } from '../retrieval/session-start-said.ts'
import type { StandingRule } from '../store/session-start.ts'
import { renderDay, renderTime } from './clock.ts'
import { renderMark, renderTitle } from './memory-line.ts'

/** What an index line shows, and what its memory costs. */
export type IndexedMemory = Pick<
  Observation,
  'id' | 'project' | 'projectName' | 'type' | 'title' | 'origin' | 'discoveryTokens' | 'createdAt'
> & {
  session: number | null
  /** Size of the whole memory in UTF-8. */
  textBytes: number
}

/** A line, and the words that another line could repeat. */
export interface SaidLine {
  line: string
  says: string
}

// 240: an open item is a sentence (220 at most where we word it ourselves)
const OPEN_CHARACTERS = 240
// 240: a fact is a sentence or two
const NOTE_CHARACTERS = 240
// 320: as long as a rule may be
const RULE_CHARACTERS = 320
const TITLE_CHARACTERS = 160
const REQUEST_CHARACTERS = 240
/** For a session that gets one line. */
const BRIEF_CHARACTERS = 120
const PARAGRAPH_CHARACTERS = 320
const FILES_CHARACTERS = 240

export function openLine(item: OpenItem, now: number): SaidLine {
  const says = wholeSentences(item.text, OPEN_CHARACTERS)
  return { line: `- S${item.session}, ${renderAge(item.createdAt, now)}: ${says}`, says }
}

/** The user's whole sentence: the title may be only its beginning. */
export function ruleLine(rule: StandingRule): SaidLine {
  const title = saidWords(rule.title)
  const sentences = rule.narrative.split('\n').flatMap((line) => splitSentences(line.replace(MARK, '')))
  const said = sentences.find((sentence) => shareSaid(title, saidWords(sentence)) >= 0.8) ?? ''
  const says = withoutHeading(oneLine(said.length > rule.title.length + 1 ? said : rule.title, RULE_CHARACTERS))
  return { line: `${rule.id} ${says}`, says }
}

/** As written, on one line. */
export function noteLine(note: LastingNote): SaidLine {
  const says = wholeSentences(note.text, NOTE_CHARACTERS)
  return { line: `- ${says}`, says }
}

/** A list marker, and whose words they are: the heading already says that a rule is the user's. */
const MARK = /^\s*(?:[-*•]\s+|Asked: |The user: )/

export function indexLine(
  memory: IndexedMemory,
  by: { project: { id: string }; timeZone: string; labels: ReadonlyMap<number, string> },
): string {
  const { id, createdAt, title, origin } = memory
  const label = by.labels.get(id)
  const words = renderTitle(title, { origin, characters: TITLE_CHARACTERS })
  const time = renderTime(createdAt, by.timeZone)
  return `${id} ${time} ${renderMark(memory, by.project.id)} ${words}${label ? ` (${label})` : ''}`
}

/**
 * The last session: its purpose, what it did and learned, as far as no other line says it. `shown` are its memories
 * that have their own line.
 */
export function lastSessionLines(
  summary: Summary,
  by: { told: Told; shown: number[]; timeZone: string },
): { heading: string; rest: string[] } {
  const isUntold = (entry: string) => !by.told.says(saidWords(entry))
  const untold = (text: string) => leadingEntries(entriesOf(text).filter(isUntold), PARAGRAPH_CHARACTERS).join('; ')
  const paragraph = (label: string, text: string) => (text === '' ? [] : [`**${label}:** ${text}`])
  const when = `${renderDay(summary.createdAt, by.timeZone)} ${renderTime(summary.createdAt, by.timeZone)}`
  const lines = by.shown.length === 0 ? '' : `; see ${by.shown.join(' ')}`
  // First those that fit, then the new ones among them: the more is told elsewhere, the shorter this gets.
  const asked = leadingEntries(entriesOf(summary.request), REQUEST_CHARACTERS).filter(isUntold).join('; ')
  // Absolute paths are outside the project: the host's own files.
  const files = summary.filesEdited.filter((file) => !isAbsolute(file))
  return {
    heading: `### Last session S${summary.session} (${when}${lines})${asked === '' ? '' : `: ${asked}`}`,
    rest: [
      ...paragraph('Also done', untold(summary.completed)),
      ...paragraph('Also learned', untold(summary.learned)),
      ...paragraph('Notes', untold(summary.notes)),
      ...paragraph('Files edited', leadingEntries(files, FILES_CHARACTERS).join(', ')),
    ],
  }
}

export function earlierLine(summary: Summary, timeZone: string): string {
  return `S${summary.session} ${renderDay(summary.createdAt, timeZone)}: ${requestOf(summary)}`
}

export function elsewhereLine(summary: Summary, now: number): string {
  const done = leadingEntries(entriesOf(summary.completed), BRIEF_CHARACTERS).join('; ')
  const says = [requestOf(summary), done === '' ? '' : `Done: ${done}`].filter((part) => part !== '').join('. ')
  return `S${summary.session}, ${renderAge(summary.createdAt, now)} [from: ${safeLine(summary.projectName)}]: ${says}`
}

function requestOf(summary: Summary): string {
  return leadingEntries(entriesOf(summary.request), BRIEF_CHARACTERS).join('; ')
}

/** A summary's paragraph lists its entries with `; `. */
function entriesOf(paragraph: string): string[] {
  return paragraph.split(/;\s+|\n+/).filter((entry) => entry.trim() !== '')
}

/** The first entries that fit; at least the beginning of the first. */
function leadingEntries(entries: readonly string[], most: number): string[] {
  const kept: string[] = []
  let length = 0
  for (const entry of entries) {
    const text = wholeSentences(entry, most)
    if (kept.length > 0 && length + text.length > most) break
    kept.push(text)
    length += text.length + 2
  }
  return kept
}

/** Headings and code fences belong to our layout, so a memory's text must not begin with one. */
export function withoutHeading(line: string): string {
  return line.replace(/^(?:#{1,6}\s+|`{3,}|~{3,})+/, '')
}

/** On one line, cut after the last sentence that fits; if not even the first fits, cut with a mark. */
function wholeSentences(text: string, most: number): string {
  const flat = withoutHeading(oneLine(text, Number.POSITIVE_INFINITY))
  if (flat.length <= most) return flat
  let kept = ''
  for (const sentence of splitSentences(flat)) {
    if (kept.length + sentence.length + 1 > most) break
    kept = kept === '' ? sentence : `${kept} ${sentence}`
  }
  return kept === '' ? oneLine(flat, most) : kept
}
