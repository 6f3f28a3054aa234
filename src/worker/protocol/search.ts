/**
 * Requests and replies of `/api/search/*`. These schemas are the only source: they parse the requests, OpenAPI and
 * `/api/search/help` are printed from them, and the doors take their types from here.
 */
import * as z from 'zod'
import { CONCEPTS, OBSERVATION_TYPES } from '../../memory/observation.ts'
import { pathText } from './path-text.ts'
import {
  AnyFull,
  AnyIndex,
  FreshnessRow,
  ObservationFull,
  ObservationIndex,
  PromptFull,
  PromptIndex,
  SummaryFull,
  SummaryIndex,
} from './rows.ts'

/** More than this is a dump, not a search. */
const MAX_RESULTS = 1000
/** A pasted document is a legitimate query; more than this is a mistake. */
const QUERY_CHARACTERS = 200_000

const list = <Item extends z.ZodType>(item: Item, what: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((text): unknown => {
      const items = [text].flat().flatMap((part) => part.split(','))
      return items.map((one) => one.trim()).filter((one) => one !== '')
    })
    .pipe(z.array(item))
    .describe(`${what}; several with commas, or the parameter several times`)

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')
const depth = (what: string) => z.coerce.number().int().min(0).max(100).default(10).describe(what)
const query = z.string().max(QUERY_CHARACTERS).describe('words, phrases in quotes, AND OR NOT NEAR *')

const page = {
  format: z
    .enum(['index', 'full'])
    .default('full')
    .describe('`index` to choose (~75 tokens each), `full` for all of it'),
  limit: z.coerce.number().int().min(1).max(MAX_RESULTS).default(20).describe('results in all, over every kind'),
  offset: z.coerce.number().int().min(0).default(0).describe('results to skip'),
}

const scope = {
  project: z.string().min(1).optional().describe('name or id; a name that two projects share finds both'),
  cwd: pathText.optional().describe('a path in the project you work in: its memories win between near-equal ones'),
}

const moment = 'ISO date or time, or epoch milliseconds'
const dates = {
  dateRange: z.string().optional().describe(`{"start","end"} as JSON, each ${moment}; or words: last week`),
  'dateRange[start]': z.string().optional().describe(moment),
  'dateRange[end]': z.string().optional().describe(`${moment}; a date alone means the whole day`),
}

const order = {
  orderBy: z.enum(['relevance', 'date_desc', 'date_asc']).optional().describe('the same hits, by time'),
}
const explain = flag.optional().describe('show every part of each score')

const type = list(z.enum(OBSERVATION_TYPES), `one of ${OBSERVATION_TYPES.join(' ')}`)
const concepts = list(z.enum(CONCEPTS), `all of these: ${CONCEPTS.join(' ')}`)
const files = list(pathText, 'any of these: a path, absolute or from the project’s root; the end of one; or a folder')
const session = z
  .string()
  .min(1)
  .optional()
  .describe('only what is of this session: `S123`, or its own id; a note is of none')
const fresh = flag.optional().describe('only observations none of whose files changed or went since')
const filters = {
  ...scope,
  type: type.optional(),
  concepts: concepts.optional(),
  files: files.optional(),
  session,
  fresh,
  ...dates,
}

export const ObservationSearch = z.strictObject({
  query: query.describe('words, phrases in quotes, AND OR NOT NEAR *; empty: the newest that pass the filters'),
  ...filters,
  ...order,
  explain,
  ...page,
})

export const AnySearch = ObservationSearch.extend({
  kind: list(
    z.enum(['observation', 'summary', 'prompt', 'passage', 'note']),
    'observation summary prompt passage note; all when absent',
  ).optional(),
})

/** Summaries and prompts have no type, concepts or files. */
export const SessionSearch = z.strictObject({ query, ...scope, session, ...dates, ...order, explain, ...page })

/** Newest first, without scores. */
const browse = { ...filters, ...order, ...page }
export const ByType = z.strictObject({ ...browse, type })
export const ByConcept = z.strictObject({
  ...browse,
  concept: z.enum(CONCEPTS).describe(`one of ${CONCEPTS.join(' ')}`),
})
export const ByFile = z
  .strictObject({
    ...browse,
    filePath: pathText.describe('a path, absolute or from the project’s root; the end of one; or a folder'),
  })
  .omit({ files: true })

export const RecentContext = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(3).describe('sessions'),
  // 1,500: the full summaries of three typical sessions and the titles of their memories
  tokens: z.coerce.number().int().min(300).max(50_000).default(1500).describe('what the answer may cost'),
  ...scope,
})

