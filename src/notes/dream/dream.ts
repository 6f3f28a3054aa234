/**
 * A dream over the files of a workspace: reads what was recalled, plans, and carries the plan out unless it is a
 * preview.
 */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { keepsNotes } from '../../workspace/may-have-notes.ts'
import { type Applied, applyDream } from './apply.ts'
import { parseDecided } from './decisions.ts'
import { DECIDED, type DreamDisk, dreamFiles, MEMORY_MD, readJson, readWhole, SIGNALS } from './dream-files.ts'
import { parsePhaseSignals } from './phase-signals.ts'
import { type DreamInput, type DreamPlan, planDream } from './plan.ts'
import { parseRecallStore } from './recall-store.ts'
import { listProposals } from './review.ts'
import type { Reword } from './rewrite.ts'
import type { DreamSettings } from './settings.ts'
import type { DreamSources } from './sources.ts'

interface DreamParts {
  sources: DreamSources
  settings: DreamSettings
  /** Costs money or tokens: not used in a preview. */
  reword?: Reword | undefined
  now: number
}

export type Dreamed = { plan: DreamPlan; applied: Applied }

// Somebody may be editing MEMORY.md meanwhile, but hardly more often than this in a row.
const MAX_ATTEMPTS = 3

/** Writes nothing at all: `dry-run`. */
export function previewDream(root: string, by: DreamParts): Promise<DreamPlan> {
  return planDream(readDream(root, by))
}

export async function dream(root: string, by: DreamParts & { disk: DreamDisk }): Promise<Dreamed> {
  for (let attempt = 1; ; attempt += 1) {
    const plan = await previewDream(root, by)
    const applied = await applyDream(root, plan, by)
    if (applied.kind !== 'changed' || attempt === MAX_ATTEMPTS) return { plan, applied }
  }
}

function readDream(root: string, { sources, settings, reword, now }: DreamParts): DreamInput {
  return {
    recall: parseRecallStore(readJson(dreamFiles(root).recall)),
    signals: parsePhaseSignals(readJson(join(root, SIGNALS))),
    memoryMd: readWhole(join(root, MEMORY_MD)) ?? '',
    decided: parseDecided(readJson(join(root, DECIDED))),
    proposals: listProposals(root),
    recent: recentNotes(root),
    sources,
    settings,
    reword,
    now,
  }
}

/** The three newest daily notes. */
function recentNotes(root: string): { path: string; text: string }[] {
  if (!keepsNotes(root)) return []
  const days = readdirSync(join(root, 'memory')).filter((name) => /^\d{4}-\d{2}-\d{2}.*\.md$/.test(name))
  return days
    .sort()
    .slice(-3)
    .reverse()
    .map((name) => ({ path: `memory/${name}`, text: readWhole(join(root, 'memory', name)) ?? '' }))
}
