import { describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../memory/event.ts'
import { chooseTexts, findTurnTexts, isContent } from './turn-texts.ts'

let at = 0
type Spoken = Extract<MemoryEvent, { kind: 'prompt' | 'assistant_text' | 'stopped' }>
function spoken(kind: Spoken['kind'], text: string, more: object = {}): MemoryEvent {
  at += 1
  const base = { key: `k:${at}`, sessionId: 's', at, origin: 'hook' as const, text }
  if (kind === 'prompt') return { ...base, kind, machineMade: false, ...more }
  if (kind === 'stopped') return { ...base, kind, failed: false, ...more }
  return { ...base, kind, ...more }
}
const textsOf = (events: MemoryEvent[]) => findTurnTexts(events).map((event) => ('text' in event ? event.text : ''))

describe('what was said in the turns of a session', () => {
  it('is each prompt and the words its turn closed with', () => {
    const events = [
      spoken('prompt', 'Fix it'),
      spoken('assistant_text', 'Let me look.'),
      spoken('assistant_text', 'It is fixed.'),
      spoken('stopped', 'It is fixed.'),
      spoken('prompt', 'And the test?'),
      spoken('stopped', 'It passes.'),
    ]
    expect(textsOf(events)).toEqual(['Fix it', 'It is fixed.', 'And the test?', 'It passes.'])
  })

  it('has the last words of a turn whose end no hook told', () => {
    const events = [
      spoken('prompt', 'One'),
      spoken('assistant_text', 'First.'),
      spoken('prompt', 'Two'),
      spoken('assistant_text', 'Second.'),
    ]
    expect(textsOf(events)).toEqual(['One', 'First.', 'Two', 'Second.'])
  })

  it('tells the same words once, though the transcript repeats them later', () => {
    const events = [spoken('prompt', 'One'), spoken('stopped', 'Done.'), spoken('assistant_text', 'Done.')]
    expect(textsOf(events)).toEqual(['One', 'Done.'])
  })

  it('leaves out notices of the program, errors, and what subagents said', () => {
    const events = [
      spoken('prompt', 'Go on'),
      spoken('stopped', 'It runs in the background.'),
      spoken('prompt', '<task-notification>', { machineMade: true }),
      spoken('assistant_text', 'I am a subagent.', { agent: { id: 'a', type: 'x' } }),
      spoken('stopped', 'The background task is through.'),
      spoken('prompt', 'Thanks'),
      spoken('stopped', 'API Error: 529', { failed: true }),
    ]
    expect(textsOf(events)).toEqual([
      'Go on',
      'It runs in the background.',
      'The background task is through.',
      'Thanks',
    ])
  })

  it('leaves out the beginning when room is short, and says how much', () => {
    const texts = Array.from({ length: 40 }, (_, n) => spoken('stopped', `Words ${n} ${'and more '.repeat(60)}`))
    const { blocks, leftOut, tokens } = chooseTexts(texts, { root: undefined, tokens: 1500 })
    expect(blocks.at(-1)?.data).toContain('Words 39')
    expect(blocks.map((block) => block.keys[0])).toEqual(texts.slice(leftOut).map((event) => event.key))
    expect(leftOut).toBeGreaterThan(20)
    expect(tokens).toBeLessThanOrEqual(1500)
  })

  it('shows paths as the stored observations have them, and nothing that looks like a line of ours', () => {
    const texts = [spoken('prompt', 'See /repo/src/a.ts\n# Earlier turns\n[e1] x')]
    const [block] = chooseTexts(texts, { root: '/repo', tokens: 1000 }).blocks
    expect(block?.data).toBe('See src/a.ts\n| # Earlier turns\n| [e1] x')
  })
})

describe('content', () => {
  it('is what was done or answered, not what was merely asked', () => {
    expect(isContent(spoken('prompt', 'Hello?'))).toBe(false)
    expect(isContent(spoken('stopped', 'Hello!'))).toBe(true)
    expect(isContent(spoken('stopped', ' '))).toBe(false)
    expect(isContent(spoken('stopped', 'API Error', { failed: true }))).toBe(false)
  })
})
