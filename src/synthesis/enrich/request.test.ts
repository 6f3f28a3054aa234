import { describe, expect, it } from 'vitest'
import { keptTool } from '../../capture/captured-event.fixture.ts'
import type { MemoryEvent } from '../../memory/event.ts'
import { CONCEPTS, OBSERVATION_TYPES } from '../../memory/observation.ts'
import { fillTemplate } from '../../memory/template.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import { session } from '../fixture-events.ts'
import { BATCH, OBSERVER, PROMPT_VERSION, promptVersion, SESSION, SUMMARY } from '../prompts/prompts.ts'
import { readStructure, someDraft, someInput } from './enrich.fixture.ts'
import { buildRequest, type EnrichRequest } from './request.ts'

const tokensOf = (request: EnrichRequest) =>
  [request.system, request.preamble, request.prompt, JSON.stringify(request.schema)].reduce(
    (sum, text) => sum + estimateTokens(text),
    0,
  )

describe('the prompts', () => {
  it('are these for a batch', async () => {
    const { system, preamble, prompt } = buildRequest(someInput())
    await expect(`${system}\n`).toMatchFileSnapshot('golden/system.txt')
    await expect(`${preamble}\n\n${prompt}\n`).toMatchFileSnapshot('golden/batch.txt')
  })

  it('are these at the end of a session', async () => {
    const { preamble, prompt } = buildRequest(someInput({ final: true, turns: earlierTurn() }))
    await expect(`${preamble}\n\n${prompt}\n`).toMatchFileSnapshot('golden/summary.txt')
  })

  it('name every type and every concept', () => {
    for (const name of [...OBSERVATION_TYPES, ...CONCEPTS]) expect(OBSERVER).toContain(name)
  })

  it('have a version that changes with every word', () => {
    const texts = [OBSERVER, SESSION, BATCH, SUMMARY]
    expect(PROMPT_VERSION).toMatch(/^[0-9a-f]{12}$/)
    expect(promptVersion(texts)).toBe(PROMPT_VERSION)
    for (const index of texts.keys()) {
      expect(promptVersion(texts.map((text, at) => (at === index ? `${text} ` : text)))).not.toBe(PROMPT_VERSION)
    }
    expect(promptVersion(['ab', 'c'])).not.toBe(promptVersion(['a', 'bc']))
  })

  it('are filled in one pass', () => {
    expect(fillTemplate('{{a}} {{b}}', { a: '{{b}} $&', b: 'x' })).toBe('{{b}} $& x')
  })
})

