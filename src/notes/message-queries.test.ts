import { describe, expect, it } from 'vitest'
import { queriesOf } from './message-queries.ts'

const queries = (message: string) => {
  const found = queriesOf(message)
  return found.applicable ? found.queries : []
}

describe('a message that nothing noted can help with', () => {
  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['/compact', 'command'],
    ['/agent:doctor --fix please now', 'command'],
    ['hola', 'greeting'],
    ['Hello there!', 'greeting'],
    ['ok', 'greeting'],
    ['OK?', 'greeting'],
    ['¡Buenos días!', 'greeting'],
    ['muchas gracias por todo', 'greeting'],
    ['thank you so much', 'greeting'],
    ['sí', 'greeting'],
    ['👍', 'greeting'],
    ['deploy it', 'fewer than three words'],
    ['camarón', 'fewer than three words'],
    ['run the tests again please', 'asks for nothing'],
    ['haz el commit y ejecuta las pruebas', 'asks for nothing'],
  ])('is skipped with a reason: %j', (message, reason) => {
    expect(queriesOf(message)).toEqual({ applicable: false, reason: expect.stringContaining(reason) })
  })
  it.each([
    'why?',
    '¿el perro?',
    'what is the status?',
    '/etc/hosts was changed by the installer',
    'buy dog food',
    'el perro ladra',
    'thanks, and what did we decide about taxes',
  ])('is not: %s', (message) => expect(queriesOf(message).applicable).toBe(true))
})

describe('the queries of a message', () => {
  it('are itself, its keywords in both languages, and its names', () => {
    expect(queries('¿qué hablamos ayer sobre el perro de Bruno Díaz?')).toEqual([
      '¿qué hablamos ayer sobre el perro de Bruno Díaz?',
      expect.stringMatching(/^hablamos .*ayer yesterday perro dog bruno diaz/),
      'Bruno Díaz',
    ])
  })
  it('have the Spanish of an English keyword', () => {
    expect(queries('Is the dog allergic to shrimp?')[1]).toBe('dog perro allergic alergico shrimp camaron')
  })
  it('are at most three, and none of them twice', () => {
    expect(queries('receipts rounding zzyx')).toHaveLength(2)
    expect(queries('Zzyx, qwfp brst')).toEqual(['Zzyx, qwfp brst', 'Zzyx'])
    expect(queries('zzyx, qwfp brst')).toEqual(['zzyx, qwfp brst'])
    expect(queries('Ana and Cookie met the API team. Zoltan was there, and so was Bruno from IBM.')).toHaveLength(3)
  })
  it('are cut at the end of a word after 500 characters', () => {
    const [first = ''] = queries('remember the receipts '.repeat(60))
    expect(first.length).toBeLessThanOrEqual(500)
    expect(first).toMatch(/\b(?:remember|the|receipts)$/)
  })
  it('have no name from the beginning of a sentence, unless no language knows the word', () => {
    expect(queries('Remember what Ana said. The receipts are late.').at(-1)).toBe('Ana')
    expect(queries('Zoltan wants the receipts today')).toContain('Zoltan')
    expect(queries('Where are the receipts of yesterday?')).toHaveLength(2)
  })
  it('have short words in capitals as names, and none of a message that is all capitals', () => {
    expect(queries('ask the API team at IBM about EVERYTHING they know')).toContain('API IBM')
    expect(queries('WHAT DID WE SAY ABOUT THE API?')).toHaveLength(2)
  })
  it('understand any script', () => expect(queries('что мы решили про налоги вчера?')[0]).toMatch(/налоги/))
})
