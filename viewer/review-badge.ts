/** How much waits in the inbox, for the badge beside its name. Asked when the reader moves, changes something or comes back. */
import { signal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ReviewReply } from '../src/worker/protocol/review.ts'
import { path } from './address.ts'
import { changesMade, get } from './api.ts'

export const inbox = signal({ on: false, waiting: 0 })
const returns = signal(0)

export function useReviewBadge(): void {
  useEffect(() => {
    const onSeen = () => {
      if (!document.hidden) returns.value += 1
    }
    document.addEventListener('visibilitychange', onSeen)
    return () => document.removeEventListener('visibilitychange', onSeen)
  }, [])
  useSignalEffect(() => {
    void [path.value, changesMade.value, returns.value] // asked again at each
    const leaving = new AbortController()
    get<ReviewReply>('/api/review', { limit: 0 }, leaving.signal).then(
      ({ on, memories, proposals }) => {
        inbox.value = { on, waiting: memories + proposals.length }
      },
      () => {}, // the view itself says what is wrong
    )
    return () => leaving.abort()
  })
}
