/**
 * Rows of a published claude-mem as rows of ours. Everything that has a place gets it: an unknown type or concept is
 * kept as a fact, an earlier summary of a session as words that were said in it. Keys are made of the content, so that
 * another copy of the same database adds nothing.
 */
import { createHash } from 'node:crypto'
import { markedCut } from '../../../memory/cut-text.ts'
import { CONCEPTS, type Concept, OBSERVATION_TYPES, type ObservationType } from '../../../memory/observation.ts'
import { relativePath } from '../../../memory/relative-path.ts'
import type { Project, SessionStatus } from '../../../memory/session.ts'
import type { ArchiveRow, RowOf } from '../../../store/archive/rows.ts'
import { eventNumber } from '../../../store/event-number.ts'
import type { PublishedRow } from '../../../store/published-database.ts'
import { readId, readList, readNumber, readText, readTime } from './published-values.ts'

export interface Placing {
  projectOf: (name: string) => Project
  /** For rows that say no time at all. */
  orElse: number
}

const TITLE_CHARACTERS = 110
/** The place of `report` in the kinds of passages. */
const REPORT = 6

export function sessionRow(row: PublishedRow, by: Placing): RowOf<'session'> {
  const startedAt = timeOf(row, by, 'started_at')
  const completedAt = readTime(row.completed_at_epoch, row.completed_at) ?? null
  const last = readTime(row.last_at, undefined) ?? startedAt
  return {
    kind: 'session',
    number: readId(row.id),
    id: sessionOf(row),
    project: projectOf(row, by).id,
    ...{ cwd: '', transcript: null, entrypoint: 'import', checkout: null, extractFrom: null, resumeAt: null },
    prompt: readText(row.user_prompt) || null,
    startedAt,
    lastEventAt: Math.max(startedAt, completedAt ?? 0, last),
    completedAt,
    status: STATUS[readText(row.status)] ?? 'interrupted',
  }
}

/** Nothing more will come of one that was running. */
const STATUS: Record<string, SessionStatus> = { completed: 'completed', failed: 'failed' }

/** For a row whose session is not in the database. */
export function sessionAround(row: PublishedRow, by: Placing): RowOf<'session'> {
  const at = timeOf(row, by)
  const times = { started_at_epoch: at, completed_at_epoch: at, status: 'completed' }
  return sessionRow(
    { ...times, session: row.session, project: row.project, merged_into_project: row.merged_into_project },
    by,
  )
}

/** undefined for a row that says nothing. */
export function observationRow(row: PublishedRow, by: Placing): RowOf<'observation'> | undefined {
  const project = projectOf(row, by)
  const [narrative, text] = [readText(row.narrative).trim(), readText(row.text).trim()]
  const told = [narrative, text === narrative ? '' : text].filter((part) => part !== '').join('\n\n')
  const facts = readList(row.facts)
  const subtitle = readText(row.subtitle).trim()
  const title = readText(row.title).trim() || subtitle || firstLine(told || (facts[0] ?? ''))
  if (title === '') return undefined
  const at = timeOf(row, by)
  const session = sessionOf(row)
  const filed = filedUnder(row)
  const manual = readText(row.memory_session_id).startsWith('manual-') || session.startsWith('manual-')
  const files = (value: unknown) => [...new Set(readList(value).map((path) => relativePath(path, project.root)))]
  return {
    kind: 'observation',
    id: readId(row.id),
    key: keyOf('observation', [session, at, title, subtitle, told, facts]),
    session,
    project: project.id,
    type: filed.type,
    title,
    subtitle: title === subtitle ? '' : subtitle,
    narrative: told,
    facts: [...facts, ...filed.fact],
    concepts: filed.concepts,
    filesRead: files(row.files_read),
    filesModified: files(row.files_modified),
    agent: readText(row.agent_id) || null,
    tokens: readNumber(row.discovery_tokens),
    // What a person had it store, in their own words.
    source: manual ? 'user' : 'import',
    pinned: manual,
    model: readText(row.generated_by_model) || null,
    at,
    ...NOT_THERE,
  }
}

