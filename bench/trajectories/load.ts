/**
 * Real agent sessions to measure with, in the format of Claude Code's hooks. The open trajectories are not ours to
 * ship: they are read from BENCH_DATA (default ../shared/bench/data beside the project). Without them a few sessions of
 * our own are used (`own-sessions.json`), enough to run every code path and too few to claim a figure.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { HostCall } from './host-call.ts'
import { fromPi } from './pi.ts'
import { fromSweAgent } from './swe-agent.ts'

export type { HostCall } from './host-call.ts'

export interface RunStep {
  tool: string
  command?: string
  input: string
  output: string
  thought?: string
  open_file?: string
  cwd?: string
}

export interface Run {
  session_id: string
  source: string
  license: string
  agent: string
  project: string
  prompt: string
  /** Later prompts of a long session; `after_step` counts the tool calls made before it. */
  prompts?: { after_step: number; text: string }[]
  steps: RunStep[]
  /** Our own sessions are already written as host calls. */
  calls?: HostCall[]
  root?: string
}

export interface Trajectories {
  runs: Run[]
  /** False when our own sessions are used: figures mean nothing then. */
  measured: boolean
  note: string
}

const PROJECT_ROOT = resolve(import.meta.dirname, '../..')

export function loadTrajectories(dataFolder: string | undefined = process.env.BENCH_DATA): Trajectories {
  const folder = dataFolder ? resolve(dataFolder) : join(PROJECT_ROOT, '../shared/bench/data')
  const file = join(folder, 'open/trajectories.jsonl.gz')
  if (!existsSync(file)) {
    const note = `BENCH_DATA is missing: no ${file}. Using the ${FALLBACK.length} stand-in sessions; figures are not claims.`
    return { runs: FALLBACK, measured: false, note }
  }
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  // Parsed as written by the harness that made the file.
  const runs = lines.map((line) => JSON.parse(line) as Run)
  return { runs, measured: true, note: `${runs.length} open trajectories from ${file}` }
}

/** Our own sessions, written for this bench. */
export const FALLBACK: Run[] = JSON.parse(readFileSync(join(import.meta.dirname, 'own-sessions.json'), 'utf8')) as Run[] // our own file

/** Prompts, assistant texts, tool calls and stops, in the order in which the host would report them. */
export function toHostCalls(run: Run): HostCall[] {
  if (run.calls) return run.calls
  return run.agent === 'pi' ? fromPi(run) : fromSweAgent(run)
}

/** The folder Claude Code would call CLAUDE_PROJECT_DIR. */
export function rootOf(run: Run): string {
  if (run.root) return run.root
  if (run.agent === 'pi') return '/Users/badlogic/workspaces/pi-mono'
  for (const step of run.steps) {
    const first = /^(\/[^/]+)/.exec(step.cwd ?? '')?.[1] ?? /^(\/[^/]+)\//.exec(step.open_file ?? '')?.[1]
    if (first !== undefined) return first
  }
  return `/${run.project}`
}
