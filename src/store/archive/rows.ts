/**
 * The lines of an export: the whole memory as rows that name each other by keys, never by places in a table. Ids that
 * people have seen are there too, and are kept where they are free. Format 1; a field may be added, none may change its
 * meaning.
 */
import * as z from 'zod'
import { CONCEPTS, OBSERVATION_TYPES } from '../../memory/observation.ts'

export const FORMAT = 1

const key = z.string().min(1).max(10_000)
/** null: none was ever shown. */
const id = z.int().positive().nullable()
const shownId = z.int().positive()
const at = z.number()
const text = z.string()
const texts = z.array(z.string())
const flag = z.boolean()

/** Forgotten: a hash, no text. First in the file, so that what follows obeys it. */
const Forgotten = z.object({ kind: z.literal('forgotten'), hash: key, at })
const Paused = z.object({ kind: z.literal('paused'), from: at, to: at })
const Project = z.object({
  kind: z.literal('project'),
  id: key,
  name: text,
  root: text,
  at,
  renamed: flag,
  aliases: texts,
})

const Session = z.object({
  kind: z.literal('session'),
  /** `S12` in every list. */
  number: id,
  id: key,
  project: key,
  cwd: text,
  transcript: text.nullable(),
  entrypoint: text,
  prompt: text.nullable(),
  startedAt: at,
  lastEventAt: at,
  completedAt: at.nullable(),
  status: z.enum(['active', 'completed', 'failed', 'interrupted']),
  checkout: text.nullable(),
  /** Events from here on wait to be distilled. */
  extractFrom: at.nullable(),
  resumeAt: at.nullable(),
})

/** `event` is null once it is too old to be replayed: its key stays, so that it never counts twice. */
const Event = z.object({
  kind: z.literal('event'),
  key,
  session: key,
  what: text,
  tool: text.nullable(),
  at,
  origin: text,
  line: text.nullable(),
  event: z.record(z.string(), z.json()).nullable(),
})

const Failure = z.object({
  event: key,
  project: key,
  error: text,
  file: text.nullable(),
  program: text,
  targets: texts,
  command: text,
  fixedBy: z.enum(['edit', 'step', 'command', 'none']),
  fix: text,
  failedAt: at,
  passedAt: at.nullable(),
})

const Observation = z.object({
  kind: z.literal('observation'),
  id,
  key,
  session: key.nullable(),
  project: key,
  type: z.enum(OBSERVATION_TYPES),
  title: text,
  subtitle: text,
  narrative: text,
  facts: texts,
  concepts: z.array(z.enum(CONCEPTS)),
  filesRead: texts,
  filesModified: texts,
  /** What these files contained: git's hash. */
  seen: z.array(z.object({ path: text, blob: text, size: z.number(), mtimeMs: z.number() })),
  events: texts,
  turn: text.nullable(),
  agent: text.nullable(),
  tokens: z.number(),
  source: z.enum(['local', 'model', 'user', 'import']),
  origin: z.enum(['session', 'untrusted']),
  model: text.nullable(),
  promptVersion: text.nullable(),
  draftHash: text.nullable(),
  pinned: flag,
  edited: flag,
  recalled: flag,
  standing: flag,
  droppedAt: at.nullable(),
  head: text.nullable(),
  branch: text.nullable(),
  committed: flag.nullable(),
  at,
  /** Memories merged into it: their keys, and the ids they had. */
  aliases: z.array(z.object({ key, id })),
  failures: z.array(Failure),
})

/** After all observations: which of them took the place of which. */
const Superseded = z.object({ kind: z.literal('superseded'), key, by: key })
/** A sentence that a memory must not say any more. */
const Struck = z.object({ kind: z.literal('struck'), key, line: text })
/** The id a memory had, while it waits to be derived again. */
const Reserved = z.object({ kind: z.literal('reserved'), key, id: shownId })

const Summary = z.object({
  kind: z.literal('summary'),
  id,
  session: key,
  project: key,
  request: text,
  investigated: text,
  learned: text,
  completed: text,
  nextSteps: text,
  notes: text,
  filesRead: texts,
  filesEdited: texts,
  tokens: z.number(),
  model: text.nullable(),
  promptVersion: text.nullable(),
  draftHash: text.nullable(),
  at,
})

const Prompt = z.object({ kind: z.literal('prompt'), id, key, session: key, project: key, text, at })

/** `event`: the number of its event's key, see event-number.ts. */
const Passage = z.object({ id, event: z.int().nonnegative(), part: z.int(), who: z.int().min(0).max(7), text, at })

const Turn = z.object({
  kind: z.literal('turn'),
  id,
  key,
  session: key,
  project: key,
  files: texts,
  at,
  passages: z.array(Passage),
})

/** `before`: the former values, for an undo; in it `supersededBy` is a key. */
const Change = z.object({
  kind: z.literal('change'),
  id,
  key,
  what: text,
  memory: key.nullable(),
  before: z.record(z.string(), z.json()).nullable(),
  undoneAt: at.nullable(),
  at,
})

export const ArchiveRow = z.discriminatedUnion('kind', [
  ...[Forgotten, Paused, Project, Session, Event, Observation, Superseded, Struck, Reserved, Summary, Prompt, Turn],
  Change,
] as const)
export type ArchiveRow = z.infer<typeof ArchiveRow>
export type RowKind = ArchiveRow['kind']
export type RowOf<Kind extends RowKind> = Extract<ArchiveRow, { kind: Kind }>

/** In the order of the file: a row stands after every row it names. */
export const ROW_KINDS = [
  'forgotten',
  'paused',
  'project',
  'session',
  'event',
  'observation',
  'superseded',
  'struck',
  'reserved',
  'summary',
  'prompt',
  'turn',
  'change',
] as const satisfies readonly RowKind[]

const counts = z.object(Object.fromEntries(ROW_KINDS.map((kind) => [kind, z.int().nonnegative().optional()])))

/** Rows that people know by a number. */
export const NUMBERED = ['session', 'observation', 'summary', 'prompt', 'turn', 'change'] as const
export type Numbered = (typeof NUMBERED)[number]

/** The first line. `highest`: the highest number of each kind. `only`: what the export was limited to. */
export const ArchiveHead = z.object({
  kind: z.literal('claude-mem export'),
  format: z.int().positive(),
  counts,
  highest: z.partialRecord(z.enum(NUMBERED), z.int().nonnegative()),
  only: z.object({ projects: z.array(z.string()).nullable(), since: z.number().nullable() }).optional(),
})
export type ArchiveHead = z.infer<typeof ArchiveHead>

/** The last line: without it the file was cut off. */
export const ARCHIVE_END = { kind: 'end' } as const
