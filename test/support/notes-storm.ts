/**
 * Everybody writes into one workspace at once: two workers that add notes and dream, an editor that saves MEMORY.md by
 * read, change and rename, and searches that are recorded. As a program, for runs longer than a test:
 *   node --import ./scripts/text-imports.mjs test/support/notes-storm.ts 30
 */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type FactMaker, makeFacts } from './dream-facts.ts'
import { openWorkspace } from './notes.ts'
import { problemsOf } from './notes-check.ts'
import { makePlace, type Place, removePlace } from './place.ts'
import { waitFor } from './wait.ts'
import { startWorker, stopWorker } from './worker.ts'

export interface Storm {
  added: number
  edited: number
  facts: number
  promoted: number
  dreams: Record<string, number>
  /** Refused with a reason, so not written: the caller knows. */
  refused: string[]
  /** Problems at the end; there should be none. */
  problems: string[]
}

export async function runNotesStorm(by: { forMs: number; random: () => number }): Promise<Storm> {
  const root = mkdtempSync(join(tmpdir(), 'claude-mem-storm-'))
  const places = [makePlace(), makePlace()]
  try {
    writeFileSync(join(root, 'agent-config.json'), JSON.stringify({ memory: { dreaming: ALL_MAY_BE_PROMOTED } }))
    for (const place of places) await startWorker(place, { CLAUDE_MEM_EMBEDDINGS: 'off' })
    return await rage(root, { ...by, places })
  } finally {
    for (const place of places) {
      await stopWorker(place)
      removePlace(place)
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The daily limit would stop promotions after the first. */
export const ALL_MAY_BE_PROMOTED = { enabled: false, maxPromotions: 1000, memoryTokens: 1_000_000 }

interface Told {
  /** What MEMORY.md and the logs must contain at the end, once each. */
  lasting: string[]
  logged: string[]
  dreams: Record<string, number>
  refused: string[]
}

async function rage(root: string, by: { forMs: number; random: () => number; places: Place[] }): Promise<Storm> {
  const told: Told = { lasting: [], logged: [], dreams: {}, refused: [] }
  const facts = makeFacts(root, by.random)
  const until = Date.now() + by.forMs
  const goesOn = () => Date.now() < until
  const before = { edited: 0 }
  await Promise.all([
    ...by.places.map((place, at) => addNotes(openWorkspace(place, root), { name: `w${at}`, told, goesOn })),
    ...by.places.map((place) => dreamOften(openWorkspace(place, root), { told, goesOn, random: by.random })),
    edit(join(root, 'memory/MEMORY.md'), { told, goesOn, random: by.random, before }),
    recallFacts(facts, goesOn),
  ])
  // With constant edits of MEMORY.md, every dream may have given up; now it is quiet.
  for (const place of by.places) await dreamOnce(openWorkspace(place, root), told)
  // The last entries may still be rewritten, because an editor saved over them.
  const check = () => problemsOf(root, { ...told, facts: facts.made() })
  await waitFor('nothing is missing', () => check().length === 0, SETTLED_MS).catch(() => undefined)
  const promoted = readFileSync(join(root, 'memory/MEMORY.md'), 'utf8').match(/claude-mem:dream/g)?.length ?? 0
  return {
    ...{ added: told.lasting.length + told.logged.length - before.edited, edited: before.edited },
    ...{ facts: facts.made().length, promoted, dreams: told.dreams, refused: told.refused, problems: check() },
  }
}

/** An entry is checked for about a second; under load for longer. */
const SETTLED_MS = 10_000

async function addNotes(
  shop: ReturnType<typeof openWorkspace>,
  by: { name: string; told: Told; goesOn: () => boolean },
): Promise<void> {
  for (let at = 0; by.goesOn(); at++) {
    const evergreen = at % 4 === 0
    const text = `${by.name} says thing ${at} of its own.`
    const isAdded = await shop.add(text, evergreen).catch((error: Error) => by.told.refused.push(error.message))
    if (typeof isAdded === 'object') (evergreen ? by.told.lasting : by.told.logged).push(text)
  }
}

async function dreamOften(
  shop: ReturnType<typeof openWorkspace>,
  by: { told: Told; goesOn: () => boolean; random: () => number },
): Promise<void> {
  while (by.goesOn()) {
    await dreamOnce(shop, by.told)
    await pause(200 * by.random())
  }
}

async function dreamOnce(shop: ReturnType<typeof openWorkspace>, { dreams }: Pick<Told, 'dreams'>): Promise<void> {
  const outcome = await shop.dream().then(
    (reply) => reply.outcome,
    (error: Error) => error.message,
  )
  dreams[outcome] = (dreams[outcome] ?? 0) + 1
}

/** Like an editor's save: what it read, plus one line, in a new file. */
async function edit(
  file: string,
  by: { told: Told; goesOn: () => boolean; random: () => number; before: { edited: number } },
): Promise<void> {
  await waitFor('MEMORY.md is there', () => readText(file))
  for (let at = 0; by.goesOn(); at++) {
    const text = readText(file) ?? ''
    const line = `The editor writes thing ${at} by hand.`
    await pause(5 * by.random())
    writeFileSync(`${file}.part`, text.replace(/^# Memory\n/, `# Memory\n\n- ${line}`))
    renameSync(`${file}.part`, file)
    by.told.lasting.push(line)
    by.before.edited += 1
    await pause(500 * by.random())
  }
}

async function recallFacts(facts: FactMaker, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    await facts.add(1)
    await pause(50)
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined // not made yet
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(await runNotesStorm({ forMs: Number(process.argv[2] ?? 30) * 1000, random: Math.random }))
