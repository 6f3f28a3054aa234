/** Dreaming in the writing thread: on request, and by itself once a day. One at a time per workspace. */

import { join } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import { localDay, localTime } from '../../../memory/local-day.ts'
import { estimateTokens } from '../../../memory/token-estimate.ts'
import { dream, previewDream } from '../../../notes/dream/dream.ts'
import { type DreamDisk, dreamFiles, MEMORY_MD, readJson, readWhole } from '../../../notes/dream/dream-files.ts'
import type { DreamPlan } from '../../../notes/dream/plan.ts'
import { parseRecallStore, type Recalled } from '../../../notes/dream/recall-store.ts'
import { recordRecall } from '../../../notes/dream/record-recall.ts'
import { answerProposal, listProposals } from '../../../notes/dream/review.ts'
import type { Reword } from '../../../notes/dream/rewrite.ts'
import { listRuns, type RunRecord } from '../../../notes/dream/run-record.ts'
import { DREAM_DEFAULTS, type DreamSettings } from '../../../notes/dream/settings.ts'
import { undoDream } from '../../../notes/dream/undo.ts'
import type { NoteSettings } from '../../../notes/note-settings.ts'
import { withNotesLock } from '../../../notes/notes-lock.ts'
import { replaceNote } from '../../../notes/replace-note.ts'
import type { Database } from '../../../store/database.ts'
import type { Workspace } from '../../../store/notes.ts'
import { keepsNotes } from '../../../workspace/may-have-notes.ts'
import type { DreamReply, DreamRequest, DreamStatus } from '../../protocol/dream.ts'
import { makeDreamSources } from './dream-sources.ts'

const DISK: DreamDisk = {
  withLock: withNotesLock,
  replace: async (path, before, after) => replaceNote(path, before, after),
}

export interface Dreamer {
  workspace: Workspace
  settings: NoteSettings
  projectName: string
  /** Rewording by the configured model, if there is one. */
  reword?: Reword | undefined
}

export async function noteRecall(by: { root: string; query: string; hits: Recalled[]; now: number }): Promise<void> {
  await recordRecall(by.root, { ...by, disk: DISK })
}

export async function answerDream(
  db: Database,
  by: Dreamer & { ask: Omit<DreamRequest, 'cwd'>; now: number },
): Promise<DreamReply> {
  const { root } = by.workspace
  const { action, run, proposal, answer } = by.ask
  const asked = { sources: makeDreamSources(db, by), settings: dreamSettings(by.settings), now: by.now }
  const tokens = () => estimateTokens(readWhole(join(root, MEMORY_MD)) ?? '')
  const before = tokens()
  const nothing = { run: null, promotions: [], removals: [], skipped: [], tokens: { before, after: before } }
  if (!keepsNotes(root)) return { action, outcome: 'nothing', ...nothing }
  if (action === 'dry-run') return { action, outcome: 'planned', ...told(await previewDream(root, asked)) }
  if (action === 'run') {
    const reword = by.settings.dreaming.rewrite ? by.reword : undefined
    const { plan, applied } = await dream(root, { ...asked, reword, disk: DISK })
    return { action, outcome: applied.kind, ...told(plan), run: applied.kind === 'done' ? applied.run : null }
  }
  if (action === 'undo') {
    const undone = await undoDream(root, { ...(run === undefined ? {} : { run }), now: by.now, disk: DISK })
    const { exact, kept } = undone
    return { action, outcome: 'undone', ...nothing, run: undone.run, exact, kept, tokens: { before, after: tokens() } }
  }
  if (proposal === undefined || answer === undefined)
    throw new MemoryError('bad_input', 'Say which proposal is answered, and with what.', {
      hint: '`claude-mem dream review` goes through them one by one.',
    })
  const answered = await answerProposal(root, { id: proposal, answer, now: by.now, disk: DISK })
  const done = answered.kind === 'done' ? answered.run : null
  return { action, outcome: answered.kind, ...nothing, run: done, tokens: { before, after: tokens() } }
}

export function dreamStatus(by: Dreamer): DreamStatus {
  const { root } = by.workspace
  const { enabled, time } = by.settings.dreaming
  const runs = listRuns(root)
  return {
    project: by.projectName,
    enabled,
    time,
    keepsNotes: keepsNotes(root),
    recalled: Object.keys(parseRecallStore(readJson(dreamFiles(root).recall)).entries).length,
    lastDreamAt: runs.find(({ kind }) => kind === 'dream')?.at ?? null,
    memoryTokens: estimateTokens(readWhole(join(root, MEMORY_MD)) ?? ''),
    runs: runs.map(runRow),
    proposals: listProposals(root),
  }
}

/** Is the day's dream due? Its time has come, and none was made since. `lastDay`: of the last attempt. */
export function isDreamDue(by: { settings: NoteSettings; lastDay: string | undefined; now: number }): boolean {
  const { enabled, time } = by.settings.dreaming
  return enabled && localTime(by.now) >= time && by.lastDay !== localDay(by.now)
}

function dreamSettings({ dreaming }: NoteSettings): DreamSettings {
  return {
    ...DREAM_DEFAULTS,
    minScore: dreaming.minScore,
    minRecalls: dreaming.minRecallCount,
    minUniqueQueries: dreaming.minUniqueQueries,
    mostPromotions: dreaming.maxPromotions,
    memoryTokens: dreaming.memoryTokens,
    unusedDays: dreaming.retireAfterDays,
  }
}

function told(plan: DreamPlan): Pick<DreamReply, 'run' | 'promotions' | 'removals' | 'skipped' | 'tokens'> {
  const reasons = new Map<string, number>()
  for (const { reason } of plan.skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return {
    run: plan.run,
    promotions: plan.additions.map(({ fact, from, figures, line }) => ({ fact, from, score: figures.score, line })),
    removals: [...plan.retirements, ...plan.merges].map(({ kind, line, reason, state }) => ({
      kind,
      line,
      reason,
      state,
    })),
    skipped: [...reasons].map(([reason, count]) => ({ reason, count })),
    tokens: { before: estimateTokens(plan.memoryMd.before), after: estimateTokens(plan.memoryMd.after) },
  }
}

function runRow({ id, kind, status, at, promoted, removed }: RunRecord): DreamStatus['runs'][number] {
  return { id, kind, status, at, promoted: promoted.length, removed: removed.length }
}
