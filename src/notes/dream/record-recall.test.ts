import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FACT, NOW, QUESTIONS, workspace } from './dream.fixture.ts'
import { recordRecall } from './record-recall.ts'

let place: ReturnType<typeof workspace>
beforeEach(() => {
  place = workspace()
})
afterEach(() => place.remove())

const STORE = 'memory/.dreams/short-term-recall.json'
const EVENTS = 'memory/.dreams/events.jsonl'
const hit = { key: 'k', kind: 'note' as const, path: 'memory/a.md', text: FACT, score: 0.9, createdAt: 0 }

describe('recording a recall', () => {
  it('keeps nothing and creates nothing where there are no notes', async () => {
    rmSync(join(place.root, 'memory'), { recursive: true })
    const recorded = await recordRecall(place.root, { query: 'x', hits: [hit], now: NOW, disk: place.disk })
    expect(recorded.kind).toBe('nowhere')
    expect(existsSync(join(place.root, 'memory'))).toBe(false)
  })

  it('loses no recall of searches at the same time', async () => {
    const all = QUESTIONS.map((query) => recordRecall(place.root, { query, hits: [hit], now: NOW, disk: place.disk }))
    await Promise.all(all)
    expect(JSON.parse(place.read(STORE)).entries.k.recallCount).toBe(4)
    expect(place.read(EVENTS).trim().split('\n')).toHaveLength(4)
  })

  it('writes a question down without its secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    await recordRecall(place.root, { query: `does ${secret} still work`, hits: [hit], now: NOW, disk: place.disk })
    expect(JSON.stringify(place.all())).not.toContain(secret)
  })

  it('begins a new file of events when the old one is large', async () => {
    place.write(EVENTS, 'x'.repeat(2 * 1024 * 1024))
    await recordRecall(place.root, { query: 'staging', hits: [hit], now: NOW, disk: place.disk })
    expect(place.read(EVENTS).trim().split('\n')).toHaveLength(1)
    expect(place.read(`${EVENTS}.1`)).toHaveLength(2 * 1024 * 1024)
  })

  it('keeps its data out of a repository unless somebody wants it there', async () => {
    const ignored = 'memory/.dreams/.gitignore'
    const record = () => recordRecall(place.root, { query: 'staging', hits: [hit], now: NOW, disk: place.disk })
    await record()
    expect(place.read(ignored)).toBe('*\n')
    rmSync(join(place.root, ignored))
    await record()
    expect(existsSync(join(place.root, ignored))).toBe(false)
  })

  it('leaves a store alone that cannot be read, and says so', async () => {
    place.write(STORE, '{ half')
    await expect(
      recordRecall(place.root, { query: 'x', hits: [hit], now: NOW, disk: place.disk }),
    ).rejects.toMatchObject({
      code: 'corrupt',
    })
    expect(place.read(STORE)).toBe('{ half')
  })
})
