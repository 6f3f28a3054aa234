import { describe, expect, it } from 'vitest'
import { findError, renderError } from './error-signature.ts'

const CASES: [string, string, string, string][] = [
  [
    'Python',
    'Traceback (most recent call last):\n  File "/repo/app/a.py", line 3, in f\n    g()\nValueError: bad value 3',
    'ValueError',
    'bad value 3',
  ],
  [
    'a Python exception that is no Error by name',
    'Traceback (most recent call last):\n  File "/repo/a.py", line 3\ndjango.core.exceptions.ImproperlyConfigured: settings are not configured',
    'ImproperlyConfigured',
    'settings are not configured',
  ],
  ['pytest', 'E       AssertionError: assert 1 == 2', 'AssertionError', 'assert 1 == 2'],
  [
    'JavaScript',
    'TypeError: x is not a function\n    at f (/repo/src/a.js:3:9)\n\nNode.js v22',
    'TypeError',
    'x is not a function',
  ],
  [
    'TypeScript',
    "src/a.ts(3,7): error TS2339: Property 'n' does not exist on type 'P'.",
    'TS2339',
    "Property 'n' does not exist on type 'P'.",
  ],
  ['Rust', 'error[E0308]: mismatched types\n --> src/main.rs:4:5', 'E0308', 'mismatched types'],
  ['a Rust panic', "thread 'main' panicked at src/a.rs:3:4:\nindex out of bounds", 'panic', 'index out of bounds'],
  ['Go', './main.go:12:3: undefined: retry', '', 'undefined: retry'],
  ['C', 'a.c:12:3: error: expected ;', '', 'expected ;'],
  ['Ruby', "app/a.rb:3:in `total': undefined method `x' (NoMethodError)", 'NoMethodError', "undefined method `x'"],
  ['Java', 'Exception in thread "main" java.lang.IllegalStateException: closed', 'IllegalStateException', 'closed'],
  ['the shell', 'bash: line 1: foo: command not found', '', 'foo: command not found'],
]

describe('findError', () => {
  it.each(CASES)('reads an error of %s', (_language, output, kind, message) => {
    expect(findError(output)).toMatchObject({ kind, message })
  })
  it('names the files nearest to the error first and leaves out libraries', () => {
    const output =
      'File "/repo/run.py", line 1\nFile "/usr/lib/python3/site-packages/x.py", line 9\nFile "/repo/app/a.py", line 3\nKeyError: 1'
    expect(findError(output)?.files).toEqual(['/repo/app/a.py', '/repo/run.py'])
  })
  it('finds nothing in output without an error', () => expect(findError('all good\n3 files')).toBeUndefined())
  it('is cut at a word', () => {
    expect(renderError({ kind: 'Error', message: 'one two three four five six', files: [] }, 20)).toBe(
      'Error: one two…',
    )
  })
})
