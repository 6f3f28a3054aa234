/**
 * Every route of the worker: the single source of what it takes and gives. The worker parses requests and types its answers
 * by this table and prints OpenAPI and the help page from it; the client takes its paths and types from it, and no more: a
 * door never loads a schema.
 */
import * as z from 'zod'
import {
  Health,
  ImportRequest,
  Paused,
  ProviderCheck,
  ReplayableRequest,
  ReplayableSessions,
  ReplayDifference,
  ReplayRequest,
  Status,
} from '../protocol.ts'
import { ARCHIVE_ROUTES } from './archive-routes.ts'
import { OutlineReply, OutlineRequest, SymbolsReply, SymbolsRequest, UnfoldReply, UnfoldRequest } from './code.ts'
import { CONTROL_ROUTES } from './control-routes.ts'
import { DOCTOR_ROUTES } from './doctor.ts'
import { DreamPlace, DreamReply, DreamRequest, DreamStatus } from './dream.ts'
import { HelpPage } from './help-page.ts'
import { ImportedIds, ImportLine, ImportObservationsRequest } from './import.ts'
import { LiveRequest, LiveStream } from './live.ts'
import {
  NoteAdd,
  NoteAdded,
  NoteContext,
  NoteContextReply,
  NotePlace,
  NoteRead,
  NoteReadReply,
  NoteSearch,
  NoteSearchReply,
  NoteStatus,
  NoteSync,
  NoteSynced,
} from './notes.ts'
import { BatchReply, BatchRequest, FileReply, FileRequest, ObservationId, Standing } from './observations.ts'
import { IndexStatus, Ledger, LedgerRequest, RebuildStarted, Stats } from './overview.ts'
import type { Address, RouteSpec } from './route-spec.ts'
import { ObservationFull } from './rows.ts'
import {
  AnyReply,
  AnySearch,
  ByConcept,
  ByConceptReply,
  ByFile,
  ByFileReply,
  ByType,
  ByTypeReply,
  ObservationReply,
  ObservationSearch,
  PromptReply,
  RecentContext,
  RecentContextReply,
  SessionSearch,
  SummaryReply,
  TimelineByQuery,
  TimelineByQueryReply,
  TimelineReply,
  TimelineSearch,
} from './search.ts'
import { SessionReply, SessionRequest } from './sessions.ts'
import { TurnReply, TurnRequest } from './turns.ts'
import { VIEWER_ROUTES } from './viewer-routes.ts'

