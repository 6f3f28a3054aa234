import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../memory/error.ts'
import { makeBackoff } from './backoff.ts'

function somebody() {
  const state = { now: 0, down: true, asked: 0, returns: 0 }
  const backoff = makeBackoff({
    now: () => state.now,
    translate: () => new MemoryError('unavailable', 'down'),
    onReturn: async () => {
      state.returns += 1
    },
  })
  const ask = () =>
    backoff.run(async () => {
      state.asked += 1
      if (state.down) throw new Error('refused')
      return 'answer'
    })
  return { state, ask }
}

describe('backing off', () => {
  it('leaves a server in peace for 1 s, then 2, 4 … up to 5 minutes', async () => {
    const { state, ask } = somebody()
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
      const asked = state.asked
      state.now += seconds * 1000 - 1
      await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
      expect(state.asked, `nobody asked within ${seconds} s`).toBe(asked)
      state.now += 1
    }
  })

  it('counts calls that fail together once', async () => {
    const { state, ask } = somebody()
    await Promise.allSettled(Array.from({ length: 20 }, ask))
    state.now += 1000
    state.down = false
    expect(await ask()).toBe('answer')
  })

  it('looks around before the first work after an outage, and begins anew with 1 s', async () => {
    const { state, ask } = somebody()
    await expect(ask()).rejects.toBeDefined()
    state.now += 1000
    state.down = false
    expect(await ask()).toBe('answer')
    expect(await ask()).toBe('answer')
    expect(state.returns).toBe(1)
    state.down = true
    await expect(ask()).rejects.toBeDefined()
    state.now += 1000
    state.down = false
    expect(await ask()).toBe('answer')
  })
})
