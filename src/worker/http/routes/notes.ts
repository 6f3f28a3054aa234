/**
 * Notes of a workspace. Search and digest are reads like any other; the literal content of a file needs the token, and
 * so does every change.
 */
import type { NoteAnswers } from '../note-answers.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'

export function addNoteRoutes({ add }: Router, parts: HttpParts): void {
  const { writer } = parts
  let loaded: Promise<NoteAnswers> | undefined
  /** Loaded on the first request: most workers never get one about notes. */
  const load = () => {
    loaded ??= import('../note-answers.ts').then(({ makeNoteAnswers }) => makeNoteAnswers(parts))
    return loaded
  }

  add('GET /api/notes/search', async ({ query }) => (await load()).search(query))
  add('POST /api/notes/context', async ({ body }) => (await load()).context(body))
  add('GET /api/notes/file', async ({ query }) => (await load()).read(query))
  add('GET /api/notes/status', async ({ query }) => (await load()).status(query))
  add('GET /api/notes/shelf', async ({ query }) => (await load()).shelf(query))
  add('POST /api/notes/add', ({ body }) => writer.call('addNote', body))
  add('POST /api/notes/sync', ({ body }) => writer.call('syncNotes', body))
  add('GET /api/dream', ({ query }) => writer.call('dreamStatus', query))
  add('POST /api/dream', ({ body }) => writer.call('dream', body))
}