const around = { depth_before: depth('memories before it'), depth_after: depth('memories after it') }
export const TimelineSearch = z.strictObject({
  anchor: z
    .string()
    .min(1)
    .max(100)
    .describe('an observation id, a session as `S123` or by its own id, a day, an ISO time or words: yesterday'),
  ...around,
  ...scope,
  project: scope.project.describe('name or id; else the project of the anchor, else that of `cwd`, else all'),
})
export const TimelineByQuery = z.strictObject({
  query: query
    .min(1)
    .describe('as in a search; a time alone (yesterday) is the anchor itself, unless there are filters'),
  ...around,
  ...filters,
})

const project = z.strictObject({ id: z.string(), name: z.string(), root: z.string() })
const range = z.strictObject({ from: z.int().optional(), to: z.int().optional(), phrase: z.string() })

/** `searched`: how the hits were found. Without meaning (no model, index being built) only words were searched. */
const searched = z.enum(['hybrid', 'keywords', 'listing']).describe('`listing`: without words, by date')
const reading = {
  searched,
  understood: range.optional().describe('what dates in words were taken to mean'),
  unknown: z.array(z.string()).optional().describe('words of the query that no memory has'),
  loosened: z.literal(true).optional().describe('nothing fits the operators or the phrase: its words were searched'),
  unsure: z.literal(true).optional().describe('nothing in the results answers the question for certain'),
  near: z.literal(true).optional().describe('nothing was found: the results are only near the question'),
}
const envelope = {
  count: z.int(),
  ...reading,
  more: z.boolean().describe('there are results after this page'),
  projects: z.array(project).optional().describe('the projects that share the name you gave'),
}

function replyOf<Index extends z.ZodType, Full extends z.ZodType, Echo extends z.ZodRawShape>(
  by: { index: Index; full: Full },
  echo: Echo,
) {
  return z.discriminatedUnion('format', [
    z.strictObject({ ...echo, ...envelope, format: z.literal('index'), results: z.array(by.index) }),
    z.strictObject({ ...echo, ...envelope, format: z.literal('full'), results: z.array(by.full) }),
  ])
}

const observations = { index: ObservationIndex, full: ObservationFull }
const asked = { query: z.string() }
export const AnyReply = replyOf({ index: AnyIndex, full: AnyFull }, asked)
export const ObservationReply = replyOf(observations, asked)
export const SummaryReply = replyOf({ index: SummaryIndex, full: SummaryFull }, asked)
export const PromptReply = replyOf({ index: PromptIndex, full: PromptFull }, asked)
export const ByTypeReply = replyOf(observations, { type: z.string() })
export const ByConceptReply = replyOf(observations, { concept: z.string() })
export const ByFileReply = replyOf(observations, { filePath: z.string() })

const Anchor = z.strictObject({ kind: z.literal('anchor'), type: z.literal('anchor'), timestamp: z.int() })
const timeline = {
  anchor_timestamp: z.int(),
  depth_before: z.int().describe('how many there are before it'),
  depth_after: z.int(),
  timeline: z.array(z.union([AnyIndex, Anchor])).describe('oldest first'),
}
export const TimelineReply = z.strictObject({ anchor: z.string(), ...timeline })
export const TimelineByQueryReply = z.strictObject({
  query: z.string(),
  ...reading,
  anchor: z.string().nullable().describe('the id of the best match, or the time in words; null: nothing was found'),
  ...timeline,
  anchor_timestamp: z.int().nullable(),
})

const omitted = z.int().optional()
export const RecentContextReply = z.strictObject({
  limit: z.int(),
  tokens: z.int(),
  omitted: omitted.describe('sessions that did not fit into `tokens`'),
  project: z.string(),
  sessions: z.array(
    z.strictObject({
      session: z.strictObject({
        db_id: z.int().describe('as a timeline anchor: S and this number'),
        session_id: z.string(),
        created_at: z.string(),
        project: z.string(),
        project_id: z.string(),
        status: z.enum(['active', 'completed', 'failed', 'interrupted']),
      }),
      summary: z
        .strictObject({
          id: z.int().describe('that of its session'),
          request: z.string(),
          completion: z.string(),
          learnings: z.string(),
          next_steps: z.string(),
        })
        .nullable(),
      observations: z.array(
        z.strictObject({
          id: z.int(),
          type: z.enum(OBSERVATION_TYPES),
          title: z.string(),
          subtitle: z.string(),
          untrusted: z.literal(true).optional(),
          freshness: FreshnessRow.optional(),
        }),
      ),
      omitted: omitted.describe('observations that did not fit, the earlier ones'),
    }),
  ),
})

export type AnyReply = z.infer<typeof AnyReply>
export type ObservationReply = z.infer<typeof ObservationReply>
export type TimelineReply = z.infer<typeof TimelineReply>
export type TimelineByQueryReply = z.infer<typeof TimelineByQueryReply>
export type RecentContextReply = z.infer<typeof RecentContextReply>
