/**
 * Answers questions about notes, in the answering thread. The writing thread first brings the workspace up to date with
 * its files; then the query goes to our search, or to QMD where that was chosen. Hits are recorded afterwards, so that
 * the answer does not wait for it.
 */
import { localDay } from '../../memory/local-day.ts'
import type { Recalled } from '../../notes/dream/recall-store.ts'
import { mergeHits, renderDigest } from '../../notes/merge-hits.ts'
import { queriesOf } from '../../notes/message-queries.ts'
import { readNote } from '../../notes/read-note.ts'
import { type FoundNotes, findHits, type NoteHit, type NoteScope, searchNotes } from '../../notes/search-notes.ts'
import { listNoteFiles } from '../../store/notes.ts'
import { keepsNotes } from '../../workspace/may-have-notes.ts'
import type {
  FoundNote,
  NoteContextReply,
  NoteReadReply,
  NoteSearchReply,
  NoteShelfReply,
  NoteStatus,
} from '../protocol/notes.ts'
import type { WorkspaceNotes } from '../writer/writer-protocol.ts'
import { listNoteWorkspaces } from './note-workspaces.ts'
import { makeQmdAnswers } from './qmd-answers.ts'
import type { HttpParts } from './routes/parts.ts'

export interface NoteAnswers {
  search(asked: { query: string; cwd: string; scope: NoteScope; maxResults: number }): Promise<NoteSearchReply>
  context(asked: { message: string; cwd: string; scope: NoteScope }): Promise<NoteContextReply>
  /** Lines of one note. */
  read(asked: {
    path: string
    cwd: string
    from?: number | undefined
    lines?: number | undefined
  }): Promise<NoteReadReply>
  status(asked: { cwd: string }): Promise<NoteStatus>
  /** Workspaces that keep notes, and the files of one. */
  shelf(asked: { cwd?: string | undefined }): Promise<NoteShelfReply>
}

/** Hits per query of a message: enough for several queries to agree on some. */
const PER_QUERY = 6

export function makeNoteAnswers({ db, writer, meaning, log, config }: HttpParts): NoteAnswers {
  const qmd = config && makeQmdAnswers({ db, config })
  const parts = () => ({ db, meaning, now: Date.now() })

  const record = (used: WorkspaceNotes, query: string, hits: readonly NoteHit[]) => {
    void writer
      .call('recallNotes', { root: used.workspace.root, query, hits: hits.flatMap(recalled) })
      .catch((error: unknown) => log.error('what was recalled could not be noted', error))
  }

  return {
    async search({ query, cwd, scope, maxResults }) {
      const used = await writer.call('useNotes', { cwd })
      const { workspace, settings, counts } = used
      const asked = { query, scope, maxResults, workspace, settings }
      const others = settings.backend === 'qmd' && scope !== 'memories' ? await qmd?.search(used, asked) : undefined
      const found: FoundNotes =
        others && 'hits' in others
          ? await besides(others.hits, () => searchNotes(parts(), { ...asked, scope: 'memories' }), asked)
          : await searchNotes(parts(), asked)
      record(used, query, found.hits)
      return {
        query,
        backend: others && 'hits' in others ? 'qmd' : 'builtin',
        ...(others && 'unavailable' in others ? { fallback: others.unavailable } : {}),
        searched: found.searched,
        ...silence(found),
        ...(found.understood ? { understood: found.understood.phrase } : {}),
        files: counts.files,
        pieces: counts.chunks,
        citations: settings.citations,
        results: found.hits.map((hit) => toRow(hit, settings)),
      }
    },
    async context({ message, cwd, scope }) {
      const nothing = { found: false, digest: '', queriesRun: [], entries: [] }
      const used = await writer.call('useNotes', { cwd })
      const { workspace, settings } = used
      if (!settings.memoryContext.enabled)
        return { applicable: false, skippedReason: 'memoryContext.enabled is false', ...nothing }
      const derived = queriesOf(message)
      if (!derived.applicable) return { applicable: false, skippedReason: derived.reason, ...nothing }
      const found = await Promise.all(
        derived.queries.map(async (query) => {
          const asked = { query, scope, maxResults: PER_QUERY, workspace, settings }
          const { hits, bears } = await findHits(parts(), asked)
          return { query, hits: bears === 'no' ? [] : hits.slice(0, PER_QUERY) }
        }),
      )
      const merged = mergeHits(found, { ...settings.memoryContext, today: localDay(Date.now()) })
      const cited = merged.map((hit) => ({ ...toRow(hit, settings), matchedQueries: hit.matchedQueries }))
      return {
        applicable: true,
        found: merged.length > 0,
        digest: renderDigest(cited, settings.memoryContext.maxResults),
        queriesRun: derived.queries,
        entries: cited,
      }
    },
    async read({ cwd, ...asked }) {
      const { workspace } = await writer.call('useNotes', { cwd })
      return readNote(listNoteFiles(db, workspace.id), asked)
    },
    async shelf({ cwd }) {
      const workspaces = listNoteWorkspaces(db)
      const place = cwd ?? workspaces[0]?.root
      if (place === undefined) return { workspaces, root: null, files: [] }
      const { workspace } = await writer.call('useNotes', { cwd: place })
      const files = listNoteFiles(db, workspace.id).map(({ path, day, sizeBytes, mtimeMs }) => ({
        ...{ path, bytes: sizeBytes, at: Math.round(mtimeMs) },
        ...(day === undefined ? {} : { day }),
      }))
      return { workspaces, root: workspace.root, files }
    },
    async status({ cwd }) {
      const used = await writer.call('useNotes', { cwd })
      const { workspace, settings, counts } = used
      return {
        root: workspace.root,
        project: used.projectName,
        keepsNotes: keepsNotes(workspace.root),
        backend: settings.backend,
        citations: settings.citations,
        extraPaths: settings.extraPaths,
        files: counts.files,
        pieces: counts.chunks,
        bytes: counts.bytes,
        watched: used.watched,
        problems: used.problems,
        skipped: used.skipped,
      }
    },
  }
}

