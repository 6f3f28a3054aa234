import { describe, expect, it } from 'vitest'
import { renderAge } from '../memory/age.ts'
import type { Observation } from '../memory/observation.ts'
import type { ToldSession } from '../store/ledger.ts'
import { isWorthRecalling, ledgerId, type RecallCandidate, renderPromptRecall } from './prompt-recall.ts'

const NOW = Date.UTC(2026, 5, 1)
const DAY_MS = 24 * 60 * 60 * 1000

const candidate = (id: number, more: Partial<Observation> = {}): RecallCandidate => ({
  kind: 'observation',
  score: 1 / id,
  parts: { words: 1 / id },
  observation: {
    id,
    key: `k${id}`,
    sessionId: 's',
    project: 'home',
    projectName: 'shop',
    type: 'bugfix',
    title: `Title ${id}`,
    subtitle: '',
    narrative: `Narrative ${id}.`,
    facts: [],
    concepts: [],
    filesRead: [],
    filesModified: ['src/a.ts'],
    discoveryTokens: 0,
    source: 'local',
    origin: 'session',
    model: undefined,
    pinned: false,
    supersededBy: undefined,
    createdAt: NOW - id * DAY_MS,
    ...more,
  },
})
const noteSaying = (text: string): RecallCandidate => ({
  kind: 'note',
  score: 1,
  parts: {},
  note: {
    ...{ id: 4, key: 'a', path: 'memory/MEMORY.md', startLine: 3, endLine: 5, heading: '', source: 'memory' },
    ...{ text, day: undefined, createdAt: NOW, workspace: 1, project: 'home', projectName: 'shop' },
  },
})
const NONE: ToldSession = { told: new Set(), indexed: new Map() }
const rest = { prompt: 'why narrative', told: NONE, labels: new Map<number, string>(), home: 'home', now: NOW }
const render = (candidates: RecallCandidate[], told: number[] = []) =>
  renderPromptRecall({ ...rest, candidates, told: { ...NONE, told: new Set(told) }, searched: 'hybrid' })

