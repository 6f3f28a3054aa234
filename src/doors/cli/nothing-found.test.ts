import { describe, expect, it } from 'vitest'
import { adviceFor } from './nothing-found.ts'

describe('a search that finds nothing', () => {
  it('names the filters that can be left out', () => {
    expect(adviceFor({ flags: { type: 'bugfix', fresh: true }, searched: 'hybrid', hasWords: true })).toBe(
      'Nothing found (searched by words and meaning). Try fewer or other words, or leave out --type or --fresh.',
    )
    expect(adviceFor({ flags: { since: '2030-01-01' }, searched: 'keywords', hasWords: false })).toBe(
      'Nothing found. Leave out --since.',
    )
  })

  it('says where to look when meaning was not asked', () => {
    expect(adviceFor({ flags: {}, searched: 'keywords', hasWords: true })).toContain('claude-mem index status')
  })

  it('knows a page after the last one', () => {
    expect(adviceFor({ flags: { page: 9 }, searched: 'hybrid', hasWords: true })).toContain('nothing on page 9')
  })
})
