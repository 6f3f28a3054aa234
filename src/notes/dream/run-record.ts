/**
 * What a run does to each file, written before it does it: enough to finish a killed run and to undo a whole one.
 * `memory/.dreams/runs/<id>.json`.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { dreamFiles, readJson, renderJson, writeWhole } from './dream-files.ts'

const Change = z.union([
  /** `before` null: there was no file. */
  z.object({ path: z.string(), before: z.string().nullable(), after: z.string() }),
  z.object({ path: z.string(), appended: z.string(), existed: z.boolean() }),
])
export type FileChange = z.infer<typeof Change>

const Record = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[\w-]+$/),
  kind: z.enum(['dream', 'review']),
  /** `planned`: begun; `undoing`: being undone. */
  status: z.enum(['planned', 'done', 'undoing', 'undone']),
  at: z.string(),
  /** Keys of the facts it promoted. */
  promoted: z.array(z.string()),
  /** Lines it removed, retired or merged, and the ids of their proposals. */
  removed: z.array(z.object({ line: z.string(), reason: z.string(), id: z.string() })),
  changes: z.array(Change),
})
export type RunRecord = z.infer<typeof Record>

/** With the files before and after: some 30 KB each. */
const MAX_RUNS = 30

export function writeRun(root: string, run: RunRecord): void {
  writeWhole(pathOf(root, run.id), renderJson(run))
}

export function dropRun(root: string, id: string): void {
  rmSync(pathOf(root, id), { force: true })
}

/** Newest first. */
export function listRuns(root: string): RunRecord[] {
  const { runs } = dreamFiles(root)
  if (!existsSync(runs)) return []
  const names = readdirSync(runs).filter((name) => name.endsWith('.json'))
  return names
    .sort()
    .reverse()
    .map((name) => Record.parse(readJson(join(runs, name))))
}

export function forgetOldRuns(root: string): void {
  for (const { id } of listRuns(root).slice(MAX_RUNS)) dropRun(root, id)
}

function pathOf(root: string, id: string): string {
  return join(dreamFiles(root).runs, `${id}.json`)
}
