/**
 * QMD behind the worker: one client per workspace that chose it. Its hits become pieces of notes that the memory knows.
 */
import { join } from 'node:path'
import { type Config, searchPath } from '../../config.ts'
import { nameExtraPaths } from '../../notes/extra-paths.ts'
import { makeQmd, type Qmd, type QmdHit } from '../../notes/qmd.ts'
import { type NoteHit, noteParts } from '../../notes/search-notes.ts'
import type { Database } from '../../store/database.ts'
import { findNotesOfFile, listNoteFiles } from '../../store/notes.ts'
import type { WorkspaceNotes } from '../writer/writer-protocol.ts'

export interface QmdAnswers {
  search(
    used: WorkspaceNotes,
    asked: { query: string; maxResults: number },
  ): Promise<{ hits: NoteHit[] } | { unavailable: string }>
  close(): void
}

interface OpenWorkspace {
  qmd: Qmd
  used: WorkspaceNotes
  /** State of the notes it was last told about. */
  state: string
}

export function makeQmdAnswers({ db, config }: { db: Database; config: Config }): QmdAnswers {
  const open = new Map<string, OpenWorkspace>()

  const openOne = (first: WorkspaceNotes): OpenWorkspace => {
    const { root } = first.workspace
    const current = () => open.get(root)?.used ?? first
    const qmd = makeQmd({
      settings: () => current().settings.qmd,
      folders: () => {
        const { extraPaths } = current().settings
        const extra = nameExtraPaths({ root, extraPaths, home: config.home }).entries
        return [join(root, 'memory'), ...extra.map(({ absolute }) => absolute)].map((path) => ({ path }))
      },
      cite: (file) => listNoteFiles(db, first.workspace.id).find(({ realPath }) => realPath === file)?.path,
      ...{ dataDir: config.dataDir, workspace: root, home: config.home, searchPath: searchPath(), now: Date.now },
    })
    const one = { qmd, used: first, state: '' }
    open.set(root, one)
    return one
  }

  return {
    async search(used, { query, maxResults }) {
      const one = open.get(used.workspace.root) ?? openOne(used)
      one.used = used
      const state = stateOf(db, used.workspace.id)
      if (state !== one.state) one.qmd.changed()
      one.state = state
      const answer = await one.qmd.search(query, maxResults)
      if ('unavailable' in answer) return answer
      return { hits: answer.hits.flatMap((hit) => toNoteHit(db, hit, { workspace: used.workspace.id, query })) }
    },
    close() {
      for (const { qmd } of open.values()) qmd.close()
    },
  }
}

function stateOf(db: Database, workspace: number): string {
  return listNoteFiles(db, workspace)
    .map(({ path, sizeBytes, mtimeMs }) => `${path} ${sizeBytes} ${mtimeMs}`)
    .join('\n')
}

/** The piece of the note that contains the hit; undefined when the memory does not know it yet. */
function toNoteHit(db: Database, hit: QmdHit, by: { workspace: number; query: string }): NoteHit[] {
  const note = findNotesOfFile(db, { workspace: by.workspace, path: hit.path }).find(
    ({ startLine, endLine }) => startLine <= hit.line && hit.line <= endLine,
  )
  if (!note) return []
  return [{ ...noteParts(note, by.query), id: note.id, at: note.createdAt, score: hit.score, text: note.text }]
}
