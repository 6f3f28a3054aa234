import { describe, expect, it } from 'vitest'
import type { AnyIndex } from '../../worker/protocol/rows.ts'
import type { AnyReply } from '../../worker/protocol/search.ts'
import { renderFound } from './search.ts'

const terminal = { bold: (text: string) => text, dim: (text: string) => text }
const row: AnyIndex = {
  kind: 'observation',
  ...{ id: 7, type: 'bugfix', title: 'A', subtitle: '', created_at_epoch: 0, concepts: [] },
  ...{ project: 'shop', project_id: '/home/me/shop' },
}
const found = (more: Partial<AnyReply>): AnyReply => ({
  ...{ query: 'a', count: 1, searched: 'hybrid', more: false, format: 'index', results: [row] },
  ...(more as object), // the format stays
})
const render = (more: Partial<AnyReply>, flags = {}) => renderFound(found(more), { words: ['a'], flags, terminal })

describe('what a search prints', () => {
  it('names the memories that stand behind a line', () => {
    expect(render({ results: [{ ...row, folded: [8, 9] }] })).toContain('[shop] (also 8 9)')
    expect(render({})).not.toContain('(also')
  })

  it('shows what was said below a memory, and alone where there is none', () => {
    expect(render({ results: [{ ...row, passage: 'it rounds once' }] })).toContain('[shop]\n    “it rounds once”\n')
    const { project, project_id, created_at_epoch } = row
    const turn: AnyIndex = { kind: 'passage', id: 12, project, project_id, created_at_epoch, passage: 'it rounds once' }
    expect(render({ results: [turn] })).toContain('T12 said: “it rounds once”  ')
  })

  it('says newest first where there were no words', () =>
    expect(render({ searched: 'listing' })).toMatch(/newest first; in full: claude-mem show ID$/))

  it('ends with the command for the next page only where there is one', () => {
    expect(render({ more: true }, { page: 2, fresh: true })).toMatch(/more: claude-mem search a --page 3 --fresh$/)
    expect(render({})).toMatch(/searched by words and meaning; in full: claude-mem show ID$/)
  })

  it('explains a hit by a sum, its share of the best, and the words', () => {
    const explain = {
      ...{ parts: { words: 0.93, meaning: 0.42, stale: 0 }, similarity: 0.6, bearing: 0.84, coverage: 0.5 },
      ...{ matched: ['login'], missing: ['cookie'] },
    }
    expect(render({ results: [{ ...row, score: 0.871, explain }] })).toContain(
      '\n    1.35 = words 0.93 + meaning 0.42; 87 % of the best hit; similarity 0.60; bearing 0.84; found: login; not: cookie\n',
    )
  })
})
