/**
 * What the read gate would have done to real sessions: every read of a run, in order, with the memories that earlier
 * runs in the same project left. No model is asked, so what an agent does after a refusal is an assumption; three are
 * counted, from the worst for the gate to the best. These runs show windows of files, so costs cannot be weighed: every
 * known file counts as refused, whatever the alternative. Project by project and weighed: projects.ts.
 */
import { chooseEntries, isWorthGating, renderReadGate } from '../../src/context/read-gate.ts'
import { estimateTokens } from '../../src/memory/token-estimate.ts'
import type { FileMemory } from '../../src/store/file-history.ts'
import { extract } from '../../src/synthesis/extract.ts'
import { relativeToRoot } from '../../src/workspace/paths.ts'
import { toEvents } from '../trajectories/events.ts'
import type { ToolCall } from '../trajectories/host-call.ts'
import { type Run, rootOf, toHostCalls } from '../trajectories/load.ts'

export interface ReplayedRun {
  run: string
  project: string
  reads: number
  /** Reads without a gate. */
  readTokens: number
  /** Whole reads of files that an earlier run of the project touched, and those of them with a memory. */
  touched: number
  gated: number
  gatedTokens: number
  toldTokens: { deny: number; inform: number }
  /** Refused files that the run edits later, and what reading them again costs. */
  edited: number
  editedTokens: number
}

export interface Replay {
  runs: ReplayedRun[]
  /** Runs that show no line of any file they read, or read none: nothing can be counted for them. */
  leftOut: number
}

export interface Totals {
  runs: number
  leftOut: number
  reads: number
  readTokens: number
  touched: number
  gated: number
  gatedTokens: number
  modes: {
    mode: 'off' | 'inform' | 'deny'
    assumption: string
    tokens: number
    change: number
    changeOfGated: number
  }[]
}

/** Tokens read, counting what the gate says as read. The first line of `deny` is the one to quote. */
export function assumptions({ runs, leftOut }: Replay): Totals {
  const sum = (of: (one: ReplayedRun) => number) => runs.reduce((total, one) => total + of(one), 0)
  const readTokens = sum((one) => one.readTokens)
  const gatedTokens = sum((one) => one.gatedTokens)
  const denied = readTokens + sum((one) => one.toldTokens.deny)
  const editedTokens = sum((one) => one.editedTokens)
  const figure = (mode: Totals['modes'][number]['mode'], assumption: string, tokens: number) => {
    const more = tokens - readTokens
    return { mode, assumption, tokens, change: more / readTokens, changeOfGated: more / Math.max(1, gatedTokens) }
  }
  return {
    runs: runs.length,
    leftOut,
    reads: sum((one) => one.reads),
    readTokens,
    touched: sum((one) => one.touched),
    gated: sum((one) => one.gated),
    gatedTokens,
    modes: [
      figure('off', '', readTokens),
      figure('inform', '', readTokens + sum((one) => one.toldTokens.inform)),
      figure('deny', 'every refused file is read again', denied),
      figure('deny', 'only those the run later edits are read again', denied - gatedTokens + editedTokens),
      figure('deny', 'none is read again', denied - gatedTokens),
    ],
  }
}

interface ShownFile {
  content: string
  startLine: number
  numLines: number
  totalLines: number
}

export function replayRuns(runs: readonly Run[]): Replay {
  const memories = new Map<string, FileMemory[]>()
  const touched = new Set<string>()
  const replayed: ReplayedRun[] = []
  let leftOut = 0
  runs.forEach((run, at) => {
    const project = projectOf(run)
    const one = replay(run, { project, memories, touched })
    if (one.reads > 0) replayed.push(one)
    else leftOut += 1
    remember(run, { project, at, memories, touched })
  })
  return { runs: replayed, leftOut }
}

interface Known {
  project: string
  memories: ReadonlyMap<string, FileMemory[]>
  touched: ReadonlySet<string>
}

