import { describe, expect, it } from 'vitest'
import { nearest } from './did-you-mean.ts'

const NAMES = ['search', 'status', 'start', 'stats', 'stop', 'show', 'why']

describe('the name that was meant', () => {
  it.each([
    ['serch', 'search'],
    ['saerch', 'search'],
    ['searchh', 'search'],
    ['statsu', 'status'],
    ['stpo', 'stop'],
    ['wyh', 'why'],
    ['sea', 'search'],
  ])('%s is %s', (typed, meant) => expect(nearest(typed, NAMES)).toBe(meant))

  it.each(['delete', 'x', 'remember', ''])('`%s` is none of them', (typed) =>
    expect(nearest(typed, NAMES)).toBeUndefined(),
  )
})
