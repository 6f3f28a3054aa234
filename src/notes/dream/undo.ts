/**
 * Undoes a run. A file still as the run left it becomes byte for byte what it was before. If somebody edited it since,
 * only the run's own lines are removed and the lines it removed come back; a promoted line that was edited belongs to
 * that person and stays. The next dream does not repeat what was undone.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { localDay } from '../../memory/local-day.ts'
import { finishRuns } from './apply.ts'
import { parseDecided, withDeclined } from './decisions.ts'
import {
  DECIDED,
  DIARY,
  type DreamDisk,
  MEMORY_MD,
  readJson,
  readWhole,
  renderJson,
  writeWhole,
} from './dream-files.ts'
import { bulletsOf, hasLine, renderRetired, withoutLine, withPromotions } from './memory-file.ts'
import { type FileChange, listRuns, type RunRecord, writeRun } from './run-record.ts'

export interface Undone {
  run: string
  /** Every file is byte for byte what it was; else only the run's own lines were undone. */
  exact: boolean
  /** Promoted lines that a person edited since. */
  kept: string[]
}

/** The newest run in force, or this one. */
export function undoDream(root: string, by: { run?: string; now: number; disk: DreamDisk }): Promise<Undone> {
  return by.disk.withLock(root, async () => {
    await finishRuns(root, by)
    const runs = listRuns(root)
    const open = runs.find(({ id, status }) =>
      by.run === undefined ? status === 'done' || status === 'undoing' : id === by.run,
    )
    if (open === undefined)
      throw new MemoryError(
        'not_found',
        by.run === undefined ? 'There is no dream to undo.' : `There is no run ${by.run}.`,
        {
          hint: 'See `claude-mem dream status` for the runs.',
        },
      )
    if (open.status === 'undone') throw new MemoryError('conflict', `Run ${open.id} was undone before.`)
    writeRun(root, { ...open, status: 'undoing' })
    const undone = await takeBack(root, { ...by, run: open })
    writeRun(root, { ...open, status: 'undone' })
    return undone
  })
}

async function takeBack(root: string, by: { run: RunRecord; now: number; disk: DreamDisk }): Promise<Undone> {
  const { run, disk, now } = by
  let exact = true
  let kept: string[] = []
  for (const change of run.changes) {
    if (change.path === DECIDED) continue
    if (await restore(root, change, disk)) continue
    exact = false
    if (change.path === MEMORY_MD) kept = await takeLinesBack(root, { run, now, disk })
  }
  // Ids of what it removed are declined, like the keys of what it promoted.
  const ids = run.removed.map(({ id }) => id).filter((id) => id !== '')
  const decided = withDeclined(
    parseDecided(readJson(join(root, DECIDED))),
    [...run.promoted, ...ids],
    new Date(now).toISOString(),
  )
  writeWhole(join(root, DECIDED), renderJson(decided))
  return { run: run.id, exact, kept }
}

/** False: somebody edited it since. */
async function restore(root: string, change: FileChange, disk: DreamDisk): Promise<boolean> {
  const path = join(root, change.path)
  const now = readWhole(path)
  const target = beforeOf(change, now)
  if (target === undefined) return false
  if (target === (now ?? null)) return true
  if (target === null) rmSync(path, { force: true })
  else if (change.path === MEMORY_MD || change.path === DIARY)
    return (await disk.replace(path, now, target)).kind === 'replaced'
  else writeWhole(path, target)
  return true
}

/** null: there was no file. undefined: unknown by now. */
function beforeOf(change: FileChange, now: string | undefined): string | null | undefined {
  if ('appended' in change) {
    if (now === undefined || now === '') return change.existed ? undefined : null
    if (!now.endsWith(change.appended)) return undefined
    const rest = now.slice(0, -change.appended.length)
    return rest === '' && !change.existed ? null : rest
  }
  if ((now ?? null) === change.before) return change.before
  return now === change.after ? change.before : undefined
}

async function takeLinesBack(root: string, by: { run: RunRecord; now: number; disk: DreamDisk }): Promise<string[]> {
  const path = join(root, MEMORY_MD)
  const current = readWhole(path)
  if (current === undefined) return []
  const kept: string[] = []
  let text = current
  for (const { line, promoted } of bulletsOf(current)) {
    if (promoted?.mark.run !== by.run.id) continue
    if (promoted.edited) kept.push(line)
    else text = withoutLine(text, line)
  }
  const date = localDay(Date.parse(by.run.at))
  for (const { line, reason } of by.run.removed) {
    text = withoutLine(text, renderRetired({ line, reason, date, run: by.run.id }))
    if (!hasLine(text, line)) text = withPromotions(text, { date, lines: [line] })
  }
  const written = await by.disk.replace(path, current, text)
  if (written.kind === 'changed')
    throw new MemoryError('conflict', 'MEMORY.md was changed while the run was being undone.', { hint: 'Try again.' })
  return kept
}
