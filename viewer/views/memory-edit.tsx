/** The words of a memory, to be changed. Nothing rewrites them afterwards; the change can be taken back. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CONCEPTS, OBSERVATION_TYPES } from '../../src/memory/observation.ts'
import type { Changed } from '../../src/worker/protocol/changes.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { post } from '../api.ts'
import { useSending } from '../asked.ts'
import { dropKeptList } from '../pages.ts'
import { Problem } from '../parts.tsx'

export interface Editing {
  memory: ObservationFull
  onSaved: (changed: Changed) => void
  onLeft: () => void
}

export function MemoryEdit({ memory, onSaved, onLeft }: Editing) {
  const form = useRef<HTMLFormElement>(null)
  const concepts = useSignal<string[]>(memory.concepts)
  const { problem, busy, send } = useSending()
  useEffect(() => form.current?.querySelector<HTMLTextAreaElement>('[name=title]')?.focus(), [])
  const save = () =>
    send(async () => {
      if (!form.current) return
      const given = new FormData(form.current)
      const text = (name: string) => String(given.get(name) ?? '')
      const line = (name: string) =>
        text(name)
          .replace(/\s*\n\s*/g, ' ')
          .trim()
      const facts = text('facts')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      onSaved(
        await post<Changed>(`/api/observations/${memory.id}/edit`, {
          ...{ type: text('type'), title: line('title'), subtitle: line('subtitle'), narrative: text('narrative') },
          ...{ facts, concepts: concepts.value },
        }),
      )
      dropKeptList()
    })
  return (
    <form
      ref={form}
      class="edit"
      aria-label="Edit this memory"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeft()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
      }}
    >
      <h1>Edit memory {memory.id}</h1>
      {problem.value ? <Problem error={problem.value} /> : null}
      <label>
        Type
        <select name="type" defaultValue={memory.type}>
          {OBSERVATION_TYPES.map((type) => (
            <option key={type} selected={type === memory.type}>
              {type}
            </option>
          ))}
        </select>
      </label>
      <label>
        Title
        <textarea class="line" name="title" rows={1} required maxLength={300} defaultValue={memory.title} />
      </label>
      <label>
        Subtitle
        <textarea class="line" name="subtitle" rows={1} maxLength={1000} defaultValue={memory.subtitle} />
      </label>
      <label>
        What happened
        <textarea name="narrative" rows={6} maxLength={20_000} defaultValue={memory.narrative} />
      </label>
      <label>
        Facts, one on each line
        <textarea name="facts" rows={5} defaultValue={memory.facts.join('\n')} />
      </label>
      <fieldset>
        <legend>Concepts</legend>
        {CONCEPTS.map((concept) => (
          <label key={concept}>
            <input
              type="checkbox"
              checked={concepts.value.includes(concept)}
              onChange={(event) => {
                const others = concepts.value.filter((one) => one !== concept)
                concepts.value = event.currentTarget.checked ? [...others, concept] : others
              }}
            />
            {concept}
          </label>
        ))}
      </fieldset>
      <div class="buttons">
        <button type="submit" class="main" disabled={busy.value} title="Ctrl Enter">
          Save
        </button>
        <button type="button" onClick={onLeft} title="Escape">
          Leave it as it was
        </button>
      </div>
    </form>
  )
}
