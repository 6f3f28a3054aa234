/**
 * Plans one dream: what it would add to MEMORY.md, merge and retire, and what it only proposes. It writes nothing, so a
 * dry run is just this function. A set of patches, never a rewrite: lines a person wrote change only after a yes.
 */

import { createHash } from 'node:crypto'
import { localDay } from '../../memory/local-day.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import { type Candidate, findCandidates, type Skipped } from './candidates.ts'
import { type Decided, type Proposal, withPromoted } from './decisions.ts'
import { renderDiary } from './diary.ts'
import { findEndings, findMerges, type LineChange } from './line-changes.ts'
import { bulletsOf, withoutLine, withoutOldestRetired, withPromotions, withRetired } from './memory-file.ts'
import { type PhaseSignals, reinforced } from './phase-signals.ts'
import { parsePromotedLine, renderPromotedLine } from './promoted-line.ts'
import type { RecallStore } from './recall-store.ts'
import { testsFor } from './retirement.ts'
import { type Reword, rewordFacts } from './rewrite.ts'
import { findOverruling, isSameFact, isTold } from './same-subject.ts'
import type { DreamSettings } from './settings.ts'
import { scoreOf, signalsOf, timeOf } from './signals.ts'
import { areGone, type DreamSources } from './sources.ts'

export interface DreamInput {
  recall: RecallStore
  signals: PhaseSignals
  /** '' if there is none. */
  memoryMd: string
  decided: Decided
  /** What was proposed before and not answered. */
  proposals: readonly Proposal[]
  sources: DreamSources
  settings: DreamSettings
  /** Absent: facts are promoted in their own words. */
  reword?: Reword | undefined
  /** Newest daily notes, for the diary. */
  recent?: readonly { path: string; text: string }[]
  now: number
}

export interface Addition extends Candidate {
  line: string
}

export interface DreamPlan {
  run: string
  at: number
  additions: Addition[]
  merges: LineChange[]
  retirements: LineChange[]
  skipped: Skipped[]
  memoryMd: { before: string; after: string }
  signals: { before: PhaseSignals; after: PhaseSignals }
  decided: { before: Decided; after: Decided }
  proposals: { before: readonly Proposal[]; after: readonly Proposal[] }
  /** '' if there is nothing to tell. */
  diary: string
}

export async function planDream(input: DreamInput): Promise<DreamPlan> {
  const { recall, settings, now, sources } = input
  const at = timeOf(recall, now)
  const signals = reinforced(input.signals, recall)
  const run = runId(input)
  const date = localDay(now)
  const { candidates, skipped } = await findCandidates({ ...input, signals, at })
  const retirements = await findEndings({ ...input, at })
  const merges = findMerges(input, new Set(retirements.map(({ line }) => line)))
  let text = input.memoryMd
  for (const { line, reason, state } of retirements) {
    if (state === 'applied') text = withRetired(text, { line, reason, date, run })
  }
  for (const { line, state } of merges) if (state === 'applied') text = withoutLine(text, line)

  const additions: Addition[] = []
  const room = settings.mostPromotions - promotedOn(input.decided, date)
  const worded = await rewordFacts(candidates.slice(0, Math.max(0, room)), input.reword)
  for (const candidate of [...worded, ...candidates.slice(worded.length)]) {
    const reason = additions.length >= room ? 'the day is full' : await refusal(candidate, { text, sources })
    if (reason !== undefined) {
      skipped.push({ key: `${candidate.key}/${candidate.factKey}`, reason })
      continue
    }
    const line = renderLine(candidate, { run, settings })
    const made = makeRoom(text, { line, date, score: candidate.figures.score, input, at })
    if (made === undefined) {
      skipped.push({ key: `${candidate.key}/${candidate.factKey}`, reason: 'MEMORY.md has no room' })
      continue
    }
    retirements.push(...made.retired)
    text = withPromotions(made.text, { date, lines: [line] })
    additions.push({ ...candidate, line })
  }

  const plan = {
    run,
    at: now,
    additions,
    merges,
    retirements,
    skipped,
    memoryMd: { before: input.memoryMd, after: text },
    signals: { before: input.signals, after: signals },
    decided: { before: input.decided, after: decidedAfter(input, additions, run) },
    proposals: { before: input.proposals, after: proposalsAfter(input.proposals, [...retirements, ...merges], now) },
    diary: '',
  }
  return isEmpty(plan) ? plan : { ...plan, diary: diaryOf(plan, { input, candidates: candidates.length }) }
}

/** Carrying it out would change nothing. */
export function isEmpty(plan: Omit<DreamPlan, 'diary'>): boolean {
  return [plan.memoryMd, plan.signals, plan.decided, plan.proposals].every(
    ({ before, after }) => JSON.stringify(before) === JSON.stringify(after),
  )
}

