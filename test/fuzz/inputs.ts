/**
 * Inputs nobody would write by hand: texts that mean something to somebody on the way (a shell, SQL, a path, a terminal, our
 * own marks), JSON of any shape, and good samples with a field or a byte changed.
 */
import fc from 'fast-check'
import { hostileTexts } from '../support/hostile-texts.ts'
import type { Written } from './door.ts'

/** Stands inside `<private>` and nowhere else, so wherever it is found something private was kept. */
export const PRIVATE_WORD = 'zqprivate7F3b9'

/** Words that are special to one of those who read them. */
const WORDS = [
  ...[
    '',
    ' ',
    '\0',
    '\n',
    '\r\n',
    '\t',
    '.',
    '..',
    '/',
    '//',
    '~',
    '-',
    '--',
    '--help',
    '*',
    '?',
    '%',
    '%00',
    '%zz',
    '\\',
    '\\\\',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '-1',
    '0',
    '1e999',
    '9007199254740993',
    '1e-7',
    '0x10',
    '2026-13-45',
    'last week',
    'T1',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'prototype', '$ref', '@deep 3@'],
  ...[
    '../../etc/passwd',
    '/dev/zero',
    '/proc/self/mem',
    'C:\\',
    '\\\\host\\share',
    'file:///etc/passwd',
    '@project@',
    '@project@/src',
  ],
  ...[
    "' OR 1=1 --",
    '"',
    "'",
    '`id`',
    '$(id)',
    '$HOME',
    '; rm -rf .',
    'NEAR(a b, 3)',
    'a AND',
    'NOT',
    '(((((',
    '"a',
    'a:b',
    '^a',
    'a*',
  ],
  ...[
    '<private>',
    '</private>',
    '<private',
    '<claude-mem-context>',
    '</claude-mem-context>',
    '<system-reminder>',
    '\\u003cprivate\\u003e',
  ],
  ...[
    'password=hunter2hunter2',
    'Bearer abcdefghijklmnop',
    '-----BEGIN RSA PRIVATE KEY-----',
    'data:image/png;base64,AAAA',
  ],
]

/** What a scan that looks back and forth would be slow on, when there is much of it. */
const REPEATED = [
  'a',
  ' ',
  '\n',
  '\\',
  '"',
  '<',
  '<private>',
  '</private>',
  '(',
  '[',
  '{"a":',
  '../',
  'a/',
  '=',
  '.',
  '-',
  '\u0301',
  '🛒',
  'a b ',
]

const longText = fc
  .tuple(fc.constantFrom(...REPEATED), fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('', 'x', '"', '>'))
  .map(([piece, times, end]) => piece.repeat(times) + end)

const privateText = fc
  .tuple(
    fc.constantFrom('', 'before ', '<', '</private>', '\n'),
    fc.constantFrom('', ' and more', '\n', '<private>x</private>'),
  )
  .map(([before, after]) => `${before}<private>${PRIVATE_WORD}${after}</private> after`)

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts().map(({ text }) => text)) },
  { weight: 2, arbitrary: privateText },
  { weight: 1, arbitrary: longText },
)

const oddNumber = fc.oneof(
  fc.integer({ min: -3, max: 50 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** JSON.stringify cannot write what is nested thousands deep: it is written where the input is handed in. */
const deep = fc.integer({ min: 5, max: 30_000 }).map((levels) => `@deep ${levels}@`)

export const oddJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((again) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: oddText },
    { weight: 3, arbitrary: oddNumber },
    { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
    { weight: 1, arbitrary: deep },
    { weight: 2, arbitrary: fc.array(again('value'), { maxLength: 4 }) },
    { weight: 2, arbitrary: fc.dictionary(oddText, again('value'), { maxKeys: 4 }) },
  ),
})).value