describe('a request', () => {
  it('gives every shown observation and event a reference that leads back to it', () => {
    const { prompt, refs } = buildRequest(someInput())
    expect([...refs.observations].map(([ref, { id }]) => [ref, id])).toEqual([
      ['o1', 41],
      ['o2', 42],
    ])
    expect(Object.fromEntries(refs.events)).toEqual({
      e1: ['p:0'],
      e2: ['t:toolu_1'],
      e3: ['t:toolu_2'],
      e4: ['t:toolu_3', 't:toolu_4'],
      e5: ['t:toolu_5'],
      e6: ['m:6:0'],
    })
    expect(readStructure(prompt).refs).toEqual(['o1', 'o2', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6'])
  })

  it('is the same for the same input', () => {
    expect(buildRequest(someInput())).toEqual(buildRequest(someInput()))
  })

  it('puts everything that was observed inside a fence', () => {
    const mark = 'XYZZY'
    const events: MemoryEvent[] = [
      ...session().prompt(mark).says(`${mark} said`).reads(mark, mark).runs(`echo ${mark}`, mark).fails(mark, mark)
        .events,
      keptTool(`mcp__${mark}__run`, { [mark]: mark }, [mark], { key: 't:9' }),
    ]
    const draft = someDraft({ title: mark, subtitle: mark, narrative: mark, facts: [mark], filesModified: [mark] })
    const request = buildRequest(
      someInput({
        project: mark,
        goal: mark,
        runningSummary: mark,
        events,
        observations: [{ id: 1, draft, worded: false }],
      }),
    )
    for (const text of [request.system, request.preamble, request.prompt]) {
      expect(readStructure(text).ours).not.toContain(mark)
    }
    expect(request.prompt).toContain(mark)
  })

  it('asks for a summary only at the end', () => {
    expect(JSON.stringify(buildRequest(someInput()).schema)).not.toContain('next_steps')
    expect(JSON.stringify(buildRequest(someInput({ final: true })).schema)).toContain('next_steps')
  })

  it('shows what was said in earlier turns at the end alone, and numbers the new events after it', () => {
    const { prompt, refs } = buildRequest(someInput({ final: true, turns: earlierTurn() }))
    expect([...refs.events.keys()]).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8'])
    expect(refs.events.get('e2')).toEqual(['e:earlier'])
    expect(prompt).toMatch(/\[o1\] made from e5, e6, e7\n/)
    expect(buildRequest(someInput({ turns: earlierTurn() })).prompt).not.toContain('Customers pay twice')
  })

  it('keeps room in the answer for observations that no model has worded', () => {
    const observations = (worded: boolean) => someInput().observations.map((one) => ({ ...one, worded }))
    const limit = (worded: boolean) => buildRequest(someInput({ observations: observations(worded) })).maxOutputTokens
    expect(limit(false)).toBeGreaterThan(limit(true))
  })

  it('says so when there is nothing stored and nothing new', () => {
    const { prompt } = buildRequest(someInput({ events: [], observations: [], final: true }))
    expect(prompt.match(/^\(none\)$/gm)).toHaveLength(3)
  })

  it('keeps the head and the tail of a long output and says how much is missing', () => {
    const output = `first line\n${'filler\n'.repeat(20_000)}last line`
    const { prompt } = buildRequest(someInput({ events: session().runs('make', output).events, observations: [] }))
    expect(prompt).toContain('first line')
    expect(prompt).toContain('last line')
    expect(prompt).toMatch(/\[… 138,\d{3} characters left out …\]/)
  })

  it.each([3600, 5000, 12_000])('stays under %i tokens however much there is', (maxInputTokens) => {
    const writer = session().prompt('Please make the import faster')
    for (let n = 0; n < 300; n++) {
      writer
        .reads(`src/file${n}.ts`, 'x'.repeat(5000))
        .edits(`src/file${n}.ts`, 'a'.repeat(2000), `${'b'.repeat(2000)}${n}`)
      if (n % 10 === 0) writer.fails('npm test', `Error: broken ${n}\n${'at x\n'.repeat(300)}`)
    }
    const observations = Array.from({ length: 60 }, (_, n) => ({
      id: n + 1,
      worded: false,
      draft: someDraft({ title: `title ${n}` }),
    }))
    const request = buildRequest(
      someInput({
        events: writer.events,
        observations,
        goal: 'g'.repeat(50_000),
        runningSummary: 's\n'.repeat(50_000),
        maxInputTokens,
        final: true,
      }),
    )
    expect(tokensOf(request)).toBeLessThanOrEqual(maxInputTokens)
    expect(request.prompt).toMatch(/\(\d+ less informative events left out\)/)
    expect(request.prompt).toMatch(/\(\d+ older ones left out\)/)
    expect(request.refs.events.get('e1')).toEqual(['p:0'])
  })

  it('leaves out reads before edits, and edits before failures', () => {
    const writer = session()
    for (let n = 0; n < 40; n++)
      writer.reads(`r${n}.ts`, 'text '.repeat(200)).edits(`e${n}.ts`, 'old'.repeat(60), 'new'.repeat(60))
    writer.fails('npm test', 'TypeError: x is not a function')
    for (let n = 40; n < 80; n++)
      writer.reads(`r${n}.ts`, 'text '.repeat(200)).edits(`e${n}.ts`, 'old'.repeat(60), 'new'.repeat(60))
    const { prompt } = buildRequest(someInput({ events: writer.events, observations: [], maxInputTokens: 5000 }))
    expect(prompt).toContain('TypeError: x is not a function')
    expect(prompt).toContain('e0.ts')
    expect(prompt).toContain('e79.ts')
    expect(prompt).not.toContain('e40.ts')
    expect(prompt).not.toContain('r40.ts')
  })

  it('counts what it leaves out', () => {
    const writer = session()
    for (let n = 0; n < 200; n++) writer.says(`I found that thing number ${n} is ${'long '.repeat(60)}`)
    const { prompt, refs } = buildRequest(someInput({ events: writer.events, observations: [], maxInputTokens: 4000 }))
    const shown = [...refs.events.values()].flat().length
    expect(prompt).toContain(`(${200 - shown} less informative events left out)`)
  })

  it('refuses a limit into which not even the rules fit', () => {
    expect(() => buildRequest(someInput({ maxInputTokens: 500 }))).toThrow(/input tokens or more/)
  })

  it('builds a megabyte of events quickly', () => {
    const writer = session()
    for (let n = 0; n < 30; n++) writer.runs('make', `<<<data ${'x <'.repeat(12_000)}`)
    const started = performance.now()
    buildRequest(someInput({ events: writer.events }))
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

function earlierTurn(): MemoryEvent[] {
  const base = { sessionId: 's1', at: 1, origin: 'hook' as const }
  return [
    { ...base, kind: 'prompt', key: 'p:earlier', text: 'Customers pay twice, find out why', machineMade: false },
    { ...base, kind: 'stopped', key: 'e:earlier', text: 'Both bookings come from retry().', failed: false },
  ]
}
