import { describe, expect, it } from 'vitest'
import { contentTerms } from './content-terms.ts'
import { factKey, findFact, findMeant, refusalOf } from './fact.ts'

const CHUNK = `# 2026-04-11

## Database

Today was long.

- Migrations live in db/migrate and run at start.
- It listens on port 5433 in staging.
`

describe('the fact in a chunk', () => {
  it('is the sentence that was asked for, not the first line, led by its heading', () => {
    const meant = findMeant(CHUNK, contentTerms('which port in staging')) ?? ''
    expect(findFact({ text: CHUNK, key: factKey(meant), mostTokens: 160 })).toEqual({
      kind: 'fact',
      text: 'Database: It listens on port 5433 in staging.',
    })
  })

  it('keeps its key when lines are written around it', () => {
    const asked = contentTerms('which port in staging')
    expect(factKey(findMeant(CHUNK, asked) ?? '')).toBe(
      factKey(findMeant(`- One more line here.\n\n${CHUNK}`, asked) ?? ''),
    )
  })

  it('is gone with its sentence', () => {
    expect(findFact({ text: CHUNK, key: 'none', mostTokens: 160 })).toMatchObject({ kind: 'refused' })
  })

  it('is refused where it holds a secret or is longer than it may be', () => {
    const secret = `- The deploy token of staging is ghp_${'a1B2'.repeat(9)}.`
    const meant = findMeant(secret, contentTerms('deploy token')) ?? ''
    expect(findFact({ text: secret, key: factKey(meant), mostTokens: 160 })).toMatchObject({ reason: 'holds a secret' })
    const port = findMeant(CHUNK, contentTerms('which port in staging')) ?? ''
    expect(findFact({ text: CHUNK, key: factKey(port), mostTokens: 5 })).toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['Which port does staging use?', 'is a question'],
    ['¿Qué puerto usa staging?', 'is a question'],
    ['Open points', 'is a fragment'],
    ['The three open points are:', 'is cut off'],
    ['and then the worker restarts itself twice', 'begins in the middle'],
    ["Let me check the worker's logs for errors.", 'only announces'],
    ['All tests pass in the worker package.', 'only says how it went'],
    ['Promoted by dreaming — 2026-04-11 and more words', 'is text of the diary'],
  ])('“%s” %s', (text, reason) => expect(refusalOf(text)).toBe(reason))

  it('is never text of the diary or of a title', () => {
    const diary = '## Deep Sleep — 2026-04-11 03:00:00\n\nThe staging database listens on port 5433.'
    const meant = findMeant(diary, contentTerms('staging port')) ?? ''
    expect(findFact({ text: diary, key: factKey(meant), mostTokens: 160 })).toMatchObject({
      reason: 'is text of the diary',
    })
    expect(refusalOf('Database decisions of April', 'heading')).toBe('is a title')
  })
})
