/**
 * Carries out a plan. The record is written first, then MEMORY.md (only if it is still what the plan saw), then the
 * rest. If the process is killed in between, the next dream finishes the run, or drops it if nothing was written and
 * somebody edited MEMORY.md since.
 */

import { join } from 'node:path'
import { keepsNotes } from '../../workspace/may-have-notes.ts'
import {
  DECIDED,
  DIARY,
  type DreamDisk,
  MEMORY_MD,
  PROPOSALS,
  readWhole,
  renderJson,
  SIGNALS,
  writeWhole,
} from './dream-files.ts'
import type { DreamPlan } from './plan.ts'
import { isEmpty } from './plan.ts'
import { dropRun, type FileChange, forgetOldRuns, listRuns, type RunRecord, writeRun } from './run-record.ts'

/** `changed`: somebody edited MEMORY.md since the plan was made; plan again. */
export type Applied = { kind: 'done'; run: string } | { kind: 'nothing' } | { kind: 'changed' }

export function applyDream(root: string, plan: DreamPlan, by: { disk: DreamDisk }): Promise<Applied> {
  return by.disk.withLock(root, async () => {
    if (!keepsNotes(root)) return { kind: 'nothing' }
    await finishRuns(root, by)
    // A run that was just finished may have done what this one planned.
    if ((readWhole(join(root, MEMORY_MD)) ?? '') !== plan.memoryMd.before) return { kind: 'changed' }
    if (isEmpty(plan)) return { kind: 'nothing' }
    const removed = [...plan.retirements, ...plan.merges].filter(({ state }) => state === 'applied')
    return carryOut(root, {
      ...by,
      run: {
        version: 1,
        id: plan.run,
        kind: 'dream',
        status: 'planned',
        at: new Date(plan.at).toISOString(),
        promoted: plan.additions.map(({ factKey }) => factKey),
        removed: removed.map(({ line, reason, id }) => ({ line, reason, id })),
        changes: changesOf(root, plan),
      },
    })
  })
}

/** Under the lock. Writes what the record says, in its order. */
export async function carryOut(root: string, by: { run: RunRecord; disk: DreamDisk }): Promise<Applied> {
  const { run, disk } = by
  writeRun(root, run)
  for (const change of run.changes) {
    const isFirst = 'before' in change && change.path === MEMORY_MD
    const written = await write(root, { change, disk })
    if (isFirst && !written) {
      dropRun(root, run.id)
      return { kind: 'changed' }
    }
  }
  writeRun(root, { ...run, status: 'done' })
  forgetOldRuns(root)
  return { kind: 'done', run: run.id }
}

/** Under the lock: finishes what an earlier process began. */
export async function finishRuns(root: string, by: { disk: DreamDisk }): Promise<void> {
  for (const run of listRuns(root)) {
    if (run.status !== 'planned') continue
    const first = run.changes.find(({ path }) => path === MEMORY_MD)
    const now = readWhole(join(root, MEMORY_MD)) ?? null
    const untouched = first === undefined || !('before' in first) || now === first.before || now === first.after
    // MEMORY.md is written first: if it has nothing of the run, nothing else was written.
    if (!untouched && now?.includes(` run=${run.id} `) !== true) dropRun(root, run.id)
    else
      await carryOut(root, {
        ...by,
        run: untouched ? run : { ...run, changes: run.changes.filter((one) => one !== first) },
      })
  }
}

/** MEMORY.md must be first. */
function changesOf(root: string, plan: DreamPlan): FileChange[] {
  const current = (path: string) => readWhole(join(root, path)) ?? null
  const json = (path: string, { before, after }: { before: unknown; after: unknown }): FileChange[] => {
    if (JSON.stringify(before) === JSON.stringify(after)) return []
    return [{ path, before: current(path), after: renderJson(after) }]
  }
  const { before, after } = plan.memoryMd
  const proposals = (all: readonly unknown[]) => ({ version: 1, proposals: all })
  const diary = current(DIARY)
  return [
    ...(before === after ? [] : [{ path: MEMORY_MD, before: current(MEMORY_MD), after }]),
    ...json(SIGNALS, plan.signals),
    ...json(DECIDED, plan.decided),
    ...json(PROPOSALS, { before: proposals(plan.proposals.before), after: proposals(plan.proposals.after) }),
    { path: DIARY, appended: (diary === null || diary === '' ? '' : '\n') + plan.diary, existed: diary !== null },
  ]
}

/** False: the file is neither the old nor the new version. */
async function write(root: string, by: { change: FileChange; disk: DreamDisk }): Promise<boolean> {
  const { change, disk } = by
  const path = join(root, change.path)
  const now = readWhole(path)
  if ('appended' in change) {
    if (now?.endsWith(change.appended)) return true
    return (await disk.replace(path, now, (now ?? '') + change.appended)).kind === 'replaced'
  }
  if (now === change.after) return true
  if ((now ?? null) !== change.before) return false
  if (change.path === MEMORY_MD) return (await disk.replace(path, now, change.after)).kind === 'replaced'
  writeWhole(path, change.after)
  return true
}
