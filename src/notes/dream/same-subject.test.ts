import { describe, expect, it } from 'vitest'
import { findOverruling, isOverruled, isSameFact, isTold } from './same-subject.ts'

describe('what overrules a fact', () => {
  it.each([
    ['The staging port is 5433.', 'The staging port is 5434.', 'other value'],
    ['API timeout: 30 s', 'API timeout: 60 s', 'other value'],
    ['We use PostgreSQL 15 for the main database', 'We use PostgreSQL 16 for the main database', 'other value'],
    ['The capital of Italy is Rome.', 'The capital of Italy is Turin.', 'other value'],
    ['Deploys must run on Fridays', 'Deploys must not run on Fridays', 'denied'],
    ['We use MySQL as the session store', 'We switched the session store from MySQL to Redis.', 'replaced'],
    ['Tests are run with jest', 'Tests are now run with vitest instead of jest.', 'replaced'],
    ['The build uses webpack', 'The build no longer uses webpack', 'denied'],
    ['El puerto de staging es 5433', 'El puerto de staging es 5434', 'other value'],
  ])('“%s” gives way to “%s”', (older, newer, how) => expect(isOverruled(older, newer)).toBe(how))

  it.each([
    ['Ana went to Paris in May', 'Ana went to Rome in June'],
    ['The author of Dune is Frank Herbert.', 'The author of Emma is Jane Austen.'],
    ['Thomas Kyd was born in the city of London.', 'Thomas Kyd died in the city of London.'],
    ['Ana is a teacher', 'Ana is a mother'],
    ['The staging port is 5433.', 'The staging port is 5433.'],
    ['We use Redis as the session store', 'We switched the session store from MySQL to Redis.'],
    ['The parser is fast', 'The worker is now a single process'],
  ])('“%s” stands beside “%s”', (older, newer) => expect(isOverruled(older, newer)).toBeUndefined())

  it('finds the sentence in a longer note', () => {
    const newer = '## Database\n\n- Backups are taken at night.\n- The staging port is 5434.'
    expect(isOverruled('The staging port is 5433.', newer)).toBe('other value')
  })

  it('takes the newest by the facts’ own time, in whatever order they come', () => {
    const fact = { text: 'The port is 1', createdAt: 10 }
    const others = [
      { text: 'The port is 3', createdAt: 30 },
      { text: 'The port is 2', createdAt: 20 },
      { text: 'The port is 0', createdAt: 5 },
    ]
    expect(findOverruling(fact, others)?.text).toBe('The port is 3')
    expect(findOverruling({ text: 'The port is 3', createdAt: 30 }, others)).toBeUndefined()
  })
})

describe('the same fact', () => {
  it('is told in other small words and order', () => {
    expect(isSameFact('The staging database listens on port 5433.', 'On port 5433 the staging database listens')).toBe(
      true,
    )
  })

  it('is another with another number, name of code or a not', () => {
    expect(isSameFact('The staging database listens on port 5433', 'The staging database listens on port 5434')).toBe(
      false,
    )
    expect(isSameFact('Always call parseUser before save', 'Always call parse_user before save')).toBe(false)
    expect(isSameFact('Releases are cut on Fridays by hand', 'Releases are not cut on Fridays by hand')).toBe(false)
  })

  it('is told by a longer line', () => {
    expect(isTold('Staging listens on 5433.', 'Note that staging listens on 5433 and production on 5432.')).toBe(true)
    expect(isTold('Staging listens on 5433.', 'Staging listens on 5434.')).toBe(false)
  })
})
