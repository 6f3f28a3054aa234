/**
 * The inbox: what was distilled since the last look, and what dreaming proposes. One key each: keep, edit, drop. A dropped
 * memory is never shown unasked again, which can be undone; deleting it for good is a second step.
 */
import '../styles/review.css'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ReviewReply } from '../../src/worker/protocol/review.ts'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { get, mayChange, post } from '../api.ts'
import { useAsked, useSending } from '../asked.ts'
import { Answer, isTyping, OnlyLooking, Problem } from '../parts.tsx'
import { count, dayOf } from '../times.ts'
import { Forget } from './forget.tsx'
import { MemoryEdit } from './memory-edit.tsx'
import { ReviewCard } from './review-card.tsx'
import { type Decided, decideAll, decided, drop, itemsOf, keep, keyOfItem } from './review-decisions.ts'

/** More than anyone looks at in one sitting; the rest follows. */
const SHOWN = 100

const ask = (signal?: AbortSignal) => get<ReviewReply>('/api/review', { limit: SHOWN }, signal)

export function ReviewView() {
  const asked = useAsked<ReviewReply>((signal) => ask(signal))
  const switching = useSending()
  const switchOn = () =>
    switching.send(async () => {
      await post('/api/settings', { changes: { CLAUDE_MEM_REVIEW: 'true' } })
      await post('/api/review', {}) // answers when the inbox has begun
      asked.answer.value = await ask()
    })
  return (
    <>
      <h1>Review</h1>
      <Answer asked={asked}>
        {(reply) =>
          reply.on ? (
            <Inbox reply={reply} onAnswer={(next) => (asked.answer.value = next)} />
          ) : (
            <section class="empty">
              <h2>The inbox is switched off</h2>
              <p>
                Memories count as soon as they are distilled, and nobody has to look at them. If you would rather see
                each one first, switch on an inbox: what is new waits here until you keep, edit or drop it.
              </p>
              {switching.problem.value ? <Problem error={switching.problem.value} /> : null}
              {mayChange.value ? (
                <button type="button" class="main" disabled={switching.busy.value} onClick={() => void switchOn()}>
                  Switch it on
                </button>
              ) : (
                <OnlyLooking to="switch it on" />
              )}
            </section>
          )
        }
      </Answer>
    </>
  )
}