const NOT_THERE = {
  ...{ seen: [], events: [], turn: null, origin: 'session' as const, promptVersion: null, draftHash: null },
  ...{ edited: false, recalled: true, standing: false, droppedAt: null, head: null, branch: null, committed: null },
  ...{ aliases: [], failures: [] },
}

export function promptRow(row: PublishedRow, by: Placing): RowOf<'prompt'> | undefined {
  const text = readText(row.prompt_text)
  if (text.trim() === '') return undefined
  const at = timeOf(row, by)
  const session = sessionOf(row)
  return {
    kind: 'prompt',
    id: readId(row.id),
    key: keyOf('prompt', [session, readNumber(row.prompt_number), at, text]),
    session,
    project: projectOf(row, by).id,
    text,
    at,
  }
}

/** The newest of a session is its summary; the earlier ones, which we keep one of, can be searched as words said in it. */
export function summaryRow(row: PublishedRow, by: Placing): RowOf<'summary'> | RowOf<'turn'> | undefined {
  const said = {
    request: readText(row.request).trim(),
    investigated: readText(row.investigated).trim(),
    learned: readText(row.learned).trim(),
    completed: readText(row.completed).trim(),
    nextSteps: readText(row.next_steps).trim(),
    notes: readText(row.notes).trim(),
  }
  if (Object.values(said).every((text) => text === '')) return undefined
  const at = timeOf(row, by)
  const [session, project] = [sessionOf(row), projectOf(row, by)]
  const files = (value: unknown) => readList(value).map((path) => relativePath(path, project.root))
  const [filesRead, filesEdited] = [files(row.files_read), files(row.files_edited)]
  if (readNumber(row.later) === 0) {
    return {
      ...{ kind: 'summary', id: readId(row.id), session, project: project.id, ...said, filesRead, filesEdited, at },
      ...{ tokens: readNumber(row.discovery_tokens), model: null, promptVersion: null, draftHash: null },
    }
  }
  const key = keyOf('summary', [session, at, said])
  const text = LABELS.flatMap(([field, label]) => (said[field] === '' ? [] : [`${label}: ${said[field]}`])).join('\n')
  const passage = { id: null, event: eventNumber(key), part: 0, who: REPORT, text, at }
  return { kind: 'turn', id: null, key, session, project: project.id, files: filesEdited, at, passages: [passage] }
}

const LABELS = [
  ['request', 'Request'],
  ['investigated', 'Investigated'],
  ['learned', 'Learned'],
  ['completed', 'Completed'],
  ['nextSteps', 'Next steps'],
  ['notes', 'Notes'],
] as const

export function projectRow(project: Project, at: number): ArchiveRow {
  return { kind: 'project', ...project, at, renamed: false, aliases: [] }
}

export function projectNameOf(row: PublishedRow): string {
  return readText(row.merged_into_project) || readText(row.project)
}

export function sessionOf(row: PublishedRow): string {
  return readText(row.session) || 'unknown'
}

function projectOf(row: PublishedRow, by: Placing): Project {
  return by.projectOf(projectNameOf(row))
}

function timeOf(row: PublishedRow, by: Placing, name = 'created_at'): number {
  return readTime(row[`${name}_epoch`], row[name]) ?? by.orElse
}

/** Its type and concepts in our lists; what is in neither is said in a fact, where a search finds it. */
function filedUnder(row: PublishedRow): { type: ObservationType; concepts: Concept[]; fact: string[] } {
  const given = readText(row.type).trim()
  const type = OBSERVATION_TYPES.find((one) => one === given)
  const named = readList(row.concepts)
  const concepts = CONCEPTS.filter((one) => named.includes(one))
  const others = [...(type === undefined && given !== '' ? [given] : []), ...named.filter((one) => !isConcept(one))]
  return {
    type: type ?? 'discovery',
    concepts,
    fact: others.length === 0 ? [] : [`Filed under: ${[...new Set(others)].join(', ')}`],
  }
}

function isConcept(name: string): boolean {
  return CONCEPTS.some((one) => one === name)
}

function firstLine(text: string): string {
  return markedCut(text.trim().split('\n')[0]?.trim() ?? '', TITLE_CHARACTERS)
}

function keyOf(what: string, content: unknown): string {
  return `published:${what}:${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)}`
}
