import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, dataFolder } from '../../../src/worker/process/data-folder.ts'
import { startAnthropicStandin } from '../../support/anthropic-standin.ts'
import type { ModelServer } from '../../support/model-server.ts'
import { spoolTurn } from '../../support/turns.ts'
import { installPlugin, linkClient, observersIn, projectFiles, startObservingWorker } from '../observer.ts'
import { type Check, type Place, waitFor } from '../stage.ts'
import { findLivingWorker, getStatus, killWorker, searchObservations, settle } from '../worker.ts'

/** The first words of the observer's rules. */
const OBSERVER = JSON.stringify(
  readFileSync(new URL('../../../src/synthesis/prompts/observer.md', import.meta.url), 'utf8').slice(0, 60),
).slice(1, -1)
const IN_SEQUENCE = 50
const AT_ONCE = 5
/** Of a turn that ends its session: prompt, edit, test run, stop, end. */
const EVENTS_PER_SESSION = 5
/** Fast enough to see two children that overlap: the shortest one lives for half a second. */
const SAMPLE_MS = 20

const check: Check = {
  title: `the claude provider in a worker: ${IN_SEQUENCE} sessions in sequence and ${AT_ONCE} at once, one child, no trace, flat memory`,
  async run(stage) {
    const place = stage.openPlace('hygiene')
    const server = await startAnthropicStandin()
    const watch = watchObservers(place)
    try {
      const executable = linkClient(place)
      const env = { ...place.env, ANTHROPIC_BASE_URL: server.url }
      installPlugin(place, { executable, env })
      const settings = { CLAUDE_MEM_CLAUDE_PATH: executable, CLAUDE_MEM_DAILY_TOKEN_BUDGET: '100000000' }
      await startObservingWorker(place, { ...env, ...settings })
      await provePluginWorks(place, server, { executable, env })
      const observed = await observeSessions(place, server)
      await surviveTheKill(place, server)
      assert.equal(watch.most(), 1, 'children at once')
      assert.ok(watch.seen() >= IN_SEQUENCE, `a child per session; ${watch.seen()} were seen`)
      console.log(`      ${watch.seen()} children, ${watch.most()} at once, ${watch.samples()} samples; ${observed}`)
    } finally {
      watch.stop()
      await server.close()
    }
  },
}
export default check

function watchObservers(place: Place) {
  const children = new Set<number>()
  let most = 0
  let samples = 0
  const timer = setInterval(() => {
    const living = observersIn(place)
    samples += 1
    most = Math.max(most, living.length)
    for (const group of living) children.add(group)
  }, SAMPLE_MS)
  return { most: () => most, seen: () => children.size, samples: () => samples, stop: () => clearInterval(timer) }
}

/** The control: in this configuration folder an ordinary client runs our hooks and leaves a transcript. */
async function provePluginWorks(
  place: Place,
  server: ModelServer,
  { executable, env }: { executable: string; env: Record<string, string> },
): Promise<void> {
  server.otherwise(() => ({ text: '{"observations":[]}', written: true, streamed: true }))
  const client = spawn(executable, ['-p', 'Hello'], { cwd: place.project, env, stdio: 'ignore' })
  place.stage.watch(client)
  await new Promise((resolve) => client.once('close', resolve))
  assert.equal((await settle(place)).stored.sessions, 1, 'an ordinary client runs the hooks of our plugin')
  assert.ok(projectFiles(place).length > 0, 'an ordinary client writes a transcript')
  await allAsked(place, 1)
  rmSync(join(place.home, '.claude/projects'), { recursive: true })
}

async function observeSessions(place: Place, server: ModelServer): Promise<string> {
  const before = (await getStatus(place)).stored
  server.received.splice(0)
  server.otherwise(() => ({ text: improved(server.received.length), written: true, streamed: true }))
  const memory: number[] = []
  for (let n = 1; n <= IN_SEQUENCE; n += 1) {
    spool(place, `sequence-${n}`)
    await allAsked(place, before.sessions + n)
    memory.push(residentBytes(place))
  }
  for (let n = 1; n <= AT_ONCE; n += 1) spool(place, `at-once-${n}`)
  await allAsked(place, before.sessions + IN_SEQUENCE + AT_ONCE)

  const { stored } = await settle(place)
  const sessions = IN_SEQUENCE + AT_ONCE
  const calls = server.received.length
  const ours = server.received.filter(({ body }) => JSON.stringify(body.system).includes(OBSERVER))
  assert.equal(calls - ours.length, 0, 'calls of the client’s own')
  // A session whose end is taken after its last turn is asked about twice: for its memories, then for its summary.
  assert.ok(calls >= sessions && calls <= 2 * sessions, `${calls} calls`)
  assert.equal(stored.sessions - before.sessions, sessions, 'no session of the observer’s was recorded')
  assert.equal(stored.events - before.events, sessions * EVENTS_PER_SESSION, 'no hook of the observer’s left an event')
  assert.equal((await searchObservations(place, 'quokka')).length, sessions, 'every session has the model’s words')
  assert.deepEqual(projectFiles(place), [], 'files in the client’s folder of projects')
  const [first, last] = [mean(memory.slice(0, 10)), mean(memory.slice(-10))]
  const growth = last / first - 1
  const told = `${calls} calls, worker ${megabytes(first)} → ${megabytes(last)} (${(growth * 100).toFixed(1)} %)`
  assert.ok(Math.abs(growth) <= 0.15, told)
  return told
}

async function surviveTheKill(place: Place, server: ModelServer): Promise<void> {
  const before = server.received.length
  server.play({ broken: 'hang' })
  spool(place, 'killed')
  await waitFor('a call under way', () => (server.received.length > before ? true : undefined))
  assert.equal(observersIn(place).length, 1, 'the child is at work')
  await killWorker(place)
  await waitFor('the child to be gone', () => (observersIn(place).length === 0 ? true : undefined), 5000)
  assert.deepEqual(projectFiles(place), [])
}

function spool(place: Place, sessionId: string): void {
  const data: DataFolder = dataFolder(place.data)
  const transcripts = join(place.root, 'transcripts')
  spoolTurn(
    { root: place.root, data, project: place.project, transcripts, app: '' },
    { sessionId, n: 1 },
    { end: true },
  )
}

const improved = (n: number) =>
  JSON.stringify({
    observations: [
      { action: 'improve', ref: 'o1', title: `The quokka of session ${n} is allowed more`, evidence: ['e1'] },
    ],
  })

/** All sessions have been stored, ended, distilled and asked about. */
async function allAsked(place: Place, sessions: number): Promise<void> {
  const idle = async () => {
    const { synthesis, queue, stored } = await getStatus(place)
    const quiet = synthesis.waiting === 0 && queue.waitingSessions === 0 && queue.spool === 0
    return quiet && stored.sessions === sessions && stored.activeSessions === 0 ? true : undefined
  }
  await waitFor('nothing to wait for the model', idle, 30_000)
}

function residentBytes(place: Place): number {
  const status = readFileSync(`/proc/${findLivingWorker(place)?.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
