/**
 * What was said in a request's turns, in pieces a search can show. Nothing is left out, so what became no memory is
 * found too.
 */
import type { PassageDraft, PassageKind, TurnDraft } from '../memory/passage.ts'
import { piecesOf } from '../memory/pieces.ts'
import { changedFiles } from './memory-files.ts'
import type { Request } from './requests.ts'
import type { Source, SourceKind } from './words/sources.ts'

/** A plain limit (36,000 characters) per text: longer ones are pasted and repeat themselves. */
const MAX_PIECES = 40
/** A plain limit: shorter ones ("yes", "go on") answer nothing. */
const LEAST_CHARACTERS = 12

const KIND: Record<SourceKind, PassageKind> = {
  request: 'user',
  aside: 'user',
  answer: 'answer',
  closing: 'agent',
  message: 'agent',
  commit: 'commit',
  pull_request: 'pull_request',
  plan: 'plan',
  report: 'report',
  compaction: 'compaction',
}

/** undefined if nothing was said. */
export function turnOf(request: Request, by: { sessionId: string; root: string | undefined }): TurnDraft | undefined {
  const first = request.turns[0]?.events[0]
  const last = request.turns.at(-1)
  if (first === undefined || last === undefined) return undefined
  const parts = new Map<string, number>()
  const passages = request.sources.flatMap((source) => passagesOf(source, parts))
  if (passages.length === 0) return undefined
  return {
    key: turnKey(by.sessionId, first.key),
    ...(request.project === undefined ? {} : { project: request.project }),
    files: changedFiles(request, by.root),
    at: last.endedAt,
    passages,
  }
}

/** The keys of a request's memories begin with it. */
export function turnKey(sessionId: string, firstEvent: string): string {
  return `${sessionId}:${firstEvent}`
}

function passagesOf(source: Source, parts: Map<string, number>): PassageDraft[] {
  const { key: eventKey, at } = source.event
  // A plan's heading is part of its text.
  const title = source.kind === 'plan' ? '' : source.title
  const text = [title, source.text].filter((one) => one.trim() !== '').join('\n')
  return piecesOf(text.trim(), MAX_PIECES)
    .filter((piece) => piece.length >= LEAST_CHARACTERS)
    .map((piece) => {
      const part = parts.get(eventKey) ?? 0
      parts.set(eventKey, part + 1)
      return { eventKey, part, kind: KIND[source.kind], text: piece, at }
    })
}
