/**
 * Changes a person makes to one memory, and taking them back. Each goes to the journal and the database together; what
 * a person typed passes the same redaction as everything else. A memory that is edited or pinned is shown again, if a
 * newer one had replaced it.
 */
import { randomUUID } from 'node:crypto'
import { MemoryError } from '../../../memory/error.ts'
import { stripPrivate } from '../../../memory/privacy.ts'
import { redactSecrets } from '../../../memory/redaction.ts'
import type { Database } from '../../../store/database.ts'
import type { Journal } from '../../../store/journal.ts'
import {
  type ChangeName,
  changedFields,
  findChange,
  findNewestUndoable,
  findState,
  listChanges,
  type MemoryState,
  putChange,
  takeBack,
} from '../../../store/user-changes.ts'
import type { EditRequest } from '../../protocol/changes.ts'
import type { MemoryChanged } from '../writer-protocol.ts'

interface Change {
  db: Database
  journal: Pick<Journal, 'append'>
  now: number
}

export function edit(by: Change, ask: { id: number; to: EditRequest }): MemoryChanged {
  const given = cleaned(ask.to)
  return change(by, ask.id, (state) => {
    const to = { ...state, ...given }
    const isSame = Object.keys(changedFields(state, to)).length === 0
    return isSame ? undefined : { what: 'edit', to: { ...to, ...SHOWN, edited: true } }
  })
}

export function setPinned(by: Change, ask: { id: number; pinned: boolean }): MemoryChanged {
  const { pinned } = ask
  return change(by, ask.id, (state) => {
    if (state.pinned === pinned) return undefined
    return pinned ? { what: 'pin', to: { ...state, ...SHOWN, pinned } } : { what: 'unpin', to: { ...state, pinned } }
  })
}

export function setRecalled(by: Change, ask: { id: number; recalled: boolean }): MemoryChanged {
  const { recalled } = ask
  return change(by, ask.id, (state) =>
    state.recalled === recalled ? undefined : { what: recalled ? 'recall' : 'silence', to: { ...state, recalled } },
  )
}

/** Without an id: the newest that can be undone. */
export function undo(
  { db, journal, now }: Change,
  ask: { change: number | undefined },
): { id: number; change: number } {
  return db.transaction(() => {
    const asked = ask.change ?? findNewestUndoable(db)
    if (asked === undefined) throw new MemoryError('not_found', 'There is nothing to undo.')
    const found = findChange(db, asked)
    const blockedBy = listChanges(db, { id: asked, limit: 1 })[0]?.blockedBy ?? null
    const state = found && findState(db, found.observation)?.state
    if (!found || !state) throw cannotUndo(db, asked)
    if (blockedBy !== null) {
      throw new MemoryError('conflict', `Memory ${found.observation} was changed again since. Nothing was undone.`, {
        hint: `Undo change ${blockedBy} first.`,
      })
    }
    const after = { ...state, ...found.before }
    journal.append([takeBack(db, { change: found, key: randomUUID(), at: now, after })])
    return { id: found.observation, change: found.id }
  })
}

/** No longer replaced by a newer one, nor dropped by a model. */
const SHOWN = { droppedAt: null, supersededBy: null }

function change(
  { db, journal, now }: Change,
  id: number,
  plan: (state: MemoryState) => { what: ChangeName; to: MemoryState } | undefined,
): MemoryChanged {
  return db.transaction(() => {
    const found = findState(db, id)
    if (!found) {
      throw new MemoryError('not_found', `There is no memory with id ${id}.`, {
        subject: 'memory',
        hint: 'Find the id with a search first.',
      })
    }
    const planned = plan(found.state)
    if (!planned) return { id: found.id, change: null }
    const { what, to } = planned
    const put = putChange(db, { id: found.id, what, key: randomUUID(), at: now, before: found.state, after: to })
    journal.append([put.entry])
    return { id: found.id, change: put.change }
  })
}

function cleaned({ title, subtitle, narrative, facts, type, concepts }: EditRequest): Partial<MemoryState> {
  const own = title === undefined ? undefined : clean(title).replace(/\s+/g, ' ')
  if (own === '')
    throw new MemoryError('bad_input', 'title: nothing is left of it outside <private>.', { field: 'title' })
  return {
    ...(type === undefined ? {} : { type }),
    ...(own === undefined ? {} : { title: own }),
    ...(subtitle === undefined ? {} : { subtitle: clean(subtitle) }),
    ...(narrative === undefined ? {} : { narrative: clean(narrative) }),
    ...(facts === undefined ? {} : { facts: facts.map(clean).filter((fact) => fact !== '') }),
    ...(concepts === undefined ? {} : { concepts: [...new Set(concepts)] }),
  }
}

function clean(text: string): string {
  return redactSecrets(stripPrivate(text)).trim()
}

function cannotUndo(db: Database, id: number): MemoryError {
  const [known] = listChanges(db, { id, limit: 1 })
  if (!known)
    return new MemoryError('not_found', `There is no change ${id}.`, {
      subject: 'change',
      hint: 'GET /api/changes lists them.',
    })
  const why = known.undoneAt !== null ? 'is undone already' : 'can no longer be undone'
  return new MemoryError('conflict', `Change ${id} ${why}.`)
}
