/**
 * How long the gate takes, whatever the size of the memory: the same question about the same file, with forty memories
 * of it, in memories of very different sizes. Asked over HTTP, and by the hook as the host runs it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { putObservation } from '../../src/store/observations.ts'
import { closeStore, openStore, storePaths } from '../../src/store/recovery.ts'
import { putSeenFiles } from '../../src/store/seen-files.ts'
import { endSession, putProject, putSession } from '../../src/store/sessions.ts'
import { draft } from '../../src/store/store.fixture.ts'
import { readPort } from '../../src/worker/process/data-folder.ts'
import { blobHash } from '../../src/workspace/file-state.ts'
import { resolveProject } from '../../src/workspace/project.ts'
import { common } from '../../test/support/hook.ts'
import { HOOK_SCRIPT } from '../../test/support/place.ts'
import { settle, startWorker } from '../../test/support/worker.ts'
import { quantile } from '../figures.ts'
import { type Command, type Figure, measure } from '../hooks/measure.ts'
import { type Place, seedFolder } from '../hooks/stage.ts'
import { sizeName } from '../sizes.ts'

const PATH = 'src/gate/target.ts'
const UNKNOWN = 'src/gate/unknown.ts'
const MEMORIES = 40
const ASKS = 300
const HOOK_RUNS = 41

export interface SizedFolder {
  place: Place
  observations: number
}

/** A file that memory knows, and one that it does not. */
export function writeFiles(base: Place): void {
  mkdirSync(join(base.project, 'src/gate'), { recursive: true })
  for (const path of [PATH, UNKNOWN]) {
    const body = '  sum += order.lines.length * price(order, "of the file")\n'.repeat(8)
    const parts = Array.from({ length: 40 }, (_, n) => `export function part${n}(order) {\n${body}}\n`)
    writeFileSync(join(base.project, path), parts.join(''))
  }
}

/** A folder with this many memories, forty of them about our file, spread over the whole time. */
export async function openSized(base: Place, observations: number): Promise<SizedFolder> {
  const place = seedFolder(base, `rows-${observations}`, observations)
  const { db } = await openStore(storePaths(place.data.root), { now: Date.now(), keepBackups: 1 })
  const project = resolveProject(base.project)
  const content = readFileSync(join(base.project, PATH))
  const blob = blobHash(content)
  db.transaction(() => {
    putProject(db, project, Date.now())
    for (let n = 0; n < MEMORIES; n++) {
      const at = Date.now() - Math.round((observations * 90_000 * (n + 1)) / MEMORIES)
      const seen = { sessionId: `target-${n}`, project: project.id, cwd: project.root, entrypoint: 'cli' }
      const session = putSession(db, { ...seen, transcriptPath: undefined, at })
      const made = draft(`target:${n}`, { at, filesModified: [PATH], filesRead: [], eventKeys: [] })
      const stored = putObservation(db, { draft: made, session, project: project.id, source: 'local' })
      // With its own time, so that the first check has to hash the file.
      if (stored) putSeenFiles(db, stored.id, [{ path: PATH, blob, size: content.length, mtimeMs: 1 }])
      endSession(db, { session, at, status: 'completed' })
    }
  })
  closeStore(db, storePaths(place.data.root))
  // The gate does not use meaning, and embedding a million memories would keep this machine busy. It is set to refuse,
  // because that answer takes longest.
  const env = { CLAUDE_MEM_EMBEDDINGS: 'off', CLAUDE_MEM_READ_GATE: 'deny' }
  await startWorker(place, { CLAUDE_MEM_WORKER_PORT: undefined, ...env })
  await settle(place, 600_000)
  return { place, observations }
}

export interface Asked {
  observations: number
  medianMs: number
  p95Ms: number
  memories: number
}

/** In turn, so that a slow moment of the machine affects all sizes alike. */
export async function askByFile(folders: SizedFolder[]): Promise<Asked[]> {
  const times = folders.map(() => [] as number[])
  let memories = 0
  for (let n = -20; n < ASKS; n++) {
    for (const [at, { place }] of folders.entries()) {
      const port = readPort(place.data)?.port ?? 0
      const query = new URLSearchParams({ path: PATH, cwd: place.project, limit: String(MEMORIES) })
      const startedAt = performance.now()
      const reply = await get(port, `/api/observations/by-file?${query}`)
      if (n >= 0) times[at]?.push(performance.now() - startedAt)
      memories = (JSON.parse(reply) as { count: number }).count // our own worker's JSON
      if (memories !== MEMORIES) throw new Error(`by-file found ${memories} of ${MEMORIES}: ${reply.slice(0, 200)}`)
    }
  }
  return folders.map(({ observations }, at) => {
    const own = times[at] ?? []
    return { observations, medianMs: quantile(own, 0.5), p95Ms: quantile(own, 0.95), memories }
  })
}

/** Every run is a new session, because a session is told about a file once. */
export async function runGateHooks(base: Place, folders: SizedFolder[]): Promise<Record<string, Figure>> {
  const commands: Command[] = []
  for (let n = 0; n < HOOK_RUNS; n++) {
    const yardstick = { data: base.data.root, how: 'warm', input: '/dev/null' } as const
    commands.push({ ...yardstick, name: 'node -e 0', command: `${process.execPath} -e 0` })
    for (const { place, observations } of folders) {
      const hook = { data: place.data.root, how: 'warm', command: `sh ${HOOK_SCRIPT} PreToolUse 0.2` } as const
      const size = sizeName(observations)
      const known = writeRead(base, { sessionId: `bench-${n}`, file: PATH })
      commands.push({ ...hook, name: `known file, ${size}`, input: known, says: '"permissionDecision":"deny"' })
      commands.push({ ...hook, name: `told already, ${size}`, input: known })
      const other = writeRead(base, { sessionId: `bench-${n}`, file: UNKNOWN })
      commands.push({ ...hook, name: `unknown file, ${size}`, input: other })
    }
  }
  return measure(base, { label: 'gate', rounds: 1, commands })
}

function writeRead(base: Place, by: { sessionId: string; file: string }): string {
  const folder = join(base.root, 'payloads')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${by.sessionId}-${by.file.replaceAll('/', '-')}.json`)
  const payload = {
    ...common(base, 'PreToolUse', { sessionId: by.sessionId }),
    permission_mode: 'bypassPermissions',
    tool_name: 'Read',
    tool_use_id: `toolu_${by.sessionId}`,
    tool_input: { file_path: join(base.project, by.file) },
  }
  writeFileSync(path, JSON.stringify(payload))
  return path
}

function get(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const ask = request({ host: '127.0.0.1', port, path }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    })
    ask.on('error', reject)
    ask.end()
  })
}
