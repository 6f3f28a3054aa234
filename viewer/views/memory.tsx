/** One memory: all it says, the files it cites, what was said around it, what is like it, and what can be done with it. */
import '../styles/memory.css'
import { useSignal } from '@preact/signals'
import type { Changed } from '../../src/worker/protocol/changes.ts'
import type { Forgotten } from '../../src/worker/protocol/forget.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { href } from '../address.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { Chip, Problem, Said, SessionLink, Time, TypeMark } from '../parts.tsx'
import { count } from '../times.ts'
import { amounts } from './forget.tsx'
import { MemoryActions } from './memory-actions.tsx'
import { MemoryEdit } from './memory-edit.tsx'
import { Neighbours, Related } from './memory-neighbours.tsx'
import { ToldIn } from './memory-told.tsx'

export function MemoryView({ id }: { id: string }) {
  const asked = useAsked<ObservationFull>((signal) => get(`/api/observations/${id}`, {}, signal))
  const memory = asked.answer.value
  const receipt = useSignal<Forgotten | undefined>(undefined)
  const editing = useSignal(false)
  const change = useSignal<Changed | undefined>(undefined)
  const onChanged = (changed: Changed) => {
    asked.answer.value = changed.memory
    change.value = changed
    editing.value = false
  }
  if (receipt.value) return <Receipt forgotten={receipt.value} />
  if (asked.problem.value) return <Problem error={asked.problem.value} />
  if (!memory) return <p class="quiet">Loading …</p>
  if (editing.value) return <MemoryEdit memory={memory} onSaved={onChanged} onLeft={() => (editing.value = false)} />
  return (
    <article class="memory">
      <Neighbours id={memory.id} />
      <div class="row-head">
        <TypeMark type={memory.type} />
        <Chip name="project" value={memory.project_id} label={memory.project} />
        <Time at={memory.created_at_epoch} />
        <a
          class="row-link"
          href={href('/timeline', { around: String(memory.id) })}
          title="What came before and after it"
        >
          around it
        </a>
        {memory.session_db_id ? <SessionLink number={memory.session_db_id} /> : null}
        {memory.pinned ? <span class="mark">pinned</span> : null}
        {memory.edited ? <span class="mark">edited</span> : null}
        {memory.recalled === false ? <span class="mark">never recalled unasked</span> : null}
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
        Memory {memory.id}, {wordedBy(memory)}.
        {memory.discovery_tokens > 0 ? ` Finding it out took about ${count(memory.discovery_tokens)} tokens.` : ''}
      </p>
      {memory.turn ? <Said turn={memory.turn} label="What was said around it" /> : null}
      <MemoryActions
        {...{ memory, receipt, change, onChanged }}
        onEdit={() => (editing.value = true)}
        onUndone={(undone) => {
          asked.answer.value = undone
          change.value = undefined
        }}
      />
      <ToldIn memory={memory} />
      <Related memory={memory} />
    </article>
  )
}

function wordedBy({ edited, source, model }: ObservationFull): string {
  if (edited || source === 'user') return 'in your words'
  if (source === 'model') return `worded by ${model ?? 'a model'}`
  return source === 'import' ? 'from an import' : 'in the session’s own words'
}

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
            {states.get(file) === 'same' ? <span class="quiet">unchanged since</span> : null}
            {states.get(file) === 'changed' ? <span class="stale">changed since</span> : null}
            {states.get(file) === 'gone' ? <span class="stale">gone</span> : null}
          </li>
        ))}
      </ul>
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