function replay(run: Run, { project, memories, touched }: Known): ReplayedRun {
  const calls = toHostCalls(run).filter((call): call is ToolCall => call.kind === 'tool')
  const told = new Set<string>()
  const one: ReplayedRun = {
    run: run.session_id,
    project,
    reads: 0,
    readTokens: 0,
    touched: 0,
    gated: 0,
    gatedTokens: 0,
    toldTokens: { deny: 0, inform: 0 },
    edited: 0,
    editedTokens: 0,
  }
  calls.forEach((call, index) => {
    const shown = shownFile(call)
    if (!shown) return
    const path = pathOf(run, call)
    const tokens = estimateTokens(shown.content)
    one.reads += 1
    one.readTokens += tokens
    const key = `${project} ${path}`
    if (shown.startLine > 1 || told.has(path) || !isWorthGating({ path, sizeBytes: wholeBytes(shown) })) return
    if (touched.has(key)) one.touched += 1
    const entries = chooseEntries(memories.get(key) ?? [], { sessionId: run.session_id })
    if (entries.length === 0) return
    told.add(path)
    const message = {
      state: 'same',
      path,
      fileTokens: tokens,
      entries,
      now: START,
      timeZone: 'UTC',
      labels: new Map<number, string>(),
      outline: MAX_OUTLINE,
    } as const
    one.gated += 1
    one.gatedTokens += tokens
    one.toldTokens.deny += renderReadGate({ ...message, decision: 'denied' }).tokens
    one.toldTokens.inform += renderReadGate({ ...message, decision: 'informed' }).tokens
    if (!calls.slice(index + 1).some((later) => isChangeOf(run, later, path))) return
    one.edited += 1
    one.editedTokens += tokens
  })
  return one
}

/** Only windows of a run's files are known, so no outline can be made of them. */
const MAX_OUTLINE = { tokens: 2000, isMost: true }
const START = Date.UTC(2026, 0, 5, 9)
const RUN_MS = 3_600_000

/** The run's own memories, as the worker would make them, under every file they name. */
function remember(
  run: Run,
  by: { project: string; at: number; memories: Map<string, FileMemory[]>; touched: Set<string> },
): void {
  const { project } = by
  for (const call of toHostCalls(run)) {
    if (call.kind === 'tool' && pathOf(run, call) !== '') by.touched.add(`${project} ${pathOf(run, call)}`)
  }
  const { observations } = extract(toEvents(run), { sessionId: run.session_id, root: rootOf(run) })
  observations.forEach((draft, index) => {
    const files = new Set([...draft.filesRead, ...draft.filesModified])
    for (const path of files) {
      const key = `${project} ${path}`
      const memory: FileMemory = {
        id: by.at * 1000 + index,
        type: draft.type,
        title: draft.title,
        subtitle: draft.subtitle,
        concepts: draft.concepts,
        origin: 'session',
        project,
        projectName: project,
        sessionId: run.session_id,
        createdAt: START - RUN_MS * (1000 - by.at),
        modified: draft.filesModified.includes(path),
        files: files.size,
        textBytes: Buffer.byteLength([draft.title, draft.subtitle, draft.narrative, ...draft.facts].join('')),
      }
      by.memories.set(key, [memory, ...(by.memories.get(key) ?? [])])
    }
  })
}

/** The same repository under the names different harnesses gave it. */
function projectOf(run: Run): string {
  return run.project.toLowerCase().replace(/-\d+$/, '')
}

function pathOf(run: Run, call: ToolCall): string {
  const path = call.tool_input.file_path
  return typeof path === 'string' && path !== '' ? relativeToRoot(rootOf(run), path) : ''
}

function isChangeOf(run: Run, call: ToolCall, path: string): boolean {
  return ['Edit', 'Write'].includes(call.tool_name) && pathOf(run, call) === path
}

function shownFile(call: ToolCall): ShownFile | undefined {
  if (call.tool_name !== 'Read' || call.failed) return undefined
  const { file } = (call.tool_response ?? {}) as { file?: ShownFile } // written by the converters in bench/trajectories
  return file && file.content !== '' ? file : undefined
}

/**
 * From a window of a long file: the rest is assumed to have lines of the same length. Only decides whether a file is
 * small.
 */
function wholeBytes({ content, numLines, totalLines }: ShownFile): number {
  return Buffer.byteLength(content) * Math.max(1, totalLines / Math.max(1, numLines))
}