function silence({ bears }: Pick<FoundNotes, 'bears'>) {
  return {
    ...(bears === 'no' ? { near: true as const } : {}),
    ...(bears === 'perhaps' ? { unsure: true as const } : {}),
  }
}

/** QMD only knows notes; memories, if asked for too, come from our own search. */
async function besides(
  notes: NoteHit[],
  memories: () => Promise<FoundNotes>,
  asked: { scope: NoteScope; maxResults: number },
): Promise<FoundNotes> {
  if (asked.scope === 'notes')
    return { hits: notes, searched: 'hybrid', bears: notes.length > 0 ? 'surely' : 'no', unknown: [] }
  const found = await memories()
  const shown = found.bears === 'no' ? [] : found.hits
  const hits = [...notes, ...shown].sort((a, b) => b.score - a.score).slice(0, asked.maxResults)
  return { ...found, hits, bears: notes.length > 0 ? 'surely' : found.bears }
}

function toRow(hit: NoteHit, { citations }: Pick<WorkspaceNotes['settings'], 'citations'>): FoundNote {
  const { kind } = hit
  return {
    kind,
    ...(kind === 'note' ? {} : { id: hit.id }),
    ...(citations === 'off' ? {} : { citation: hit.citation }),
    ...(hit.heading ? { heading: hit.heading } : {}),
    ...(hit.day === undefined ? {} : { day: hit.day }),
    at: hit.at,
    score: Math.round(hit.score * 10_000) / 10_000,
    snippet: hit.snippet,
    ...(hit.untrusted ? { untrusted: true as const } : {}),
  }
}

/** The hits that dreaming may promote: everything except the literal words of a conversation. */
function recalled(hit: NoteHit): Recalled[] {
  const { key, kind, text, at: createdAt } = hit
  // `score` fades with age, but an old fact counts as recalled too.
  const score = hit.fit ?? hit.score
  if (kind === 'passage' || kind === 'prompt' || hit.untrusted) return []
  if (kind !== 'note') return [{ key, kind, id: hit.id, score, text, createdAt }]
  const { path, startLine = 1, endLine = 1, heading = '' } = hit
  return [{ key, kind, path, startLine, endLine, heading, score, text, createdAt }]
}
