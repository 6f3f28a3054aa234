import { describe, expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'

/** The arguments behind the first `run` of a text. */
function argumentsIn(text: string): string[] {
  const line = readCommandLine(text, text.indexOf('run') + 3)
  return line.arguments.map(({ start, end }) => text.slice(start, end))
}

describe('readCommandLine', () => {
  it('takes quotes off', () => expect(argumentsIn(`run -p 'a b' "c"`)).toEqual(['-p', 'a b', 'c']))
  it('keeps quotes inside a word', () => expect(argumentsIn('run --a="b c" d')).toEqual(['--a="b c', 'd']))
  it('ends where the shell begins another command', () => {
    for (const sign of ['| x', '; x', '&& x', '\nx', ') x']) expect(argumentsIn(`run a ${sign}`)).toEqual(['a'])
  })
  it('goes on behind a broken line', () => {
    expect(argumentsIn('run a \\\n  b \\\r\n  c\nd')).toEqual(['a', 'b', 'c'])
    expect(argumentsIn('run a `\n  b')).toEqual(['a', 'b'])
  })
  it('ends at the quote the command stands in', () =>
    expect(argumentsIn(`bash -c "run a 'b c'" && echo "d"`)).toEqual(['a', 'b c']))
  it('takes no apostrophe for a quote', () => expect(argumentsIn(`I can't run 'a' b`)).toEqual(['a', 'b']))
  it('reads JSON text', () => expect(argumentsIn(`{"command":"run -p \\"a b\\" c\\nd"}`)).toEqual(['-p', 'a b', 'c']))
  it('reads a list in code', () => {
    expect(argumentsIn(`spawn(["run", "-p", "a b"], x)`)).toEqual(['-p', 'a b'])
    expect(argumentsIn(`execFile('run', ['-p', 'a'])`)).toEqual(['-p', 'a'])
  })
  it('reads no further than a command is long', () =>
    expect(argumentsIn(`run ${'a '.repeat(5000)}`).length).toBeLessThan(1000))
})
