/** Decisions about what waits in the inbox: each is one request, and says how it is taken back. */
import type { Changed } from '../../src/worker/protocol/changes.ts'
import type { DreamReply } from '../../src/worker/protocol/dream.ts'
import type { ReviewReply } from '../../src/worker/protocol/review.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { post } from '../api.ts'
import { dropKeptList } from '../pages.ts'

export type Item =
  | { kind: 'memory'; memory: ObservationFull }
  | { kind: 'proposal'; proposal: ReviewReply['proposals'][number] }

export interface Decided {
  said: string
  /** Which item comes back. */
  item: string
  /** Absent: it cannot be taken back. */
  undo?: () => Promise<unknown>
  /** The memory that was dropped. */
  dropped?: number
}

export function itemsOf({ proposals, results }: ReviewReply): Item[] {
  return [
    ...proposals.map((proposal): Item => ({ kind: 'proposal', proposal })),
    ...results.map((memory): Item => ({ kind: 'memory', memory })),
  ]
}

export const keyOfItem = (item: Item) =>
  item.kind === 'memory' ? `m${item.memory.id}` : `p${item.proposal.root} ${item.proposal.id}`

/** A memory stays as it is; of a proposal, the line. */
export async function keep(item: Item): Promise<Decided> {
  if (item.kind === 'proposal') return answer(item, 'no')
  const ids = [item.memory.id]
  await post('/api/review', { kept: ids })
  return {
    said: `Kept “${item.memory.title}”.`,
    item: keyOfItem(item),
    undo: () => post('/api/review', { again: ids }),
  }
}

/** A memory is never shown unasked again; of a proposal, the line goes. */
export async function drop(item: Item): Promise<Decided> {
  if (item.kind === 'proposal') return answer(item, 'yes')
  const { id } = item.memory
  return {
    ...decided('Dropped', await post<Changed>(`/api/observations/${id}/recall`, { recall: false })),
    dropped: id,
  }
}

/** After a change that a memory itself knows of. */
export function decided(what: string, { change, memory }: Changed): Decided {
  dropKeptList()
  return {
    said: `${what} “${memory.title}”.`,
    item: `m${memory.id}`,
    ...(change === null ? {} : { undo: () => post('/api/changes/undo', { change }).then(dropKeptList) }),
  }
}

async function answer(item: Item & { kind: 'proposal' }, said: 'yes' | 'no'): Promise<Decided> {
  const { id, root } = item.proposal
  const reply = await post<DreamReply>('/api/dream', { cwd: root, action: 'answer', proposal: id, answer: said })
  const { outcome, run } = reply
  return {
    said: OUTCOMES[outcome] ?? 'MEMORY.md was changed meanwhile. Nothing was done.',
    item: keyOfItem(item),
    ...(run === null ? {} : { undo: () => post('/api/dream', { cwd: root, action: 'undo', run }) }),
  }
}

const OUTCOMES: Partial<Record<DreamReply['outcome'], string>> = {
  done: 'The line is out of MEMORY.md.',
  declined: 'The line stays, and this is not proposed again.',
  stale: 'That line is not in MEMORY.md any more; nothing was done.',
}

/** Those in sight one by one; where there are more, all that was made up to the newest of them. */
export async function decideAll({ results, memories, since }: ReviewReply): Promise<Decided> {
  const ids = results.map(({ id }) => id)
  const whole = memories <= ids.length
  const newest = results[0]?.created_at_epoch ?? 0
  await post('/api/review', whole ? { kept: ids } : { since: newest + 1 })
  return {
    said: `Kept ${memories} memories.`,
    item: `m${ids[0]}`,
    undo: () => post('/api/review', whole ? { again: ids } : { since: since ?? 0 }),
  }
}
