/**
 * The read gate: what is answered before a file is read. Nearly all reads pass without a word. A file that memory knows and
 * that has not changed since may be refused once per session, where what can stand in for it costs less than half, and, in
 * the mode `earn`, where the project has saved what the refusal costs. undefined: the read passes.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import type { PlannedToolUse } from '../capture/host-event.ts'
import { hookedHost } from '../capture/hosts.ts'
import type { Config } from '../config.ts'
import {
  canAfford,
  chooseEntries,
  detailTokens,
  type GateDecision,
  isCheaper,
  isWorthGating,
  type OutlineCost,
  renderReadGate,
} from '../context/read-gate.ts'
import type { Database } from '../store/database.ts'
import { findFileMemories } from '../store/file-history.ts'
import type { Injection } from '../store/ledger.ts'
import { type GatedRead, refusalBalance, wasToldOfFile } from '../store/reads.ts'
import { placeCited } from '../workspace/checkout.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import { labelsOf } from './http/freshness.ts'
import { type ContextParts, visibleProject } from './session-context.ts'

/** Newest ones of the file; a session that worked on it all day has dozens, and gives one line. */
const CANDIDATES = 100
/** Larger files are made by machines: nobody reads them whole. */
const MOST_FILE_BYTES = 5 * 1024 * 1024

export interface ReadAnswer {
  text: string
  read: GatedRead
  injections: Injection[]
}

/** A read the gate would speak of. What is missing is its outline, which takes a parse. */
export interface ReadQuestion {
  sessionId: string
  project: string
  /** As observations name it. */
  path: string
  decision: GateDecision
  /** With the most an outline can cost. */
  toldTokens: number
  /** Where the file lies, for its outline. */
  root: string
  file: string
  /** undefined: with this outline it is not cheap enough. */
  render: (outline: OutlineCost) => ReadAnswer | undefined
}

export interface Asking {
  planned: PlannedToolUse
  /** The most an outline can cost. */
  most: OutlineCost
  /** Refusals on their way to the store. */
  pending: Iterable<Pick<GatedRead, 'project' | 'toldTokens'>>
}

export function readContext(parts: ContextParts, by: Asking): ReadQuestion | undefined {
  const { db, config, freshness, timeZone } = parts
  const { session, agentId } = by.planned
  const { sessionId } = session
  const { hooks } = hookedHost
  const asked = hooks.plannedRead(by.planned)
  if (!asked?.whole || agentId !== undefined) return undefined
  const project = visibleProject(db, config, session)
  const mode = project ? gateMode(config, [project.root, session.cwd]) : 'off'
  if (!project || mode === 'off') return undefined
  const refuses = mode !== 'inform'
  const balanceTokens = mode === 'earn' ? earnedTokens(db, project.id, by.pending) : Number.POSITIVE_INFINITY
  if (balanceTokens <= 0) return undefined
  const found = statSync(asked.file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > MOST_FILE_BYTES) return undefined
  if (!isWorthGating({ path: asked.file, sizeBytes: found.size })) return undefined

  const placed = placeCited(project.root, asked.file)
  const path = placed?.path ?? asked.file
  const memories = findFileMemories(db, { project: project.id, path, limit: CANDIDATES })
  /** So many of the newest are the session's own. */
  const own = memories.findIndex((memory) => memory.sessionId !== sessionId)
  if (own < 0 || wasToldOfFile(db, { sessionId, path })) return undefined
  if (refuses && !hooks.mayUseMemoryTools(by.planned, config.hostConfigDir)) return undefined

  const changedHere = memories.slice(0, own).some(({ modified }) => modified)
  const state = changedHere
    ? 'changed'
    : freshness.ofFile({ project: project.id, path: asked.file, root: project.root })
  if (refuses && state !== 'same') return undefined
  const entries = chooseEntries(memories, { sessionId })
  const home = { project: project.id, root: placed?.root ?? project.root }
  const ids = entries.map(({ id }) => id)
  const labels = labelsOf(freshness.of(ids, home))
  const fileTokens = hooks.tokensOfRead(readFileSync(asked.file, 'utf8'))
  const decision = refuses ? 'denied' : 'informed'
  const message = { decision, state, path, fileTokens, entries, labels, now: Date.now(), timeZone } as const
  const { tokens: toldTokens } = renderReadGate({ ...message, outline: by.most })
  if (!canAfford({ balanceTokens, toldTokens })) return undefined
  const question = { sessionId, project: project.id, path, decision, toldTokens } as const
  const render = (outline: OutlineCost) => renderAnswer({ ...message, outline }, question)
  // What an outline for nothing could not make cheap enough is not worth a parse.
  if (!render({ tokens: 0, isMost: false })) return undefined
  return { ...question, root: realpathSync(home.root), file: asked.file, render }
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

/** What is on its way to the store counts as lost, like everything refused in sessions that go on. */
function earnedTokens(db: Database, project: string, pending: Asking['pending']): number {
  let tokens = refusalBalance(db, project)
  for (const one of pending) if (one.project === project) tokens -= one.toldTokens
  return tokens
}

/** The first rule for the project wins over the setting for all. */
function gateMode(config: Config, paths: string[]): Config['READ_GATE'] {
  for (const rule of config.READ_GATE_PROJECTS) {
    const at = rule.lastIndexOf('=')
    if (isExcluded([rule.slice(0, at)], paths, config.home)) return rule.slice(at + 1) as Config['READ_GATE'] // checked by config.ts
  }
  return config.READ_GATE
}
