/** A list that is asked for page by page, as far as somebody reads. Every page comes once, however long the list has grown. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import type { AnyReply } from '../src/worker/protocol/search.ts'
import { isReturn } from './address.ts'
import { ApiError, asApiError, get, type Query } from './api.ts'
import { askedFor } from './filters.tsx'

export interface Page {
  reply: AnyReply
  rows: AnyIndex[]
}

export interface Pages {
  pages: Signal<Page[]>
  problem: Signal<ApiError | undefined>
  waiting: Signal<boolean>
  /** Asks for the page after the last one; while one is on its way, nothing. */
  next(): void
}

/** The list that was read last: who comes back from one of its memories finds it as long as it was. */
let kept: { question: string; pages: Page[] } | undefined

/** The memories of the list that was read last, if the address still asks for it. */
export function keptMemories() {
  if (!kept) return []
  const by = JSON.parse(kept.question) as Query // written by `ask`
  const same = Object.entries(askedFor()).every(([name, value]) => name === 'kind' || by[name] === value)
  return same ? kept.pages.flatMap(({ rows }) => rows.filter((row) => row.kind === 'observation')) : []
}

/** After a change the list is asked for again. */
export function dropKeptList(): void {
  kept = undefined
}

/**
 * Begins anew when a signal that `question` reads has changed. The old rows stay in sight until the first page is there. A
 * question that is wrong in itself is not asked.
 */
export function usePages(question: () => Query | ApiError): Pages {
  const restored = useRef(isReturn() && kept?.question === JSON.stringify(question()) ? kept.pages : undefined)
  const pages = useSignal<Page[]>(restored.current ?? [])
  const problem = useSignal<ApiError | undefined>(undefined)
  const waiting = useSignal(false)
  const leaving = useRef(new AbortController())

  function ask(by: Query, before: Page[]): void {
    leaving.current.abort()
    leaving.current = new AbortController()
    const { signal } = leaving.current
    waiting.value = true
    const offset = before.reduce((sum, { reply }) => sum + reply.results.length, 0)
    get<AnyReply>('/api/search', { ...by, format: 'index', offset }, signal).then(
      (reply) => {
        if (signal.aborted) return
        pages.value = [...before, { reply, rows: newRows(reply, before.at(-1)) }]
        kept = { question: JSON.stringify(by), pages: pages.value }
        problem.value = undefined
        waiting.value = false
      },
      (error: unknown) => {
        if (signal.aborted) return
        problem.value = asApiError(error)
        waiting.value = false
      },
    )
  }

  function refuse(wrong: ApiError): void {
    pages.value = []
    problem.value = wrong
    waiting.value = false
  }

  useSignalEffect(() => {
    const by = question()
    if (restored.current) restored.current = undefined
    else if (by instanceof ApiError) refuse(by)
    else ask(by, [])
    return () => leaving.current.abort()
  })
  return {
    ...{ pages, problem, waiting },
    next() {
      const by = question()
      if (by instanceof ApiError || waiting.peek()) return
      if (pages.peek().at(-1)?.reply.more) ask(by, pages.peek())
    },
  }
}

export const keyOf = (row: AnyIndex) => `${row.kind} ${'id' in row ? row.id : row.citation}`

/** A memory made meanwhile moves the others on: what stood at the end of the last page comes again. */
function newRows(reply: AnyReply, last: Page | undefined): AnyIndex[] {
  const seen = new Set(last?.rows.map(keyOf))
  return (reply.results as AnyIndex[]).filter((row) => !seen.has(keyOf(row))) // asked for as an index
}
