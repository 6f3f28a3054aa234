import { describe, expect, it } from 'vitest'
import { type Choosing, chooseProvider, parseProvider } from './provider-question.ts'

function atTerminal(answers: string[], more: Partial<Choosing> = {}) {
  const shown: string[] = []
  const questions: string[] = []
  const choosing: Choosing = {
    named: undefined,
    known: undefined,
    budget: 200_000,
    terminal: { interactive: true, json: false, line: (text = '') => shown.push(text) },
    ask: async (question) => {
      questions.push(question)
      return answers.shift()
    },
    ...more,
  }
  return { chosen: chooseProvider(choosing), shown, questions }
}

describe('the question for a provider', () => {
  it('says what each costs, and takes a number, a name or Enter', async () => {
    const { chosen, shown } = atTerminal(['2'])
    expect(await chosen).toEqual({ name: 'claude', set: true })
    expect(shown.join('\n')).toContain('your own Claude Code login; counts against your plan')
    expect(shown.join('\n')).toContain('150,000 tokens on a day of 30 turns, and never more than 200,000')
    expect(await atTerminal(['OpenAI']).chosen).toEqual({ name: 'openai', set: true })
    expect(await atTerminal(['']).chosen).toEqual({ name: 'local', set: true })
  })

  it('is asked again after an answer that means nothing', async () => {
    const { chosen, questions } = atTerminal(['5', 'mistral', 'anthropic'])
    expect(await chosen).toEqual({ name: 'anthropic', set: true })
    expect(questions).toHaveLength(3)
  })

  it('is not asked when it was answered before, also when the answer was nobody', async () => {
    for (const known of ['local', 'claude'] as const) {
      const { chosen, questions } = atTerminal(['2'], { known })
      expect(await chosen).toEqual({ name: known, set: false })
      expect(questions).toEqual([])
    }
  })

  it('is not asked when a flag names one', async () => {
    const { chosen, questions } = atTerminal([], { named: 'claude', known: 'local' })
    expect(await chosen).toEqual({ name: 'claude', set: true })
    expect(questions).toEqual([])
    expect(await atTerminal([], { named: 'claude', known: 'claude' }).chosen).toEqual({ name: 'claude', set: false })
  })

  it.each([
    ['without a terminal', { interactive: false, json: false, line: () => {} }],
    ['for a program', { interactive: true, json: true, line: () => {} }],
  ])('is answered by nobody %s, and may be asked another time', async (_, terminal) => {
    const { chosen, questions } = atTerminal(['2'], { terminal })
    expect(await chosen).toEqual({ name: 'local', set: false })
    expect(questions).toEqual([])
  })

  it('is answered by nobody when the input ends before an answer', async () => {
    expect(await atTerminal(['mistral']).chosen).toEqual({ name: 'local', set: false })
  })

  it('knows no other names', () => {
    expect(parseProvider('claude')).toBe('claude')
    expect(() => parseProvider('mistral')).toThrow('There is no provider mistral')
  })
})
