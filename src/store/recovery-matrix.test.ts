import { describe, expect, it } from 'vitest'
import { CASES, DAMAGES, suffer } from './damage.fixture.ts'

describe('a memory that was damaged between two starts', () => {
  it.each(Object.keys(DAMAGES).flatMap((kind) => CASES.map((one) => ({ kind, ...one }))))(
    'is all there again: $kind ($name)',
    async ({ kind, backup, killed }) => {
      expect(await suffer(kind, { backup, killed })).toMatch(/^kept/)
    },
  )
})
