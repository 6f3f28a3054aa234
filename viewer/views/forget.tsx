/** Deleting memories for good: first what would go, then a second press, then a receipt. */
import { useSignal } from '@preact/signals'
import type { Forgotten } from '../../src/worker/protocol/forget.ts'
import { post } from '../api.ts'
import { useSending } from '../asked.ts'
import { dropKeptList } from '../pages.ts'
import { Problem } from '../parts.tsx'
import { count } from '../times.ts'

export function Forget(by: { ids: number[]; label?: string; onForgotten: (receipt: Forgotten) => void }) {
  const { ids, label = 'Forget …', onForgotten } = by
  const preview = useSignal<Forgotten | undefined>(undefined)
  const { problem, send } = useSending()
  const them = ids.length === 1 ? 'it' : 'them'
  const ask = (asked: { preview: boolean }) =>
    send(async () => {
      const answer = await post<Forgotten>('/api/forget', { ids, ...asked })
      preview.value = asked.preview ? answer : undefined
      if (asked.preview) return
      dropKeptList()
      onForgotten(answer)
    })
  return (
    <>
      {problem.value ? <Problem error={problem.value} /> : null}
      {preview.value ? (
        <div class="preview">
          <p>This will delete for good: {amounts(preview.value)}.</p>
          {preview.value.first.length > 0 ? (
            <ul>
              {preview.value.first.map(({ kind, id, title }) => (
                <li key={`${kind} ${id}`}>{title}</li>
              ))}
            </ul>
          ) : null}
          {staysOf(preview.value) === '' ? null : (
            <p class="quiet">These stay and may say the same: {staysOf(preview.value)}.</p>
          )}
          <p class="buttons">
            <button type="button" class="danger" onClick={() => void ask({ preview: false })}>
              Forget {them}
            </button>
            <button type="button" onClick={() => (preview.value = undefined)}>
              Keep {them}
            </button>
          </p>
        </div>
      ) : (
        <button type="button" onClick={() => void ask({ preview: true })}>
          {label}
        </button>
      )}
    </>
  )
}

const said = (n: number, one: string, many: string) => (n === 0 ? [] : [`${count(n)} ${n === 1 ? one : many}`])

function staysOf({ left }: Forgotten): string {
  return [
    ...said(left.memories.length, 'memory', 'memories'),
    ...said(left.prompts, 'prompt', 'prompts'),
    ...said(left.summaries, 'summary', 'summaries'),
  ].join(', ')
}

export function amounts(by: Forgotten): string {
  return [
    ...said(by.observations, 'memory', 'memories'),
    ...said(by.summaries, 'summary', 'summaries'),
    ...said(by.prompts, 'prompt', 'prompts'),
    ...said(by.passages, 'piece of what was said', 'pieces of what was said'),
    ...said(by.events, 'event', 'events'),
  ].join(', ')
}
