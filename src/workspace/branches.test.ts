import { describe, expect, it } from 'vitest'
import { reachOf } from './branches.ts'
import type { Git } from './git-process.ts'

const QUESTION = { root: '/shop', branch: 'x', head: 'a', tip: 'b', lastTip: undefined, into: 'c' }

describe('reachOf', () => {
  it('claims nothing when git does not know the commits', async () => {
    const lost: Git = async () => ({ code: 128, stdout: '' })
    expect(await reachOf(QUESTION, lost)).toBeUndefined()
    expect(await reachOf(QUESTION, async () => undefined)).toBeUndefined()
  })

  it('finds nothing merged between histories without a common commit', async () => {
    const apart: Git = async () => ({ code: 1, stdout: '' })
    expect(await reachOf(QUESTION, apart)).toEqual({ reach: 'none', squashed: false })
  })
})
