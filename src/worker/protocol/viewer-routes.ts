/** Routes for looking at the whole and turning its screws: settings and figures. Part of the table in routes.ts. */
import * as z from 'zod'
import { Insights } from './insights.ts'
import { NoteShelf, NoteShelfReply } from './notes.ts'
import { Reviewed, ReviewQuery, ReviewReply, ReviewRequest } from './review.ts'
import type { Address, RouteSpec } from './route-spec.ts'
import { PreviewReply, PreviewRequest, SettingsReply, SettingsRequest } from './settings.ts'

export const VIEWER_ROUTES = {
  'GET /api/notes/shelf': {
    summary: 'which workspaces keep notes, and the files of one of them',
    access: 'read',
    query: NoteShelf,
    reply: NoteShelfReply,
  },
  'GET /api/insights': {
    summary:
      'figures of the last year, day by day: memories by type, what was told, tokens saved and spent, dead weight',
    access: 'read',
    reply: Insights,
  },
  'GET /api/review': {
    summary: 'the inbox: new memories that nobody has looked at, and what dreaming proposes; empty while it is off',
    access: 'read',
    query: ReviewQuery,
    reply: ReviewReply,
  },
  'POST /api/review': {
    summary: 'say which new memories were looked at; edit, pin and recall take a memory out of the inbox too',
    access: 'change',
    body: ReviewRequest,
    reply: Reviewed,
  },
  'GET /api/settings': {
    summary: 'every setting: what it does, its value and where that comes from; never a secret',
    access: 'read',
    reply: SettingsReply,
  },
  'POST /api/settings': {
    summary: 'change settings.json, all of it or nothing',
    access: 'change',
    body: SettingsRequest,
    reply: SettingsReply,
  },
  'POST /api/settings/preview': {
    summary: 'what a session in a project would be told at its start, also with settings that are only tried',
    access: 'read',
    body: PreviewRequest,
    reply: PreviewReply,
  },
  'POST /api/restart': {
    summary: 'end the worker and start it again, with the settings as they are now',
    access: 'change',
    reply: z.strictObject({ restarting: z.literal(true) }),
  },
} as const satisfies Record<Address, RouteSpec>
