import { expect, it } from 'vitest'
import type { HostEvent, SessionFacts } from '../../capture/host-event.ts'
import { makeForesight } from './foresight.ts'

const session: SessionFacts = {
  sessionId: 's1',
  cwd: '/home/me/shop',
  projectDir: undefined,
  transcriptPath: undefined,
  entrypoint: 'cli',
}
const started = (text: string, at = Date.now()): HostEvent => ({
  kind: 'event',
  session,
  event: { kind: 'session_started', key: `s:${text}`, sessionId: 's1', at, text, origin: 'hook' },
})

function counting() {
  let made = 0
  const foresight = makeForesight(() => {
    made += 1
    return `told ${made}`
  })
  return { foresight, made: () => made }
}

it('what was made when the file was taken is what the hook is told', () => {
  const { foresight, made } = counting()
  foresight.onTaken('a', started('startup'))
  expect(made()).toBe(1)
  expect(foresight.tell('a', session)).toBe('told 1')
  expect(made()).toBe(1)
})

it('a hook that is faster than the writer is told at once, and nothing is made for it afterwards', () => {
  const { foresight, made } = counting()
  expect(foresight.tell('a', session)).toBe('told 1')
  foresight.onTaken('a', started('startup'))
  expect(made()).toBe(1)
})

it('a second question is answered anew', () => {
  const { foresight } = counting()
  foresight.onTaken('a', started('clear'))
  foresight.tell('a', session)
  expect(foresight.tell('a', session)).toBe('told 2')
})

it('nothing is made for a session that goes on, nor for what is no beginning', () => {
  const { foresight, made } = counting()
  foresight.onTaken('a', started('resume'))
  const prompt = { kind: 'prompt', key: 'p', sessionId: 's1', at: 1, text: 'go on', machineMade: false, origin: 'hook' }
  foresight.onTaken('b', { kind: 'event', session, event: prompt } as HostEvent) // a prompt as the hook leaves it
  expect(made()).toBe(0)
})

it('nothing is made for a session that began while no worker ran', () => {
  const { foresight, made } = counting()
  foresight.onTaken('a', started('startup', Date.now() - 60_000))
  expect(made()).toBe(0)
})

it('what cannot be made is tried again for the hook', () => {
  let broken = true
  const foresight = makeForesight(() => {
    if (broken) throw new Error('the disk is gone')
    return 'told'
  })
  foresight.onTaken('a', started('startup'))
  expect(() => foresight.tell('a', session)).toThrow('the disk is gone')
  broken = false
  expect(foresight.tell('a', session)).toBe('told')
})
