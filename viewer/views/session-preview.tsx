/** What a session in a chosen project would be told at its start, with the settings as they stand in the form. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import type { Stats } from '../../src/worker/protocol/overview.ts'
import type { PreviewReply } from '../../src/worker/protocol/settings.ts'
import { get, post } from '../api.ts'
import { useAsked } from '../asked.ts'
import { Answer, Problem } from '../parts.tsx'
import { count } from '../times.ts'
import type { Draft } from './settings.tsx'

/** A pause in typing. */
const TYPING_MS = 250

/** Only changes of `keys` matter to it. */
export function SessionPreview({ draft, keys }: { draft: Signal<Draft>; keys: string[] }) {
  const chosen = useSignal('')
  const tried = useSignal<Draft>({})
  const stats = useAsked<Stats>((signal) => get('/api/stats', {}, signal))
  useSignalEffect(() => {
    const next = Object.fromEntries(Object.entries(draft.value).filter(([key]) => keys.includes(key)))
    if (JSON.stringify(next) === JSON.stringify(tried.peek())) return
    const timer = setTimeout(() => (tried.value = next), TYPING_MS)
    return () => clearTimeout(timer)
  })
  const project = () => chosen.value || stats.answer.value?.projects[0]?.id
  const told = useAsked<PreviewReply>(() => {
    const id = project()
    return id ? post('/api/settings/preview', { project: id, changes: tried.value }) : undefined
  })
  const projects = stats.answer.value?.projects ?? []
  if (stats.answer.value && projects.length === 0)
    return <p class="quiet">Once there are memories, this shows what a session would be told at its start.</p>
  const names = projects.map(({ name }) => name)
  return (
    <section class="session-preview" aria-label="Preview">
      <div class="filters">
        <label>
          A session in
          <select value={project()} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {names.filter((other) => other === name).length > 1 ? `${name} (${id})` : name}
              </option>
            ))}
          </select>
        </label>
        <span aria-live="polite">
          would be told at its start: {told.answer.value ? amountOf(told.answer.value) : '…'}
        </span>
      </div>
      {told.problem.value ? (
        <Problem error={told.problem.value} />
      ) : (
        <Answer asked={told}>
          {({ text }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
            <pre tabIndex={0}>{text ?? 'Nothing: there is no memory to tell, or the project is excluded.'}</pre>
          )}
        </Answer>
      )}
    </section>
  )
}

function amountOf({ tokens, memories, text }: PreviewReply): string {
  return text === null ? 'nothing' : `${count(memories)} memories in about ${count(tokens)} tokens`
}
