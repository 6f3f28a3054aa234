import { describe, expect, it } from 'vitest'
import type { IndexStatus } from '../../worker/protocol/overview.ts'
import { READY } from './index-status.fixture.ts'
import { renderIndexStatus, renderSearchState } from './index-text.ts'

const fresh: IndexStatus = { ...READY, state: 'rebuilding', indexed: 0, waiting: 40, because: 'The index is new.' }

describe('the line about search in `status`', () => {
  it('is short when all is well', () => expect(renderSearchState(READY)).toBe('words and meaning'))

  it('says what is wrong and what to do', () => {
    const server = { ...READY, problem: 'The embedding server does not answer.' }
    expect(renderSearchState({ ...server, hint: 'Start it.' })).toBe(
      'words only. The embedding server does not answer. Start it.',
    )
    expect(renderSearchState(server)).toMatch(
      /^words only\. The embedding server does not answer\. It will be tried again/,
    )
    expect(renderSearchState(undefined)).toContain('did not answer')
  })

  it('does not call an index trouble that is only new', () => {
    expect(renderSearchState(fresh)).toBe(
      'words for now; the index for meaning is still being built, 40 memories to go',
    )
  })

  it('names what words alone find', () => {
    const some = { ...READY, waiting: 1, refused: { count: 2, reason: 'too long' } }
    expect(renderSearchState(some)).toMatch(
      /^words and meaning; 1 memory still to be indexed; 2 memories by words alone/,
    )
  })
})

describe('index status', () => {
  it('says that a new index makes itself, and how many are to go', () => {
    const text = renderIndexStatus(fresh)
    expect(text).toMatch(/^state +still being built, 40 memories to go/)
    expect(text).toMatch(/^because +The index is new\.$/m)
    expect(text).not.toContain('problem')
  })

  it('calls a dead server a problem even while everything has to be made anew', () => {
    const text = renderIndexStatus({ ...fresh, problem: 'The embedding server does not answer.', hint: 'Start it.' })
    expect(text).toMatch(/^state +not available: searches use words$/m)
    expect(text).toMatch(/^problem +The embedding server does not answer\.$/m)
    expect(text).toMatch(/^do +Start it\.$/m)
  })
})
