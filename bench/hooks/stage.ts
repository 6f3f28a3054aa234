/** Folders, payloads and workers for the measurements, all in one temporary place. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, dataFolder, makeFolders } from '../../src/worker/process/data-folder.ts'
import { bashUse, common, prompt, sessionStart } from '../../test/support/hook.ts'
import { type Place, PROJECT_ROOT, writeLaunch } from '../../test/support/place.ts'

export function seedFolder(base: Place, name: string, observations: number): Place {
  const data = dataFolder(join(base.root, name))
  makeFolders(data)
  const place = { ...base, data }
  writeLaunch(place)
  // The worker takes any free port, because a measured hook's environment has only what it needs. Nothing is embedded
  // meanwhile: a user's memories are embedded before they are asked for. bench:search measures with vectors.
  const settings = { CLAUDE_MEM_WORKER_PORT: '0', CLAUDE_MEM_EMBEDDINGS: 'off' }
  writeFileSync(join(data.root, 'settings.json'), JSON.stringify(settings))
  if (observations > 0) {
    const seed = join(import.meta.dirname, 'seed.ts')
    execFileSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--import',
        join(PROJECT_ROOT, 'scripts/text-imports.mjs'),
        seed,
        data.root,
        base.project,
        String(observations),
      ],
      { cwd: PROJECT_ROOT, stdio: ['ignore', 'inherit', 'inherit'] },
    )
  }
  return place
}

/** What the host would send, one file each. */
export function writePayloads(place: Place): Record<string, string> {
  const folder = join(place.root, 'payloads')
  mkdirSync(folder, { recursive: true })
  const sessionId = 'bench-session'
  const tool = (bytes: number) =>
    bashUse(place, { sessionId, id: `toolu_bench_${bytes}`, stdout: 'line of output\n'.repeat(Math.ceil(bytes / 15)) })
  const payloads: Record<string, object> = {
    small: tool(200),
    '20kb': tool(20 * 1024),
    '1mb': tool(1024 * 1024),
    Stop: {
      ...common(place, 'Stop', { sessionId }),
      last_assistant_message: 'Everything was built and all tests pass.',
    },
    SessionEnd: { ...common(place, 'SessionEnd', { sessionId }), reason: 'other' },
    SessionStart: sessionStart(place, sessionId),
    UserPromptSubmit: prompt(place, { sessionId, text: 'Thanks, go on.', promptId: 'bench-prompt' }),
    question: prompt(place, {
      sessionId,
      text: 'Why is the discount taken off twice?',
      promptId: 'bench-question',
    }),
  }
  const files: Record<string, string> = {}
  for (const [name, payload] of Object.entries(payloads)) {
    files[name] = join(folder, `${name}.json`)
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(payload))
  }
  return files
}

/** Spool files as hooks leave them. Returns the path of the one taken last. */
export function fillSpool(place: Place, count: number): string {
  const { spool } = place.data
  const from = Date.now() / 1000 - count / 100
  let last = ''
  for (let i = 0; i < count; i++) {
    const use = bashUse(place, {
      sessionId: `flood-${i % 20}`,
      id: `toolu_flood_${i}`,
      stdout: 'a line of the output\n'.repeat(60),
    })
    last = join(spool, `${1000 + i}.${randomUUID()}`)
    writeFileSync(last, `1\tPostToolUse\t${1000 + i}\tcli\t${place.project}\n${JSON.stringify(use)}`, { mode: 0o600 })
    utimesSync(last, from + i / 100, from + i / 100)
  }
  return last
}

export function residentMb(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) / 1024
}

/** The worker's memory once it has stopped changing: within 1 MB for three seconds. */
export async function settledMb(pid: number): Promise<number> {
  const seen: number[] = []
  for (let i = 0; i < 120; i++) {
    seen.push(residentMb(pid))
    const recent = seen.slice(-7)
    if (recent.length === 7 && Math.max(...recent) - Math.min(...recent) <= 1) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return seen.at(-1) ?? 0
}

export type { DataFolder, Place }
