import { describe, expect, it } from 'vitest'
import type { DreamReply, DreamStatus } from '../worker/protocol/dream.ts'
import { renderDream, renderDreamStatus } from './dream-text.ts'

const words = { undo: 'dream undo', review: 'dream review' }
const reply: DreamReply = {
  ...{ action: 'run', outcome: 'done', run: 'r1', tokens: { before: 10, after: 30 } },
  promotions: [
    { fact: 'CI needs Node 22', from: 'memory/2026-04-11.md#L3-L3', score: 0.7234, line: '- CI needs Node 22' },
  ],
  removals: [
    { kind: 'retire', line: '- Old <!-- key=1 -->', reason: 'its source was deleted', state: 'applied' },
    { kind: 'merge', line: '- Mine', reason: 'another line says the same', state: 'proposed' },
  ],
  skipped: [{ reason: 'was promoted before', count: 2 }],
}
const nothing = { ...reply, promotions: [], removals: [], skipped: [], run: null }
const status: DreamStatus = {
  ...{
    project: 'shop',
    enabled: true,
    time: '03:00',
    keepsNotes: true,
    recalled: 1,
    lastDreamAt: null,
    memoryTokens: 10,
  },
  ...{ runs: [], proposals: [] },
}

describe('a dream', () => {
  it('tells what it added and took out, what waits, and how to take it back', () => {
    expect(renderDream(reply, words)).toEqual([
      'Run r1. To undo it: dream undo',
      '+ CI needs Node 22 (memory/2026-04-11.md#L3-L3, score 0.72)',
      '- retire: Old (its source was deleted)',
      '? merge: Mine (another line says the same; waits for your answer)',
      'MEMORY.md: ~10 tokens before, ~30 after.',
      'Left out: was promoted before (2).',
    ])
  })

  it('says so when it only wrote its diary', () => {
    expect(renderDream({ ...nothing, run: 'r1', outcome: 'done' }, words)).toEqual([
      'Run r1: nothing was ready to be promoted; DREAMS.md says more.',
    ])
  })

  it('says of a dry run that nothing is written, whether or not there is something to do', () => {
    const planned = { ...reply, action: 'dry-run', outcome: 'planned' } as const
    expect(renderDream(planned, words)[0]).toBe('Nothing is written. A dream would now:')
    expect(renderDream({ ...planned, ...nothing, action: 'dry-run', outcome: 'planned' }, words)).toEqual([
      'Nothing is written, and a dream would change nothing.',
    ])
  })

  it('names the lines that an undo leaves', () => {
    const undone = { ...nothing, action: 'undo', outcome: 'undone', run: 'r1' } as const
    expect(renderDream({ ...undone, exact: true, kept: [] }, words)).toEqual([
      'Run r1 is undone: every file is as it was.',
    ])
    expect(renderDream({ ...undone, exact: false, kept: ['- Mine'] }, words)[1]).toBe(
      'stays, because it was edited: Mine',
    )
  })

  it.each([
    ['nothing', /nothing to do/],
    ['changed', /Nothing was done; try again/],
    ['declined', /not proposed again/],
    ['stale', /not in MEMORY\.md any more/],
  ] as const)('has one line for the outcome %s', (outcome, said) => {
    const lines = renderDream({ ...nothing, outcome }, words)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(said)
  })
})

describe('the status of dreaming', () => {
  it('says when it dreams and what waits for a yes', () => {
    const proposal = {
      id: 'p1',
      kind: 'merge',
      line: '- A',
      keeps: '- B',
      reason: 'same',
      at: '2026-04-11T00:00:00Z',
    } as const
    expect(renderDreamStatus({ ...status, proposals: [proposal] }, words)).toEqual([
      'shop dreams once a day, at 03:00 or later.',
      '1 thing recalled so far; last dream: none; MEMORY.md: ~10 tokens.',
      '1 proposal waits for your answer (dream review):',
      'p1 merge: A (same)\n    stays: B',
    ])
  })

  it('says so where there are no notes, or it is switched off', () => {
    expect(renderDreamStatus({ ...status, keepsNotes: false }, words)).toEqual([
      'shop keeps no notes, so there is nothing to dream of.',
    ])
    expect(renderDreamStatus({ ...status, enabled: false }, words)[0]).toContain('switched off')
  })
})
