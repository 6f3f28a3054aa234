import { describe, expect, it } from 'vitest'
import { splitSentences } from './sentences.ts'

describe('a text is split into its sentences', () => {
  it.each([
    [
      'English',
      'The cache is stale. Nobody clears it! Is that on purpose?',
      ['The cache is stale.', 'Nobody clears it!', 'Is that on purpose?'],
    ],
    [
      'Spanish',
      'El total está mal. ¿Por qué? ¡Falta el índice! Lo añadí.',
      ['El total está mal.', '¿Por qué?', '¡Falta el índice!', 'Lo añadí.'],
    ],
    [
      'Russian',
      'Кэш устарел. Его никто не сбрасывает. Теперь тесты проходят.',
      ['Кэш устарел.', 'Его никто не сбрасывает.', 'Теперь тесты проходят.'],
    ],
    [
      'Japanese',
      '原因はキャッシュです。タイマーが先に閉じます！直しますか？',
      ['原因はキャッシュです。', 'タイマーが先に閉じます！', '直しますか？'],
    ],
    ['Chinese', '问题在缓存。需要加锁！要提交吗？', ['问题在缓存。', '需要加锁！', '要提交吗？']],
  ])('in %s', (_, text, sentences) => expect(splitSentences(text)).toEqual(sentences))

  it('over line breaks, as one text', () => {
    expect(splitSentences('The cache is\nstale. Nobody\n  clears it.')).toEqual([
      'The cache is stale.',
      'Nobody clears it.',
    ])
  })

  it('behind a closing quote or bracket', () => {
    expect(splitSentences('It prints "done." Then it ends (sometimes twice). Nobody knows why.')).toEqual([
      'It prints "done."',
      'Then it ends (sometimes twice).',
      'Nobody knows why.',
    ])
  })

  it('before a name in code', () => {
    expect(splitSentences('The loop is gone. `applyTax` does it now.')).toEqual([
      'The loop is gone.',
      '`applyTax` does it now.',
    ])
  })
})

describe('a sentence is not split', () => {
  it.each([
    ['at a file name', 'The limit in src/app.config.ts is read by server.js on every start.'],
    ['at a version', 'Node.js 24.2 and zod v4.6.7 are needed.'],
    ['at an abbreviation', 'A queue, e.g. BullMQ, i.e. Redis, is slower vs. Postgres.'],
    ['at an abbreviation before a capital', 'Use another store, e.g. Postgres or approx. Ten files.'],
    ['at a German or Spanish one', 'Die Größe, z.B. Zehn, gilt; p.ej. El total.'],
    ['inside code', 'The command `make all. Then install` does both.'],
    ['inside a bracket', 'The flag (see the guide. It explains both) is needed.'],
    ['inside a Japanese quotation', '画面に「保存しました。」と表示されます。'],
    ['at three dots in the middle', 'It waits... and then it goes on.'],
  ])('%s', (_, text) => expect(splitSentences(text)).toEqual([text]))
})

it('nothing has no sentences', () => expect(splitSentences(' \n ')).toEqual([]))
