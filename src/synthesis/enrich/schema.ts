/**
 * The format of a model's answer. In the request every field is required and no others are allowed, as strict
 * JSON-schema modes demand; reading is lenient: field by field, and an invalid one counts as absent.
 */
import * as z from 'zod'
import { CONCEPTS, OBSERVATION_TYPES } from '../../memory/observation.ts'

const wording = {
  evidence: z.array(z.string()),
  type: z.enum(OBSERVATION_TYPES),
  title: z.string(),
  subtitle: z.string(),
  narrative: z.string(),
  facts: z.array(z.string()),
  concepts: z.array(z.enum(CONCEPTS)),
}

const Change = z.union([
  z.strictObject({ action: z.literal('improve'), ref: z.string(), ...wording }),
  z.strictObject({ action: z.literal('create'), ...wording }),
  z.strictObject({ action: z.literal('merge'), ref: z.string(), into: z.string() }),
  z.strictObject({ action: z.literal('drop'), ref: z.string(), reason: z.string() }),
])

const SummaryAnswer = z.strictObject({
  request: z.string(),
  investigated: z.string(),
  learned: z.string(),
  completed: z.string(),
  next_steps: z.string(),
  notes: z.string(),
})

export const BATCH_SCHEMA = wireSchema(z.strictObject({ observations: z.array(Change) }))
export const FINAL_SCHEMA = wireSchema(z.strictObject({ observations: z.array(Change), summary: SummaryAnswer }))

function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema, ...wire } = z.toJSONSchema(schema)
  return wire
}

/** Where a list was asked for, accepts single values and skips items of other types. */
const strings = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string'),
  z.array(z.string()),
)
const word = z.string().transform((value) => value.trim().toLowerCase())
const absent = undefined

/**
 * One item of the answer, as far as it can be read. Unknown fields are dropped, fields of the wrong type are absent.
 */
export const LooseChange = z.object({
  action: word.pipe(z.enum(['improve', 'create', 'merge', 'drop'])),
  ref: word.optional().catch(absent),
  into: word.optional().catch(absent),
  evidence: strings.transform((refs) => refs.map((ref) => ref.trim().toLowerCase())),
  type: word.pipe(z.enum(OBSERVATION_TYPES)).optional().catch(absent),
  title: z.string().optional().catch(absent),
  subtitle: z.string().optional().catch(absent),
  narrative: z.string().optional().catch(absent),
  facts: strings,
  concepts: strings.transform((names) => CONCEPTS.filter((concept) => names.includes(concept))),
  reason: z.string().optional().catch(absent),
})
export type LooseChange = z.infer<typeof LooseChange>

const paragraph = strings.transform((items) => items.join('; '))

export const LooseSummary = z.object({
  request: paragraph,
  investigated: paragraph,
  learned: paragraph,
  completed: paragraph,
  next_steps: paragraph,
  notes: paragraph,
})
