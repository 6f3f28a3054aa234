/** On a memory's card: pin it, or never show it unasked again. Both can be taken back where they were done. */
import { useSignal } from '@preact/signals'
import type { Changed } from '../src/worker/protocol/changes.ts'
import type { ObservationIndex } from '../src/worker/protocol/rows.ts'
import { mayChange, post } from './api.ts'
import { useSending } from './asked.ts'

export function CardActions({ row }: { row: Pick<ObservationIndex, 'id' | 'pinned' | 'recalled'> }) {
  const pinned = useSignal(row.pinned === true)
  const silent = useSignal(row.recalled === false)
  const { problem, send } = useSending()
  if (!mayChange.value) return null
  const ask = (what: 'pin' | 'recall', body: object) =>
    void send(async () => {
      const { memory } = await post<Changed>(`/api/observations/${row.id}/${what}`, body)
      pinned.value = memory.pinned === true
      silent.value = memory.recalled === false
    })
  const marked = pinned.value || silent.value
  return (
    <span class="card-actions" data-marked={marked}>
      <button
        type="button"
        class="link"
        aria-pressed={pinned.value}
        onClick={() => ask('pin', { pinned: !pinned.value })}
      >
        {pinned.value ? 'pinned' : 'pin'}
      </button>
      <button
        type="button"
        class="link"
        aria-pressed={silent.value}
        title="It stays, and a search finds it; no agent is shown it unasked"
        onClick={() => ask('recall', { recall: silent.value })}
      >
        {silent.value ? 'never recalled' : 'never recall'}
      </button>
      {problem.value ? <span class="stale">{problem.value.message}</span> : null}
    </span>
  )
}
