import { describe, expect, it } from 'vitest'
import { parsePromotedLine, renderPromotedLine } from './promoted-line.ts'

const mark = {
  key: '00112233aabbccdd',
  fact: 'abcdef012345',
  run: '20260412T030000-abc123',
  from: 'memory/2026-04-11.md#L3-L5',
  at: Date.UTC(2026, 3, 11, 9),
  files: [{ path: 'src/a, b@c --> d.ts', hash: 'f00d' }, { path: 'README.md' }],
  until: ['source', 'newer', 'files', 'unused:90d'],
}
const line = renderPromotedLine({
  fact: 'Port 5433 is staging (see `db.ts`).',
  figures: { score: 0.812, recalls: 5, questions: 4, days: 3 },
  mark,
})

describe('a promoted line', () => {
  it('says the fact, its source, date, score and counts', () => {
    expect(line.split(' <!--')[0]).toBe(
      '- Port 5433 is staging (see `db.ts`). *(from memory/2026-04-11.md#L3-L5, 2026-04-11; score 0.81, recalled 5× by 4 questions on 3 days)*',
    )
  })

  it('is read back with all its evidence, however a file is named', () => {
    const read = parsePromotedLine(line)
    expect(read?.mark).toEqual({ ...mark, words: expect.any(String) })
    expect(read?.fact).toBe('Port 5433 is staging (see `db.ts`).')
    expect(read?.edited).toBe(false)
    expect(line.match(/-->/g)).toHaveLength(1)
  })

  it('is a person’s line once its words were edited, not when a blank was', () => {
    expect(parsePromotedLine(line.replace('5433', '5434'))?.edited).toBe(true)
    expect(parsePromotedLine(line.replace('- Port', '-  Port'))?.edited).toBe(false)
  })

  it('is not one without its mark', () => {
    expect(parsePromotedLine('- Port 5433 is staging.')).toBeUndefined()
    expect(parsePromotedLine('- x <!-- claude-mem:dream nonsense -->')).toBeUndefined()
  })
})
