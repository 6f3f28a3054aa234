/**
 * The read gate: what an agent is told before it reads a file. Nearly all reads pass silently. A file that memory knows
 * and that has not changed since may be refused once per session, if the alternative costs less than half and, in mode
 * `earn`, if the project has saved what the refusal costs. undefined: the read passes.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { labelsOf } from '../retrieval/freshness-asker.ts'
import type { SessionPlace } from '../retrieval/session-project.ts'
import type { Database } from '../store/database.ts'
import { findFileMemories } from '../store/file-history.ts'
import type { Injection } from '../store/ledger.ts'
import { type GatedRead, refusalBalance, wasToldOfFile } from '../store/reads.ts'
import { placeCited } from '../workspace/checkout.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import { type ContextParts, type ContextSettings, type ReadGateMode, visibleProject } from './context-parts.ts'
import {
  canAfford,
  chooseEntries,
  detailTokens,
  type GateDecision,
  isCheaper,
  isWorthGating,
  type OutlineCost,
  renderReadGate,
} from './read-gate.ts'

/** Newest first. A session that worked on the file all day has dozens and gets one line. */
const CANDIDATES = 100
/** Larger files are machine-made: nobody reads them whole. */
const MAX_FILE_BYTES = 5 * 1024 * 1024

export interface ReadAnswer {
  text: string
  read: GatedRead
  injections: Injection[]
}

/** A read the gate would comment on. Only its outline is missing, which needs a parse. */
export interface ReadQuestion {
  sessionId: string
  project: string
  /** As observations name it. */
  path: string
  decision: GateDecision
  /** Assuming the most an outline can cost. */
  toldTokens: number
  /** The root the file is in, for its outline. */
  root: string
  file: string
  /** undefined: with this outline it is not cheap enough. */
  render: (outline: OutlineCost) => ReadAnswer | undefined
}

export interface PlannedRead {
  session: SessionPlace
  /** The file that is about to be read in full. */
  file: string
  /** What this text costs the agent when the host reads it. */
  tokensOfRead: (text: string) => number
  /** May the agent call our tools without asking the user? Looked up only when a refusal would send it to them. */
  mayUseMemoryTools: () => boolean
}

export interface Asking extends PlannedRead {
  /** The most an outline can cost. */
  most: OutlineCost
  /** Refusals that are not in the store yet. */
  pending: Iterable<Pick<GatedRead, 'project' | 'toldTokens'>>
}

export function readContext(parts: ContextParts, by: Asking): ReadQuestion | undefined {
  const { db, settings, freshness, timeZone } = parts
  const { session, file } = by
  const { sessionId } = session
  const project = visibleProject(parts, session)
  const mode = project ? gateMode(settings, [project.root, session.cwd]) : 'off'
  if (!project || mode === 'off') return undefined
  const refuses = mode !== 'inform'
  const balanceTokens = mode === 'earn' ? earnedTokens(db, project.id, by.pending) : Number.POSITIVE_INFINITY
  if (balanceTokens <= 0) return undefined
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > MAX_FILE_BYTES) return undefined
  if (!isWorthGating({ path: file, sizeBytes: found.size })) return undefined

  const placed = placeCited(project.root, file)
  const path = placed?.path ?? file
  const memories = findFileMemories(db, { project: project.id, path, limit: CANDIDATES, unasked: true })
  /** How many of the newest are this session's own. */
  const own = memories.findIndex((memory) => memory.sessionId !== sessionId)
  if (own < 0 || wasToldOfFile(db, { sessionId, path })) return undefined
  if (refuses && !by.mayUseMemoryTools()) return undefined

  const changedHere = memories.slice(0, own).some(({ modified }) => modified)
  const state = changedHere ? 'changed' : freshness.ofFile({ project: project.id, path: file, root: project.root })
  if (refuses && state !== 'same') return undefined
  const entries = chooseEntries(memories, { sessionId })
  const home = { project: project.id, root: placed?.root ?? project.root }
  const ids = entries.map(({ id }) => id)
  const labels = labelsOf(freshness.of(ids, home))
  const fileTokens = by.tokensOfRead(readFileSync(file, 'utf8'))
  const decision = refuses ? 'denied' : 'informed'
  const message = { decision, state, path, fileTokens, entries, labels, now: Date.now(), timeZone } as const
  const { tokens: toldTokens } = renderReadGate({ ...message, outline: by.most })
  if (!canAfford({ balanceTokens, toldTokens })) return undefined
  const question = { sessionId, project: project.id, path, decision, toldTokens } as const
  const render = (outline: OutlineCost) => renderAnswer({ ...message, outline }, question)
  // If even a free outline would not make it cheap enough, skip the parse.
  if (!render({ tokens: 0, isMost: false })) return undefined
  return { ...question, root: realpathSync(home.root), file, render }
}

function renderAnswer(
  message: Parameters<typeof renderReadGate>[0],
  { sessionId, project }: { sessionId: string; project: string },
): ReadAnswer | undefined {
  const { decision, path, fileTokens, entries, outline } = message
  const { text, tokens: toldTokens, shown } = renderReadGate(message)
  const costs = { fileTokens, toldTokens, detailTokens: detailTokens(entries), outlineTokens: outline.tokens }
  if (decision === 'denied' && !isCheaper(costs)) return undefined
  return {
    text,
    read: { sessionId, project, path, decision, fileTokens, toldTokens },
    injections: shown.map(({ entry, tokens }) => ({
      observation: entry.id,
      score: entry.score,
      parts: entry.parts,
      tokens,
    })),
  }
}

/** Refusals not stored yet count as lost, like all refusals in sessions that are still running. */
function earnedTokens(db: Database, project: string, pending: Asking['pending']): number {
  let tokens = refusalBalance(db, project)
  for (const one of pending) if (one.project === project) tokens -= one.toldTokens
  return tokens
}

/** The first matching rule wins over the general setting. */
function gateMode(settings: ContextSettings, paths: string[]): ReadGateMode {
  const rule = settings.readGateRules.find(({ pattern }) => isExcluded([pattern], paths, settings.home))
  return rule?.mode ?? settings.readGate
}
