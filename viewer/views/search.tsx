/** Search as one types. The question and every filter live in the address; arrow keys go from the box into the results. */
import { useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AnyIndex } from '../../src/worker/protocol/rows.ts'
import type { AnyReply } from '../../src/worker/protocol/search.ts'
import { go, parameters, withParameters } from '../address.ts'
import { askedFor, Filters, isFiltered, wrongDates } from '../filters.tsx'
import { LongList } from '../long-list.tsx'
import { keyOf, type Pages, usePages } from '../pages.ts'
import { Problem } from '../parts.tsx'
import { Row } from '../row.tsx'
import { count } from '../times.ts'

const PAGE = 20
/** A pause in typing: less asks for half words, more is felt. */
const TYPING_MS = 150

export function SearchView() {
  const typed = useSignal(parameters.value.get('q') ?? '')
  const box = useRef<HTMLInputElement>(null)
  const list = usePages(() => {
    const by = askedFor()
    return wrongDates() ?? { ...by, limit: PAGE, ...(by.query ? { explain: true } : {}) }
  })
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true })
    addEventListener('keydown', moveOn)
    return () => removeEventListener('keydown', moveOn)
  }, [])
  // A link or the back button changes the question too; what came from the box must not come back over later letters.
  const sent = useRef(typed.peek())
  useSignalEffect(() => {
    const question = parameters.value.get('q') ?? ''
    if (question !== sent.current) typed.value = question
    sent.current = question
  })
  const timer = useRef(0)
  const type = (question: string) => {
    typed.value = question
    const before = parameters.peek()
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (parameters.peek() !== before) return // the reader has gone on
      sent.current = question
      go(withParameters({ q: question }), { replace: true })
    }, TYPING_MS)
  }
  return (
    <>
      <h1 class="unseen">Search</h1>
      <search>
        <input
          id="question"
          ref={box}
          type="search"
          placeholder="What was it about? Words, a “phrase”, yesterday …"
          aria-label="Search all memories"
          value={typed.value}
          onInput={(event) => type(event.currentTarget.value)}
        />
        <Filters when />
      </search>
      <Results list={list} />
    </>
  )
}

function Results({ list }: { list: Pages }) {
  if (list.problem.value) return <Problem error={list.problem.value} />
  const reply = list.pages.value[0]?.reply
  if (!reply) return <p class="quiet">Searching …</p>
  if (reply.results.length === 0) return <Nothing reply={reply} />
  return (
    <section aria-label="Results" aria-busy={list.waiting.value}>
      <p class="quiet" role="status">
        {headline(reply)}
      </p>
      <LongList list={list} more="More" draw={drawRow} />
    </section>
  )
}

const drawRow = (row: AnyIndex) => <Row key={keyOf(row)} row={row} />

function headline(reply: AnyReply): string {
  if (reply.near) return 'Nothing found. These are only near it:'
  if (reply.searched === 'listing') return `The newest ${count(reply.count)}${reply.more ? ', and more' : ''}`
  const how = reply.searched === 'hybrid' ? 'by words and meaning' : 'by words alone; search by meaning is not ready'
  const unknown = reply.unknown?.length ? ` In no memory: ${reply.unknown.join(', ')}.` : ''
  return `${reply.unsure ? `Searched ${how}; not sure that one of these answers it` : `Found ${how}`}.${unknown}`
}

function Nothing({ reply }: { reply: AnyReply }) {
  if (!isFiltered())
    return (
      <section class="empty">
        <h2>Nothing is remembered yet</h2>
        <p>
          Memories come by themselves while you work in Claude Code. To begin with what your old sessions know, run{' '}
          <code>claude-mem import transcripts</code> in a terminal. To keep something yourself:{' '}
          <code>claude-mem remember "CI needs Node 22"</code>.
        </p>
      </section>
    )
  return (
    <section class="empty">
      <h2>Nothing found</h2>
      <p>
        {reply.unknown?.length
          ? `In no memory: ${reply.unknown.join(', ')}.`
          : 'Nothing fits both the words and the filters.'}
      </p>
      <p>
        Fewer or other words may find it, <a href="/timeline">the timeline</a> shows everything by day, and{' '}
        <a href="/">all memories</a> are one click away.
      </p>
    </section>
  )
}

/** One listener for the box and the results: with two, the one key press that left the box also left the first result. */
function moveOn(event: KeyboardEvent): void {
  const { activeElement } = document
  if (activeElement?.id === 'question') {
    if (event.key === 'ArrowDown') stepTo(event, 0)
    return
  }
  const at = activeElement ? [...document.querySelectorAll('.hit')].indexOf(activeElement) : -1
  if (at < 0) return
  if (event.key === 'ArrowDown' || event.key === 'j') stepTo(event, at + 1)
  if (event.key === 'ArrowUp' || event.key === 'k') stepTo(event, at - 1)
}

function stepTo(event: KeyboardEvent, at: number): void {
  event.preventDefault()
  const next = at < 0 ? document.getElementById('question') : document.querySelectorAll<HTMLElement>('.hit')[at]
  next?.focus()
}
