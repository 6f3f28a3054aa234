/** The memories before and after one in the list it was opened from, and those that speak of the same. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AnyIndex, ObservationFull } from '../../src/worker/protocol/rows.ts'
import type { AnyReply } from '../../src/worker/protocol/search.ts'
import { go, parameters } from '../address.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { askedFor, memoryLink } from '../filters.tsx'
import { keptMemories } from '../pages.ts'
import { isTyping } from '../parts.tsx'
import { Row } from '../row.tsx'

/** Rows that are looked through when the list itself is no longer at hand, as after a reload. */
const LOOKED_AT = 200
const LIKE_IT = 4

type Step = 'next' | 'previous'
const STEPS: Record<string, Step> = { j: 'next', ArrowRight: 'next', k: 'previous', ArrowLeft: 'previous' }

export function Neighbours({ id }: { id: number }) {
  const kept = keptMemories()
  const isIn = kept.some((row) => row.id === id)
  const asked = useAsked<AnyReply>((signal) =>
    isIn
      ? undefined
      : get('/api/search', { ...askedFor(), kind: 'observation', format: 'index', limit: LOOKED_AT }, signal),
  )
  const rows = isIn ? kept : memoriesOf((asked.answer.value?.results ?? []) as AnyIndex[]) // asked for as an index
  const at = rows.findIndex((row) => row.id === id)
  const [before, after] = at < 0 ? [] : [rows[at - 1], rows[at + 1]]
  /** Pressed while the list was still on its way. */
  const early = useRef<Step | undefined>(undefined)
  useLayoutEffect(() => {
    const follow = (step: Step) => {
      early.current = at < 0 ? step : undefined
      const to = step === 'next' ? after : before
      if (to) go(memoryLink(to.id), { replace: true })
    }
    if (early.current) follow(early.current)
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (step && !isTyping(event)) follow(step)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [at, before?.id, after?.id])
  if (!before && !after) return null
  const session = parameters.value.get('session')
  return (
    <nav class="neighbours" aria-label={session ? `In session S${session}` : 'In this list'}>
      {before ? (
        <a href={memoryLink(before.id)} rel="prev" title={`${before.title} (k)`}>
          ← previous
        </a>
      ) : (
        <span />
      )}
      {after ? (
        <a href={memoryLink(after.id)} rel="next" title={`${after.title} (j)`}>
          next →
        </a>
      ) : null}
    </nav>
  )
}

export function Related({ memory }: { memory: ObservationFull }) {
  const asked = useAsked<AnyReply>((signal) =>
    get(
      '/api/search',
      { query: memory.title, kind: 'observation', format: 'index', explain: true, limit: LIKE_IT + 1 },
      signal,
    ),
  )
  const reply = asked.answer.value
  const rows = memoriesOf((reply?.results ?? []) as AnyIndex[]).filter(({ id }) => id !== memory.id) // as an index
  if (!reply || reply.near || rows.length === 0) return null
  return (
    <section>
      <h2>Related</h2>
      {rows.slice(0, LIKE_IT).map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </section>
  )
}

const memoriesOf = (rows: AnyIndex[]) => rows.filter((row) => row.kind === 'observation')
