import { describe, expect, it } from 'vitest'
import { isSubstantial } from './request.ts'
import { summarize } from './summarize.ts'
import { renderSummary } from './summary-text.ts'

const nothing = {
  observations: [],
  prompts: [],
  lastAssistantText: '',
  filesRead: [],
  filesEdited: [],
  discoveryTokens: 0,
  at: 1,
}
const observed = (type: 'bugfix' | 'decision' | 'discovery', title: string) => ({
  type,
  title,
  subtitle: '',
  facts: [],
  filesModified: [],
})

describe('summarize', () => {
  it('tells request, learned, completed and what remains', () => {
    const summary = summarize({
      ...nothing,
      prompts: ['Fix the rounding of cart totals. It is off by a cent.', 'ok', 'now add a changelog line for it'],
      observations: [observed('discovery', 'sum rounds before tax'), observed('bugfix', 'sum rounds after tax')],
      lastAssistantText: 'Totals are right now. The invoices of March still need to be corrected.',
      filesRead: ['src/cart.ts', 'src/tax.ts'],
      filesEdited: ['src/cart.ts'],
    })
    expect(summary).toMatchObject({
      request: 'Fix the rounding of cart totals; then: now add a changelog line for it',
      investigated: 'src/tax.ts',
      learned: 'sum rounds before tax',
      completed: 'sum rounds after tax',
      nextSteps: 'The invoices of March still need to be corrected',
      filesEdited: ['src/cart.ts'],
    })
  })
  it('is nothing for a session without work', () => {
    expect(summarize({ ...nothing, prompts: ['hi', 'thanks'], lastAssistantText: 'Hello!' })).toBeUndefined()
  })
  it('leaves next steps empty where the last words name none', () => {
    expect(
      summarize({
        ...nothing,
        prompts: ['add the dark mode switch'],
        filesEdited: ['a.ts'],
        lastAssistantText: 'Done and tested.',
      })?.nextSteps,
    ).toBe('')
  })
})

describe('renderSummary', () => {
  it('has bold labels and leaves empty paragraphs out', () => {
    const text = renderSummary({
      request: 'Add it',
      investigated: '',
      learned: '',
      completed: 'Added',
      nextSteps: '',
      filesRead: [],
      filesEdited: ['a.ts', 'b.ts'],
      notes: '',
    })
    expect(text).toBe('**Request:** Add it\n**Completed:** Added\n**Files Edited:** a.ts, b.ts')
  })
})

describe('isSubstantial', () => {
  it('knows prompts that only say to go on', () => {
    for (const prompt of ['continue', 'ok, go ahead', 'yes do it please', '/clear'])
      expect(isSubstantial(prompt)).toBe(false)
    expect(isSubstantial('add a dark mode switch')).toBe(true)
  })
})
