/**
 * Real sessions with what careful readers wanted remembered of them. The data is not part of the repository (licences):
 * it is in `sessions/` beside `BENCH_DATA`. Events are read as in an import: the same parser, cleaning and filter.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { claudeCode } from '../../src/capture/claude-code/claude-code.ts'
import { cleanEvent } from '../../src/capture/clean.ts'
import { skipReason } from '../../src/capture/filter.ts'
import { keptEvent } from '../../src/capture/kept-event.ts'
import { loadConfig } from '../../src/config.ts'
import type { MemoryEvent } from '../../src/memory/event.ts'

export const SESSIONS = resolve(
  process.env.BENCH_DATA ?? join(import.meta.dirname, '../../../shared/bench/data'),
  '../sessions',
)

export interface Truth {
  kind: 'thing' | 'question' | 'untrue' | 'start' | 'noise'
  session: string
  class?: string
  /** Of a question: as somebody asks it later. */
  ask?: string
  /** Matches only a text that really states it. */
  strict: string
  /** Matches a text that very probably does. */
  loose: string
}

export interface RealSession {
  id: string
  /** What is left out together when the model is tested on unseen data. */
  repository: string
  cwd: string
  events: MemoryEvent[]
}

/** False, with a message about what is missing, if the data is not there. */
export function hasSessions(): boolean {
  if (existsSync(join(SESSIONS, 'data/truth.jsonl'))) return true
  console.log(`No sessions in ${SESSIONS}: set BENCH_DATA to the folder beside it. Nothing was measured.`)
  return false
}

export interface Listed {
  file: string
  repo: string
  session: string
  cwd: string
}

/** The transcripts in the host's layout, in a temporary folder. */
export async function withTranscripts<T>(use: (folder: string, listed: Listed[]) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sessions-'))
  try {
    const data = join(SESSIONS, 'data')
    const tar = spawnSync('tar', ['-C', folder, '-xzf', join(data, 'projects.tgz')])
    if (tar.status !== 0) throw new Error(`${data}/projects.tgz cannot be unpacked`)
    return await use(folder, lines<Listed>(join(data, 'manifest.jsonl')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function loadSessions(): Promise<{ sessions: RealSession[]; truth: Truth[] }> {
  return withTranscripts(async (folder, listed) => {
    const sessions: RealSession[] = []
    for (const { file, session: id, repo: repository, cwd } of listed)
      sessions.push({ id, repository, cwd, events: await readEvents(join(folder, file)) })
    return { sessions, truth: loadTruth() }
  })
}

export function loadTruth(): Truth[] {
  const rows = lines<{ regex?: string; strict?: string } & Omit<Truth, 'strict' | 'loose'>>(
    join(SESSIONS, 'data/truth.jsonl'),
  )
  return rows.flatMap(({ regex, strict, ...row }) =>
    regex === undefined ? [] : [{ ...row, loose: regex, strict: strict ?? regex }],
  )
}

async function readEvents(path: string): Promise<MemoryEvent[]> {
  const events: MemoryEvent[] = []
  const { SKIP_TOOLS: skipTools, SUBAGENTS: subagents } = loadConfig()
  for (const file of [path, ...(await claudeCode.transcripts.beside(path))]) {
    for await (const { event } of claudeCode.transcripts.read(file, 0, { finished: true })) {
      const clean = cleanEvent(event, () => false)
      if (skipReason(clean, { skipTools, subagents }) === undefined) events.push(keptEvent(clean))
    }
  }
  return events
}

function lines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T) // the data set's own rows
}
