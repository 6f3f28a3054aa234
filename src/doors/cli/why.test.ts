import { describe, expect, it } from 'vitest'
import type { Injection } from '../../worker/protocol/overview.ts'
import { renderLedger } from './why.ts'

const plain = { bold: (text: string) => text, dim: (text: string) => text }
const ledger = (injections: Injection[]) => ({
  session: 's1',
  count: injections.length,
  tokens: 50,
  gateTokens: 70,
  texts: [
    { surface: 'session_start', at: 500, tokens: 20 },
    { surface: 'read', at: 1000, tokens: 70 },
    { surface: 'prompt', at: 9e9, tokens: 50 },
  ],
  injections,
})
const one: Injection = {
  session: 's1',
  session_db_id: 1,
  surface: 'read',
  at: 1000,
  observation: 1,
  title: 'A',
  score: 1,
  parts: {},
  tokens: 25,
}

describe('renderLedger', () => {
  it('lists texts from the first to the last, and the memories of each as they were told', () => {
    const later = { at: 9e9, surface: 'prompt' }
    const text = renderLedger(
      ledger([
        { ...one, ...later, observation: 3 },
        { ...one, ...later, observation: 4 },
        { ...one, observation: 1 },
        { ...one, observation: 2 },
      ]),
      plain,
    )
    expect([...text.matchAll(/^ {2}(\d) A$/gm)].map(([, id]) => id)).toEqual(['1', '2', '3', '4'])
    expect(text).toContain('4 memories, ~50 tokens, and ~70 by the read gate')
    const again = renderLedger(ledger([one, { ...one, ...later }]), plain)
    expect(again, 'told twice').toContain('Session s1: 1 memory, ')
    expect(text).toMatch(/ before a file was read, ~70 tokens in all\n/)
  })

  it('adds up only what is part of the score, and says the rest in words', () => {
    const parts = { words: 0.93, meaning: 0.42, recency: 0, similarity: 0.6, bearing: 0.9, coverage: 0.71, terms: 3 }
    const text = renderLedger(ledger([{ ...one, at: 9e9, surface: 'prompt', score: 0.99, parts }]), plain)
    expect(text).toContain('1 memory,')
    expect(text).toContain(
      '1.35 = words 0.93 + meaning 0.42; 99 % of the best hit; similarity 0.60; bearing 0.90; 3 words in common; 71 % of the prompt covered; ~25 tokens',
    )
  })

  it('counts similarity where it is a part: at a session’s start', () => {
    const parts = { recency: 0.5, type: 0.7, similarity: 0.3, files: 0, project: 0.1 }
    const text = renderLedger(ledger([{ ...one, at: 500, surface: 'session_start', score: 1.6, parts }]), plain)
    expect(text).toContain('1.6 = recency 0.5 + type 0.7 + similarity 0.3 + project 0.1; ~25 tokens')
  })
})
