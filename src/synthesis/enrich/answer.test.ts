import { describe, expect, it } from 'vitest'
import { type EnrichChange, parseAnswer } from './answer.ts'
import { someDraft, someInput } from './enrich.fixture.ts'
import { buildRequest } from './request.ts'

const { refs } = buildRequest(someInput())
const local = someDraft()

function read(answer: unknown, from = refs) {
  const parsed = parseAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), from)
  if (parsed.kind === 'unusable') throw new Error(parsed.reason)
  return parsed
}
const changesOf = (...observations: unknown[]) => read({ observations })
const only = <K extends EnrichChange['kind']>(kind: K, changes: readonly EnrichChange[]) => {
  const found = changes.filter((change): change is Extract<EnrichChange, { kind: K }> => change.kind === kind)
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} changes of kind ${kind}`)
  return found[0]
}

const IMPROVE = {
  action: 'improve',
  ref: 'o1',
  evidence: ['e3', 'e6'],
  type: 'bugfix',
  title: 'Double charges came from retrying without an idempotency key; chargeCard now sends the order id',
  subtitle: 'Gateway timeouts no longer book twice',
  narrative:
    'The gateway booked each retry. chargeCard passes idempotencyKey, so AssertionError "expected 2 to be 1" is gone.',
  facts: ['src/pay/charge.ts passes `{ idempotencyKey: order.id }` to gateway.post'],
  concepts: ['problem-solution', 'gotcha'],
}

describe('an improvement', () => {
  it('has the words of the model and every fact of the local text', () => {
    const { changes, ignored } = changesOf(IMPROVE)
    const { observation, text, evidence } = only('improve', changes)
    expect(observation).toBe(41)
    expect(text).toMatchObject({
      title: IMPROVE.title,
      subtitle: IMPROVE.subtitle,
      concepts: ['problem-solution', 'gotcha'],
    })
    expect(text.facts).toEqual(
      [...IMPROVE.facts, ...local.facts, local.title].filter((fact) => text.facts.includes(fact)),
    )
    expect(text.facts).toContain('npx vitest run src/pay passes: 14 tests')
    expect(evidence).toEqual(['t:toolu_2', 'm:6:0'])
    expect(ignored).toEqual([])
  })

  it('keeps the local text where the model has none', () => {
    const { changes } = changesOf({
      action: 'improve',
      ref: 'o1',
      title: ' ',
      narrative: '',
      facts: [],
      concepts: [],
      subtitle: 'New',
    })
    const { key, filesRead, filesModified, discoveryTokens, at, eventKeys, ...text } = local
    expect(only('improve', changes).text).toEqual({ ...text, subtitle: 'New' })
  })

  it('keeps the local title when the new one is a label, and says so', () => {
    const { changes, ignored } = changesOf({ ...IMPROVE, title: 'Edited src/pay/charge.ts' })
    expect(only('improve', changes).text.title).toBe(local.title)
    expect(ignored).toEqual(['improve o1: title says nothing'])
  })

  it('that changes nothing is no change', () => {
    expect(changesOf({ action: 'improve', ref: 'o1', title: local.title, facts: local.facts })).toMatchObject({
      changes: [],
      ignored: [],
    })
  })

  it('takes types and concepts from the closed lists only', () => {
    const { text } = only('improve', changesOf({ ...IMPROVE, type: 'catastrophe', concepts: ['doom'] }).changes)
    expect(text.type).toBe('bugfix')
    expect(text.concepts).toEqual(local.concepts)
  })

  it('counts once for each observation', () => {
    const { changes, ignored } = changesOf(IMPROVE, { ...IMPROVE, title: 'Another true thing about chargeCard' })
    expect(only('improve', changes).text.title).toBe(IMPROVE.title)
    expect(ignored).toEqual(['improve o1: improved twice'])
  })

  it('never carries secrets or private text', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const { changes } = changesOf({
      ...IMPROVE,
      title: `Login uses ${token} for the API of the shop`,
      facts: [`token ${token}`, 'a <private>secret place</private> b'],
      narrative: `<private>${token}`,
    })
    expect(JSON.stringify(changes)).not.toMatch(/ghp_|secret place/)
    expect(only('improve', changes).text.narrative).toBe(local.narrative)
  })
})

describe('a new observation', () => {
  const CREATE = {
    ...IMPROVE,
    action: 'create',
    ref: undefined,
    title: 'The gateway books every request without a key',
    evidence: ['e4', 'e99'],
  }

  it('has the keys of the events it was made from', () => {
    const change = only('create', changesOf(CREATE).changes)
    expect(change.evidence).toEqual(['t:toolu_3', 't:toolu_4'])
    expect(change.text.title).toBe(CREATE.title)
  })

  it.each([
    ['no known event as evidence', { ...CREATE, evidence: ['e99', 'o1', 'x'] }],
    ['no known event as evidence', { ...CREATE, evidence: undefined }],
    ['no title, or one that says nothing', { ...CREATE, title: 'Bug fix' }],
    ['no title, or one that says nothing', { ...CREATE, title: undefined }],
    ['already stored', { ...CREATE, title: local.title }],
    ['already stored', { ...CREATE, title: `${local.title}.`, type: 'bugfix' }],
  ])('is ignored: %s', (why, item) => {
    expect(changesOf(item)).toMatchObject({ changes: [], ignored: [`create: ${why}`] })
  })

  it('is made once, and at most ten of them', () => {
    const many = Array.from({ length: 15 }, (_, n) => ({
      ...CREATE,
      title: `Queue${n}_worker holds ${n} locks at a time`,
    }))
    expect(changesOf(CREATE, CREATE).changes).toHaveLength(1)
    expect(changesOf(...many).changes).toHaveLength(10)
  })
})

describe('a merge', () => {
  const more = buildRequest(
    someInput({
      observations: [10, 11, 12, 13].map((id) => ({
        id,
        worded: false,
        draft: someDraft({ title: `Thing_${id} holds`, facts: [`fact_${id}`] }),
      })),
    }),
  ).refs
  const merge = (ref: string, into: string) => ({ action: 'merge', ref, into })

  it('keeps the lowest id, the words of the target, and what the others said', () => {
    const { changes } = read(
      { observations: [merge('o1', 'o3'), { action: 'improve', ref: 'o3', title: 'One thing holds them all' }] },
      more,
    )
    expect(changes.map(({ kind }) => kind)).toEqual(['merge', 'improve'])
    expect(only('merge', changes)).toEqual({ kind: 'merge', into: 10, from: [12] })
    const { observation, text } = only('improve', changes)
    expect(observation).toBe(10)
    expect(text.title).toBe('One thing holds them all')
    expect(text.facts).toEqual(['fact_12', 'Thing_12 holds', 'fact_10', 'Thing_10 holds'])
  })

  it('of a chain ends in one row', () => {
    const { changes } = read({ observations: [merge('o4', 'o3'), merge('o3', 'o2'), merge('o2', 'o1')] }, more)
    expect(only('merge', changes)).toEqual({ kind: 'merge', into: 10, from: [11, 12, 13] })
  })

  it('never goes in a circle', () => {
    const { changes, ignored } = read(
      { observations: [merge('o1', 'o2'), merge('o2', 'o3'), merge('o3', 'o1'), merge('o4', 'o4')] },
      more,
    )
    expect(only('merge', changes)).toEqual({ kind: 'merge', into: 10, from: [11, 12] })
    expect(ignored).toEqual(['merge o3: merged in a circle', 'merge o4: merged in a circle'])
  })

  it('wins over an improvement or a drop of what it takes away', () => {
    const items = [
      { action: 'drop', ref: 'o1', reason: 'old' },
      { action: 'improve', ref: 'o1', title: 'A thing that is true' },
      merge('o1', 'o2'),
    ]
    const { changes, ignored } = read({ observations: items }, more)
    expect(changes.map(({ kind }) => kind)).toEqual(['merge', 'improve'])
    expect(ignored).toEqual(['improve o1: merged into another one', 'drop o1: also improved or merged'])
  })

  it('needs two known references', () => {
    expect(read({ observations: [merge('o1', 'o9'), merge('x', 'o1')] }, more).changes).toEqual([])
  })
})

describe('a drop', () => {
  it('needs a reason and a known reference', () => {
    const { changes, ignored } = changesOf(
      { action: 'drop', ref: 'o1' },
      { action: 'drop', ref: 'o7', reason: 'x' },
      { action: 'drop', ref: 'o2', reason: 'only reads a file' },
    )
    expect(changes).toEqual([{ kind: 'drop', observation: 42, reason: 'only reads a file' }])
    expect(ignored).toEqual(['drop o1: no reason given', 'drop o7: unknown reference'])
  })

  it('never empties a session', () => {
    const { changes, ignored } = changesOf(
      { action: 'drop', ref: 'o1', reason: 'x' },
      { action: 'drop', ref: 'o2', reason: 'x' },
    )
    expect(changes).toEqual([])
    expect(ignored).toHaveLength(2)
  })

  it('gives way to an improvement', () => {
    const { changes } = changesOf(IMPROVE, { action: 'drop', ref: 'o1', reason: 'x' })
    expect(changes.map(({ kind }) => kind)).toEqual(['improve'])
  })
})

describe('a summary', () => {
  it('is read with its six paragraphs, whatever form they have', () => {
    const { summary } = read({
      observations: [],
      summary: { request: 'Fix it', next_steps: ['a', 'b'], notes: 3, learned: null, files: 'x' },
    })
    expect(summary).toEqual({
      request: 'Fix it',
      investigated: '',
      learned: '',
      completed: '',
      nextSteps: 'a; b',
      notes: '',
    })
  })

  it.each([{}, { request: '' }, 'text', null, []])('with nothing in it is none: %j', (summary) => {
    expect(read({ observations: [], summary }).summary).toBeUndefined()
  })
})

describe('an answer', () => {
  const whole = JSON.stringify({ observations: [IMPROVE] })

  it.each([
    ['in a code fence', `\`\`\`json\n${whole}\n\`\`\``],
    ['between prose', `Thinking… {maybe}\n${whole}\nDone.`],
    ['as a bare list', JSON.stringify([IMPROVE])],
    ['as a single item', JSON.stringify(IMPROVE)],
    ['with one object instead of a list', JSON.stringify({ observations: IMPROVE })],
    ['wrapped in another object', `{"answer":${whole}}`],
    ['with trailing commas', whole.replace(']}]}', '],},],}')],
    ['after an example', `{"observations":[{"action":"drop","ref":"o2","reason":"example"}]}\nNow mine:\n${whole}`],
    ['cut off after its first item', `${whole.slice(0, -2)},{"action":"drop","ref":"o2","reas`],
    ['with a damaged second item', `${whole.slice(0, -2)},{"title":"a "b" c"}]}`],
  ])('is understood %s', (_, text) => {
    expect(only('improve', read(text).changes).text.title).toBe(IMPROVE.title)
    expect(read(text).changes).toHaveLength(1)
  })

  it('may change nothing', () => {
    expect(read('{"observations":[]}')).toEqual({ kind: 'usable', changes: [], summary: undefined, ignored: [] })
  })

  it.each([
    '',
    '   ',
    'I cannot help with that, zebra.',
    '{"zebra":1}',
    '[1,2]',
    '{"observations":"zebra"}',
    '{"observations":[1,{"action":"zebra"}]}',
    '<observation>zebra</observation>',
    '{',
    '\0\0',
  ])('that is rubbish is unusable, and the reason does not quote it: %j', (text) => {
    const parsed = parseAnswer(text, refs)
    expect(parsed.kind).toBe('unusable')
    expect(JSON.stringify(parsed)).not.toContain('zebra')
  })

  it('is never quoted in what is ignored', () => {
    const { ignored } = changesOf(
      { action: 'improve', ref: 'zebra' },
      { action: 'merge', ref: 'zebra', into: 'zebra' },
      { action: 'drop', ref: 'o1zebra', reason: 'zebra' },
      { action: 'zebra' },
    )
    expect(ignored).toHaveLength(4)
    expect(ignored.join()).not.toContain('zebra')
  })
})
