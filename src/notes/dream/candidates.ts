/**
 * Deep sleep: which recalled things become lasting. Counts are checked first, because they cost nothing; then whether
 * there is a fact at all; then the score; then whether it is still true. Each refusal has a reason a person can read.
 */

import { countOf } from '../../memory/count.ts'
import type { Decided } from './decisions.ts'
import { findFact } from './fact.ts'
import { boostOf, type PhaseSignals } from './phase-signals.ts'
import type { Evidence, LineFigures } from './promoted-line.ts'
import { isLastingFile, type RecallEntry, type RecallFigures, type RecallStore } from './recall-store.ts'
import type { DreamSettings } from './settings.ts'
import { questionsOf, type Signals, scoreOf, signalsOf } from './signals.ts'
import type { DreamSources } from './sources.ts'

export interface Candidate {
  /** Of what was recalled. */
  key: string
  /** Of its sentence: promoted once, whichever chunk contains it. */
  factKey: string
  fact: string
  from: string
  createdAt: number
  recalledAt: string
  files: Evidence[]
  figures: LineFigures
  signals: Signals
}

export interface Skipped {
  key: string
  reason: string
}

/** Best first. `at` is the time of the data, not of the clock. */
export async function findCandidates(
  by: Judging & { recall: RecallStore },
): Promise<{ candidates: Candidate[]; skipped: Skipped[] }> {
  const candidates: Candidate[] = []
  const skipped: Skipped[] = []
  for (const [key, entry] of Object.entries(by.recall.entries)) {
    if (isLastingFile(entry.path)) continue
    const gated = countGate(entry, by.settings)
    const facts = gated === undefined ? Object.entries(entry.facts) : []
    if (gated !== undefined) skipped.push({ key, reason: gated })
    for (const [fact, figures] of facts) {
      const judged = await judge({ key, entry, fact, figures }, by)
      if ('reason' in judged) skipped.push({ key: `${key}/${fact}`, reason: judged.reason })
      else candidates.push(judged)
    }
  }
  candidates.sort(
    (a, b) => b.figures.score - a.figures.score || b.createdAt - a.createdAt || (a.fact < b.fact ? -1 : 1),
  )
  return { candidates, skipped }
}

interface Judging {
  signals: PhaseSignals
  decided: Decided
  sources: DreamSources
  settings: DreamSettings
  at: number
}

interface Judged {
  key: string
  entry: RecallEntry
  fact: string
  figures: RecallFigures
}

async function judge({ key, entry, fact, figures }: Judged, by: Judging): Promise<Candidate | { reason: string }> {
  const { settings, sources, decided } = by
  if (fact in decided.promoted) return { reason: 'was promoted before' }
  if (fact in decided.declined) return { reason: 'was declined' }
  const gate = countGate(figures, settings)
  if (gate !== undefined) return { reason: gate }
  const source = await sources.findText(key)
  if (source === undefined) return { reason: 'its source is gone' }
  const heading = source.heading ?? entry.heading
  const found = findFact({ text: source.text, key: fact, heading, mostTokens: settings.factTokens })
  if (found.kind === 'refused') return { reason: found.reason }
  const signals = signalsOf(figures, { tags: entry.conceptTags.length, at: by.at })
  const score = scoreOf(signals) + boostOf(by.signals.signals[key], by.at)
  if (score < settings.minScore) return { reason: `scores ${score.toFixed(2)}, needs ${settings.minScore}` }
  return {
    key,
    factKey: fact,
    fact: found.text,
    from: sourceName(key, source),
    createdAt: source.createdAt,
    recalledAt: figures.lastRecalledAt,
    files: (source.files ?? []).slice(0, MAX_FILES),
    figures: { score, recalls: figures.recallCount, questions: questionsOf(figures), days: figures.recallDays.length },
    signals,
  }
}

/** As evidence; a memory of more files is about none of them in particular. */
const MAX_FILES = 5

function countGate(entry: RecallFigures, settings: DreamSettings): string | undefined {
  if (entry.recallCount < settings.minRecalls) return `recalled ${entry.recallCount}×, needs ${settings.minRecalls}`
  const questions = questionsOf(entry)
  if (questions < settings.minUniqueQueries)
    return `asked for by ${questions} questions, needs ${settings.minUniqueQueries}`
  if (entry.recallDays.length < settings.minDays)
    return `recalled on ${countOf(entry.recallDays.length, 'day')}, needs ${settings.minDays}`
  return undefined
}

function sourceName(
  key: string,
  { path, lines }: { path?: string | undefined; lines?: [number, number] | undefined },
): string {
  if (path === undefined) return key
  return lines === undefined ? path : `${path}#L${lines[0]}-L${lines[1]}`
}
