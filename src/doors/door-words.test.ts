import { describe, expect, it } from 'vitest'
import { type ErrorFacts, MemoryError } from '../memory/error.ts'
import { type DoorWords, inDoorWords } from './door-words.ts'

const own: DoorWords = {
  names: { limit: '--limit', depth_before: '--before', 'dateRange[start]': '--since', 'dateRange[end]': '--until' },
  hints: { request: 'See --help.', date: 'Use 2026-11-04.', project: 'See stats.', note: 'Search notes.' },
}
const said = (message: string, more: Partial<ErrorFacts> = {}) => {
  const { code, message: text, hint } = inDoorWords(new MemoryError('bad_input', message, more), own)
  expect(code).toBe('bad_input')
  return [text, hint]
}

describe('inDoorWords', () => {
  it('names the flag that holds no date, and the order of two', () => {
    const field = 'dateRange[start]'
    expect(said(`${field}: \`last\` is not a date.`, { field, subject: 'date', hint: 'As HTTP says it.' })).toEqual([
      '--since: `last` is not a date.',
      'Use 2026-11-04.',
    ])
    expect(said('dateRange: the start is after the end.', { subject: 'order of dates' })).toEqual([
      '--since is after --until.',
      undefined,
    ])
  })

  it('calls a parameter by its own name, and points to its own help', () => {
    const about = { field: 'depth_before', subject: 'request', hint: 'Known here: anchor.' } as const
    expect(said('depth_before: Too big', about)).toEqual(['--before: Too big', 'See --help.'])
    expect(said('limit.0: Too big', { ...about, field: 'limit.0' })[0]).toBe('--limit: Too big')
    expect(said('limit is missing: a number.', { ...about, field: 'limit' })[0]).toBe('limit is missing: a number.')
  })

  it('says what to do about a project or a note nobody knows, whatever the words', () => {
    expect(said('No such thing.', { subject: 'project', hint: 'GET /api/stats lists them.' })[1]).toBe('See stats.')
    expect(said('No such thing.', { subject: 'note' })[1]).toBe('Search notes.')
    expect(said('There is no project `x`.', { hint: 'Look.' })[1]).toBe('Look.')
  })

  it('leaves everything else as it is', () => {
    expect(said('The disk is full.', { hint: 'Make room.' })).toEqual(['The disk is full.', 'Make room.'])
    expect(said('Note: nothing was read.')).toEqual(['Note: nothing was read.', undefined])
  })
})
