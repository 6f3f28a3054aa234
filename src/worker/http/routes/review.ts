/** The inbox: what waits for a look, and what was decided. Off by default; then it is always empty. */
import { MemoryError } from '../../../memory/error.ts'
import { countUnreviewed, findReviewStart, findUnreviewed } from '../../../store/reviews.ts'
import type { ReviewReply } from '../../protocol/review.ts'
import { listNoteWorkspaces } from '../note-workspaces.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { observationFull } from './rows.ts'

export function addReviewRoutes({ add }: Router, parts: HttpParts): void {
  const { db, writer } = parts

  add('GET /api/review', async ({ query: { limit } }) => {
    const since = findReviewStart(db)
    if (!parts.config?.REVIEW) return { on: false, since: since ?? null, memories: 0, results: [], proposals: [] }
    return {
      on: true,
      since: since ?? null,
      memories: since === undefined ? 0 : countUnreviewed(db, { since }),
      results: since === undefined ? [] : findUnreviewed(db, { since, limit }).map((one) => observationFull(db, one)),
      proposals: await proposalsOf(parts),
    }
  })
  add('POST /api/review', async ({ body }) => {
    if (!parts.config?.REVIEW) {
      throw new MemoryError('conflict', 'The inbox is switched off. Nothing was changed.', {
        hint: 'Set CLAUDE_MEM_REVIEW to true, in the viewer under Settings or in settings.json.',
      })
    }
    await writer.call('review', body)
    const since = findReviewStart(db)
    return { since: since ?? null, memories: since === undefined ? 0 : countUnreviewed(db, { since }) }
  })
}

/** A workspace whose notes cannot be read has none to show here; the notes view says why. */
async function proposalsOf({ db, writer, log }: HttpParts): Promise<ReviewReply['proposals']> {
  const found = await Promise.all(
    listNoteWorkspaces(db).map(async ({ root, project }) => {
      const status = await writer.call('dreamStatus', { cwd: root }).catch((error: unknown) => {
        log.warn('proposals could not be read', { trouble: MemoryError.from(error).message })
        return undefined
      })
      return (status?.proposals ?? []).map((one) => ({ ...one, root, project }))
    }),
  )
  return found.flat()
}
