/** Where the host keeps its transcripts: one file per session, and one beside it for each subagent. */
import { existsSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileHead } from '../file-head.ts'
import type { FoundTranscript } from '../transcript.ts'

/** The transcripts of a session's subagents, which are separate files beside it. */
export async function subagentTranscripts(transcriptPath: string): Promise<string[]> {
  const folder = join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents')
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name))
}

/** In the host's configuration folder, its `projects`, or the folder of one project; oldest first. */
export async function findTranscripts(folder: string): Promise<FoundTranscript[]> {
  const projects = join(folder, 'projects')
  const found = existsSync(projects)
    ? await inProjects(projects)
    : [...(await inProject(folder)), ...(await inProjects(folder))].filter(({ path }) => isTranscript(fileHead(path)))
  return found.sort((a, b) => a.startedAt - b.startedAt || (a.path < b.path ? -1 : 1))
}

async function inProjects(folder: string): Promise<FoundTranscript[]> {
  const names = await readdir(folder).catch(() => [])
  return (await Promise.all(names.map((name) => inProject(join(folder, name))))).flat()
}

async function inProject(folder: string): Promise<FoundTranscript[]> {
  // These are read with their session.
  if (basename(folder) === 'subagents') return []
  const found: FoundTranscript[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.jsonl')) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (!stats?.isFile()) continue
    const startedAt = (await firstTime(path)) ?? stats.mtimeMs
    found.push({ path, sizeBytes: stats.size, startedAt, projectSlug: basename(folder) })
  }
  return found
}

/** Messages name their session; a file can begin with summaries or file snapshots, which do not. */
export function isTranscript(head: string): boolean {
  return /"sessionId":\s*"|"leafUuid":\s*"|"type":\s*"file-history-snapshot"/.test(head)
}

// 256 KB: some transcripts begin with summaries and file snapshots, which have no time
const HEAD_BYTES = 256 * 1024

async function firstTime(path: string): Promise<number | undefined> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const stamp = /"timestamp":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
    const at = Date.parse(stamp ?? '')
    return Number.isNaN(at) ? undefined : at
  } finally {
    await file.close()
  }
}

/** Hooks inside a subagent name the parent's transcript; so do we. */
export function mainTranscript(path: string): string {
  const folder = dirname(path)
  return basename(folder) === 'subagents' ? `${dirname(folder)}.jsonl` : path
}

/**
 * The session a line belongs to. A resumed session's file begins with a copy of the earlier one, whose lines belong to
 * the file with that id; lines with an id that has no file belong to this file.
 */
export function sessionOf(lineId: string, path: string): string {
  const main = mainTranscript(path)
  const fileId = basename(main, '.jsonl')
  if (lineId === fileId || !UUID.test(fileId)) return lineId
  return existsSync(join(dirname(main), `${lineId}.jsonl`)) ? lineId : fileId
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A subagent's type is stored beside its transcript, in versions that do so. */
export async function findAgentType(path: string): Promise<string | undefined> {
  if (basename(dirname(path)) !== 'subagents') return undefined
  try {
    const meta: unknown = JSON.parse(await readFile(path.replace(/\.jsonl$/, '.meta.json'), 'utf8'))
    if (typeof meta !== 'object' || meta === null || !('agentType' in meta)) return undefined
    return typeof meta.agentType === 'string' && meta.agentType !== '' ? meta.agentType : undefined
  } catch {
    return undefined // Absent in older versions; the lines may still name the type.
  }
}
