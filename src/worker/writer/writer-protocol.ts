/** The messages between the answering thread and the writing thread. */
import type { HostEvent } from '../../capture/host-event.ts'
import type { Config } from '../../config.ts'
import type { ErrorFacts } from '../../memory/error.ts'
import type { ObservationType } from '../../memory/observation.ts'
import type { Project } from '../../memory/session.ts'
import type { Recalled } from '../../notes/dream/recall-store.ts'
import type { SkippedNote } from '../../notes/note-listing.ts'
import type { Synced } from '../../notes/sync-notes.ts'
import type { BranchCheck } from '../../retrieval/branch-labels.ts'
import type { Wish } from '../../store/doomed.ts'
import type { Telling } from '../../store/ledger.ts'
import type { ProjectRows } from '../../store/projects.ts'
import type { GatedRead } from '../../store/reads.ts'
import type { ListedBackup, Restored, RestoreRequest } from '../../store/restore.ts'
import type { Indexed } from '../process/index-pump.ts'
import type { FileImport, ImportFileRequest } from '../protocol/archive.ts'
import type { EditRequest } from '../protocol/changes.ts'
import type { MemoryCheck } from '../protocol/doctor.ts'
import type { DreamReply, DreamRequest, DreamStatus } from '../protocol/dream.ts'
import type { Forgotten } from '../protocol/forget.ts'
import type { ImportedObservation } from '../protocol/import.ts'
import type { LiveChange } from '../protocol/live.ts'
import type { NoteAdded } from '../protocol/notes.ts'
import type { ReviewRequest } from '../protocol/review.ts'
import type { ImportProgress, ImportRequest, ProviderCheck, ReplayDifference, ReplayRequest } from '../protocol.ts'
import type { UsedNotes } from './notes/note-keeper.ts'

/** What the thread is started with. */
export interface WriterStart {
  config: Config
  token: string
}

/** Calls with a reply. */
export interface WriterCalls {
  remember: {
    ask: { text: string; title: string | undefined; type: ObservationType; cwd: string }
    reply: { id: number; project: string }
  }
  edit: { ask: { id: number; to: EditRequest }; reply: MemoryChanged }
  pin: { ask: { id: number; pinned: boolean }; reply: MemoryChanged }
  recall: { ask: { id: number; recalled: boolean }; reply: MemoryChanged }
  undo: { ask: { change: number | undefined }; reply: { id: number; change: number } }
  /** Begins the inbox if there is none yet, then takes what was decided. */
  review: { ask: ReviewRequest; reply: Record<string, never> }
  forget: { ask: { wish: Wish; preview: boolean }; reply: ForgetReply }
  pause: { ask: { paused: boolean }; reply: { paused: boolean } }
  import: { ask: ImportRequest; reply: ImportProgress; progress: ImportProgress }
  importFile: { ask: ImportFileRequest; reply: FileImport; progress: FileImport }
  importObservations: { ask: { items: ImportedObservation[] }; reply: { ids: (number | null)[] } }
  renameProject: { ask: { project: string; name: string }; reply: Project }
  aliasProject: { ask: { project: string; alias: string; remove: boolean }; reply: Project }
  mergeProjects: {
    ask: { from: string; into: string; preview: boolean }
    reply: { from: Project; into: Project; moved: ProjectRows }
  }
  vacuum: { ask: Record<string, never>; reply: { bytesBefore: number; bytesAfter: number } }
  backup: { ask: Record<string, never>; reply: { path: string } }
  backups: {
    ask: Record<string, never>
    reply: { backups: ListedBackup[]; journal: number; restored: Omit<Restored, 'again'> | null }
  }
  /** Notes what the next start has to go back to. */
  restore: { ask: RestoreRequest; reply: Record<string, never> }
  checkMemory: { ask: Record<string, never>; reply: MemoryCheck }
  /** Tries events again that were set aside. */
  respool: { ask: Record<string, never>; reply: { files: number; left: number } }
  /** Takes the doctor's probes out again. */
  removeProbes: { ask: Record<string, never>; reply: { probes: number; erased: boolean } }
  providerCheck: { ask: Record<string, never>; reply: ProviderCheck }
  providerRetry: { ask: Record<string, never>; reply: { retried: number } }
  replay: { ask: ReplayRequest; reply: ReplayDifference }
  /** Takes what the index confirmed off the queue, unless it changed since. */
  indexed: { ask: { sent: Indexed[] }; reply: Record<string, never> }
  queueAll: { ask: Record<string, never>; reply: Record<string, never> }
  /** Records what an agent is being told. */
  inject: {
    ask: Telling
    reply: Record<string, never>
  }
  /** Records what the read gate answers. */
  gate: { ask: GatedRead; reply: Record<string, never> }
  /** Asks git what became of branches, and stores the answers. */
  checkBranches: { ask: { questions: BranchCheck[] }; reply: { answered: number } }
  /** The workspace of this folder, with its notes brought up to date. */
  useNotes: { ask: { cwd: string }; reply: WorkspaceNotes }
  syncNotes: { ask: { cwd: string; all: boolean }; reply: Synced & { skipped: SkippedNote[] } }
  /** Records what a search found, for dreaming. */
  recallNotes: { ask: { root: string; query: string; hits: Recalled[] }; reply: Record<string, never> }
  dream: { ask: DreamRequest; reply: DreamReply }
  dreamStatus: { ask: { cwd: string }; reply: DreamStatus }
  addNote: { ask: { cwd: string; text: string; evergreen: boolean }; reply: NoteAdded }
  /** Takes the spool, reads transcripts, distils: when this answers, no work is waiting. */
  settle: { ask: Record<string, never>; reply: { taken: number } }
  close: { ask: Record<string, never>; reply: Record<string, never> }
}
/** `change`: null when it was like that already. */
export interface MemoryChanged {
  id: number
  change: number | null
}

