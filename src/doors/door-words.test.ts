import { describe, expect, it } from 'vitest'
import { MemoryError } from '../memory/error.ts'
import { type DoorWords, inDoorWords } from './door-words.ts'

const own: DoorWords = {
  names: { limit: '--limit', depth_before: '--before' },
  dates: { since: '--since', until: '--until', hint: 'Use 2026-11-04.' },
  help: 'See --help.',
  projects: 'See stats.',
  ids: 'Search first.',
  sessions: 'See timelines.',
  notes: 'Search notes.',
}
const said = (message: string, hint?: string) => {
  const { code, message: text, hint: next } = inDoorWords(new MemoryError('bad_input', message, { hint }), own)
  expect(code).toBe('bad_input')
  return [text, next]
}

describe('inOwnWords', () => {
  it('names the flag that holds no date', () => {
    const hint = 'Use 2026-11-04, epoch milliseconds, or words like `last week`.'
    expect(said('dateRange: {"start":"last"} is no range of dates.', hint)).toEqual([
      '`--since last` is no date.',
      'Use 2026-11-04.',
    ])
    expect(said('dateRange: {"start":"2026-01-01","end":"x"} is no range of dates.', hint)[0]).toBe(
      'One of `--since 2026-01-01`, `--until x` is no date.',
    )
    expect(said('dateRange: the start is after the end.')).toEqual(['--since is after --until.', undefined])
  })

  it('calls a parameter by its own name, and points to its own help', () => {
    expect(said('depth_before: Too big', 'Known here: anchor, depth_before.')).toEqual([
      '--before: Too big',
      'See --help.',
    ])
    expect(said('limit.0: Too big', 'GET /api/openapi.json describes every route.')).toEqual([
      '--limit: Too big',
      'See --help.',
    ])
  })

  it('says what to do about a project, an id or a note nobody knows', () => {
    expect(said('There is no project `x`.', 'GET /api/stats lists them.')[1]).toBe('See stats.')
    expect(said('There is no memory with id 9.', 'Search.')[1]).toBe('Search first.')
    expect(said('There is no session S9.')[1]).toBe('See timelines.')
    expect(said('There is no note memory/x.md.', 'Use memory_search.')[1]).toBe('Search notes.')
    expect(said('../../x is not a note.', 'Use memory_search.')[1]).toBe('Search notes.')
  })

  it('leaves everything else as it is', () => {
    expect(said('The disk is full.', 'Make room.')).toEqual(['The disk is full.', 'Make room.'])
    expect(said('Note: nothing was read.')).toEqual(['Note: nothing was read.', undefined])
  })
})
