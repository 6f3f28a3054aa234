/** The routes by which people decide about memories: storing, changing and forgetting them. */

import { Remembered, RememberRequest } from '../protocol.ts'
import {
  Changed,
  ChangeList,
  ChangesRequest,
  EditRequest,
  PinRequest,
  RecallRequest,
  Undone,
  UndoRequest,
  Vacuumed,
} from './changes.ts'
import { ForgetRequest, Forgotten } from './forget.ts'
import { ObservationId } from './observations.ts'
import { AliasProject, MergedProjects, MergeProjects, ProjectList, ProjectNamed, RenameProject } from './projects.ts'
import type { Address, RouteSpec } from './route-spec.ts'

export const CONTROL_ROUTES = {
  'POST /api/remember': {
    summary: 'store a memory in your own words',
    access: 'change',
    body: RememberRequest,
    reply: Remembered,
  },
  'POST /api/observations/:id/edit': {
    summary: 'change the words of a memory; nothing rewrites them afterwards',
    access: 'change',
    pathParameters: ObservationId,
    body: EditRequest,
    reply: Changed,
  },
  'POST /api/observations/:id/pin': {
    summary: 'pin a memory, or no longer: a pinned one is never rewritten, merged or cleared away',
    access: 'change',
    pathParameters: ObservationId,
    body: PinRequest,
    reply: Changed,
  },
  'POST /api/observations/:id/recall': {
    summary: 'never show a memory unasked again, or do again',
    access: 'change',
    pathParameters: ObservationId,
    body: RecallRequest,
    reply: Changed,
  },
  'GET /api/changes': {
    summary: 'the newest changes people made to memories, and which of them can be undone',
    access: 'read',
    query: ChangesRequest,
    reply: ChangeList,
  },
  'POST /api/changes/undo': {
    summary: 'take back the newest change, or a given one',
    access: 'change',
    body: UndoRequest,
    reply: Undone,
  },
  'POST /api/forget': {
    summary: 'delete memories, a prompt, a session or whatever fits, for good; answers with a receipt, or a preview',
    access: 'change',
    body: ForgetRequest,
    reply: Forgotten,
  },
  'GET /api/projects': {
    summary: 'every project: how much is remembered of it, when it was last used, its other names',
    access: 'read',
    reply: ProjectList,
  },
  'POST /api/projects/rename': {
    summary: 'give a project another display name',
    access: 'change',
    body: RenameProject,
    reply: ProjectNamed,
  },
  'POST /api/projects/alias': {
    summary: 'let a further name or folder mean a project, or no longer',
    access: 'change',
    body: AliasProject,
    reply: ProjectNamed,
  },
  'POST /api/projects/merge': {
    summary: 'move everything of one project into another, where its new events will go too; or count it',
    access: 'change',
    body: MergeProjects,
    reply: MergedProjects,
  },
  'POST /api/vacuum': {
    summary: 'write the database file anew, without the space that deleted rows left in it',
    access: 'change',
    reply: Vacuumed,
  },
} as const satisfies Record<Address, RouteSpec>
