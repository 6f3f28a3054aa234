import { afterAll, describe, expect, it } from 'vitest'
import { CASES, DAMAGES, removeFilled, suffer } from './damage.fixture.ts'

afterAll(removeFilled)

describe('a memory that was damaged between two starts', () => {
  it.each(Object.keys(DAMAGES).flatMap((kind) => CASES.map((one) => ({ kind, ...one }))))(
    'is all there again: $kind ($name)',
    async ({ kind, backup, killed }) => {
      expect(await suffer(kind, { backup, killed })).toMatch(/^kept/)
    },
  )
})
