import { describe, expect, it } from 'vitest'
import { bulletsOf, RETIRED, withoutLine, withoutOldestRetired, withPromotions, withRetired } from './memory-file.ts'
import { renderPromotedLine } from './promoted-line.ts'

const line = (fact: string) =>
  renderPromotedLine({
    fact,
    figures: { score: 0.9, recalls: 3, questions: 3, days: 3 },
    mark: { key: 'k', fact: 'f', run: 'r', from: 'observation:1', at: 0, files: [], until: ['newer'] },
  })
const MINE = '# Memory\n\n- I like tabs.\n'

describe('MEMORY.md', () => {
  it('gets one section a day, behind what stands there', () => {
    const once = withPromotions(MINE, { date: '2026-04-12', lines: [line('One fact here.')] })
    const twice = withPromotions(once, { date: '2026-04-12', lines: [line('Another fact here.')] })
    expect(once).toBe(`${MINE}\n## Promoted by dreaming — 2026-04-12\n\n${line('One fact here.')}\n`)
    expect(twice.match(/## Promoted/g)).toHaveLength(1)
    expect(twice.startsWith(once)).toBe(true)
  })

  it('is made where there is none, and keeps the line ends it has', () => {
    expect(withPromotions('', { date: '2026-04-12', lines: ['- a'] })).toBe(
      '## Promoted by dreaming — 2026-04-12\n\n- a\n',
    )
    const windows = withPromotions('- mine\r\n', { date: '2026-04-12', lines: ['- a'] })
    expect(windows).toBe('- mine\r\n\r\n## Promoted by dreaming — 2026-04-12\r\n\r\n- a\r\n')
  })

  it('is what it was when the promoted line goes again', () => {
    const before = `${MINE}\nNo newline at the end`
    const after = withPromotions(`${before}\n`, { date: '2026-04-12', lines: ['- a'] })
    expect(withoutLine(after, '- a')).toBe(`${before}\n`)
  })

  it('moves what is retired to its last section, struck through, with the reason', () => {
    const fact = line('The port is 5433.')
    const full = withPromotions(MINE, { date: '2026-04-12', lines: [fact, line('Another fact here.')] })
    const text = withRetired(full, { line: fact, reason: 'overruled by observation:9', date: '2026-05-01', run: 'r2' })
    expect(text).toContain(
      `${RETIRED}\n\n- ~~The port is 5433.~~ *(retired 2026-05-01: overruled by observation:9, from observation:1)*`,
    )
    expect(bulletsOf(text).map((one) => one.text)).toEqual(['I like tabs.', 'Another fact here.'])
    const more = withPromotions(text, { date: '2026-05-02', lines: ['- newest'] })
    expect(more.indexOf('- newest')).toBeLessThan(more.indexOf(RETIRED))
    expect(bulletsOf(more)).toHaveLength(3)
  })

  it('keeps ten retired lines, and gives up the oldest first', () => {
    let text = MINE
    for (let n = 0; n < 12; n += 1) {
      const one = line(`Fact number ${n}.`)
      text = withRetired(withPromotions(text, { date: '2026-04-12', lines: [one] }), {
        line: one,
        reason: 'x',
        date: 'd',
        run: 'r',
      })
    }
    expect(text.match(/claude-mem:retired/g)).toHaveLength(10)
    expect(text).not.toContain('Fact number 1.')
    expect(withoutOldestRetired(text)).not.toContain('Fact number 2.')
    expect(text.startsWith(MINE)).toBe(true)
  })

  it('has no bullets in code', () => {
    expect(bulletsOf('```\n- not one\n```\n- one\n  - nested\n').map(({ text }) => text)).toEqual(['one'])
  })
})
