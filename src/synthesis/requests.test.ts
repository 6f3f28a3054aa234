import { describe, expect, it } from 'vitest'
import { goesOn } from '../memory/going-on.ts'
import { session } from './fixture-events.ts'
import { splitRequests } from './requests.ts'
import { splitLanes, splitTurns } from './turns.ts'

describe('a prompt asks for nothing new', () => {
  it.each([
    'ok, commit it',
    'commit it',
    'yes',
    'Yes, do it please.',
    'go on',
    'continue',
    'ok push it',
    'looks good, commit and push',
    '👍',
    '/compact',
    'sí, hazlo',
    'vale, sigue',
    'да, давай',
    'хорошо, продолжай',
    '続けて',
    'はい',
    '继续',
    '好的，提交',
  ])('%s', (prompt) => expect(goesOn(prompt)).toBe(true))
})

describe('a prompt asks for something', () => {
  it.each([
    'add a discount to orders',
    'why is it slow?',
    'use 8080',
    'fix issue #12',
    'rename it to drain_queue',
    'no, use the other queue instead',
    'commit it and then write a guide about the queue',
    '/review the queue module',
    'añade un descuento a los pedidos',
    'почему так медленно работает очередь?',
    '注文に割引を追加してください',
    '给订单添加折扣功能，并写测试',
  ])('%s', (prompt) => expect(goesOn(prompt)).toBe(false))
})

describe('requests', () => {
  it('hold the turns that only go on with them, with all their calls and words', () => {
    const { events } = session()
      .prompt('add a discount to orders')
      .edits('src/cart.ts', 'a', 'b')
      .says('Orders have a discount.')
      .prompt('ok, commit it')
      .runs('git commit -m "feat: discount"', '[main 1a2b3c4] feat: discount')
      .says('Committed.')
      .prompt('now write a guide about discounts')
      .says('The guide is written.')
    const requests = splitRequests(splitTurns(events))
    expect(requests.map(({ turns, calls }) => [turns.length, calls.length])).toEqual([
      [2, 2],
      [1, 0],
    ])
    expect(requests[0]?.sources.map(({ kind }) => kind)).toContain('commit')
  })

  it('begin before the first prompt where the session does', () => {
    const { events } = session().says('Resumed.').prompt('add a discount to orders').says('Added it.')
    expect(splitRequests(splitTurns(events))).toHaveLength(2)
  })

  it('belong to the repository in which was last spoken, and to the session’s own after it came back', () => {
    const { events } = session()
      .prompt('look at the queue of the shop')
      .moves('/shop')
      .says('The queue is drained too late.')
      .prompt('add a limit to the queue')
      .says('The queue has a limit.')
      .moves()
      .prompt('now write a guide about queues')
      .says('The guide is written.')
    expect(splitRequests(splitTurns(events)).map(({ project }) => project)).toEqual(['/shop', '/shop', undefined])
  })

  it('are not moved along by “cd ../shop”, which asks for nothing', () => {
    const { events } = session()
      .prompt('add a discount to orders')
      .says('Orders have a discount.')
      .prompt('cd ../shop')
      .moves('/shop')
      .says('Here we are.')
      .prompt('yes')
      .says('Fine.')
    expect(splitRequests(splitTurns(events)).map(({ project, turns }) => [project, turns.length])).toEqual([
      [undefined, 1],
      ['/shop', 2],
    ])
  })

  it('do not follow agents beside the session, nor what was typed while it worked', () => {
    const { events } = session()
      .moves('/shop')
      .prompt('add a discount to orders')
      .says('Orders have a discount.')
      .moves()
      .says('Found three files.')
      .prompt('and a limit')
    const agent = { id: 'a1', type: 'Explore' }
    const made = events.map((event, index) => {
      if (index === 2) return { ...event, agent }
      return event.kind === 'prompt' && index === 3 ? { ...event, beside: 'work' as const } : event
    })
    expect(splitRequests(splitTurns(made)).map(({ project }) => project)).toEqual(['/shop'])
  })

  it('are none without events', () => expect(splitRequests([])).toEqual([]))
})

describe('turns', () => {
  it('begin with what a person typed, not with what a machine or an aside says', () => {
    const { events } = session().prompt('one').prompt('notification').refuses('not there').prompt('two')
    const made = events.map((event, index) =>
      event.kind === 'prompt' && index === 1 ? { ...event, machineMade: true } : event,
    )
    expect(splitTurns(made).map((turn) => turn.events.length)).toEqual([3, 1])
  })

  it('are the same for events in any order and for copies, of which the transcript’s is kept', () => {
    const { events } = session().prompt('one').says('first').prompt('two').says('second')
    const copies = events.map((event) => ({ ...event, origin: 'hook' as const, at: event.at + 5 }))
    const turns = splitTurns([...copies, ...events].reverse())
    expect(turns).toEqual(splitTurns(events))
    expect(turns.flatMap((turn) => turn.events.map(({ origin }) => origin))).not.toContain('hook')
  })

  it('have a lane for each agent, the main session first', () => {
    const { events } = session().prompt('look around').runs('ls', 'a').says('Two files.')
    const agent = { id: 'a1', type: 'Explore' }
    const [turn] = splitTurns(events.map((event, index) => (index === 1 ? { ...event, agent } : event)))
    expect(turn && splitLanes(turn).map((lane) => [lane.agentId, lane.events.length])).toEqual([
      [undefined, 2],
      ['a1', 1],
    ])
  })
})