function Inbox({ reply, onAnswer }: { reply: ReviewReply; onAnswer: (reply: ReviewReply) => void }) {
  const at = useSignal(0)
  const editing = useSignal<ObservationFull | undefined>(undefined)
  /** What can be taken back, the newest last. */
  const past = useSignal<Decided[]>([])
  const { problem, busy, send } = useSending()
  const list = useRef<HTMLOListElement>(null)
  const items = itemsOf(reply)
  const chosen = items[Math.min(at.value, items.length - 1)]

  const decide = (make: () => Promise<Decided>) =>
    void send(async () => {
      past.value = [...past.value, await make()]
      onAnswer(await ask())
    })
  const undo = () => {
    const last = past.value.at(-1)
    if (!last?.undo) return
    void send(async () => {
      await last.undo?.()
      past.value = past.value.slice(0, -1)
      const next = await ask()
      const back = itemsOf(next).findIndex((item) => keyOfItem(item) === last.item)
      if (back >= 0) at.value = back
      onAnswer(next)
    })
  }
  const edit = (item = chosen) => {
    if (item?.kind === 'memory') editing.value = item.memory
  }
  const move = (to: number) => {
    at.value = Math.max(0, Math.min(items.length - 1, to))
    list.current?.querySelectorAll<HTMLElement>(':scope > li')[at.value]?.focus()
  }
  /** Pressed while a decision was on its way: each is obeyed when the one before is done. */
  const early = useRef<string[]>([])
  useLayoutEffect(() => {
    const keys: Record<string, (() => void) | false | undefined> = {
      j: () => move(at.value + 1),
      ArrowDown: () => move(at.value + 1),
      k: () => move(at.value - 1),
      ArrowUp: () => move(at.value - 1),
      a: mayChange.value && chosen && (() => decide(() => keep(chosen))),
      d: mayChange.value && chosen && (() => decide(() => drop(chosen))),
      e: mayChange.value && (() => edit()),
      u: mayChange.value && undo,
    }
    if (problem.value || editing.value) early.current = [] // what was meant to follow may not be meant any more
    const next = busy.value ? undefined : keys[early.current.shift() ?? '']
    if (next) next()
    const onKey = (event: KeyboardEvent) => {
      const act = keys[event.key]
      if (!act || isTyping(event) || editing.value) return
      event.preventDefault() // arrows would scroll, and a letter would land in the form that opens
      if (busy.value) early.current.push(event.key)
      else act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  if (editing.value)
    return (
      <MemoryEdit
        memory={editing.value}
        onLeft={() => (editing.value = undefined)}
        onSaved={(changed) => {
          editing.value = undefined
          decide(() => Promise.resolve(decided('Edited', changed)))
        }}
      />
    )
  return (
    <div aria-busy={busy.value}>
      <p class="quiet">{amountOf(reply)}</p>
      <OnlyLooking to="decide" />
      {problem.value ? <Problem error={problem.value} /> : null}
      {items.length === 0 ? (
        <section class="empty">
          <h2>Nothing waits</h2>
          <p>What is distilled from now on comes here. In the meantime nothing needs you.</p>
        </section>
      ) : (
        <>
          {mayChange.value ? (
            <p class="keys">
              <span class="key-list">
                <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>a</kbd> keep as it is · <kbd>e</kbd> edit · <kbd>d</kbd>{' '}
                drop · <kbd>u</kbd> undo
              </span>
              {reply.memories > 1 ? (
                <button type="button" class="link" disabled={busy.value} onClick={() => decide(() => decideAll(reply))}>
                  keep all {count(reply.memories)} memories
                </button>
              ) : null}
            </p>
          ) : null}
          <ol class="inbox" ref={list}>
            {items.map((item, index) => (
              <ReviewCard
                key={keyOfItem(item)}
                item={item}
                chosen={item === chosen}
                busy={busy.value}
                onChosen={() => (at.value = index)}
                onKeep={() => decide(() => keep(item))}
                onDrop={() => decide(() => drop(item))}
                onEdit={() => edit(item)}
              />
            ))}
          </ol>
        </>
      )}
      <Past
        past={past.value}
        undo={undo}
        onForgotten={(id) => (past.value = past.value.filter((one) => one.dropped !== id))}
      />
    </div>
  )
}

function amountOf({ memories, proposals, since }: ReviewReply): string {
  const amount = (n: number, one: string, many: string) => (n === 0 ? [] : [`${count(n)} ${n === 1 ? one : many}`])
  const waiting = [
    ...amount(memories, 'new memory', 'new memories'),
    ...amount(proposals.length, 'proposal of a dream', 'proposals of a dream'),
  ].join(' and ')
  const gathered = since === null ? '' : `Gathered since ${dayOf(since)}.`
  return waiting === '' ? gathered : `${waiting} to look at. ${gathered}`
}

/** What was just done, with its undo; and what was dropped here, which can be deleted for good. */
function Past({ past, undo, onForgotten }: { past: Decided[]; undo: () => void; onForgotten: (id: number) => void }) {
  const receipt = useSignal(0)
  const last = past.at(-1)
  const dropped = past.flatMap((one) => one.dropped ?? [])
  return (
    <div class="notice review-past" role="status" hidden={!last && receipt.value === 0}>
      {last ? (
        <p>
          {last.said}{' '}
          {last.undo ? (
            <button type="button" class="link" onClick={undo}>
              Undo
            </button>
          ) : null}
        </p>
      ) : null}
      {dropped.length > 0 && mayChange.value ? (
        <div class="quiet">
          {dropped.length === 1 ? 'A dropped memory is' : `${count(dropped.length)} dropped memories are`} never shown
          to an agent unasked; a search still finds {dropped.length === 1 ? 'it' : 'them'}.{' '}
          <Forget
            key={dropped.join()}
            ids={dropped}
            label="Forget for good …"
            onForgotten={({ observations }) => {
              receipt.value += observations
              for (const id of dropped) onForgotten(id)
            }}
          />
        </div>
      ) : null}
      {receipt.value > 0 ? (
        <p>
          {receipt.value === 1 ? '1 memory is' : `${count(receipt.value)} memories are`} forgotten: gone from the
          memory, its index and its backups.
        </p>
      ) : null}
    </div>
  )
}