/** A good sample with up to four of its parts changed. */
export function changedJson(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.oneof(
      { weight: 6, arbitrary: fc.record({ put: oddJson }) },
      { weight: 2, arbitrary: fc.constant({ remove: true as const }) },
      { weight: 1, arbitrary: fc.record({ rename: oddText }) },
      { weight: 1, arbitrary: fc.record({ times: fc.integer({ min: 2, max: 300 }) }) },
    ),
  })
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 4 }))
    .map(([sample, changes]) => changes.reduce(applyChange, structuredClone(sample)))
}

type How = { put: unknown } | { remove: true } | { rename: string } | { times: number }

function applyChange(value: unknown, { at, how }: { at: number; how: How }): unknown {
  const places = placesIn(value)
  const place = places[at % Math.max(1, places.length)]
  if (!place) return 'put' in how ? structuredClone(how.put) : value
  const [owner, key] = place
  const before = owner[key]
  if ('put' in how) owner[key] = structuredClone(how.put)
  else if ('times' in how) owner[key] = Array.from({ length: timesOf(before, how.times) }, () => before)
  else {
    if (Array.isArray(owner)) owner.splice(Number(key), 1)
    else delete owner[key]
    // `__proto__` as an own key, as JSON.parse would make it.
    if ('rename' in how && !Array.isArray(owner))
      Object.defineProperty(owner, how.rename, { value: before, enumerable: true, configurable: true, writable: true })
  }
  return value
}

/** A repeated part that was repeated before could fill the memory. */
function timesOf(part: unknown, wished: number): number {
  return Math.min(wished, 1 + Math.floor(MAX_REPEATED / JSON.stringify(part ?? null).length))
}

const MAX_REPEATED = 500_000

type Owner = Record<string, unknown>

function placesIn(value: unknown): [Owner, string][] {
  const found: [Owner, string][] = []
  const open: unknown[] = [value]
  for (let one = open.pop(); one !== undefined && found.length < 2000; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue
    for (const [key, item] of Object.entries(one)) {
      found.push([one as Owner, key]) // an array's places are keys too
      if (item !== undefined) open.push(item)
    }
  }
  return found
}

const JUNK = [
  '\0',
  '\xff',
  '\xfe\xff',
  '\xef\xbb\xbf',
  '\xc0\xaf',
  '\xed\xa0\x80',
  '\n',
  '\r',
  '\t',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '1e9999',
  '\x1b[2J',
  '\\u0000',
  '\\ud800',
]

/** A good sample's bytes, cut, doubled and filled with junk. */
export function changedBytes(samples: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat(200),
    how: fc.oneof(
      fc.constantFrom('cut' as const, 'drop' as const, 'double' as const, 'behead' as const),
      fc.constantFrom(...JUNK).map((junk) => ({ junk })),
      fc.integer({ min: 0, max: 255 }).map((byte) => ({ junk: String.fromCharCode(byte) })),
    ),
    times: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 3000 }) },
    ),
  })
  const sample = fc.constantFrom(...samples.map((text) => Buffer.from(text).toString('latin1')))
  return fc.tuple(sample, fc.array(change, { minLength: 1, maxLength: 5 })).map(([text, changes]) =>
    changes.reduce((now, { at, length, how, times }) => {
      const from = at % (now.length + 1)
      const to = Math.min(now.length, from + length)
      if (how === 'cut') return now.slice(0, from)
      if (how === 'behead') return now.slice(from)
      if (how === 'drop') return now.slice(0, from) + now.slice(to)
      if (how === 'double') return now.slice(0, to) + now.slice(from, to).repeat(times) + now.slice(to)
      return now.slice(0, from) + how.junk.repeat(times) + now.slice(from)
    }, text),
  )
}

/** Mostly whole JSON that says odd things, sometimes bytes that are no JSON at all. */
export function writtenJson(samples: readonly unknown[]): fc.Arbitrary<Written> {
  return fc.oneof(
    { weight: 4, arbitrary: changedJson(samples).map((value) => ({ text: JSON.stringify(value) })) },
    { weight: 1, arbitrary: changedBytes(samples.map((one) => JSON.stringify(one))).map((bytes) => ({ bytes })) },
  )
}