/** The writing thread cannot report on the vectors. */
export type ForgetReply = Omit<Forgotten, 'id' | 'disk'> & {
  disk: Omit<NonNullable<Forgotten['disk']>, 'vectors'> | null
}
export type CallName = keyof WriterCalls

/** What a call reports on its way. */
export type ProgressOf<Name extends CallName> = WriterCalls[Name] extends { progress: infer Progress }
  ? Progress
  : never

/** The handlers of the calls; `id` is the call's own. */
export type WriterHandlers = {
  [Name in CallName]: (ask: WriterCalls[Name]['ask'], id: number) => Reply<Name> | Promise<Reply<Name>>
}
type Reply<Name extends CallName> = WriterCalls[Name]['reply']

export interface WorkspaceNotes extends Omit<UsedNotes, 'listed'> {
  projectName: string
  skipped: SkippedNote[]
}

export type ToWriter =
  | { [Name in CallName]: { kind: 'call'; id: number; name: Name; ask: WriterCalls[Name]['ask'] } }[CallName]
  /** The session-start answer to this spool file reached its hook: the session has been told. */
  | { kind: 'delivered'; spoolName: string; sessionId: string }

export type FromWriter =
  | { kind: 'ready'; recovered: string | undefined }
  | { kind: 'failed'; error: ErrorFacts }
  | { kind: 'reply'; id: number; reply: unknown }
  | { kind: 'refused'; id: number; error: ErrorFacts }
  | { kind: 'progress'; id: number; progress: ImportProgress | FileImport }
  /** A file that a hook may still ask about has been taken. */
  | { kind: 'taken'; name: string; host: HostEvent }
  | ({ kind: 'changed' } & LiveChange)
  | { kind: 'trouble'; message: string }
  /** Something to tell the person, once; `quiet`: only to who asks for the status. */
  | { kind: 'notice'; text: string; quiet?: true }
