/** The known workspaces that keep notes, by name. */
import type { Database } from '../../store/database.ts'
import { listProjects } from '../../store/sessions.ts'
import { keepsNotes } from '../../workspace/may-have-notes.ts'

export function listNoteWorkspaces(db: Database): { root: string; project: string }[] {
  return listProjects(db)
    .filter(({ root }) => keepsNotes(root))
    .map(({ root, name }) => ({ root, project: name }))
    .sort((a, b) => (a.project < b.project ? -1 : 1))
}
