/** What dreaming reads: the store, our search, and the files of the workspace. Never writes. */
import { readFileSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { MemoryError } from '../../../memory/error.ts'
import { cleanNote } from '../../../notes/clean-note.ts'
import { findOverruling } from '../../../notes/dream/same-subject.ts'
import type { DreamSources, SourceText } from '../../../notes/dream/sources.ts'
import type { NoteSettings } from '../../../notes/note-settings.ts'
import { findHits } from '../../../notes/search-notes.ts'
import type { Database } from '../../../store/database.ts'
import { findNotesByKey, listNoteFiles, type Workspace } from '../../../store/notes.ts'
import { findObservation } from '../../../store/observations.ts'
import { findSummaryById } from '../../../store/summaries.ts'
import { blobHash, MAX_HASHED_BYTES } from '../../../workspace/file-state.ts'
import { resolveInside } from '../../../workspace/safe-path.ts'

/** Candidates checked for a newer fact: there are seldom more on one subject. */
const MAX_ABOUT = 10
/** A fact depends on the files it was made from; a longer list says nothing about any of them. */
const MAX_FILES = 5

export function makeDreamSources(
  db: Database,
  by: { workspace: Workspace; settings: NoteSettings; now: number },
): DreamSources {
  const { workspace } = by
  const { root } = workspace
  return {
    findText: (key) => findNoteText(db, workspace, key) ?? findMemoryText(db, root, key),
    async newerAbout(fact) {
      // One search per fact adds up to seconds, and this thread has other work to let through.
      await breathe()
      const asked = {
        query: fact.text,
        scope: 'both' as const,
        maxResults: MAX_ABOUT,
        workspace,
        settings: by.settings,
      }
      const { hits } = await findHits({ db, now: by.now }, asked)
      const others = hits
        .filter(({ key }) => key !== fact.key)
        .map(({ text, citation, at }) => ({ text, source: citation, createdAt: at }))
      return findOverruling(fact, others)
    },
    fileState(path, hash) {
      const now = hashOf(root, path)
      if (now === undefined) return 'gone'
      return hash === undefined || now === '' ? 'unknown' : now === hash ? 'same' : 'changed'
    },
    noteText(path) {
      const file = listNoteFiles(db, workspace.id).find((one) => one.path === path)
      if (!file) return undefined
      try {
        return cleanNote(readFileSync(file.realPath, 'utf8'))
      } catch {
        return undefined // gone since it was listed
      }
    },
  }
}

function findNoteText(db: Database, workspace: Workspace, key: string): SourceText | undefined {
  const [note] = findNotesByKey(db, { workspace: workspace.id, key })
  if (!note) return undefined
  const { text, createdAt, path, heading, startLine, endLine } = note
  return { text, createdAt, path, heading, lines: [startLine, endLine] }
}

function findMemoryText(db: Database, root: string, key: string): SourceText | undefined {
  const [kind, id] = key.split(':')
  if (kind === 'observation') {
    const one = findObservation(db, Number(id))
    if (!one || one.supersededBy !== undefined || one.recalled === false || one.origin === 'untrusted') return undefined
    const files = one.filesModified.slice(0, MAX_FILES).map((path) => ({ path, hash: hashOf(root, path) || undefined }))
    return { text: joined([one.title, one.narrative, ...one.facts]), createdAt: one.createdAt, files }
  }
  const summary = kind === 'summary' ? findSummaryById(db, Number(id)) : undefined
  return summary && { text: joined([summary.completed, summary.learned]), createdAt: summary.createdAt }
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n')
}

/** The hash git gives its content. undefined: no such file in the workspace; '': too large to hash. */
function hashOf(root: string, path: string): string | undefined {
  try {
    const content = readFileSync(resolveInside({ root }, path).real)
    return content.byteLength > MAX_HASHED_BYTES ? '' : blobHash(content)
  } catch (error) {
    if (error instanceof MemoryError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return ''
  }
}
