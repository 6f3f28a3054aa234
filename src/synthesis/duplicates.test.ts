import { describe, expect, it } from 'vitest'
import type { ObservationDraft } from '../memory/observation.ts'
import { isNearDuplicate, mergeDrafts } from './duplicates.ts'

function draft(change: Partial<ObservationDraft>): ObservationDraft {
  return {
    key: 's:1',
    type: 'bugfix',
    title: 'The cart total rounds after tax so cents never drift between the invoice and the order',
    subtitle: '',
    narrative: 'n',
    facts: ['a'],
    concepts: ['what-changed'],
    filesRead: [],
    filesModified: ['src/cart.ts'],
    discoveryTokens: 10,
    at: 1,
    eventKeys: ['t:1'],
    ...change,
  }
}

describe('isNearDuplicate', () => {
  it('takes the same title about the same file for one thing', () => {
    expect(isNearDuplicate(draft({}), draft({ key: 's:2' }))).toBe(true)
  })
  it('tells types apart', () => expect(isNearDuplicate(draft({}), draft({ type: 'change' }))).toBe(false))
  it('tells files apart', () => expect(isNearDuplicate(draft({}), draft({ filesModified: ['src/b.ts'] }))).toBe(false))
  it('accepts that neither names a file', () => {
    expect(isNearDuplicate(draft({ filesModified: [] }), draft({ filesModified: [] }))).toBe(true)
  })
  it('tells errors apart', () => {
    expect(isNearDuplicate(draft({ facts: ['Error: TypeError: x'] }), draft({ facts: ['Error: KeyError: x'] }))).toBe(
      false,
    )
  })
  it('tells symbols and values apart', () => {
    const title = (name: string) =>
      `The loader of the monthly report now reads ${name} before it opens the archive for writing again`
    expect(isNearDuplicate(draft({ title: title('max_rows') }), draft({ title: title('max_cols') }))).toBe(false)
  })
  it('tells different titles apart', () => {
    expect(isNearDuplicate(draft({}), draft({ title: 'Invoices are sent at night' }))).toBe(false)
  })
})

describe('mergeDrafts', () => {
  it('keeps the older identity and words, and adds facts, files, tokens and events', () => {
    const merged = mergeDrafts(
      draft({}),
      draft({ key: 's:2', facts: ['b'], filesModified: ['src/b.ts'], at: 5, eventKeys: ['t:2'] }),
    )
    expect(merged).toMatchObject({
      key: 's:1',
      facts: ['a', 'b'],
      filesModified: ['src/cart.ts', 'src/b.ts'],
      discoveryTokens: 20,
      at: 5,
      eventKeys: ['t:1', 't:2'],
    })
  })
})
