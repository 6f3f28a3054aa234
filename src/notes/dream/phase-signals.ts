/**
 * What earlier dreams noticed: `memory/.dreams/phase-signals.json`. Light sleep marks what was recalled since the last
 * dream, REM what came back on several days. Each mark is limited and fades from the time of its recall, so a dream
 * that learned nothing new changes nothing, and no number of nights alone makes a fact lasting.
 */
import * as z from 'zod'
import type { RecallEntry, RecallStore } from './recall-store.ts'

export interface PhaseSignal {
  /** 0–1 at the time `at`. */
  light: number
  rem: number
  /** Time of the last recall that was counted. */
  at: string
  /** The sum from a version 1 store; kept, never used beyond its limit. */
  imported?: number | undefined
}

export interface PhaseSignals {
  version: 2
  signals: Record<string, PhaseSignal>
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A mark loses half its value in this time. */
const FADE_DAYS = 14
// Four nights of recalls fill light sleep, three fill REM.
const LIGHT_STEP = 0.25
const REM_STEP = 0.34
const MAX_LIGHT = 0.06
const MAX_REM = 0.09

const Signal = z.object({ light: z.number(), rem: z.number(), at: z.string(), imported: z.number().optional() })
const Structured = z.object({ version: z.literal(2), signals: z.record(z.string(), Signal) })
const Flat = z.record(z.string(), z.number())

export function parsePhaseSignals(raw: unknown): PhaseSignals {
  const structured = Structured.safeParse(raw)
  if (structured.success) return structured.data
  const flat = Flat.parse(raw ?? {})
  const signals = Object.entries(flat).map(([key, sum]): [string, PhaseSignal] => [
    key,
    { light: bounded(sum), rem: 0, at: new Date(0).toISOString(), imported: sum },
  ])
  return { version: 2, signals: Object.fromEntries(signals) }
}

/** 0–0.15, added to the six signals. */
export function boostOf(signal: PhaseSignal | undefined, at: number): number {
  if (signal === undefined) return 0
  const left = fade(signal.at, at)
  return (MAX_LIGHT * bounded(signal.light) + MAX_REM * bounded(signal.rem)) * left
}

/** After light and REM sleep. An entry counts only if it was recalled since it was last counted. */
export function reinforced(before: PhaseSignals, recall: RecallStore): PhaseSignals {
  const signals = { ...before.signals }
  for (const [key, entry] of Object.entries(recall.entries)) {
    const known = signals[key] ?? entry.formerKeys?.map((former) => signals[former]).find((one) => one !== undefined)
    const next = reinforce(known, entry)
    if (next !== undefined) signals[key] = next
  }
  // Entries no longer in the store cannot be promoted; sums from version 1 stay with it until then.
  const kept = Object.entries(signals).filter(([key, { imported }]) => key in recall.entries || imported !== undefined)
  return { version: 2, signals: Object.fromEntries(kept) }
}

function reinforce(known: PhaseSignal | undefined, entry: RecallEntry): PhaseSignal | undefined {
  if (known !== undefined && known.at >= entry.lastRecalledAt) return known
  const at = entry.lastRecalledAt
  const left = known === undefined ? 0 : fade(known.at, Date.parse(at))
  const isPattern = entry.recallDays.length >= 2
  return {
    light: round(bounded((known?.light ?? 0) * left + LIGHT_STEP)),
    rem: round(bounded((known?.rem ?? 0) * left + (isPattern ? REM_STEP : 0))),
    at,
    ...(known?.imported === undefined ? {} : { imported: known.imported }),
  }
}

function fade(since: string, at: number): number {
  return 2 ** (-Math.max(0, at - Date.parse(since)) / DAY_MS / FADE_DAYS)
}

function bounded(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function round(value: number): number {
  return Number(value.toFixed(4))
}
