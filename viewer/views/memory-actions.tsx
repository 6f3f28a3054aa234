/** What can be done with a memory. Every change but forgetting can be taken back; forgetting shows first what would go. */
import type { Signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Changed, Undone } from '../../src/worker/protocol/changes.ts'
import type { Forgotten } from '../../src/worker/protocol/forget.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { mayChange, post } from '../api.ts'
import { useSending } from '../asked.ts'
import { dropKeptList } from '../pages.ts'
import { isTyping, OnlyLooking, Problem } from '../parts.tsx'
import { Forget } from './forget.tsx'

export interface Acting {
  memory: ObservationFull
  receipt: Signal<Forgotten | undefined>
  /** The last change, while it can be taken back with one press. */
  change: Signal<Changed | undefined>
  onChanged: (changed: Changed) => void
  onUndone: (memory: ObservationFull) => void
  onEdit: () => void
}

export function MemoryActions({ memory, receipt, change, onChanged, onUndone, onEdit }: Acting) {
  const { problem, busy, send } = useSending()
  const ask = (what: 'pin' | 'recall', body: object) =>
    send(async () => {
      onChanged(await post<Changed>(`/api/observations/${memory.id}/${what}`, body))
      dropKeptList()
    })
  const pin = () => void ask('pin', { pinned: !memory.pinned })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!mayChange.value || isTyping(event)) return
      if (event.key === 'e') {
        event.preventDefault() // the letter would land in the form that opens
        onEdit()
      }
      if (event.key === 'p') pin()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [memory])
  if (!mayChange.value) return <OnlyLooking to="change or forget memories" />
  const silent = memory.recalled === false
  const last = change.value
  return (
    <section class="actions" aria-label="Actions" aria-busy={busy.value}>
      {problem.value ? <Problem error={problem.value} /> : null}
      {last?.changed && last.change !== null ? (
        <p class="notice" role="status">
          Changed.{' '}
          <button
            type="button"
            class="link"
            onClick={() =>
              void send(async () => {
                onUndone((await post<Undone>('/api/changes/undo', { change: last.change })).memory)
                dropKeptList()
              })
            }
          >
            Undo
          </button>
        </p>
      ) : null}
      <div class="buttons">
        <button type="button" onClick={onEdit} title="Edit (e)">
          Edit
        </button>
        <button type="button" onClick={pin} title="A pinned memory is never rewritten, merged or cleared away (p)">
          {memory.pinned ? 'Unpin' : 'Pin'}
        </button>
        <button
          type="button"
          onClick={() => void ask('recall', { recall: silent })}
          title="It stays, and a search finds it; no agent is shown it unasked"
        >
          {silent ? 'Recall it again' : 'Never recall again'}
        </button>
        <Forget ids={[memory.id]} onForgotten={(forgotten) => (receipt.value = forgotten)} />
      </div>
    </section>
  )
}
