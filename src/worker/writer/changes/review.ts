/**
 * What a person has looked at in the inbox. Not journalled: a recovery that loses it brings some memories into the inbox
 * again, and nothing else.
 */
import type { Database } from '../../../store/database.ts'
import { beginReview, moveReviewStart, putReviewed, takeBackReviewed } from '../../../store/reviews.ts'
import type { ReviewRequest } from '../../protocol/review.ts'

/** An inbox that was just switched on begins with the last day, so that there is something to see. */
const FIRST_LOOK_MS = 24 * 3_600_000

export function review(
  { db, now }: { db: Database; now: number },
  { kept, again, since }: ReviewRequest,
): Record<string, never> {
  db.transaction(() => {
    beginReview(db, now - FIRST_LOOK_MS)
    if (kept) putReviewed(db, kept)
    if (again) takeBackReviewed(db, again)
    // A time to come would hide what is made until then.
    if (since !== undefined) moveReviewStart(db, Math.min(since, now))
  })
  return {}
}
