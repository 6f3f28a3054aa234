/** Observations by their id, several at once, and by the file they are about. */
import * as z from 'zod'
import { MemoryError } from '../../../memory/error.ts'
import { projectOfFolder } from '../../../retrieval/session-project.ts'
import { findFileMemories } from '../../../store/file-history.ts'
import { findObservation } from '../../../store/observations.ts'
import { pathText } from '../../protocol/path-text.ts'
import { ObservationFull, ObservationIndex } from '../../protocol/rows.ts'
import { nameIn } from './file-names.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { observationFull, observationIndex } from './rows.ts'
import { getProjects } from './scope.ts'

const standing = {
  cwd: pathText.optional().describe('where you stand: its checkout tells what changed since'),
}
const BatchRequest = z.strictObject({
  ids: z.array(z.int().positive()).min(1).max(100).describe('in the order you want them back'),
  ...standing,
})
const BatchReply = z.strictObject({
  count: z.int(),
  results: z.array(ObservationFull),
  missing: z.array(z.int()).describe('ids nothing is kept under'),
})

const FileRequest = z.strictObject({
  path: pathText.describe('relative to the project root, or absolute'),
  project: z.string().min(1).optional().describe('name or id; else `cwd`'),
  cwd: pathText.optional().describe('a path in the project'),
  limit: z.coerce.number().int().min(1).max(100).default(40),
})
const FileReply = z.strictObject({
  path: z.string(),
  count: z.int(),
  results: z
    .array(
      ObservationIndex.extend({
        session_id: z.string().nullable(),
        modified: z.boolean().describe('the file was changed, not only read'),
        file_count: z.int().describe('how many files this observation names'),
      }),
    )
    .describe('newest first'),
})

export function addObservationRoutes({ add }: Router, parts: HttpParts): void {
  const { db } = parts
  const freshnessOf = (memories: { id: number }[], cwd: string | undefined) =>
    parts.freshness?.of(
      memories.map(({ id }) => id),
      cwd,
    )

  add(
    {
      method: 'GET',
      path: '/api/observations/by-file',
      summary: 'what is remembered about one file, from one index: as fast with a million memories as with none',
      access: 'read',
      query: FileRequest,
      reply: FileReply,
      example: '?path=src/total.js&project=shop',
    },
    ({ query: { path, project, cwd, limit } }) => {
      if (project === undefined && cwd === undefined) {
        throw new MemoryError('bad_input', 'Say which project: give `project` or `cwd`.')
      }
      const projects = project === undefined ? [projectOfFolder(db, cwd ?? '')] : getProjects(db, project)
      const memories = projects
        .flatMap(({ id, root }) => findFileMemories(db, { project: id, path: nameIn(root, path), limit }))
        .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
        .slice(0, limit)
      const freshness = freshnessOf(memories, cwd)
      return {
        path,
        count: memories.length,
        results: memories.map((one) => ({
          ...observationIndex(one, freshness?.get(one.id)),
          session_id: one.sessionId,
          modified: one.modified,
          file_count: one.files,
        })),
      }
    },
  )

  add(
    {
      method: 'POST',
      path: '/api/observations/batch',
      summary: 'several observations in full',
      access: 'read',
      body: BatchRequest,
      reply: BatchReply,
    },
    ({ body }) => {
      const asked = [...new Set(body.ids)].map((id) => ({ id, found: findObservation(db, id) }))
      // Two ids that were merged into one are one answer.
      const found = new Map(asked.flatMap((one) => (one.found ? [[one.found.id, one.found] as const] : [])))
      const freshness = freshnessOf([...found.values()], body.cwd)
      const results = [...found.values()].map((one) => observationFull(db, one, freshness?.get(one.id)))
      return { count: results.length, results, missing: asked.filter((one) => !one.found).map(({ id }) => id) }
    },
  )

  add(
    {
      method: 'GET',
      path: '/api/observations/:id',
      summary: 'one observation in full; an id it had before a merge works too',
      access: 'read',
      pathParameters: z.strictObject({ id: z.string() }),
      query: z.strictObject(standing),
      reply: ObservationFull,
    },
    ({ pathParameters, query: { cwd } }) => {
      const id = Number(pathParameters.id)
      const found = Number.isSafeInteger(id) ? findObservation(db, id) : undefined
      if (!found) throw new MemoryError('not_found', 'There is no memory with this id.')
      return observationFull(db, found, freshnessOf([found], cwd)?.get(found.id))
    },
  )
}
