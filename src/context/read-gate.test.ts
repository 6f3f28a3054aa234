import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../memory/token-estimate.ts'
import type { FileMemory } from '../store/file-history.ts'
import { canAfford, chooseEntries, detailTokens, isCheaper, isWorthGating, renderReadGate } from './read-gate.ts'

const NOW = Date.UTC(2026, 3, 7, 22, 25)
const HOUR_MS = 3_600_000

function memory(id: number, more: Partial<FileMemory> = {}): FileMemory {
  return {
    id,
    type: 'bugfix',
    title: 'Fixed database connection pooling',
    subtitle: '',
    concepts: [],
    origin: 'session',
    project: 'p',
    projectName: 'shop',
    sessionId: `session-${id}`,
    createdAt: NOW - id * HOUR_MS,
    modified: true,
    files: 1,
    textBytes: 350,
    ...more,
  }
}
const choose = (memories: FileMemory[]) => chooseEntries(memories, { sessionId: 'me' })
const ids = (memories: FileMemory[]) => choose(memories).map((entry) => entry.id)
const render = (memories: FileMemory[], more: Partial<Parameters<typeof renderReadGate>[0]> = {}) =>
  renderReadGate({
    decision: 'denied',
    state: 'same',
    path: 'src/worker-service.ts',
    fileTokens: 18_000,
    outline: { tokens: 1240, isMost: false },
    entries: choose(memories),
    labels: new Map(),
    now: NOW,
    timeZone: 'America/Los_Angeles',
    ...more,
  })

describe('which files are gated', () => {
  it.each([
    ['a file of 1,499 bytes passes', 'a.ts', 1499, false],
    ['a file of 1,500 bytes does not', 'a.ts', 1500, true],
    ['an image passes', 'a.PNG', 90_000, false],
    ['a PDF passes', 'a.pdf', 90_000, false],
    ['a notebook passes', 'a.ipynb', 90_000, false],
  ])('%s', (_, path, sizeBytes, gated) => expect(isWorthGating({ path, sizeBytes })).toBe(gated))
})

describe('the entries', () => {
  it('leave out what the asking session did itself', () =>
    expect(ids([memory(1, { sessionId: 'me' }), memory(2)])).toEqual([2]))

  it('have one of each session: the highest score, not the newest', () =>
    expect(
      ids([
        memory(1, { sessionId: 's', modified: false }),
        memory(2, { sessionId: 's' }),
        memory(3, { sessionId: 's' }),
      ]),
    ).toEqual([2]))

  it('keep every note of a person, which belongs to no session', () =>
    expect(ids([memory(1, { sessionId: null }), memory(2, { sessionId: null })])).toEqual([1, 2]))

  it('score +2 for a change, +2 for up to 3 files, +1 for up to 8', () => {
    const cases: [modified: boolean, files: number, score: number][] = [
      [true, 3, 4],
      [true, 4, 3],
      [true, 9, 2],
      [false, 3, 2],
      [false, 8, 1],
      [false, 9, 0],
    ]
    for (const [modified, files, score] of cases) expect(choose([memory(1, { modified, files })])[0]?.score).toBe(score)
  })

  it('are the fifteen best, so that a survey of twenty files gives way to an older fix', () => {
    const surveys = Array.from({ length: 15 }, (_, at) => memory(at + 1, { modified: false, files: 20 }))
    const chosen = ids([...surveys, memory(99)])
    expect(chosen).toHaveLength(15)
    expect(chosen[0]).toBe(99)
    expect(chosen).not.toContain(15)
  })
})

describe('the message', () => {
  it('says what speaks against a memory by now', () => {
    const { text } = render([memory(1)], { labels: new Map([[1, 'on branch raise, not merged']]) })
    expect(text).toContain('Fixed database connection pooling (on branch raise, not merged)')
  })
  it('of a refusal says the time, that the next read passes, and what the other ways cost for this file', () => {
    const { text } = render([memory(1), memory(30, { title: 'Added health check endpoint' })])
    expect(text.split('\n')).toEqual([
      'Current: 2026-04-07 3:25pm PDT',
      expect.stringMatching(
        /^Not read: src\/worker-service\.ts \(~18,000 tokens\).*Read it again and you get it; needed before Edit\./,
      ),
      '- get_observations([1, 30]): the notes in full, ~240 tokens',
      expect.stringMatching(/^- smart_outline\(path\): its structure, ~1,240 tokens; smart_unfold.*line numbers$/),
      '### Apr 7, 2026',
      '1 2:25pm Fixed database connection pooling',
      '### Apr 6, 2026',
      '30 9:25am Added health check endpoint',
    ])
    expect(text).not.toMatch(/\bsed\b|Bash/)
  })

  it('says the most an outline can cost where it is not known', () =>
    expect(render([memory(1)], { outline: { tokens: 2000, isMost: true } }).text).toContain('at most 2,000 tokens'))

  it('is shown by day, newest first, whatever the scores are', () => {
    const { shown } = render([memory(1, { modified: false, files: 9 }), memory(2), memory(3, { files: 5 })])
    expect(shown.map(({ entry }) => entry.id)).toEqual([1, 2, 3])
  })

  it('costs about 130 tokens with fifteen ids and about 250 more for fifteen entries with long titles', () => {
    const long =
      'The worker lost its lock when two sessions ended within the same second, and the second one never wrote its summary'
    const many = Array.from({ length: 15 }, (_, at) =>
      memory(42_000 + at, { title: long, createdAt: NOW - at * HOUR_MS }),
    )
    const { text, tokens } = render(many)
    const head = estimateTokens(text.slice(0, text.indexOf('###')))
    expect(head).toBeGreaterThan(90)
    expect(head).toBeLessThanOrEqual(160)
    expect(tokens - head).toBeGreaterThan(200)
    expect(tokens - head).toBeLessThanOrEqual(280)
  })

  it('shows a single title whole', () => {
    const title = `${'word '.repeat(24)}end`
    expect(render([memory(1, { title })]).text).toContain(title)
  })

  it.each([
    ['changed', 'changed since'],
    ['unknown', 'may have changed since'],
    ['same', 'unchanged since'],
  ] as const)('beside a file that is %s says so and refuses nothing', (state, words) => {
    const { text } = render([memory(1)], { decision: 'informed', state })
    expect(text).toContain(words)
    expect(text).not.toContain('Not read')
    expect(text.split('\n')[0]).toBe('Current: 2026-04-07 3:25pm PDT')
  })

  it('marks what came from outside', () =>
    expect(render([memory(1, { origin: 'untrusted' })]).text).toContain('1 2:25pm [outside text] Fixed'))
})

describe('what a refusal weighs', () => {
  const costs = { fileTokens: 4000, toldTokens: 130, detailTokens: 370, outlineTokens: 1500 }

  it('is all that can be had instead of the file, against half of the file', () => {
    expect(isCheaper(costs)).toBe(true)
    for (const more of [{ toldTokens: 131 }, { detailTokens: 371 }, { outlineTokens: 1501 }, { fileTokens: 3999 }])
      expect(isCheaper({ ...costs, ...more })).toBe(false)
  })

  it('counts a memory with all it says, and at most as much as is shown of it', () => {
    expect(detailTokens([memory(1)])).toBe(120)
    expect(detailTokens([memory(1), memory(2, { textBytes: 9000 })])).toBe(120 + 300)
  })

  it('may not be more than the project has saved', () => {
    expect(canAfford({ balanceTokens: 130, toldTokens: 130 })).toBe(true)
    expect(canAfford({ balanceTokens: 129, toldTokens: 130 })).toBe(false)
  })
})
