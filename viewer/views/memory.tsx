/** One memory: all it says, the files it cites, what was said around it; forgetting shows first what would go. */
import { type Signal, useSignal } from '@preact/signals'
import type { Forgotten } from '../../src/worker/protocol/forget.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { ApiError, get, mayChange, post } from '../api.ts'
import { useAsked } from '../asked.ts'
import { dropKeptList } from '../pages.ts'
import { Chip, Problem, Said, Time, TypeMark } from '../parts.tsx'
import { count } from '../times.ts'

export function MemoryView({ id }: { id: string }) {
  const asked = useAsked<ObservationFull>((signal) => get(`/api/observations/${id}`, {}, signal))
  const memory = asked.answer.value
  const receipt = useSignal<Forgotten | undefined>(undefined)
  if (receipt.value) return <Receipt forgotten={receipt.value} />
  if (asked.problem.value) return <Problem error={asked.problem.value} />
  if (!memory) return <p class="quiet">Loading …</p>
  return (
    <article class="memory">
      <div class="row-head">
        <TypeMark type={memory.type} />
        <Chip name="project" value={memory.project_id} label={memory.project} />
        <Time at={memory.created_at_epoch} />
        {memory.session_db_id ? <a href={`/session/${memory.session_db_id}`}>session S{memory.session_db_id}</a> : null}
        {memory.pinned ? <span class="mark">pinned</span> : null}
        {memory.rule ? <span class="mark">your rule</span> : null}
        {memory.untrusted ? <span class="mark">from outside</span> : null}
      </div>
      <h1>{memory.title}</h1>
      {memory.superseded_by ? (
        <p class="stale">
          A newer memory tells this as it is now: <a href={`/memory/${memory.superseded_by}`}>{memory.superseded_by}</a>
        </p>
      ) : null}
      {memory.subtitle ? <p class="sub">{memory.subtitle}</p> : null}
      {memory.narrative ? <p class="text">{memory.narrative}</p> : null}
      {memory.facts.length > 0 ? (
        <ul>
          {memory.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      ) : null}
      <Files memory={memory} />
      <p class="chips">
        {memory.concepts.map((concept) => (
          <Chip key={concept} name="concepts" value={concept} />
        ))}
      </p>
      <p class="quiet">
        Memory {memory.id}, worded by {memory.source === 'model' ? (memory.model ?? 'a model') : WORDED[memory.source]}.
        {memory.discovery_tokens > 0 ? ` Finding it out took about ${count(memory.discovery_tokens)} tokens.` : ''}
      </p>
      {memory.turn ? <Said turn={memory.turn} label="What was said around it" /> : null}
      <Forget memory={memory} receipt={receipt} />
    </article>
  )
}

const WORDED = { local: 'the session’s own words', user: 'you', import: 'an import' } as const

function Files({ memory }: { memory: ObservationFull }) {
  if (memory.files.length === 0) return null
  const states = new Map(memory.freshness?.files.map(({ path, state }) => [path, state]))
  return (
    <section>
      <h2>Files</h2>
      <ul class="files">
        {memory.files.map((file) => (
          <li key={file}>
            <Chip name="files" value={file} />
            {memory.files_modified.includes(file) ? <span class="mark">changed by it</span> : null}
            {states.get(file) === 'changed' ? <span class="stale">changed since</span> : null}
            {states.get(file) === 'gone' ? <span class="stale">gone</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Forget({ memory, receipt }: { memory: ObservationFull; receipt: Signal<Forgotten | undefined> }) {
  const preview = useSignal<Forgotten | undefined>(undefined)
  const problem = useSignal<ApiError | undefined>(undefined)
  const ask = async (by: { preview: boolean }) => {
    try {
      const answer = await post<Forgotten>('/api/forget', { ids: [memory.id], ...by })
      if (by.preview) preview.value = answer
      else {
        receipt.value = answer
        dropKeptList()
      }
      problem.value = undefined
    } catch (error) {
      problem.value = error instanceof ApiError ? error : new ApiError({ code: 'internal', message: String(error) })
    }
  }
  if (!mayChange.value)
    return (
      <p class="quiet">
        To change or forget memories here, open this page with <code>claude-mem ui</code>.
      </p>
    )
  return (
    <section class="actions">
      {problem.value ? <Problem error={problem.value} /> : null}
      {preview.value ? (
        <div class="preview">
          <p>This will delete for good: {amounts(preview.value)}.</p>
          <button type="button" class="danger" onClick={() => void ask({ preview: false })}>
            Forget it
          </button>
          <button type="button" onClick={() => (preview.value = undefined)}>
            Keep it
          </button>
        </div>
      ) : (
        <button type="button" onClick={() => void ask({ preview: true })}>
          Forget …
        </button>
      )}
    </section>
  )
}

function Receipt({ forgotten }: { forgotten: Forgotten }) {
  return (
    <section class="empty" role="status">
      <h1>Forgotten</h1>
      <p>Gone from the memory, its index and its backups: {amounts(forgotten)}.</p>
      <p>
        <a href="/">Back to the search</a>
      </p>
    </section>
  )
}

function amounts(by: Forgotten): string {
  const said = (n: number, one: string, many: string) => (n === 0 ? [] : [`${count(n)} ${n === 1 ? one : many}`])
  return [
    ...said(by.observations, 'memory', 'memories'),
    ...said(by.summaries, 'summary', 'summaries'),
    ...said(by.prompts, 'prompt', 'prompts'),
    ...said(by.passages, 'piece of what was said', 'pieces of what was said'),
    ...said(by.events, 'event', 'events'),
  ].join(', ')
}
