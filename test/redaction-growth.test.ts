/**
 * No text makes the search for secrets slow. Worst cases are generated for every pattern: its own marks, again and again, and
 * followed by long runs of each character that patterns repeat. A text of 12 kB that takes longer than a linear pattern
 * needs is compared with one of 50 kB: that may take as long as four of the small ones, not as sixteen.
 */
import { describe, expect, it } from 'vitest'
import { CALL_MARKS, redactCalls } from '../src/memory/call-secret.ts'
import { COMMAND_MARKS, redactCommands } from '../src/memory/command-secret.ts'
import { redactHinted } from '../src/memory/hinted-secret.ts'
import { PHRASES } from '../src/memory/phrase-secret.ts'
import { privateTokens, scrubTokens, stripPrivate } from '../src/memory/privacy.ts'
import { redactPrivateKeys } from '../src/memory/private-key.ts'
import { REDACTION_KINDS, redactSecrets } from '../src/memory/redaction.ts'
import { redactAssignments } from '../src/memory/secret-assignment.ts'
import { redactSecretDocuments } from '../src/memory/secret-document.ts'
import { VENDOR_PATTERNS } from '../src/memory/vendor-token.ts'

/** There are 23,000 cases: a text four times as long finds no more and costs four times as much. */
const SMALL = 12_500
const TIMES = 4
/** A linear pattern takes 0.3 ms for 12 kB, one that finds a secret in every word of it 8, a quadratic one more than 60. */
const SUSPICIOUS_MS = 12
/** Not worth a longer text. */
const HOPELESS_MS = 1500
/** Linear is 1, quadratic 4; the rest is for a busy machine. */
const MAX_GROWTH = 2.2

const RUNS = [...'\\"\'`a0A-_.:;/@=%&([{<>$|,*+~? \t\n', '\\n', '\\"', 'aA0', '%20', '- ', 'x=', 'x:', '\\u003c']

describe('the search for secrets grows with the text only', () => {
  it('for every shape', () => {
    for (const kind of REDACTION_KINDS) {
      if ('redact' in kind) continue
      expectLinear(kind.kind, worstCases(kind.hints), (text) => text.replace(kind.pattern, ''))
    }
  }, 120_000)

  it('for every maker of tokens', () => {
    for (const { marks, pattern } of VENDOR_PATTERNS)
      expectLinear(marks.join(), worstCases(marks, RUNS.slice(0, 14)), (text) =>
        text.replace(new RegExp(pattern, 'g'), ''),
      )
  }, 120_000)

  it('for every statement and sentence', () => {
    for (const { hints, pattern } of PHRASES)
      expectLinear(hints.join(), worstCases(hints.map((hint) => `${hint} `)), (text) => text.replace(pattern, ''))
  }, 120_000)

  it('for commands and calls', () => {
    const runs = RUNS.slice(0, 14)
    for (const name of ['mysql', 'curl', 'login', 'docker login', 'secrets set', 'sqlplus', 'vault kv put']) {
      const own = new Set(COMMAND_MARKS.filter(({ mark }) => name.startsWith(mark)))
      const marks = [`${name} `, `${name} -p `, `"${name}", `, `${name} "`]
      expectLinear(name, worstCases(marks, runs), (text) => redactCommands(text, own))
    }
    const called = new Set(CALL_MARKS)
    expectLinear('calls', worstCases(['login(', 'jwt.sign("', "connect('a', "], runs), (text) =>
      redactCalls(text, called),
    )
  }, 120_000)

  it.each([
    'password',
    'token: ',
    'secret="',
    'api_key=[',
    '--password ',
    'the password is ',
    'pass(',
    "token='",
    'key ',
    'auth\\"',
  ])('for assignments to %s', (name) => expectLinear(name, worstCases([name, `${name}\n`]), redactAssignments), 120_000)

  it('for words that something hints at', () => {
    const value = 'x7Kq2mZ9pL'
    const marks = ['password ', `login ${value} `, `https://h/key/${value}`, `eve:${value}@h.io `, `f("${value}", `]
    const lines = [`  a: ${value}\n`, `user,password\nb,${value}\n`, `[auth]\n${value}\n`, `-p ${value} `]
    expectLinear('hints', worstCases([...marks, ...lines], RUNS.slice(0, 14)), redactHinted)
  }, 120_000)

  it('for key blocks, private blocks and documents', () => {
    const begin = '-----BEGIN RSA PRIVATE KEY-----'
    expectLinear('key blocks', worstCases([begin, begin.replace('BEGIN', 'END'), '-----BEGIN ']), redactPrivateKeys)
    expectLinear(
      'private',
      worstCases(['<private', '<private>', '&lt;private ', '\\u003cprivate ', '</private>']),
      stripPrivate,
    )
    expectLinear(
      'words',
      worstCases(['<private>a1b2c3d4 ']),
      (text) => scrubTokens(text, () => false) + privateTokens(text),
    )
    expectLinear('documents', worstCases(['kind: Secret\ndata:\n', '"kind":"Secret","data":{"']), redactSecretDocuments)
  }, 60_000)

  it('for all of them together, over any two characters', () => {
    const pairs = RUNS.flatMap((one) => RUNS.slice(0, 12).map((two) => one + two))
    expectLinear(
      'all',
      pairs.map((pair) => (size) => `private_key password token ${repeat(pair, size)}`),
      redactSecrets,
    )
  }, 120_000)
})

type Case = (size: number) => string

function worstCases(marks: readonly string[], runs: readonly string[] = RUNS): Case[] {
  return marks.flatMap((mark): Case[] => [
    (size) => repeat(mark, size),
    ...runs.map(
      (run): Case =>
        (size) =>
          mark + repeat(run, size),
    ),
    ...runs.map(
      (run): Case =>
        (size) =>
          repeat(mark + run, size),
    ),
  ])
}

function repeat(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
}

function expectLinear(name: string, cases: readonly Case[], work: (text: string) => unknown): void {
  for (const make of cases) {
    const text = make(SMALL)
    const first = cost(() => work(text))
    if (first < SUSPICIOUS_MS) continue
    expect(first, `${name}: ${JSON.stringify(make(60))}`).toBeLessThan(HOPELESS_MS)
    // On a busy machine one comparison may be off; what is not linear is so each time. Some machines count the
    // processor's time in steps of several milliseconds: both sides are sums of about the same size.
    let growth = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 6 && growth >= MAX_GROWTH; tries++) {
      const small = cost(() => {
        for (let time = 0; time < TIMES; time++) work(make(SMALL))
      })
      growth = cost(() => work(make(SMALL * TIMES))) / Math.max(1, small)
    }
    expect(growth, `${name}: ${JSON.stringify(make(60))}`).toBeLessThan(MAX_GROWTH)
  }
}

/** The processor's time in milliseconds; other programs of the machine do not count in. */
function cost(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}
