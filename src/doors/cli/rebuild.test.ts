import { describe, expect, it } from 'vitest'
import type { IndexStatus } from '../../worker/protocol/overview.ts'
import { READY } from './index-status.fixture.ts'
import { followRebuild } from './rebuild.ts'

const building = (waiting: number, problem: string | null = null): IndexStatus => ({
  ...READY,
  state: 'building',
  waiting,
  problem,
})

/** The last answer is repeated for ever. */
function follow(answers: IndexStatus[]) {
  const left = [...answers]
  const progress: number[] = []
  const done = followRebuild({
    status: async () => (left.length > 1 ? left.shift() : left[0]) ?? READY,
    pause: async () => undefined,
    onProgress: (count) => progress.push(count),
  })
  return { done, progress }
}

describe('a rebuild that is watched', () => {
  it('tells how many are to go until it is done', async () => {
    const { done, progress } = follow([
      { ...building(40, 'A rebuild was asked for.'), state: 'rebuilding' },
      building(8),
      READY,
    ])
    expect(await done).toEqual(READY)
    expect(progress).toEqual([40, 8])
  })

  it('ends with the reason when a problem keeps it from getting on', async () => {
    const { done } = follow([building(40, 'The embedding server does not answer.')])
    await expect(done).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The rebuild has stalled, 40 memories to go. The embedding server does not answer.',
    })
  })

  it('does not give up while it gets on in spite of a problem', async () => {
    const slow = Array.from({ length: 30 }, (_, at) => building(40 - at, 'The embedding server answered 429.'))
    await expect(follow([...slow, READY]).done).resolves.toEqual(READY)
  })
})
