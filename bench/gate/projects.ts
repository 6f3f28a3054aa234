/**
 * What the read gate does to real sessions, project by project: every session in time order, with the memories and file
 * contents that earlier sessions left. What an agent does after a refusal is not in the record, so three behaviours are
 * counted, the worst for the gate first. An agent that does not read the file again is assumed to fetch everything
 * offered instead.
 */
import { tokensOfRead } from '../../src/capture/claude-code/read-cost.ts'
import {
  canAfford,
  chooseEntries,
  detailTokens,
  type GateEntry,
  isCheaper,
  isWorthGating,
  renderReadGate,
} from '../../src/context/read-gate.ts'
import { outlineText } from '../../src/outline/outline.ts'
import { renderOutline } from '../../src/outline/render.ts'
import type { FileMemory } from '../../src/store/file-history.ts'
import type { Step } from './record.ts'

export interface RecordedSession {
  id: string
  /** Only a number: folders name people. */
  project: string
  steps: Step[]
  /** One for each file a memory names. */
  memories: { path: string; memory: FileMemory }[]
}

/** A whole read of a file that an earlier session's memory names. */
interface Known {
  state: 'same' | 'changed' | 'unknown'
  /** All alternatives together cost less than half. */
  cheaper: boolean
  edited: boolean
  fileTokens: number
  toldTokens: number
  insteadTokens: number
  /** The size of the model's context so far: a refusal makes it read all of that once more, from its cache. */
  givenTokens: number | undefined
}

export interface PlayedSession {
  project: string
  reads: number
  readTokens: number
  wholeReads: number
  known: Known[]
  /** Whole reads of unchanged files the session had already read: today's host answers those itself with a line. */
  repeats: { reads: number; tokens: number }
}

/** Every refused file is read again, only those the session edits later, or none. */
export type Behaviour = 'again' | 'edited' | 'none'

export interface ProjectRow {
  project: string
  sessions: number
  reads: number
  readTokens: number
  wholeReads: number
  known: number
  same: number
  cheaper: number
  cheaperEdited: number
  repeats: { reads: number; tokens: number }
  /** By what the agent does next; `tokens`: more (or less) than without a gate. */
  before: Record<Behaviour, Outcome>
  deny: Record<Behaviour, Outcome>
  earn: Record<Behaviour, Outcome>
  /** The same if outlines had saved something before the first session of the record. */
  earnOnCredit: Record<Behaviour, Outcome>
}

interface Outcome {
  refused: number
  tokens: number
}

/** What one outline of a file of 6,000 tokens saves, to see what the gate does with it. */
export const CREDIT_TOKENS = 500

/** In the order of time. */
export async function playSessions(sessions: readonly RecordedSession[]): Promise<PlayedSession[]> {
  const memories = new Map<string, FileMemory[]>()
  const contents = new Map<string, string | undefined>()
  const played: PlayedSession[] = []
  for (const session of sessions) {
    played.push(await play(session, { memories, contents }))
    const last = lastContents(session.steps)
    for (const { path, memory } of session.memories) {
      const key = `${session.project} ${path}`
      memories.set(key, [memory, ...(memories.get(key) ?? [])])
      if (last.has(path)) contents.set(key, last.get(path))
    }
  }
  return played
}

/** undefined: changed in a way the record does not show. */
function lastContents(steps: readonly Step[]): Map<string, string | undefined> {
  const last = new Map<string, string | undefined>()
  for (const step of steps) {
    if (step.kind === 'change') last.set(step.path, step.content)
    if (step.kind === 'read' && step.complete) last.set(step.path, step.text)
  }
  return last
}

interface Left {
  memories: ReadonlyMap<string, FileMemory[]>
  contents: ReadonlyMap<string, string | undefined>
}

async function play(session: RecordedSession, { memories, contents }: Left): Promise<PlayedSession> {
  const { project, steps } = session
  const told = new Set<string>()
  const had = new Map<string, string>()
  const known: Known[] = []
  const repeats = { reads: 0, tokens: 0 }
  const changed = new Set<string>()
  let [reads, readTokens, wholeReads] = [0, 0, 0]
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'compacted') {
      told.clear()
      had.clear()
      continue
    }
    if (step.kind === 'change') {
      changed.add(step.path)
      had.delete(step.path)
      continue
    }
    const tokens = tokensOfRead(step.text)
    reads += 1
    readTokens += tokens
    if (!step.whole) continue
    wholeReads += 1
    if (had.get(step.path) === step.text) {
      repeats.reads += 1
      repeats.tokens += tokens
    } else if (!told.has(step.path) && isWorthGating({ path: step.path, sizeBytes: Buffer.byteLength(step.text) })) {
      const key = `${project} ${step.path}`
      const entries = chooseEntries(memories.get(key) ?? [], { sessionId: session.id })
      if (entries.length > 0) {
        told.add(step.path)
        const before = contents.get(key)
        const state =
          changed.has(step.path) || (before !== undefined && before !== step.text)
            ? 'changed'
            : before === undefined
              ? 'unknown'
              : 'same'
        const edited = steps.slice(at + 1).some((later) => later.kind === 'change' && later.path === step.path)
        known.push({ state, edited, givenTokens: step.given, ...(await costsOf(step, entries, state)) })
      }
    }
    if (step.complete) had.set(step.path, step.text)
  }
  return { project, reads, readTokens, wholeReads, known, repeats }
}

