/**
 * settings.json and a workspace's agent-config.json, as typing errors and other programs leave them. Both are read by a real
 * worker that opens the workspace; now and then a new worker has to start with what stands there.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { loadConfig, SETTINGS } from '../../../src/config.ts'
import { DEFAULT_NOTE_SETTINGS, mergeNoteSettings, parseNoteSettings } from '../../../src/notes/note-settings.ts'
import { findWorker, send } from '../../../src/worker/client.ts'
import { makePlace, type Place, removePlace } from '../../support/place.ts'
import { startWorker, stopWorker } from '../../support/worker.ts'
import { bytesOf, type Door, demand, type Written } from '../door.ts'
import { changedBytes, changedJson, oddJson } from '../inputs.ts'
import { watchHealth } from '../worker-health.ts'

interface SettingsFiles {
  settings: Written
  workspace: Written
}

const keys = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { default: value }]) => [`CLAUDE_MEM_${name}`, String(value)]),
)
const good = { ...keys, memory: DEFAULT_NOTE_SETTINGS }
const goodWorkspace = {
  memory: DEFAULT_NOTE_SETTINGS,
  dreaming: { schedule: '0 3 * * *' },
  memoryContext: { enabled: true },
}

const file = (sample: object): fc.Arbitrary<Written> =>
  fc.oneof(
    { weight: 6, arbitrary: changedJson([sample]).map((value) => ({ text: JSON.stringify(value) })) },
    { weight: 1, arbitrary: oddJson.map((value) => ({ text: JSON.stringify(value) })) },
    { weight: 2, arbitrary: changedBytes([JSON.stringify(sample)]).map((bytes) => ({ bytes })) },
  )
const inputs: fc.Arbitrary<SettingsFiles> = fc.record({ settings: file(good), workspace: file(goodWorkspace) })

export async function openSettings(place: Place): Promise<Door<SettingsFiles>> {
  const lookAtWorker = watchHealth(place)
  const worker = findWorker(place.data)
  demand(worker !== undefined, 'no worker is running')
  let last: Buffer | undefined
  return {
    inputs,
    async knock({ settings, workspace }) {
      const folder = join(place.root, 'workspaces', randomUUID())
      mkdirSync(folder, { recursive: true })
      last = bytesOf(settings, place)
      writeFileSync(place.data.settings, last)
      writeFileSync(join(folder, 'agent-config.json'), bytesOf(workspace, place))
      const path = `/api/notes/status?cwd=${encodeURIComponent(folder)}`
      const reply = await send(worker, { method: 'GET', path, timeoutMs: 10_000 })
      rmSync(folder, { recursive: true })
      demand(reply.status === 200, `${reply.status} ${reply.text.slice(0, 300)}`)
      checkConfig(place)
      checkNotes(parsed(last), parsed(bytesOf(workspace, place)))
    },
    async lookAround() {
      await lookAtWorker()
      if (last) await startsWith(last)
    },
    close: () => {},
  }
}

/** Every value is one its setting understands, and no complaint quotes what was written: it may be a key. */
function checkConfig(place: Place): void {
  const config = loadConfig({ dataDir: place.data.root }, { HOME: place.root })
  for (const [name, { default: value, parse }] of Object.entries(SETTINGS)) {
    const now: unknown = Reflect.get(config, name)
    demand(typeof now === typeof value && Array.isArray(now) === Array.isArray(value), `${name} is a ${typeof now}`)
    demand(parse(String(now)) !== undefined, `${name} has a value it does not understand`)
  }
  for (const problem of config.problems) demand(problem.length < 300, `a complaint of ${problem.length} characters`)
}

/** A value that cannot be used is named, and the one before it stays. */
function checkNotes(settings: unknown, workspace: unknown): void {
  const ours = parseNoteSettings(memoryIn(settings))
  keepsValues(ours, DEFAULT_NOTE_SETTINGS, '')
  const merged = mergeNoteSettings(memoryIn(settings), workspace)
  demand(merged.settings.qmd.command === ours.settings.qmd.command, 'a workspace chose a program')
  const added = merged.settings.extraPaths.filter((path) => !ours.settings.extraPaths.includes(path))
  demand(!added.some((path) => /^[/~\\]/.test(path)), 'a workspace named a folder outside of it')
}

function keepsValues(read: ReturnType<typeof parseNoteSettings>, before: object, named: string): void {
  for (const problem of read.problems) {
    const path = /^memory\.([\w.]+) has to be .* stays\.$/s.exec(problem)?.[1]
    if (path !== undefined)
      demand(
        JSON.stringify(at(read.settings, path)) === JSON.stringify(at(before, path)),
        `${named}${path} did not stay`,
      )
  }
}

function at(value: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((one, key) => (Object(one) === one ? Reflect.get(Object(one), key) : undefined), value)
}

function memoryIn(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null && 'memory' in settings ? settings.memory : undefined
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** In a folder of its own; on any port, whatever the file says. */
async function startsWith(settings: Buffer): Promise<void> {
  const place = makePlace()
  try {
    writeFileSync(place.data.settings, settings)
    await startWorker(place, { CLAUDE_MEM_EMBEDDINGS: 'off', CLAUDE_MEM_PROVIDER: 'local' })
  } finally {
    await stopWorker(place)
    removePlace(place)
  }
}
