/** Changing one memory by hand, and taking that back. The writing thread does it; the answer is the memory as it is then. */
import { MemoryError } from '../../../memory/error.ts'
import { findObservation } from '../../../store/observations.ts'
import { type ListedChange, listChanges } from '../../../store/user-changes.ts'
import type { Changed, ChangeRow } from '../../protocol/changes.ts'
import type { ObservationFull } from '../../protocol/rows.ts'
import type { MemoryChanged } from '../../writer/writer-protocol.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { observationFull } from './rows.ts'

export function addUserChangeRoutes({ add }: Router, { db, writer }: HttpParts): void {
  const memory = (id: number): ObservationFull => {
    const found = findObservation(db, id)
    if (!found) throw noMemory()
    return observationFull(db, found)
  }
  const changed = ({ id, change }: MemoryChanged): Changed => ({ changed: change !== null, change, memory: memory(id) })

  add('POST /api/observations/:id/edit', async ({ pathParameters, body }) => {
    if (Object.keys(body).length === 0) {
      throw new MemoryError('bad_input', 'Say what to change.', {
        subject: 'request',
        hint: 'Known here: type, title, subtitle, narrative, facts, concepts.',
      })
    }
    return changed(await writer.call('edit', { id: idOf(pathParameters), to: body }))
  })
  add('POST /api/observations/:id/pin', async ({ pathParameters, body: { pinned } }) =>
    changed(await writer.call('pin', { id: idOf(pathParameters), pinned })),
  )
  add('POST /api/observations/:id/recall', async ({ pathParameters, body: { recall } }) =>
    changed(await writer.call('recall', { id: idOf(pathParameters), recalled: recall })),
  )
  add('GET /api/changes', ({ query: { limit } }) => {
    const results = listChanges(db, { limit }).map(toRow)
    return { count: results.length, results }
  })
  add('POST /api/changes/undo', async ({ body }) => {
    const { id, change } = await writer.call('undo', { change: body.change })
    const [row] = listChanges(db, { id: change, limit: 1 })
    if (!row) throw noMemory()
    return { undone: toRow(row), memory: memory(id) }
  })
}

function toRow({ undoneAt, blockedBy, ...row }: ListedChange): ChangeRow {
  const undoable = row.fields !== null && undoneAt === null && blockedBy === null
  return { ...row, undoable, undone_at: undoneAt, undo_first: undoneAt === null ? blockedBy : null }
}

/** Anything but a whole number names no memory. */
function idOf({ id }: { id: string }): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id)
  throw noMemory()
}

function noMemory(): MemoryError {
  return new MemoryError('not_found', 'There is no memory with this id.', { subject: 'memory' })
}
