/**
 * Notes of a workspace. A search and its digest are reads like every other; what a file says as it stands in the file needs the
 * token, and so does every change.
 */

import { DreamPlace, DreamReply, DreamRequest, DreamStatus } from '../../protocol/dream.ts'
import {
  NoteAdd,
  NoteAdded,
  NoteContext,
  NoteContextReply,
  NotePlace,
  NoteRead,
  NoteReadReply,
  NoteSearch,
  NoteSearchReply,
  NoteStatus,
  NoteSync,
  NoteSynced,
} from '../../protocol/notes.ts'
import type { NoteAnswers } from '../note-answers.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'

export function addNoteRoutes({ add }: Router, parts: HttpParts): void {
  const { writer } = parts
  let loaded: Promise<NoteAnswers> | undefined
  /** Loaded by the first question: most workers are never asked for notes. */
  const load = () => {
    loaded ??= import('../note-answers.ts').then(({ makeNoteAnswers }) => makeNoteAnswers(parts))
    return loaded
  }

  add(
    {
      method: 'GET',
      path: '/api/notes/search',
      summary: 'pieces of notes, and memories, that answer a question',
      access: 'read',
      query: NoteSearch,
      reply: NoteSearchReply,
      example: '?query=what+did+we+decide+yesterday&cwd=/home/me/shop',
    },
    async ({ query }) => (await load()).search(query),
  )
  add(
    {
      method: 'POST',
      path: '/api/notes/context',
      summary: 'what notes and memories have to say to a message, in a few lines',
      access: 'read',
      body: NoteContext,
      reply: NoteContextReply,
    },
    async ({ body }) => (await load()).context(body),
  )
  add(
    {
      method: 'GET',
      path: '/api/notes/file',
      summary: 'lines of one note',
      access: 'change',
      query: NoteRead,
      reply: NoteReadReply,
      example: '?path=memory/MEMORY.md&cwd=/home/me/shop',
    },
    async ({ query }) => (await load()).read(query),
  )
  add(
    {
      method: 'GET',
      path: '/api/notes/status',
      summary: 'what is known of a workspace’s notes, and what is wrong',
      access: 'read',
      query: NotePlace,
      reply: NoteStatus,
      example: '?cwd=/home/me/shop',
    },
    async ({ query }) => (await load()).status(query),
  )
  add(
    {
      method: 'POST',
      path: '/api/notes/add',
      summary: 'one more line in today’s log, or in MEMORY.md',
      access: 'change',
      body: NoteAdd,
      reply: NoteAdded,
    },
    ({ body }) => writer.call('addNote', body),
  )
  add(
    {
      method: 'POST',
      path: '/api/notes/sync',
      summary: 'read the notes again',
      access: 'change',
      body: NoteSync,
      reply: NoteSynced,
    },
    ({ body }) => writer.call('syncNotes', body),
  )
  add(
    {
      method: 'GET',
      path: '/api/dream',
      summary: 'when it dreams, what it did, and what waits for a yes',
      access: 'read',
      query: DreamPlace,
      reply: DreamStatus,
      example: '?cwd=/home/me/shop',
    },
    ({ query }) => writer.call('dreamStatus', query),
  )
  add(
    {
      method: 'POST',
      path: '/api/dream',
      summary: 'dream now, show what a dream would do, take one back, or answer a proposal',
      access: 'change',
      body: DreamRequest,
      reply: DreamReply,
    },
    ({ body }) => writer.call('dream', body),
  )
}