describe('prompt recall', () => {
  it('names id, age, mark, title and files of the best memories', () => {
    expect(render([candidate(3)])?.text).toContain('3 3 days ago ● Title 3 — Narrative 3. — (src/a.ts)')
  })

  it('says what speaks against a memory by now', () => {
    const labels = new Map([[3, 'file changed since']])
    const told = renderPromptRecall({ ...rest, candidates: [candidate(3)], labels, searched: 'hybrid' })
    expect(told?.text).toContain('(src/a.ts) — file changed since')
  })

  it('never repeats what the session was told, and says nothing when nothing is left', () => {
    expect(render([candidate(1), candidate(2)], [1])?.shown.map((one) => ledgerId(one))).toEqual([2])
    expect(render([candidate(1)], [1])).toBeUndefined()
    expect(render([])).toBeUndefined()
  })

  it('tells a note by what it says about the prompt and where that stands, once', () => {
    const kept = noteSaying('Ana signs releases. The narrative is hers.')
    expect(render([kept])?.text).toContain('note memory/MEMORY.md#L3-L5: The narrative is hers.')
    expect(render([kept], [-4])).toBeUndefined()
    const indexed = { told: new Set([-4]), indexed: new Map([[-4, 20]]) }
    expect(renderPromptRecall({ ...rest, candidates: [kept], told: indexed, searched: 'hybrid' })).toBeUndefined()
  })

  it('tells a fact once that stands in a note and in a memory', () => {
    const kept = noteSaying('- The total narrative is rounded per line.')
    const same = candidate(3, { title: 'Round the total narrative per line', narrative: 'It is rounded per line.' })
    expect(render([same, kept])?.shown.map(ledgerId)).toEqual([3])
    expect(render([kept, same])?.shown.map(ledgerId)).toEqual([-4])
  })

  it('of a memory whose title stood in the index at the start, tells what it says about the prompt', () => {
    const tax = candidate(7, {
      title: 'Tax is rounded per line',
      narrative:
        'The invoice prints each line. Germany checks every line by itself, so the sum of rounded lines is the total.',
    })
    const told = { told: new Set([7]), indexed: new Map([[7, 12]]) }
    const prompt = 'why do we round tax for every line by itself'
    const text = renderPromptRecall({ ...rest, prompt, candidates: [tax], told, searched: 'hybrid' })?.text
    expect(text).toContain('\n7 of the index: ')
    expect(text).toContain('Germany checks every line by itself')
    expect(text).not.toContain('Tax is rounded per line')
    const bare = candidate(7, { title: 'Tax is rounded per line', narrative: '' })
    expect(renderPromptRecall({ ...rest, prompt, candidates: [bare], told, searched: 'hybrid' })).toBeUndefined()
  })

  it('says nothing of a memory whose answer the index told already', () => {
    const tax = candidate(7, {
      title: 'Tax is rounded per line',
      narrative: 'Germany checks every line by itself, so the sum of rounded lines is the total.',
    })
    const prompt = 'why do we round tax for every line by itself'
    const recall = (tokens: number) => {
      const told = { told: new Set([7]), indexed: new Map([[7, tokens]]) }
      return renderPromptRecall({ ...rest, prompt, candidates: [tax], told, searched: 'hybrid' })?.text
    }
    expect(recall(40)).toBeUndefined()
    expect(recall(12)).toContain('7 of the index: Germany checks every line by itself')
  })

  it('tells an answer the index left out, although it told what stands before it', () => {
    const before = [
      'The invoice prints what was bought, with its price and its share of the total.',
      'Prices come in with three digits from the supplier in Prague.',
      'Discounts are taken off before anything else is computed.',
    ]
    const tax = candidate(7, {
      title: 'Tax is rounded per line',
      narrative: `${before.join(' ')} Germany checks every line by itself.`,
    })
    const recalled = renderPromptRecall({
      ...{ ...rest, searched: 'hybrid', candidates: [tax] },
      prompt: 'why do we round tax for every line by itself',
      told: { told: new Set([7]), indexed: new Map([[7, 90]]) },
    })
    expect(recalled?.text).toContain('Germany checks every line by itself')
  })

  it('stays under 600 tokens and five memories', () => {
    const long = Array.from({ length: 20 }, (_, i) =>
      candidate(i + 1, { narrative: 'wörter '.repeat(200), title: 'título '.repeat(50) }),
    )
    const told = render(long)
    expect(told?.shown.length).toBeGreaterThan(1)
    expect(told?.shown.length).toBeLessThanOrEqual(5)
    expect(told?.tokens).toBeLessThanOrEqual(600)
  })

  it('labels memories of other projects and outside text, and says when only words were searched', () => {
    const foreign = candidate(1, { project: 'other', projectName: 'api', origin: 'untrusted' })
    const told = renderPromptRecall({ ...rest, candidates: [foreign], searched: 'keywords' })
    expect(told?.text).toContain('[from: api] [outside text] Title 1')
    expect(told?.text).toContain('found by words only')
  })
})

describe('a prompt worth recalling for', () => {
  it.each([
    'hi',
    'thanks!',
    'ok, go on',
    'gracias, sigue',
    '/compact now please',
    '<task-notification>done</task-notification>',
    'yes please continue',
    'ok commit everything',
    'looks good, push it',
    'great, now open a PR',
    'run the tests',
    'what is the status?',
    'sí, ejecuta las pruebas',
    '',
  ])('is not “%s”', (prompt) => expect(isWorthRecalling(prompt)).toBe(false))
  it.each([
    'why does the build fail on CI',
    '/x/total.js counts twice',
    'fix the flaky auth test',
    '¿por qué falla el total?',
  ])('is “%s”', (prompt) => expect(isWorthRecalling(prompt)).toBe(true))
})

describe('an age', () => {
  it.each([
    [30_000, 'just now'],
    [12 * 60_000, '12 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [5 * DAY_MS, '5 days ago'],
    [49 * DAY_MS, '7 weeks ago'],
    [425 * DAY_MS, '14 months ago'],
    [-5000, 'just now'],
  ])('of %i ms reads %s', (age, text) => expect(renderAge(NOW - age, NOW)).toBe(text))
})
