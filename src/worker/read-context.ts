/**
 * The read gate: what is answered before a file is read. Most reads pass without a word; a file that memory knows and
 * that has not changed since is refused once per session, with what is known of it. undefined: the read passes.
 */
import { statSync } from 'node:fs'
import type { PlannedToolUse } from '../capture/host-event.ts'
import { mayUseMemoryTools } from '../capture/host-permissions.ts'
import { plannedRead } from '../capture/planned-read.ts'
import type { Config } from '../config.ts'
import { chooseEntries, isWorthGating, renderReadGate } from '../context/read-gate.ts'
import { tokensOfBytes } from '../memory/tokens.ts'
import { findFileMemories } from '../store/file-history.ts'
import type { Injection } from '../store/ledger.ts'
import { type GatedRead, wasToldOfFile } from '../store/reads.ts'
import { placeCited } from '../workspace/checkout.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import { labelsOf } from './freshness.ts'
import { type ContextParts, visibleProject } from './session-context.ts'

/** Newest ones of the file; a session that worked on it all day has dozens, and gives one line. */
const CANDIDATES = 100

export interface ReadAnswer {
  text: string
  read: GatedRead
  injections: Injection[]
}

export function readContext(parts: ContextParts, planned: PlannedToolUse): ReadAnswer | undefined {
  const { db, config } = parts
  const { session } = planned
  const { sessionId } = session
  const asked = plannedRead(planned)
  if (!asked?.whole || planned.agentId !== undefined) return undefined
  const project = visibleProject(db, config, session)
  const mode = project ? gateMode(config, [project.root, session.cwd]) : 'off'
  if (!project || mode === 'off') return undefined
  const found = statSync(asked.file, { throwIfNoEntry: false })
  if (!found?.isFile() || !isWorthGating({ path: asked.file, sizeBytes: found.size })) return undefined

  const placed = placeCited(project.root, asked.file)
  const path = placed?.path ?? asked.file
  const memories = findFileMemories(db, { project: project.id, path, limit: CANDIDATES })
  /** So many of the newest are the session's own. */
  const own = memories.findIndex((memory) => memory.sessionId !== sessionId)
  if (own < 0 || wasToldOfFile(db, { sessionId, path })) return undefined
  if (mode === 'deny' && !mayUseMemoryTools(planned, config.hostConfigDir)) return undefined

  const changedHere = memories.slice(0, own).some(({ modified }) => modified)
  const state = changedHere
    ? 'changed'
    : parts.freshness.ofFile({ project: project.id, path: asked.file, root: project.root })
  const decision = mode === 'deny' && state === 'same' ? 'denied' : 'informed'
  const fileTokens = tokensOfBytes(found.size)
  const entries = chooseEntries(memories, { sessionId })
  const { timeZone, freshness } = parts
  const home = { project: project.id, root: placed?.root ?? project.root }
  const labels = labelsOf(
    freshness.of(
      entries.map(({ id }) => id),
      home,
    ),
  )
  const { text, tokens, shown } = renderReadGate({
    decision,
    state,
    path,
    fileTokens,
    entries,
    labels,
    now: Date.now(),
    timeZone,
  })
  return {
    text,
    read: { sessionId, project: project.id, path, decision, fileTokens, toldTokens: tokens },
    injections: shown.map(({ entry, tokens }) => ({
      observation: entry.id,
      score: entry.score,
      parts: entry.parts,
      tokens,
    })),
  }
}

/** The first rule for the project wins over the setting for all. */
function gateMode(config: Config, paths: string[]): Config['READ_GATE'] {
  for (const rule of config.READ_GATE_PROJECTS) {
    const at = rule.lastIndexOf('=')
    if (isExcluded([rule.slice(0, at)], paths, config.home)) return rule.slice(at + 1) as Config['READ_GATE'] // checked by config.ts
  }
  return config.READ_GATE
}
