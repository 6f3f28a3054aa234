import { describe, expect, it } from 'vitest'
import { isLabel, MAX_FACT, MAX_FACTS, readFacts, readLine, readProse, readTitle } from './answer-text.ts'

describe('a title', () => {
  it.each([
    'Edited file src/auth.ts',
    'Read src/auth.ts file',
    'Read src/auth.ts',
    'Updated package.json and tsconfig.json',
    'Ran the tests',
    'Modified 3 files',
    'Changes to src/auth.ts',
    'Fixed the bug',
    'Bug fix',
    'Code changes',
    'Refactoring',
    'Looked into the issue',
    'Session summary',
    'Created new file `src/a.ts`.',
  ])('that only labels an activity is none: %s', (title) => {
    expect(isLabel(title)).toBe(true)
    expect(readTitle(title)).toBeUndefined()
  })

  it.each([
    'Mail queue retries a bounced address once, after 15 minutes',
    'Fixed race condition in session middleware with a mutex',
    'Updated login.ts to reject expired tokens',
    'parseDate reads 03/04 as April 3rd',
    'Changes to src/auth.ts need a restart of the worker',
    'Read replicas lag by 2 s',
    'Tests run in parallel',
  ])('that says what is true is kept: %s', (title) => expect(readTitle(title)).toBe(title))

  it('is one line of at most 120 characters', () => {
    const title = readTitle(`chargeCard\nnow sends ${'a very long list of headers '.repeat(10)}`) ?? ''
    expect(title.length).toBeLessThanOrEqual(120)
    expect(title).toMatch(/^chargeCard now sends/)
  })

  it.each(['', '  ', 'N/A', 'none', '…', '<private>x</private>', '\u200b'])('is absent when it is %j', (title) =>
    expect(readTitle(title)).toBeUndefined(),
  )
})

describe('text from a model', () => {
  it('loses private blocks and secrets before it is cut', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    expect(readLine(`key ${token} <private>my address</private> end`, 200)).toBe('key [redacted:github-token] end')
    expect(readProse(`${'x '.repeat(740)}${token}`, 1500)).not.toContain('ghp_')
  })

  it('is bounded, and ends at a sentence or a word', () => {
    const prose = readProse('This is a sentence of some length. '.repeat(100), 1500)
    expect(prose.length).toBeLessThanOrEqual(1500)
    expect(prose.endsWith('length.')).toBe(true)
    expect(readLine('word '.repeat(100), 50)).toMatch(/word…$/)
    expect(readLine('x'.repeat(5000), 200)).toHaveLength(200)
  })

  it('keeps at most twelve facts of at most 300 characters, each once', () => {
    const facts = readFacts([
      '- alike',
      'alike',
      '',
      'x'.repeat(1000),
      ...Array.from({ length: 20 }, (_, n) => `fact ${n}`),
    ])
    expect(facts).toHaveLength(MAX_FACTS)
    expect(facts[0]).toBe('alike')
    expect(Math.max(...facts.map((fact) => fact.length))).toBeLessThanOrEqual(MAX_FACT)
  })
})
