/** What can be asked about the memory as a whole: figures, projects, the index, and what was injected into a session. */
import * as z from 'zod'
import { OBSERVATION_TYPES } from '../../memory/observation.ts'
import { Economics, Stored } from '../protocol.ts'

const count = z.int().nonnegative()
const epochMs = z.int()

export const Stats = z.strictObject({
  stored: Stored,
  types: z.array(z.strictObject({ type: z.enum(OBSERVATION_TYPES), count })).describe('most frequent first'),
  projects: z
    .array(z.strictObject({ id: z.string(), name: z.string(), observations: count, latestAt: epochMs.nullable() }))
    .describe('most memories first, at most twenty'),
  oldestAt: epochMs.nullable(),
  newestAt: epochMs.nullable(),
  discoveryTokens: count.describe('what finding all this out took, an estimate'),
  databaseBytes: count,
  economics: Economics.extend({
    sessions: z
      .array(Economics.extend({ sessionId: z.string(), project: z.string(), startedAt: epochMs }))
      .describe('the latest, newest first'),
  }),
})
export type Stats = z.infer<typeof Stats>

export const IndexStatus = z.strictObject({
  state: z.enum(['ready', 'building', 'rebuilding', 'unavailable']),
  driver: z.string().describe('where the vectors lie: `builtin` or `chroma`'),
  model: z.string(),
  dimensions: count,
  indexed: count.describe('observations with a vector'),
  waiting: count.describe('changed since they were indexed'),
  refused: z
    .strictObject({ count, reason: z.string() })
    .nullable()
    .describe('memories the embedding server will not take, and what it said of the newest: words alone find them'),
  because: z.string().nullable().describe('why it is being rebuilt'),
  problem: z.string().nullable().describe('what does not work now: words are searched meanwhile'),
  hint: z.string().nullable().describe('what helps'),
})
export type IndexStatus = z.infer<typeof IndexStatus>

export const RebuildStarted = z.strictObject({
  waiting: count.describe('memories to go'),
  already: z.literal(true).optional().describe('one was running: it goes on, and none was started'),
})
export type RebuildStarted = z.infer<typeof RebuildStarted>

export const LedgerRequest = z.strictObject({
  session: z
    .string()
    .min(1)
    .optional()
    .describe('a session id; the latest session that was told something when absent'),
  observation: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('a memory’s id: every session that was told it instead, or those in `session`'),
  limit: z.coerce.number().int().min(1).max(1000).default(200).describe('rows of `injections`'),
})

/** One memory in one injected text. */
export const Injection = z.strictObject({
  session: z.string(),
  session_db_id: z.int().nullable().describe('its number; null: not kept any more'),
  surface: z.string().describe('where it was said: session_start, prompt, …'),
  at: epochMs,
  observation: z.int(),
  title: z.string().nullable().describe('null: forgotten since'),
  score: z.number(),
  parts: z.record(z.string(), z.number()).describe('every part of the score, after its weight'),
  tokens: count,
})
export type Injection = z.infer<typeof Injection>

export const Ledger = z.strictObject({
  session: z.string().nullable().describe('null: a memory was asked about, or nothing was told yet'),
  count: count.describe('memories it was told; of a memory: how often, with what `limit` left out'),
  tokens: count.describe(
    'of everything it was sent at session start, beside prompts and after failures; of a memory: of its own lines there',
  ),
  gateTokens: count.describe('of what the read gate said; it counts for what the gate saved'),
  texts: z
    .array(z.strictObject({ surface: z.string(), at: epochMs, tokens: count }))
    .describe('oldest first, each with all of its words; none where a memory was asked about'),
  injections: z.array(Injection).describe('newest first'),
})
export type Ledger = z.infer<typeof Ledger>
