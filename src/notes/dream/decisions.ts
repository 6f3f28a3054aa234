/**
 * What dreaming has decided and what waits for a person. `memory/.dreams/decided.json` records what was promoted (never
 * again, even if somebody deleted the line) and what was declined; `proposals.json` what is proposed. Both are plain
 * data.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'

const DecidedShape = z.object({
  version: z.literal(1).default(1),
  /** By sentence key: when and in which run, and the fact's last recall at that time. */
  promoted: z.record(z.string(), z.object({ at: z.string(), run: z.string(), recalledAt: z.string() })).default({}),
  /** Keys of facts and ids of proposals that somebody declined, and when. */
  declined: z.record(z.string(), z.string()).default({}),
})
export type Decided = z.infer<typeof DecidedShape>

const ProposalShape = z.object({
  id: z.string(),
  kind: z.enum(['retire', 'merge']),
  /** The line of MEMORY.md that would be removed. */
  line: z.string(),
  /** The line that says the same and stays. */
  keeps: z.string().optional(),
  reason: z.string(),
  at: z.string(),
})
export type Proposal = z.infer<typeof ProposalShape>

const ProposalsShape = z.object({
  version: z.literal(1).default(1),
  proposals: z.array(ProposalShape).default([]),
})

/** Beyond this the oldest are dropped: at ten a day, more than a year. */
const MAX_DECIDED = 5000

export function parseDecided(raw: unknown): Decided {
  return DecidedShape.parse(raw ?? {})
}

export function parseProposals(raw: unknown): Proposal[] {
  return ProposalsShape.parse(raw ?? {}).proposals
}

/** A proposal has the same id in every dream, so that a no stays in force. */
export function proposalId(by: { kind: Proposal['kind']; line: string; because: string }): string {
  return createHash('sha256').update(`${by.kind}\n${by.line}\n${by.because}`).digest('hex').slice(0, 8)
}

export function withDeclined(decided: Decided, keys: readonly string[], at: string): Decided {
  const declined = { ...decided.declined, ...Object.fromEntries(keys.map((key) => [key, at])) }
  const promoted = Object.entries(decided.promoted).filter(([key]) => !keys.includes(key))
  return { ...decided, declined: newest(declined, (one) => one), promoted: Object.fromEntries(promoted) }
}

export function withPromoted(decided: Decided, added: Decided['promoted']): Decided {
  return { ...decided, promoted: newest({ ...decided.promoted, ...added }, ({ at }) => at) }
}

function newest<T>(all: Record<string, T>, at: (one: T) => string): Record<string, T> {
  const entries = Object.entries(all)
  if (entries.length <= MAX_DECIDED) return all
  return Object.fromEntries(entries.sort(([, a], [, b]) => at(a).localeCompare(at(b))).slice(-MAX_DECIDED))
}
