import { describe, expect, it } from 'vitest'
import { parseReworded, rewordRequest } from './reword-facts.ts'

describe('facts to be worded better', () => {
  it('are asked for as a list, with room for all of them', () => {
    const request = rewordRequest(['Taxes round per line.', 'Ana signs.'], { thinkingTokens: 50 })
    expect(JSON.parse(request.prompt)).toEqual(['Taxes round per line.', 'Ana signs.'])
    expect(request.maxOutputTokens).toBe(550)
  })

  it.each([
    ['an object', '{"facts": ["a  b", "c"]}'],
    ['a list with prose around it', 'Here you are:\n```json\n["a b", "c"]\n```'],
  ])('are read from %s', (_, text) => expect(parseReworded(text, 2)).toEqual(['a b', 'c']))

  it.each([
    ['fewer', '{"facts": ["a"]}'],
    ['more', '["a", "b", "c"]'],
    ['no words', '{"facts": [1, 2]}'],
    ['nothing', 'I cannot do that.'],
  ])('are not taken from an answer with %s', (_, text) => expect(parseReworded(text, 2)).toBeUndefined())
})
