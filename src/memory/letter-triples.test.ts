import { describe, expect, it } from 'vitest'
import { isRandomLetters } from './letter-triples.ts'

describe('isRandomLetters', () => {
  it.each(['qzvtklmxw', 'qZvTkLmxW', 'bKdmWzqPx', 'hxkvwmzt'])('knows %s for random', (value) =>
    expect(isRandomLetters(value)).toBe(true),
  )
  it.each([
    'password',
    'lexerState',
    'getUserById',
    'JwtService',
    'HttpRequestHandler',
    'contraseña',
    'obligatoria',
    'short',
  ])('takes %s for words', (value) => expect(isRandomLetters(value)).toBe(false))
})
