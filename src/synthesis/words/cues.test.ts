import { describe, expect, it } from 'vitest'
import { type Cues, cuesIn } from './cues.ts'
import { isEmptyLead, isFiller } from './filler.ts'
import { splitUnits } from './units.ts'

const has = (cue: keyof Cues, sentence: string) => cuesIn(sentence)[cue]
const filler = (text: string, kind: Parameters<typeof isFiller>[1] = 'closing') =>
  splitUnits(text).every((unit) => isFiller(unit, kind))

describe('what a sentence does', () => {
  it.each([
    'The root cause is a race between two timers.',
    'It hangs because the lock is never released.',
    'Falla porque falta el índice.',
    'Тест падает из-за гонки.',
    '原因はキャッシュです。',
    '因为缓存没有失效。',
  ])('it gives a cause: %s', (sentence) => expect(has('cause', sentence)).toBe(true))

  it.each([
    'We chose pg-boss instead of BullMQ.',
    "Let's go with SQLite.",
    'Usaremos Postgres en lugar de Redis.',
    'Решили использовать Postgres вместо Redis.',
    'RedisではなくPostgresを採用します。',
    '我们决定采用 Postgres 而不是 Redis。',
  ])('it decides: %s', (sentence) => expect(has('decision', sentence)).toBe(true))

  it.each([
    'Remaining work before the release:',
    'The exporter is not yet tested.',
    'Queda por migrar la tabla.',
    'Осталось обновить документацию.',
    'まだテストしていません。',
    '尚未提交。',
  ])('it leaves something open: %s', (sentence) => expect(has('open', sentence)).toBe(true))

  it.each([
    'Let me look at the tests.',
    'Now I will run them.',
    'Voy a revisarlo.',
    'Сейчас проверю.',
    'まず確認します。',
    '让我看看。',
  ])('it announces: %s', (sentence) => expect(has('announces', sentence)).toBe(true))

  it.each([
    "You're right, sorry.",
    'Tienes razón, me equivoqué.',
    'Вы правы, извините.',
    '申し訳ありません。',
    '抱歉，我错了。',
  ])('it takes something back: %s', (sentence) => expect(has('takenBack', sentence)).toBe(true))

  it.each(['Теперь total возвращает 0.', '现在缓存会在关闭时刷新。', 'Ahora total devuelve 0.'])(
    'how it is now is no announcement: %s',
    (sentence) => expect(has('announces', sentence)).toBe(false),
  )

  it('a plain statement does none of it', () => {
    expect(Object.entries(cuesIn('The server listens on port 8080.')).filter(([, is]) => is)).toEqual([])
  })
})

describe('filler', () => {
  it.each([
    'Let me know if you want anything else.',
    'Would you like me to commit this?',
    'Now let me run the tests.',
    '¿Quieres que lo confirme?',
    'Дайте знать, если нужно ещё что-то.',
    'コミットしましょうか？',
    '需要我提交吗？',
  ])('is said to keep a conversation going: %s', (text) => expect(filler(text)).toBe(true))

  it.each(['The queue is drained before it closes.', 'Let me explain: it hangs because the lock is never released.'])(
    'is not what tells something: %s',
    (text) => expect(filler(text)).toBe(false),
  )

  it('is never what the user said', () => {
    expect(filler('Should I use tabs?', 'request')).toBe(false)
    expect(filler('let me know the size', 'aside')).toBe(false)
  })

  it('is a line that only introduces, not one that says what the list is', () => {
    expect(isEmptyLead('Here is what I changed:')).toBe(true)
    expect(isEmptyLead('Changes made:')).toBe(true)
    expect(isEmptyLead('The queue loses jobs in three cases:')).toBe(false)
  })
})
