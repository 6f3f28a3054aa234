import { describe, expect, it } from 'vitest'
import { isRule } from './rules.ts'
import { scored } from './words/scored.fixture.ts'
import type { SourceKind } from './words/sources.ts'

const rulesIn = (text: string, kind: SourceKind = 'request') =>
  scored(kind, text)
    .filter(isRule)
    .map(({ unit }) => unit.text)

describe('a rule is what the user says holds for all further work', () => {
  it.each([
    'always use undici for HTTP calls',
    'Never commit to main.',
    'From now on, write the tests first.',
    'I prefer tabs over spaces',
    "don't mock the database in tests",
    'please do not add comments to the code',
    'We never use default exports.',
    'remember to run the linter before a commit',
    'Use pnpm instead of npm',
    'avoid classes where a function does',
  ])('in English: %s', (text) => expect(rulesIn(text)).toEqual([text]))

  it.each([
    'Usa siempre undici para las llamadas HTTP.',
    'Nunca hagas commit en main.',
    'A partir de ahora, escribe primero las pruebas.',
    'Prefiero tabuladores.',
    'No toques la carpeta de migraciones.',
  ])('in Spanish: %s', (text) => expect(rulesIn(text)).toEqual([text]))

  it.each([
    'Всегда используй undici для HTTP-запросов.',
    'Никогда не коммить в main.',
    'Впредь сначала пиши тесты.',
    'Не трогай миграции.',
  ])('in Russian: %s', (text) => expect(rulesIn(text)).toEqual([text]))

  it.each([
    'HTTPの呼び出しには必ずundiciを使ってください。',
    '今後はテストを先に書いてください。',
    'mainには絶対にコミットしないでください。',
  ])('in Japanese: %s', (text) => expect(rulesIn(text)).toEqual([text]))

  it.each(['HTTP 请求必须使用 undici。', '以后都先写测试。', '不要直接提交到 main。'])('in Chinese: %s', (text) =>
    expect(rulesIn(text)).toEqual([text]),
  )

  it('also when it was said while refusing a call, and amid a request', () => {
    expect(rulesIn('never write to the root folder', 'aside')).toEqual(['never write to the root folder'])
    expect(rulesIn('Add the export page. Always use undici for HTTP calls. It goes to /export.')).toEqual([
      'Always use undici for HTTP calls.',
    ])
  })
})

describe('no rule is', () => {
  it.each([
    ['a question', 'why does it always fail on Mondays?'],
    ['a question without a mark', 'how do we never lose a job'],
    ['a question in Spanish', '¿Por qué siempre falla?'],
    ['a question in Japanese', 'なぜ必ず失敗するのですか？'],
    ['what happens', 'the login page loads and then it never ends'],
    ['what a test does', 'the test always fails with a timeout'],
    ['what the user does not know', "I don't know which queue we use"],
    ['an error', "TypeError: don't know how to serialize"],
    ['a plain request', 'add an export page for the orders'],
    ['a plain request that names the place', 'round the total in src/total.ts'],
  ])('%s: %s', (_, text) => expect(rulesIn(text)).toEqual([]))

  it('what the agent says, writes or plans', () => {
    for (const kind of ['closing', 'message', 'plan', 'commit', 'report'] as const)
      expect(rulesIn('Always use undici for HTTP calls.', kind), kind).toEqual([])
  })

  it('a pasted wall of text', () => {
    expect(rulesIn(`always ${'use undici for every call '.repeat(20)}`)).toEqual([])
  })
})
