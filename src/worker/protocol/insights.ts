/** Figures over time, as the viewer plots them. */
import * as z from 'zod'
import { OBSERVATION_TYPES } from '../../memory/observation.ts'

const count = z.int().nonnegative()
const day = z.string().describe('YYYY-MM-DD, local')

export const Insights = z.strictObject({
  from: day,
  to: day.describe('today'),
  days: z
    .array(
      z.strictObject({
        day,
        types: z.partialRecord(z.enum(OBSERVATION_TYPES), count).describe('memories by type'),
        told: count.describe('lines of memories agents were shown unasked'),
        toldTokens: count,
        savedTokens: z.int().describe('by the read gate, an estimate; below zero is a loss'),
        spentTokens: z.number().describe('by a model that words memories'),
      }),
    )
    .describe('oldest first, without days on which nothing happened'),
  budget: z.strictObject({ provider: z.string(), perDay: z.number(), spentToday: z.number() }),
  recall: z.strictObject({
    surfaces: z.array(z.strictObject({ surface: z.string(), texts: count, tokens: count })),
    memories: count.describe('different ones that were told'),
    top: z.array(z.strictObject({ id: z.int(), title: z.string(), times: count })),
  }),
  junk: z.strictObject({
    memories: count,
    neverTold: count.describe('to no session, as far back as the ledger goes'),
    superseded: count.describe('a newer memory tells it as it is now'),
    merged: count.describe('near-duplicates that were merged into another memory'),
    compared: count.describe('the newest, whose titles were compared'),
    duplicates: count.describe('of these, with the words of another title of the same project'),
  }),
})
export type Insights = z.infer<typeof Insights>
