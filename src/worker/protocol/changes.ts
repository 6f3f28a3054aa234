/** Changing a memory by hand: its words, whether it is pinned, whether it is recalled; and taking that back. */
import * as z from 'zod'
import { CONCEPTS, OBSERVATION_TYPES } from '../../memory/observation.ts'
import { ObservationFull } from './rows.ts'

const id = z.int().positive()
const epochMs = z.int().describe('milliseconds since 1970')
const line = (most: number) => z.string().trim().max(most)

/** The limits are those of `remember`, or far above what any memory has. */
export const EditRequest = z.strictObject({
  type: z.enum(OBSERVATION_TYPES).optional(),
  title: line(300).min(1).optional(),
  subtitle: line(1000).optional(),
  narrative: line(20_000).optional(),
  facts: z.array(line(2000).min(1)).max(100).optional(),
  concepts: z.array(z.enum(CONCEPTS)).max(CONCEPTS.length).optional(),
})
export type EditRequest = z.infer<typeof EditRequest>

export const PinRequest = z.strictObject({ pinned: z.boolean() })
export const RecallRequest = z.strictObject({
  recall: z.boolean().describe('false: stored and found by a search, but never shown to an agent that did not ask'),
})

export const Changed = z.strictObject({
  changed: z.boolean().describe('false: it was like that already'),
  change: id.nullable().describe('for undo'),
  memory: ObservationFull,
})
export type Changed = z.infer<typeof Changed>

export const ChangesRequest = z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(20) })

export const ChangeRow = z.strictObject({
  id,
  what: z.enum(['edit', 'pin', 'unpin', 'recall', 'silence']).describe('silence: never recalled unasked again'),
  at: epochMs,
  memory: z.strictObject({ id, title: z.string() }).nullable().describe('null: it is gone'),
  fields: z.array(z.string()).nullable().describe('what it changed; null: no longer known'),
  undoable: z.boolean(),
  undone_at: epochMs.nullable(),
  undo_first: id.nullable().describe('a later change of the same memory'),
})
export type ChangeRow = z.infer<typeof ChangeRow>

export const ChangeList = z.strictObject({ count: z.int(), results: z.array(ChangeRow).describe('newest first') })
export type ChangeList = z.infer<typeof ChangeList>

/** Of the database file with its log. */
export const Vacuumed = z.strictObject({ bytesBefore: z.int(), bytesAfter: z.int() })

export const UndoRequest = z.strictObject({ change: id.optional().describe('default: the newest that can be undone') })

export const Undone = z.strictObject({ undone: ChangeRow, memory: ObservationFull })
export type Undone = z.infer<typeof Undone>