async function costsOf(
  { path, text }: { path: string; text: string },
  entries: GateEntry[],
  state: Known['state'],
): Promise<Pick<Known, 'fileTokens' | 'toldTokens' | 'insteadTokens' | 'cheaper'>> {
  const fileTokens = tokensOfRead(text)
  const { tokens: outlineTokens } = renderOutline(await outlineText({ path, text }), { path })
  const message = {
    decision: state === 'same' ? 'denied' : 'informed',
    state,
    path,
    fileTokens,
    outline: { tokens: outlineTokens, isMost: false },
    entries,
    labels: new Map<number, string>(),
    now: Date.UTC(2026, 0, 5, 9),
    timeZone: 'UTC',
  } as const
  const costs = { fileTokens, toldTokens: renderReadGate(message).tokens, detailTokens: detailTokens(entries) }
  return {
    fileTokens,
    toldTokens: costs.toldTokens,
    insteadTokens: outlineTokens + costs.detailTokens,
    cheaper: state === 'same' && isCheaper({ ...costs, outlineTokens }),
  }
}

export function toRows(played: readonly PlayedSession[]): ProjectRow[] {
  const projects = [...new Set(played.map(({ project }) => project))]
  return projects.map((project) => {
    const own = played.filter((one) => one.project === project)
    const known = own.flatMap((one) => one.known)
    const cheaper = known.filter((one) => one.cheaper)
    const sum = (of: (one: PlayedSession) => number) => own.reduce((total, one) => total + of(one), 0)
    return {
      project,
      sessions: own.length,
      reads: sum((one) => one.reads),
      readTokens: sum((one) => one.readTokens),
      wholeReads: sum((one) => one.wholeReads),
      known: known.length,
      same: known.filter(({ state }) => state === 'same').length,
      cheaper: cheaper.length,
      cheaperEdited: cheaper.filter(({ edited }) => edited).length,
      repeats: { reads: sum((one) => one.repeats.reads), tokens: sum((one) => one.repeats.tokens) },
      before: byBehaviour((behaviour) => refuseEverySame(known, behaviour)),
      deny: byBehaviour((behaviour) => account(own, { behaviour, creditTokens: Number.POSITIVE_INFINITY })),
      earn: byBehaviour((behaviour) => account(own, { behaviour, creditTokens: 0 })),
      earnOnCredit: byBehaviour((behaviour) => account(own, { behaviour, creditTokens: CREDIT_TOKENS })),
    }
  })
}

function byBehaviour<T>(of: (behaviour: Behaviour) => T): Record<Behaviour, T> {
  return { again: of('again'), edited: of('edited'), none: of('none') }
}

/** As the worker counts: refusals in a running session count as lost until it is over. */
function account(
  sessions: readonly PlayedSession[],
  { behaviour, creditTokens }: { behaviour: Behaviour; creditTokens: number },
): Outcome {
  let refused = 0
  let balanceTokens = 0
  for (const { known } of sessions) {
    let savedTokens = 0
    for (const one of known) {
      const { toldTokens } = one
      if (!one.cheaper || !canAfford({ balanceTokens: creditTokens + balanceTokens, toldTokens })) continue
      refused += 1
      balanceTokens -= toldTokens
      if (!isReadAgain(one, behaviour)) savedTokens += one.fileTokens - one.insteadTokens
    }
    balanceTokens += savedTokens
  }
  return { refused, tokens: 0 - balanceTokens }
}

/** Refuses every unchanged known file and comments on the others: what the gate did before it weighed costs. */
function refuseEverySame(known: readonly Known[], behaviour: Behaviour): Outcome {
  let tokens = 0
  for (const one of known) {
    tokens += one.toldTokens
    if (one.state === 'same' && !isReadAgain(one, behaviour)) tokens -= one.fileTokens - one.insteadTokens
  }
  return { refused: known.filter(({ state }) => state === 'same').length, tokens }
}

function isReadAgain({ edited }: Known, behaviour: Behaviour): boolean {
  return behaviour === 'again' || (behaviour === 'edited' && edited)
}
