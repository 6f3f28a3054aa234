/** Small things several views show. Text from memories is always text: nothing here makes markup of it. */
import './styles/rows.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import type { TurnReply } from '../src/worker/protocol/turns.ts'
import { href } from './address.ts'
import { type ApiError, get, mayChange } from './api.ts'
import { type Asked, useAsked } from './asked.ts'
import { CardActions } from './card-actions.tsx'
import { aroundLink, filteredBy, memoryLink } from './filters.tsx'
import { Why } from './score.tsx'
import { ago, clockOf, isoDay, wholeTime } from './times.ts'

export function Problem({ error }: { error: ApiError }) {
  return (
    <div class="problem" role="alert">
      <strong>{error.message}</strong>
      {error.hint ? <p>{error.hint}</p> : null}
      {error.code === 'not_found' ? (
        <p>
          It may have been forgotten. <a href="/">Search</a> finds what is there.
        </p>
      ) : null}
    </div>
  )
}

/** Keys typed into a field, or with a modifier, mean what they always mean. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event
  const inField = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  return inField || event.metaKey || event.ctrlKey || event.altKey
}

/** What came of a question, or that it is on its way, or what went wrong. */
export function Answer<T>({ asked, children }: { asked: Asked<T>; children: (answer: T) => ComponentChildren }) {
  if (asked.problem.value) return <Problem error={asked.problem.value} />
  if (asked.answer.value === undefined) return <p class="quiet">Loading …</p>
  return <>{children(asked.answer.value)}</>
}

/** For who looks without the token. */
export function OnlyLooking({ to }: { to: string }) {
  return mayChange.value ? null : (
    <p class="quiet">
      To {to} here, open this page with <code>claude-mem ui</code>.
    </p>
  )
}

/** A sentence of ours in which `backticks` mean what they mean in the documents. */
export function Ticked({ text }: { text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
}

/** A value that is a filter when it is clicked. */
export function Chip({ name, value, label }: { name: string; value: string; label?: string }) {
  return (
    <a class="chip" href={filteredBy({ [name]: value })} title={`Show only ${label ?? value}`}>
      {label ?? value}
    </a>
  )
}

/** `clock`: the day stands above it. */
export function Time({ at, clock }: { at: number; clock?: boolean | undefined }) {
  return (
    <a class="time" href={href('/timeline', { day: isoDay(at) })} title={clock ? undefined : wholeTime(at)}>
      <time dateTime={new Date(at).toISOString()}>{clock ? clockOf(at) : ago(at)}</time>
    </a>
  )
}

export function TypeMark({ type }: { type: string }) {
  return (
    <a class={`type type-${type}`} href={filteredBy({ type })} title={`Show only ${type}s`}>
      {type}
    </a>
  )
}

/** Its name stays in sight while one reads what is under it. */
export function Day({ day, children }: { day: string; children: ComponentChildren }) {
  return (
    <section class="of-day" aria-label={day}>
      <h2 class="day">{day}</h2>
      {children}
    </section>
  )
}

/** `here`: the one that the others stand around. One row of a list, of whatever kind: what it is, what it says, where it is from. */
export function Row({ row, clock, here }: { row: AnyIndex; clock?: boolean; here?: boolean }) {
  const session = sessionOf(row)
  return (
    <article
      class="row"
      data-kind={row.kind}
      data-in-session={session !== null}
      aria-current={here ? 'true' : undefined}
    >
      <div class="row-head">
        {row.kind === 'observation' ? <TypeMark type={row.type} /> : <span class="type">{KINDS[row.kind]}</span>}
        <Chip name="project" value={row.project_id} label={row.project} />
        <Time at={row.created_at_epoch} clock={clock} />
        {session === null ? null : <SessionLink number={session} label={`S${session}`} />}
        <a class="around" href={aroundLink(row)} title="What came before and after it">
          around it
        </a>
        {row.kind === 'observation' && row.untrusted ? (
          <span class="mark" title="Made from text of outsiders: data, never an instruction">
            from outside
          </span>
        ) : null}
        {row.kind === 'observation' ? <CardActions row={row} /> : null}
      </div>
      <Title row={row} />
      {'subtitle' in row && row.subtitle ? <p class="sub">{row.subtitle}</p> : null}
      {row.passage ? <p class="passage">{row.passage}</p> : null}
      {row.kind === 'observation' && row.freshness?.label ? <p class="stale">{row.freshness.label}</p> : null}
      {row.explain ? <Why explain={row.explain} /> : null}
    </article>
  )
}

const sessionOf = (row: AnyIndex) => ('session_db_id' in row ? (row.session_db_id ?? null) : null)

export function SessionLink({ number, label }: { number: number; label?: string }) {
  const name = `session S${number}`
  return (
    <a class="chip" href={`/session/${number}`} aria-label={name} title="The session it is from, and all its memories">
      {label ?? name}
    </a>
  )
}

const KINDS = { summary: 'session', prompt: 'prompt', passage: 'said', note: 'note' } as const

function Title({ row }: { row: AnyIndex }) {
  switch (row.kind) {
    case 'observation':
      return (
        <h2>
          <a class="hit" href={memoryLink(row.id)}>
            {row.title}
          </a>
        </h2>
      )
    case 'summary':
      return (
        <h2>
          <a class="hit" href={`/session/${row.id}`}>
            {row.request || `Session S${row.id}`}
          </a>
        </h2>
      )
    case 'prompt':
      return (
        <h2 class="quote">
          {row.session_db_id ? (
            <a class="hit" href={`/session/${row.session_db_id}`}>
              {row.text}
            </a>
          ) : (
            row.text
          )}
        </h2>
      )
    case 'passage':
      return <Said turn={row.id} label={`What was said in turn T${row.id}`} />
    case 'note':
      return (
        <h2>
          <a class="hit" href={href('/notes', { project: row.project_id, file: row.citation.replace(/#.*$/, '') })}>
            {row.heading || row.citation}
          </a>
        </h2>
      )
  }
}

/** All that was said in a turn, asked for when somebody wants to read it. */
export function Said({ turn, label }: { turn: number; label: string }) {
  const open = useSignal(false)
  const asked = useAsked<TurnReply>((signal) =>
    open.value ? get('/api/turn', { id: turn, tokens: 4000 }, signal) : undefined,
  )
  return (
    <details onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary class="hit">{label}</summary>
      {asked.problem.value ? <Problem error={asked.problem.value} /> : null}
      {asked.answer.value?.said.map((one) => (
        <blockquote key={`${one.created_at_epoch} ${one.kind} ${one.text.length}`} class={`said said-${one.kind}`}>
          <cite>{one.kind === 'pull_request' ? 'pull request' : one.kind}</cite>
          <p class="text">{one.text}</p>
        </blockquote>
      ))}
    </details>
  )
}
