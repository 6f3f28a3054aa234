/** A missed figure is always said, fails only a run that was asked to check, and a run of a part keeps nothing. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { quantile, renderTable, spread } from './figures.ts'
import { atLeast, atMost, conclude, type Need, renderNeeds } from './outcome.ts'
import { readSizes, sizeName } from './sizes.ts'

const MISSED = atMost('search, of the bare one', 2.1, 2)
const MET = atLeast('recall', 0.97, 0.95)

describe('a required figure', () => {
  it('is met at its limit and missed beyond it', () => {
    expect([atMost('', 2, 2), atLeast('', 2, 2), atMost('', 2.01, 2), atLeast('', 1.99, 2)].map(isMet)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('is missed when nothing was measured', () => {
    expect([atMost('', quantile([], 0.5), 2), atLeast('', Number.NaN, 2)].map(isMet)).toEqual([false, false])
  })

  it('is shown with its limit and whether it was met', () => {
    const [, , first, second] = renderNeeds([MISSED, MET]).split('\n')
    expect(first).toMatch(/^\| search, of the bare one \| +2\.1 \| +at most 2 \| \*\*missed\*\* \|$/)
    expect(second).toMatch(/^\| recall +\| +0\.97 \| at least 0\.95 \| +met \|$/)
  })
})

describe('the end of a bench', () => {
  let folder = ''
  const exitCode = process.exitCode
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'claude-mem-outcome-'))
    vi.spyOn(console, 'log').mockImplementation(() => {})
  })
  afterEach(() => {
    process.exitCode = exitCode
    rmSync(folder, { recursive: true })
    vi.restoreAllMocks()
  })
  const end = (by: { required: Need[]; whole?: boolean; check?: boolean }) => {
    conclude('some', { report: { rows: 3 }, whole: true, check: false, folder, ...by })
    return process.exitCode
  }

  it('fails by a missed figure only when it was asked to check', () => {
    expect(end({ required: [MISSED] })).toBe(exitCode)
    expect(end({ required: [MET], check: true })).toBe(exitCode)
    expect(end({ required: [MET, MISSED], check: true })).toBe(1)
  })

  it('keeps a whole run with its day, its machine and what was required', () => {
    end({ required: [MISSED] })
    const kept = JSON.parse(readFileSync(join(folder, 'some.json'), 'utf8'))
    expect(kept).toMatchObject({ node: process.version, machine: { cores: expect.any(Number) }, rows: 3 })
    expect(kept.required).toEqual([MISSED])
  })

  it('keeps nothing of a run of a part, which can fail all the same', () => {
    expect(end({ required: [MISSED], whole: false, check: true })).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('figures', () => {
  it('are taken from the sorted times', () => {
    const times = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(spread(times)).toEqual({ p50: 51, p95: 96 })
    expect(quantile([10, 9], 1)).toBe(10)
  })

  it('stand below each other in a table', () => {
    const lines = renderTable(['', '8,000'], [['search', '28.71 / 50.91']]).split('\n')
    expect(new Set(lines.map((line) => line.length)).size).toBe(1)
  })
})

describe('sizes', () => {
  it('are read as people write them and named as short', () => {
    expect(readSizes('8k,100000, 1m')).toEqual([8000, 100_000, 1_000_000])
    expect([8000, 100_000, 1_000_000].map(sizeName)).toEqual(['8k', '100k', '1M'])
    expect(() => readSizes('many')).toThrow('--sizes takes numbers')
  })
})

function isMet(need: Need): boolean {
  return need.met
}