/** Why a good candidate is still not written. */
async function refusal(candidate: Candidate, by: { text: string; sources: DreamSources }): Promise<string | undefined> {
  const { fact, createdAt, key } = candidate
  const lasting = bulletsOf(by.text)
  if (lasting.some(({ text }) => isSameFact(fact, text) || isTold(fact, text))) return 'already in MEMORY.md'
  const others = lasting.map(({ text, promoted }) => ({ text, createdAt: promoted?.mark.at ?? 0 }))
  if (findOverruling({ text: fact, createdAt }, others) !== undefined) return 'MEMORY.md has something newer'
  if (await areGone(candidate.files, by.sources)) return 'the files it speaks of are gone'
  const newer = await by.sources.newerAbout({ text: fact, createdAt, key })
  return newer === undefined ? undefined : `overruled by ${newer.source}`
}

function renderLine(candidate: Candidate, by: { run: string; settings: DreamSettings }): string {
  const until = testsFor({ hasFiles: candidate.files.length > 0, unusedDays: by.settings.unusedDays })
  const { key, factKey, from, createdAt, files, fact, figures } = candidate
  return renderPromotedLine({
    fact,
    figures,
    mark: { key, fact: factKey, run: by.run, from, at: createdAt, files, until },
  })
}

/**
 * Makes room for one more line: the oldest retired lines go first, then promoted lines weaker than the new one. Never
 * what a person wrote.
 */
function makeRoom(
  memoryMd: string,
  by: { line: string; date: string; score: number; input: DreamInput; at: number },
): { text: string; retired: LineChange[] } | undefined {
  const { line, date, score, input, at } = by
  const fits = (text: string) =>
    estimateTokens(withPromotions(text, { date, lines: [line] })) <= input.settings.memoryTokens
  let text = memoryMd
  const retired: LineChange[] = []
  while (!fits(text)) {
    const shorter = withoutOldestRetired(text)
    if (shorter !== undefined) {
      text = shorter
      continue
    }
    const weakest = weakestOf(text, { input, at, below: score, but: date })
    if (weakest === undefined) return undefined
    text = withoutLine(text, weakest)
    retired.push({ kind: 'retire', line: weakest, reason: 'made room for a stronger fact', state: 'applied', id: '' })
  }
  return { text, retired }
}

/** Not from the same day: what was just promoted does not make room for the next. */
function weakestOf(
  text: string,
  by: { input: DreamInput; at: number; below: number; but: string },
): string | undefined {
  const scored = bulletsOf(text).flatMap(({ line, promoted }) => {
    if (promoted === undefined || promoted.edited) return []
    const { key, fact } = promoted.mark
    const entry = by.input.recall.entries[key]
    const figures = entry?.facts[fact] ?? entry
    const decided = by.input.decided.promoted[fact]
    if (decided === undefined || localDay(Date.parse(decided.at)) === by.but) return []
    const signals = figures && signalsOf(figures, { tags: entry?.conceptTags.length ?? 0, at: by.at })
    return [{ line, score: signals === undefined ? 0 : scoreOf(signals) }]
  })
  const weakest = scored.sort((a, b) => a.score - b.score)[0]
  return weakest === undefined || weakest.score >= by.below ? undefined : weakest.line
}

function promotedOn(decided: Decided, date: string): number {
  return Object.values(decided.promoted).filter(({ at }) => localDay(Date.parse(at)) === date).length
}

function decidedAfter(input: DreamInput, additions: readonly Addition[], run: string): Decided {
  if (additions.length === 0) return input.decided
  const at = new Date(input.now).toISOString()
  return withPromoted(
    input.decided,
    Object.fromEntries(additions.map(({ factKey, recalledAt }) => [factKey, { at, run, recalledAt }])),
  )
}

/** Proposals that still apply keep their first date; those without a reason are dropped. */
function proposalsAfter(before: readonly Proposal[], changes: readonly LineChange[], now: number): Proposal[] {
  const known = new Map(before.map((one) => [one.id, one]))
  return changes
    .filter(({ state }) => state === 'proposed')
    .map(({ id, kind, line, keeps, reason }) => {
      const fresh = {
        id,
        kind,
        line,
        ...(keeps === undefined ? {} : { keeps }),
        reason,
        at: new Date(now).toISOString(),
      }
      return known.get(id) ?? fresh
    })
}

function diaryOf(plan: DreamPlan, by: { input: DreamInput; candidates: number }): string {
  const known = new Set(plan.proposals.before.map(({ id }) => id))
  const ended = [...plan.retirements, ...plan.merges].filter(({ state, id }) => state === 'applied' || !known.has(id))
  return renderDiary({
    now: plan.at,
    run: plan.run,
    recall: by.input.recall,
    recent: by.input.recent ?? [],
    candidates: by.candidates,
    promoted: plan.additions.map(({ fact, from, figures }) => ({ fact, from, ...figures })),
    ended: ended.map(({ line, reason, state }) => ({ fact: parsePromotedLine(line)?.fact ?? line, reason, state })),
    skipped: plan.skipped.filter(({ reason }) => !/^recalled \d|^was promoted/.test(reason)),
  })
}

function runId({ now, memoryMd, recall }: DreamInput): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')
  const hash = createHash('sha256').update(`${memoryMd}\n${recall.updatedAt}\n${now}`).digest('hex')
  return `${stamp}-${hash.slice(0, 6)}`
}
