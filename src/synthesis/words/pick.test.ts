import { describe, expect, it } from 'vitest'
import { pickUnits, renderUnits } from './pick.ts'
import type { Scored } from './salience.ts'
import { scored } from './scored.fixture.ts'
import { termsOf } from './terms.ts'

const ALL = { room: 2000, least: 0, told: [] }
const textsOf = (units: readonly Scored[]) => units.map(({ unit }) => unit.text)

describe('the pieces of a memory', () => {
  it('are the best that fit, told in the order in which they were said', () => {
    const weak = scored('closing', 'The window got a wider border.', { score: 0.2 })
    const best = scored('closing', 'The timer is cleared on close.', { score: 0.9 })
    const good = scored('closing', 'Jobs wait for the queue lock.', { score: 0.6 })
    const picked = pickUnits([...weak, ...good, ...best], { ...ALL, room: 70 })
    expect(textsOf(picked)).toEqual(['The timer is cleared on close.', 'Jobs wait for the queue lock.'])
  })

  it('are worth something', () => {
    const units = [
      ...scored('closing', 'The timer is cleared on close.', { score: 0.9 }),
      ...scored('closing', 'The window got a wider border.', { score: 0.01 }),
    ]
    expect(textsOf(pickUnits(units, { ...ALL, least: 0.1 }))).toEqual(['The timer is cleared on close.'])
  })

  it('are whole: what does not fit is left out', () => {
    const long = scored('closing', `The timer is cleared ${'and the queue is drained '.repeat(20)}on close.`, {
      score: 0.9,
    })
    const short = scored('closing', 'Jobs wait for the lock.', { score: 0.2 })
    expect(textsOf(pickUnits([...long, ...short], { ...ALL, room: 100 }))).toEqual(['Jobs wait for the lock.'])
  })

  it('say nothing twice, and nothing that is told elsewhere', () => {
    const units = [
      ...scored('closing', 'The timer is cleared when the queue closes.', { score: 0.9 }),
      ...scored('closing', 'When the queue closes the timer is cleared.', { score: 0.5 }),
      ...scored('closing', 'Receipts are printed in A4 now.', { score: 0.5 }),
    ]
    const told = [termsOf('Receipts are printed in A4')]
    expect(textsOf(pickUnits(units, { ...ALL, told }))).toEqual(['The timer is cleared when the queue closes.'])
  })

  it('are never a bare heading', () => {
    expect(textsOf(pickUnits(scored('closing', '# What changed\nThe timer is cleared.'), ALL))).toEqual([
      'The timer is cleared.',
    ])
  })
})

describe('their text', () => {
  const render = (...units: Scored[]) => renderUnits(pickUnits(units, ALL))

  it('has sentences of one message in a row, and those of another on a line of their own', () => {
    const first = scored('closing', 'The timer leaked. Nobody cleared it.')
    expect(render(...first, ...scored('message', 'Receipts print twice.'))).toBe(
      'The timer leaked. Nobody cleared it.\nReceipts print twice.',
    )
  })

  it('has items below the line that introduces them, which stands once', () => {
    expect(render(...scored('closing', 'The queue loses jobs in two cases:\n- a late timer\n- a closed socket'))).toBe(
      'The queue loses jobs in two cases:\n- a late timer\n- a closed socket',
    )
  })

  it('has the introducing line also when only an item of the list was worth telling', () => {
    const [lead, ...items] = scored('closing', 'The queue loses jobs in two cases:\n- a late timer\n- a closed socket')
    const cheap = lead === undefined ? [] : [{ ...lead, score: 0 }]
    const text = renderUnits(pickUnits([...cheap, ...items.slice(1)], { ...ALL, least: 0.1 }))
    expect(text).toBe('The queue loses jobs in two cases:\n- a closed socket')
  })

  it('has items below their heading where no line introduces them', () => {
    expect(render(...scored('closing', '## Known limits\n- one writer\n- no retries'))).toBe(
      'Known limits:\n- one writer\n- no retries',
    )
  })

  it('does without a line that says nothing', () => {
    expect(render(...scored('closing', 'Here is what I changed:\n- the timer is cleared').slice(1))).toBe(
      '- the timer is cleared',
    )
  })

  it('tells how it was before at the end, and says so', () => {
    const past = scored('plan', 'Jobs were lost when the socket closed.').map((one) => ({
      ...one,
      past: true as const,
    }))
    expect(render(...past, ...scored('closing', 'The timer is cleared now.'))).toBe(
      'The timer is cleared now.\nHow it was before:\nJobs were lost when the socket closed.',
    )
  })

  it('is empty for nothing', () => expect(renderUnits([])).toBe(''))
})
