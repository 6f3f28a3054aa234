/**
 * Where Codex CLI keeps its sessions: `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, later in `archived_sessions/`.
 */
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileHead } from '../file-head.ts'
import type { FoundTranscript } from '../transcript.ts'

/** The first line names the session; before September 2025 it had no type field. */
export function isRollout(head: string): boolean {
  const [first = ''] = head.split('\n', 1)
  if (/"type":\s*"session_meta"/.test(first)) return true
  const names = ['id', 'timestamp', 'instructions'].every((name) => first.includes(`"${name}":`))
  return names && !/"(?:type|sessionId)":/.test(first)
}

/** In the client's folder, its `sessions`, or any part of that. */
export async function findRollouts(folder: string): Promise<FoundTranscript[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found: FoundTranscript[] = []
  for (const name of names) {
    if (!/^rollout-.+\.jsonl$/.test(basename(name))) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (!stats?.isFile()) continue
    const head = fileHead(path)
    const startedAt = Date.parse(/"timestamp":\s*"([^"]+)"/.exec(head)?.[1] ?? '') || stats.mtimeMs
    found.push({ path, sizeBytes: stats.size, startedAt, projectSlug: /"cwd":\s*"([^"]+)"/.exec(head)?.[1] ?? '' })
  }
  return found.sort((a, b) => a.startedAt - b.startedAt || (a.path < b.path ? -1 : 1))
}
