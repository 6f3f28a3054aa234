/** What was said in a turn, word for word, up to the requested size. */
import { MemoryError } from '../../../memory/error.ts'
import type { Passage } from '../../../memory/passage.ts'
import { estimateTokens } from '../../../memory/token-estimate.ts'
import { findSaid, findTurn } from '../../../store/passages.ts'
import { findMadeOf } from '../../../store/search.ts'
import type { TurnReply } from '../../protocol/turns.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { turnFull } from './rows.ts'

export function addTurnRoutes({ add }: Router, { db }: HttpParts): void {
  add('GET /api/turn', ({ query: { id, tokens } }) => {
    const turn = findTurn(db, id)
    if (!turn) {
      throw new MemoryError('not_found', `What was said in turn T${id} is not kept.`, {
        hint: 'Turns are named by the rows of a search.',
      })
    }
    return { ...turnFull(turn), said: within(findSaid(db, id), tokens), memories: findMadeOf(db, [id]).sort() }
  })
}

/** The question first, then the end, then what led to it: whole passages, as many as fit, at least one. */
function within(said: readonly Passage[], tokens: number): TurnReply['said'] {
  const [first, ...rest] = said
  if (first === undefined) return []
  let left = tokens - estimateTokens(first.text)
  const shown: Passage[] = []
  for (const passage of rest.toReversed()) {
    left -= estimateTokens(passage.text)
    if (left < 0) break
    shown.unshift(passage)
  }
  const gap = rest.length - shown.length
  return [first, ...shown].map(({ kind, text, createdAt }, at) => ({
    kind,
    text,
    created_at_epoch: createdAt,
    ...(at === 1 && gap > 0 ? { left_out: gap } : {}),
  }))
}
