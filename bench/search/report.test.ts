/** A missed figure is seen, and the picture can be drawn from any sizes. */
import { describe, expect, it } from 'vitest'
import { COMMANDS, type CommandName } from './commands.ts'
import type { Measured } from './measure.ts'
import { renderPage } from './page.ts'
import { concludeSize, needsOf, renderPicture, renderTables, type SizeResult } from './report.ts'

describe('the report of the search bench', () => {
  it('finds nothing missed where everything is flat', () => {
    const lengths = { observations: 3000, short: { p50: 20, p95: 30 }, long: { p50: 30, p95: 40 } }
    const needs = needsOf([size(8000), size(100_000), size(1_000_000)], { hook: hook(2.9), lengths })
    expect(needs.map((one) => one.name)).toHaveLength(11)
    expect(needs.filter((one) => !one.met)).toEqual([])
  })

  it('sees a search that is slower than twice what a careful user would write', () => {
    expect(missed([size(100_000, { search: 41 })])).toEqual(['search p50 at 100k, of FTS5 + kernel scan'])
    expect(missed([size(100_000, { search: 51 })])).toHaveLength(2)
    expect(missed([size(100_000, { search: 41, 'exact scan': 1000 })]), 'the exact scan is no yardstick').toHaveLength(
      1,
    )
  })

  it('sees a search that takes longer where texts are longer', () => {
    const lengths = { observations: 3000, short: { p50: 20, p95: 30 }, long: { p50: 31, p95: 40 } }
    expect(needsOf([], { lengths }).map(({ name, met }) => ({ name, met }))).toEqual([
      { name: 'search p50, texts of 10 kB against 600 characters', met: false },
    ])
    expect(renderTables([], { lengths })).toContain('with texts of 10 kB: 31 / 40 ms, 1.55 × at p50')
  })

  it('sees a memory that takes more than twice its texts', () => {
    const large = size(100_000)
    const heavy = { ...large, filled: { ...large.filled, bytesPerSession: 2100, textBytesPerSession: 1000 } }
    expect(missed([heavy])).toEqual(['bytes of a session, of its texts'])
  })

  it('sees a session start and a file history that grow with the memory', () => {
    const large = size(1_000_000, { 'session start': 21, 'by file': 21 })
    expect(missed([size(8000), large])).toEqual([
      'session start p50, 1,000,000 against 8k',
      'by file p50, 1,000,000 against 8k',
    ])
  })

  it('asks nothing of a session start and a file history that come after the yardsticks', () => {
    const large = size(1_000_000, { 'session start, after the yardsticks': 21, 'by file, after the yardsticks': 21 })
    expect(missed([size(8000), large])).toEqual([])
    expect(renderTables([large], {})).toMatch(/\| by file, after the yardsticks +\| +21 \/ 21 \|/)
  })

  it('sees a late or slow answer at a prompt', () => {
    const needs = needsOf([], { hook: { ...hook(3.1), late: 1 } })
    expect(needs.filter((one) => !one.met)).toHaveLength(2)
  })

  it('draws every line and says every figure, also of a single size', () => {
    for (const results of [[size(8000)], [size(8000), size(100_000), size(1_000_000)]]) {
      expect(renderPicture(results)).not.toContain('NaN')
      expect(renderPicture(results).match(/<polyline/g)).toHaveLength(7)
      expect(renderTables(results, { hook: hook(2) })).not.toMatch(/NaN|undefined/)
    }
  })

  it('is a page that holds the tables, and a missed figure for all to see', () => {
    const results = [size(100_000, { search: 41 })]
    const tables = renderTables(results, {})
    const page = renderPage({ tables, required: needsOf(results, {}) })
    expect(page).toContain(tables)
    expect(page).toMatch(/search p50 at 100k, of FTS5 \+ kernel scan +\| +2\.05 \| +at most 2 \| \*\*missed\*\*/)
    expect(page).not.toMatch(/NaN|undefined/)
  })
})

function missed(results: SizeResult[]): string[] {
  return needsOf(results, {})
    .filter((one) => !one.met)
    .map((one) => one.name)
}

/** Every command takes ten milliseconds, unless said otherwise. */
function size(observations: number, other: Partial<Record<CommandName, number>> = {}): SizeResult {
  const times = Object.fromEntries(COMMANDS.map((name) => [name, Array(20).fill(other[name] ?? 10)]))
  const measured: Measured = {
    times: times as Measured['times'], // of every command
    kinds: Array(20).fill('sentence'),
    recallAt20: 0.99,
    knownAtFirst: 0.99,
    knownItems: 200,
    wordsAlone: {},
    memoryMb: 900,
    importPerSecond: 1000,
  }
  const rates = { importPerSecond: 1, storePerSecond: 1, passagesPerSecond: 1, indexPerSecond: 1 }
  const texts = { passages: observations * 10, sessions: observations / 25, textBytes: observations }
  const bytes = { databaseBytes: observations, indexBytes: observations / 2 }
  return concludeSize(measured, { observations, seconds: 1, ...texts, ...rates, ...bytes })
}

function hook(ofNode: number) {
  return { runs: 60, nodeMs: 40, hookMs: 40 * ofNode, hookP90Ms: 150, ofNode, late: 0, told: 50 }
}
