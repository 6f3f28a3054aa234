/** `POST /api/forget`: checks the request before anything is touched; vectors are removed after the rows. */
import { isAbsolute } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import type { Wish } from '../../../store/doomed.ts'
import type { OfFile } from '../../../store/doomed-file.ts'
import { getNamedSession, listProjects } from '../../../store/sessions.ts'
import type { ForgetRequest, Forgotten } from '../../protocol/forget.ts'
import { readRange } from './date-range.ts'
import { nameIn, readFiles } from './file-names.ts'
import type { HttpParts } from './parts.ts'
import { getOneProject } from './projects.ts'

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

const FILTERS = ['query', 'project', 'file', 'since', 'until'] as const

function wishOf(parts: HttpParts, asked: ForgetRequest, now: number): Wish {
  const named = (['id', 'ids', 'prompt', 'session'] as const).filter((name) => asked[name] !== undefined)
  const filters = FILTERS.filter((name) => asked[name] !== undefined)
  const [one] = named
  const twoWays = asked.query !== undefined && asked.file !== undefined
  if (named.length > 1 || (one !== undefined && filters.length > 0) || twoWays) {
    const given = [...named, ...filters].join(', ')
    throw new MemoryError('bad_input', `These cannot be forgotten together: ${given}. Nothing was forgotten.`, {
      hint: 'Only query or file, project, since and until go together.',
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
  if (asked.withPrompts !== undefined && !ofMemories && asked.file === undefined) {
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
  if (asked.file !== undefined) {
    const places = placesOf(parts, asked.file, asked.project)
    return { kind: 'file', places, withPrompts: asked.withPrompts ?? false, from: range?.from, to: range?.to }
  }
  return {
    kind: 'matching',
    words: asked.query === undefined ? [] : wordsOf(asked.query),
    projects: asked.project === undefined ? undefined : [getOneProject(parts.db, asked.project).id],
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

/** The file as the project it lies in names it; one outside every project may be named by any of them. */
function placesOf(parts: HttpParts, file: string, project: string | undefined): OfFile['places'] {
  const { db } = parts
  const only = project === undefined ? undefined : [getOneProject(db, project).id]
  if (only === undefined && !isAbsolute(file)) {
    throw new MemoryError('bad_input', 'file: say which project it is in, or give its full path.', { field: 'file' })
  }
  const { files, projects } = readFiles(db, [file], { projects: only, hidden: [] })
  const path = files?.[0]?.replace(/\/+$/, '')
  if (path === undefined || path === '') {
    throw new MemoryError('bad_input', 'file: this is a whole project. Nothing was forgotten.', {
      field: 'file',
      hint: 'To forget a project, name it as `project`.',
    })
  }
  return listProjects(db)
    .filter(({ id }) => projects?.includes(id) ?? true)
    .map(({ id, root }) => ({ project: id, root, path: projects === undefined ? path : nameIn(root, path) }))
}
