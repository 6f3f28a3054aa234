/** Many write the same notes, and some are killed in the middle: no line is lost, and nothing is half. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFacts } from './support/dream-facts.ts'
import { openWorkspace, putText } from './support/notes.ts'
import { problemsOf } from './support/notes-check.ts'
import { ALL_MAY_BE_PROMOTED, runNotesStorm } from './support/notes-storm.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { waitFor } from './support/wait.ts'
import { startWorker, stopWorker } from './support/worker.ts'

const STORM_MS = 5000

describe('two workers, an editor, dreams and searches in one workspace', () => {
  it('lose no line, glue none, promote nothing twice, and leave valid JSON', { timeout: 90_000 }, async () => {
    const storm = await runNotesStorm({ forMs: STORM_MS, random: seeded(20_261_117) })
    expect(storm.problems).toEqual([])
    expect(storm.refused).toEqual([])
    // It was a storm.
    expect(Math.min(storm.added, storm.edited, storm.facts, storm.promoted)).toBeGreaterThan(5)
    expect(storm.dreams.done).toBeGreaterThan(0)
  })
})

describe('a worker that is killed while it dreams', () => {
  const random = seeded(7)
  const root = mkdtempSync(join(tmpdir(), 'claude-mem-killed-'))
  const runs = join(root, 'memory/.dreams/runs')
  let place: Place
  beforeAll(() => {
    place = makePlace()
    putText(join(root, 'agent-config.json'), JSON.stringify({ memory: { dreaming: ALL_MAY_BE_PROMOTED } }))
    putText(join(root, 'memory/MEMORY.md'), `# Memory\n\n${BY_HAND.map((line) => `- ${line}\n`).join('')}`)
  })
  afterAll(async () => {
    await stopWorker(place)
    removePlace(place)
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })

  it('leaves every file whole at whatever moment, and the next dream ends what it began', {
    timeout: 240_000,
  }, async () => {
    const shop = openWorkspace(place, root)
    const facts = makeFacts(root, random)
    const check = () => problemsOf(root, { lasting: BY_HAND, logged: [], facts: facts.made() })
    await startWorker(place, WORDS_ALONE)
    let dreamMs = 200
    for (let kill = 0; kill < KILLS; kill++) {
      await facts.add(FACTS_EACH)
      await shop.sync()
      const known = new Set(existsSync(runs) ? readdirSync(runs) : [])
      const dreaming = shop.dream().catch(() => undefined)
      // Planning takes most of the time: every other kill waits for the first byte that is written.
      if (kill % 2 === 0) await pause(dreamMs * random())
      else {
        await waitFor('it writes', () => existsSync(runs) && readdirSync(runs).some((name) => !known.has(name)))
        await pause(MAX_WRITING_MS * random())
      }
      await stopWorker(place)
      await dreaming
      expect(check(), `after kill ${kill}`).toEqual([])

      await startWorker(place, WORDS_ALONE)
      await shop.sync()
      const startedAt = performance.now()
      await shop.dream()
      dreamMs = performance.now() - startedAt
      expect(check(), `after the dream that followed kill ${kill}`).toEqual([])
      expect((await shop.dreamStatus()).runs.map(({ status }) => status)).not.toContain('planned')
      expect(promoted()).toBe(facts.made().length)
    }
  })

  function promoted(): number {
    return readFileSync(join(root, 'memory/MEMORY.md'), 'utf8').match(/claude-mem:dream/g)?.length ?? 0
  }
})

const WORDS_ALONE = { CLAUDE_MEM_EMBEDDINGS: 'off' }
const KILLS = 12
const FACTS_EACH = 5
/** From the record of a run to its end. */
const MAX_WRITING_MS = 20
const BY_HAND = ['Written by hand, one.', 'Written by hand, two.']

/** The same numbers in every run; Numerical Recipes' generator. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