export const ROUTES = {
  'GET /health': {
    summary: 'is it there',
    access: 'open',
    reply: Health,
  },
  'GET /api/status': {
    summary: 'what is stored, what waits, the age of the oldest unprocessed event, the last error',
    access: 'read',
    reply: Status,
  },
  'GET /api/events': {
    summary: 'server-sent events: that something was stored, distilled or changed, as it happens',
    access: 'read',
    query: LiveRequest,
    reply: LiveStream,
    replyType: 'text/event-stream',
  },
  'GET /api/stats': {
    summary: 'figures about everything that is kept',
    access: 'read',
    reply: Stats,
  },
  'GET /api/ledger': {
    summary: 'what a session was told, why, and what it cost; or which sessions were told a memory',
    access: 'read',
    query: LedgerRequest,
    reply: Ledger,
  },
  'GET /api/index': {
    summary: 'the index for search by meaning: its model, what it contains, what is still to be added',
    access: 'read',
    reply: IndexStatus,
  },
  'POST /api/index/rebuild': {
    summary: 'build the index again from the memories',
    access: 'change',
    reply: RebuildStarted,
  },
  'GET /hook/:name': {
    summary: 'for the hook script: the nonce, then the answer to the event in that spool file',
    access: 'open',
    pathParameters: z.strictObject({ name: z.string() }),
    reply: z.string(),
    replyType: 'text/plain',
  },
  'GET /api/search': {
    summary: 'memories, session summaries, prompts, what was said and notes; one row for each turn',
    access: 'read',
    query: AnySearch,
    reply: AnyReply,
    example: '?query=flaky+test&format=index&limit=5',
  },
  'GET /api/search/observations': {
    summary: 'observations by words and meaning',
    access: 'read',
    query: ObservationSearch,
    reply: ObservationReply,
    example: '?query=authentication&format=index&limit=5',
  },
  'GET /api/search/sessions': {
    summary: 'session summaries',
    access: 'read',
    query: SessionSearch,
    reply: SummaryReply,
    example: '?query=release&format=index&limit=5',
  },
  'GET /api/search/prompts': {
    summary: 'what people typed',
    access: 'read',
    query: SessionSearch,
    reply: PromptReply,
    example: '?query=rounding&format=index&limit=5',
  },
  'GET /api/search/by-type': {
    summary: 'the newest observations of a type',
    access: 'read',
    query: ByType,
    reply: ByTypeReply,
    example: '?type=bugfix&format=index&limit=5&dateRange[start]=2026-11-01',
  },
  'GET /api/search/by-concept': {
    summary: 'the newest observations with a concept',
    access: 'read',
    query: ByConcept,
    reply: ByConceptReply,
    example: '?concept=gotcha&format=index&limit=5',
  },
  'GET /api/search/by-file': {
    summary: 'the newest observations about a file or folder',
    access: 'read',
    query: ByFile,
    reply: ByFileReply,
    example: '?filePath=src/total.js&format=index&limit=5',
  },
  'GET /api/search/timeline': {
    summary: 'what stands before and after an observation, a session or a time; prompts and summaries between',
    access: 'read',
    query: TimelineSearch,
    reply: TimelineReply,
    example: '?anchor=S12&depth_before=5&depth_after=5',
  },
  'GET /api/search/timeline-by-query': {
    summary: 'the same around the best match of a query',
    access: 'read',
    query: TimelineByQuery,
    reply: TimelineByQueryReply,
    example: '?query=discount+counted+twice&depth_before=5&depth_after=5',
  },
  'GET /api/search/recent-context': {
    summary: 'the latest sessions, each with its summary and observations',
    access: 'read',
    query: RecentContext,
    reply: RecentContextReply,
    example: '?limit=3',
  },
  'GET /api/observations/by-file': {
    summary: 'what is remembered about one file, from one index: as fast with a million memories as with none',
    access: 'read',
    query: FileRequest,
    reply: FileReply,
    example: '?path=src/total.js&project=shop',
  },
  'POST /api/observations/batch': {
    summary: 'several observations in full',
    access: 'read',
    body: BatchRequest,
    reply: BatchReply,
  },
  'GET /api/observations/:id': {
    summary: 'one observation in full; an id it had before a merge works too',
    access: 'read',
    pathParameters: ObservationId,
    query: Standing,
    reply: ObservationFull,
  },
  'GET /api/turn': {
    summary: 'what was said in one turn, and the memories made of it',
    access: 'read',
    query: TurnRequest,
    reply: TurnReply,
    example: '?id=12&tokens=1500',
  },
  'GET /api/session': {
    summary: 'one session in order: what was asked, done and said, its memories and its summary',
    access: 'read',
    query: SessionRequest,
    reply: SessionReply,
    example: '?id=S12',
  },
  'GET /api/notes/search': {
    summary: 'pieces of notes, and memories, that answer a question',
    access: 'read',
    query: NoteSearch,
    reply: NoteSearchReply,
    example: '?query=what+did+we+decide+yesterday&cwd=/home/me/shop',
  },
  'POST /api/notes/context': {
    summary: 'what notes and memories have to say to a message, in a few lines',
    access: 'read',
    body: NoteContext,
    reply: NoteContextReply,
  },
  'GET /api/notes/file': {
    summary: 'lines of one note',
    access: 'change',
    query: NoteRead,
    reply: NoteReadReply,
    example: '?path=memory/MEMORY.md&cwd=/home/me/shop',
  },
  'GET /api/notes/status': {
    summary: 'what is known of a workspace’s notes, and what is wrong',
    access: 'read',
    query: NotePlace,
    reply: NoteStatus,
    example: '?cwd=/home/me/shop',
  },
  'POST /api/notes/add': {
    summary: 'one more line in today’s log, or in MEMORY.md',
    access: 'change',
    body: NoteAdd,
    reply: NoteAdded,
  },
  'POST /api/notes/sync': {
    summary: 'read the notes again',
    access: 'change',
    body: NoteSync,
    reply: NoteSynced,
  },
  'GET /api/dream': {
    summary: 'when it dreams, what it did, and which proposals wait for an answer',
    access: 'read',
    query: DreamPlace,
    reply: DreamStatus,
    example: '?cwd=/home/me/shop',
  },
  'POST /api/dream': {
    summary: 'dream now, show what a dream would do, take one back, or answer a proposal',
    access: 'change',
    body: DreamRequest,
    reply: DreamReply,
  },
  'GET /api/code/outline': {
    summary: 'what is in a source file: symbols, signatures, line ranges, bodies folded',
    access: 'change',
    query: OutlineRequest,
    reply: OutlineReply,
    example: '?path=src/total.js&project=shop',
  },
  'GET /api/code/unfold': {
    summary: 'one symbol of a file in full, with line numbers; several of one name are listed',
    access: 'change',
    query: UnfoldRequest,
    reply: UnfoldReply,
    example: '?path=src/total.js&name=total&project=shop',
  },
  'GET /api/code/symbols': {
    summary: 'symbols by name across the project, without what git ignores',
    access: 'change',
    query: SymbolsRequest,
    reply: SymbolsReply,
    example: '?query=total&project=shop',
  },
  ...CONTROL_ROUTES,
  ...VIEWER_ROUTES,
  'POST /api/pause': {
    summary: 'stop capturing',
    access: 'change',
    reply: Paused,
  },
  'POST /api/resume': {
    summary: 'go on capturing',
    access: 'change',
    reply: Paused,
  },
  'POST /api/import/observations': {
    summary: 'store many finished memories as they are; answers with their ids',
    access: 'change',
    body: ImportObservationsRequest,
    reply: ImportedIds,
  },
  'POST /api/import/transcripts': {
    summary: 'read old sessions: progress lines, then one with `done` or `error`',
    access: 'change',
    body: ImportRequest,
    reply: ImportLine,
    replyType: 'application/x-ndjson',
  },
  ...ARCHIVE_ROUTES,
  'POST /api/provider/check': {
    summary: 'one tiny call to the provider: works, or what is wrong',
    access: 'change',
    reply: ProviderCheck,
  },
  'POST /api/provider/retry': {
    summary: 'what failed or was put off is tried at once',
    access: 'change',
    reply: z.strictObject({ retried: z.int() }),
  },
  'POST /api/synthesis/replay': {
    summary: 'derive a session’s memories again and compare',
    access: 'change',
    body: ReplayRequest,
    reply: ReplayDifference,
  },
  'GET /api/synthesis/replayable': {
    summary: 'sessions whose memories can be derived again',
    access: 'read',
    query: ReplayableRequest,
    reply: ReplayableSessions,
  },
  ...DOCTOR_ROUTES,
  'POST /api/settle': {
    summary: 'finish everything that could wait',
    access: 'change',
    reply: z.strictObject({ taken: z.int() }),
  },
  'POST /api/stop': {
    summary: 'end the worker',
    access: 'change',
    reply: z.strictObject({ stopping: z.literal(true) }),
  },
  'GET /api/search/help': {
    summary: 'the search routes and their parameters',
    access: 'read',
    reply: HelpPage,
  },
  'GET /api/openapi.json': {
    summary: 'every route and schema, as OpenAPI 3.1',
    access: 'read',
    reply: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
  },
} as const satisfies Record<Address, RouteSpec>

export type Routes = typeof ROUTES
export type RouteName = keyof Routes
