/** Small things several views show. Text from memories is always text: nothing here makes markup of it. */
import './styles/rows.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import type { TurnReply } from '../src/worker/protocol/turns.ts'
import { type ApiError, get, mayChange } from './api.ts'
import { type Asked, useAsked } from './asked.ts'
import { dayLink, filteredBy, OpenSession } from './filters.tsx'
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
    <a class="time" href={dayLink(isoDay(at))} title={clock ? undefined : wholeTime(at)}>
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

/** The number of the session that a row is of, or that it sums up. */
export function sessionOf(row: AnyIndex): number | null {
  if (row.kind === 'summary') return row.id
  return 'session_db_id' in row ? (row.session_db_id ?? null) : null
}

/** A filter like every value, and after `children` the way to the session's own page. */
export function SessionLink(by: { number: number; label?: string; children?: ComponentChildren }) {
  const name = `session S${by.number}`
  return (
    <>
      <a
        class="chip"
        href={filteredBy({ session: String(by.number) })}
        aria-label={name}
        title={`Show only what is of ${name}`}
      >
        {by.label ?? name}
      </a>{' '}
      {by.children ? <span>{by.children} </span> : null}
      <OpenSession session={String(by.number)} />
    </>
  )
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
