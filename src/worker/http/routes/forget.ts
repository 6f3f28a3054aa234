/** `POST /api/forget`: checks the request before anything is touched; vectors are removed after the rows. */
import { MemoryError } from '../../../memory/error.ts'
import type { Wish } from '../../../store/doomed.ts'
import { getNamedSession } from '../../../store/sessions.ts'
import type { ForgetRequest, Forgotten } from '../../protocol/forget.ts'
import { readRange } from './date-range.ts'
import type { HttpParts } from './parts.ts'
import { getProjects } from './scope.ts'

/** The index may have to start first. What is not removed by then is removed a little later. */
const VECTORS_WITHIN_MS = 5000

export async function forgetFor(parts: HttpParts, asked: ForgetRequest): Promise<Forgotten> {
  const wish = wishOf(parts, asked, Date.now())
  const preview = asked.preview ?? false
  const { disk, ...reply } = await parts.writer.call('forget', { wish, preview })
  const id = asked.id === undefined ? {} : { id: asked.id }
  if (disk === null) return { ...reply, ...id, disk }
  const removed = (await parts.removeGone?.(VECTORS_WITHIN_MS)) ?? true
  return { ...reply, ...id, disk: { ...disk, vectors: removed ? 'removed' : 'waiting' } }
}

const FILTERS = ['query', 'project', 'since', 'until'] as const

function wishOf(parts: HttpParts, asked: ForgetRequest, now: number): Wish {
  const named = (['id', 'ids', 'prompt', 'session'] as const).filter((name) => asked[name] !== undefined)
  const filters = FILTERS.filter((name) => asked[name] !== undefined)
  const [one] = named
  if (named.length > 1 || (one !== undefined && filters.length > 0)) {
    const given = [...named, ...filters].join(', ')
    throw new MemoryError('bad_input', `These cannot be forgotten together: ${given}. Nothing was forgotten.`, {
      hint: 'Only query, project, since and until go together.',
    })
  }
  if (one === undefined && filters.length === 0) {
    throw new MemoryError('bad_input', 'Say what to forget. Nothing was forgotten.', {
      subject: 'request',
      hint: `Known here: id, ids, prompt, session, ${FILTERS.join(', ')}.`,
    })
  }
  if (one !== 'id' && asked.preview === undefined) {
    throw new MemoryError('bad_input', 'preview is missing: true counts what would be deleted, false deletes it.')
  }
  const ofMemories = one === 'id' || one === 'ids'
  if (asked.withPrompts !== undefined && !ofMemories) {
    throw new MemoryError('bad_input', 'withPrompts: only memories have prompts of their own; here they go anyway.', {
      field: 'withPrompts',
    })
  }
  if (ofMemories) {
    const ids = asked.ids ?? [asked.id ?? 0]
    return { kind: 'memories', ids: [...new Set(ids)], withPrompts: asked.withPrompts ?? false }
  }
  if (asked.prompt !== undefined) return { kind: 'prompt', id: asked.prompt }
  if (asked.session !== undefined) return { kind: 'session', session: getNamedSession(parts.db, asked.session).number }
  const range = readRange({ 'dateRange[start]': asked.since, 'dateRange[end]': asked.until }, now)
  return {
    kind: 'matching',
    words: asked.query === undefined ? [] : wordsOf(asked.query),
    projects: asked.project === undefined ? undefined : [projectOf(parts, asked.project)],
    from: range?.from,
    to: range?.to,
  }
}

/** Quoted phrases stay together. */
function wordsOf(query: string): string[] {
  const words = (query.match(/"[^"]+"|[^\s"]+/g) ?? []).map((word) => word.replaceAll('"', '').trim())
  if (words.length > 0 && words.every((word) => /[\p{L}\p{N}]/u.test(word))) return words
  throw new MemoryError('bad_input', 'query: each of its parts needs a letter or a digit. Nothing was forgotten.', {
    field: 'query',
  })
}

/** A name that several projects share is refused. */
function projectOf({ db }: HttpParts, asked: string): string {
  const [project, ...others] = getProjects(db, asked)
  if (project !== undefined && others.length === 0) return project.id
  throw new MemoryError('conflict', `Several projects are called \`${asked}\`. Nothing was forgotten.`, {
    hint: `Give the id of one of them: ${[project, ...others].map((one) => one?.id).join(', ')}`,
  })
}
