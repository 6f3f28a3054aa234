import { describe, expect, it } from 'vitest'
import { BATCH_SCHEMA, FINAL_SCHEMA, LooseChange } from './schema.ts'

/** What strict modes of all our wires accept. */
const PORTABLE = new Set('type properties required additionalProperties items anyOf enum const'.split(' '))

describe('the wire schema', () => {
  it.each([
    ['a batch', BATCH_SCHEMA],
    ['the end of a session', FINAL_SCHEMA],
  ])('of %s uses only keywords that every wire knows, and requires every field', (_, schema) => {
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const keywords = node as Record<string, unknown> // as: a JSON schema is a tree of records
      expect(Object.keys(keywords).filter((key) => !PORTABLE.has(key))).toEqual([])
      if (keywords.type === 'object') {
        const properties = keywords.properties as Record<string, unknown> // as: written by zod
        expect(keywords.additionalProperties).toBe(false)
        expect(keywords.required).toEqual(Object.keys(properties))
        for (const property of Object.values(properties)) walk(property)
      }
      walk(keywords.items)
      if (Array.isArray(keywords.anyOf)) for (const one of keywords.anyOf) walk(one)
    }
    walk(schema)
  })
})

describe('an item of an answer', () => {
  it('is read field by field, and a wrong field counts as absent', () => {
    const read = LooseChange.parse({
      action: ' Improve',
      ref: 'O1 ',
      title: 7,
      facts: 'one',
      concepts: ['gotcha', 'x', 3],
    })
    expect(read).toMatchObject({ action: 'improve', ref: 'o1', evidence: [], facts: ['one'], concepts: ['gotcha'] })
    expect(read.title).toBeUndefined()
    expect(read.type).toBeUndefined()
  })

  it('needs an action we know', () => {
    expect(LooseChange.safeParse({ action: 'explode', ref: 'o1' }).success).toBe(false)
    expect(LooseChange.safeParse({ ref: 'o1' }).success).toBe(false)
  })
})
