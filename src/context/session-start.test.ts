import { describe, expect, it } from 'vitest'
import type { Summary } from '../memory/observation.ts'
import { estimateTokens } from '../memory/tokens.ts'
import { renderNow } from './clock.ts'
import { type IndexedMemory, renderSessionStart, type SessionStartMaterial } from './session-start.ts'

const NOW = Date.UTC(2026, 3, 7, 22, 25)
const HOUR_MS = 60 * 60 * 1000

const memory = (id: number, more: Partial<IndexedMemory> = {}): IndexedMemory => ({
  id,
  project: 'p',
  projectName: 'shop',
  type: 'bugfix',
  title: `Memory number ${id}`,
  origin: 'session',
  discoveryTokens: 1000,
  textBytes: 350,
  createdAt: NOW - id * HOUR_MS,
  ...more,
})
const summary = (id: number, more: Partial<Summary> = {}): Summary => ({
  id,
  session: id + 40,
  sessionId: `s${id}`,
  project: 'p',
  projectName: 'shop',
  request: `Request ${id}`,
  investigated: '',
  learned: 'Codes were applied twice',
  completed: 'Counts once',
  nextSteps: `Next ${id}`,
  filesRead: [],
  filesEdited: ['src/total.js'],
  notes: '',
  discoveryTokens: 0,
  createdAt: NOW - id * 24 * HOUR_MS,
  ...more,
})
const material = (more: Partial<SessionStartMaterial> = {}): SessionStartMaterial => ({
  project: { id: 'p', name: 'shop' },
  memories: [30, 1, 2].map((id) => memory(id)),
  labels: new Map(),
  summaries: [1, 2].map((id) => summary(id)),
  now: NOW,
  timeZone: 'America/Los_Angeles',
  budgetTokens: 2000,
  address: 'http://127.0.0.1:37777',
  ...more,
})

describe('the session-start context', () => {
  it('says nothing when there is nothing', () => {
    expect(renderSessionStart(material({ memories: [], summaries: [] }))).toBeUndefined()
  })

  it('begins with the current time and its zone', () => {
    expect(renderNow(NOW, 'America/Los_Angeles')).toBe('Current: 2026-04-07 3:25pm PDT')
    expect(renderSessionStart(material())?.text.split('\n')[0]).toBe('Current: 2026-04-07 3:25pm PDT')
  })

  it('groups index lines by day, newest first, and gives the last summary in full and the one before in a line', () => {
    const { text, shown } = renderSessionStart(material()) ?? { text: '', shown: new Map() }
    expect([...shown.keys()]).toEqual([30, 1, 2])
    expect(text).toContain(
      '### Apr 7, 2026\n1 2:25pm ● Memory number 1\n2 1:25pm ● Memory number 2\n### Apr 6, 2026\n30 ',
    )
    expect(text).toContain('Last session S41')
    expect(text).toContain('**Learned:** Codes were applied twice')
    expect(text).toContain('S42 Apr 5, 2026: Request 2 Next: Next 2')
    expect(text).toContain('in full: ~300 tokens to read; finding them out took ~3,000 (estimates)')
  })

  it.each([200, 500, 2000, 2800])(
    'stays within %i tokens and the host’s 10,000 units, whatever lies there',
    (budgetTokens) => {
      const long = 'wörter und zeichen '.repeat(40)
      const rendered = renderSessionStart(
        material({
          budgetTokens,
          memories: Array.from({ length: 120 }, (_, id) => memory(id + 1, { title: long })),
          summaries: Array.from({ length: 10 }, (_, id) =>
            summary(id + 1, { request: long, learned: long, completed: long }),
          ),
        }),
      )
      // The fixed lines alone need about 150 tokens.
      expect(estimateTokens(rendered?.text ?? '')).toBeLessThanOrEqual(Math.max(budgetTokens, 260))
      expect(rendered?.text.length).toBeLessThanOrEqual(10_000)
      expect(rendered?.text).toContain('get_observations')
    },
  )

  it('labels memories of other projects and text of outsiders', () => {
    const foreign = memory(7, { project: 'q', projectName: 'api', origin: 'untrusted' })
    const { text } = renderSessionStart(material({ memories: [foreign] })) ?? { text: '' }
    expect(text).toContain('● [from: api] [outside text] Memory number 7')
  })

  it('says what speaks against a memory by now', () => {
    const labels = new Map([[1, '2 of 3 files changed since']])
    const { text } = renderSessionStart(material({ labels })) ?? { text: '' }
    expect(text).toContain('● Memory number 1 (2 of 3 files changed since)\n')
    expect(text).toContain('● Memory number 2\n')
  })

  it('keeps every memory on one line', () => {
    const { text } = renderSessionStart(material({ memories: [memory(7, { title: 'two\nlines' })] })) ?? {
      text: '',
    }
    expect(text).toContain('● two lines\n')
  })
})
