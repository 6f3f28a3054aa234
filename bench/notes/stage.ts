/** A real worker for notes: a data folder and workspaces in one temporary place, asked over HTTP. */
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NoteSearchReply, NoteStatus } from '../../src/worker/protocol/notes.ts'
import type { IndexStatus } from '../../src/worker/protocol/overview.ts'
import { makePlace, type Place, PROJECT_ROOT, removePlace } from '../../test/support/place.ts'
import { waitFor } from '../../test/support/wait.ts'
import { call, startWorker, stopWorker } from '../../test/support/worker.ts'

export interface NoteStage {
  place: Place
  pid: number
  /** The folder of the workspace with this name; it may not exist yet. */
  workspace(name: string): string
  search(workspace: string, query: string, maxResults: number): Promise<NoteSearchReply>
  end(): Promise<void>
}

/**
 * Vectors come from the embedding server of bench/retrieval, which caches what the product's model made in `cache`;
 * without it, words only.
 */
export async function startNoteStage(by: { cache?: string } = {}): Promise<NoteStage> {
  const place = makePlace()
  // Beside the program, as in an installation.
  symlinkSync(join(PROJECT_ROOT, 'lexicon'), join(place.root, 'lexicon'))
  const server = by.cache === undefined ? undefined : await startEmbeddings(by.cache)
  const vectors = server && {
    CLAUDE_MEM_EMBEDDINGS_URL: `http://127.0.0.1:${server.port}/v1`,
    CLAUDE_MEM_EMBEDDINGS_MODEL: 'bench',
  }
  const { pid } = await startWorker(place, { CLAUDE_MEM_EMBEDDINGS: server ? 'openai' : 'off', ...vectors })
  return {
    place,
    pid,
    workspace: (name) => join(place.root, 'work', name),
    search: (cwd, query, maxResults) => {
      const asked = new URLSearchParams({ query, cwd, scope: 'notes', maxResults: String(maxResults) })
      return call(place, 'GET', `/api/notes/search?${asked}`)
    },
    async end() {
      await stopWorker(place)
      server?.end()
      removePlace(place)
    },
  }
}

export function writeNote(workspace: string, path: string, text: string): void {
  const file = join(workspace, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Waits until everything read has its vectors. */
export async function indexed({ place }: NoteStage): Promise<IndexStatus> {
  return waitFor(
    'the index of meaning has everything',
    async () => {
      const status = await call<IndexStatus>(place, 'GET', '/api/index')
      return status.state === 'ready' && status.waiting === 0 ? status : undefined
    },
    20 * 60_000,
  )
}

/** Waits until the worker uses this agent-config.json: `citations` is what its status shows. */
export async function configure(
  { place }: NoteStage,
  by: { workspace: string; citations: 'auto' | 'on'; builtin: object },
): Promise<void> {
  const { workspace, citations, builtin } = by
  writeNote(workspace, 'agent-config.json', JSON.stringify({ memory: { citations, builtin } }))
  await waitFor('the settings are followed', async () => {
    const asked = new URLSearchParams({ cwd: workspace })
    return (await call<NoteStatus>(place, 'GET', `/api/notes/status?${asked}`)).citations === citations
  })
}

async function startEmbeddings(cache: string): Promise<{ port: number; end(): void }> {
  const script = join(import.meta.dirname, '../retrieval/embed-server.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, cache], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the embedding server ended with ${code}`)))
    child.stdout.once('data', (line) => resolve({ port: Number(String(line).trim()), end: () => child.stdin.end() }))
  })
}
