import { expect, it } from 'vitest'
import { firstCommand, movesIn, pipelines, programWords, simpleCommands } from './shell-command.ts'

it.each([
  ['a && b || c; d & e\nf', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  ['a | b; c', [['a', 'b'], ['c']]],
  ['go test -run "A|B" && echo \'x; y\'', [['go test -run "A|B"'], ["echo 'x; y'"]]],
  ['make 2>&1 | tail', [['make 2>&1', 'tail']]],
  ['a \\; b', [['a \\; b']]],
  [';; ', []],
])('%j runs %j', (line, expected) => expect(pipelines(line)).toEqual(expected))

it('ends the first command where the next begins', () => {
  expect(firstCommand(' -m "a && b" && git push -m x')).toBe(' -m "a && b" ')
  expect(firstCommand('; next')).toBe('')
})

it.each([
  ['sudo FOO=1 timeout 5 /usr/bin/ls -la', ['ls', '-la']],
  ['"C:/tools/go" test "a b"', ['go', 'test', 'a b']],
])('%j begins with its program: %j', (command, words) => expect(programWords(command)).toEqual(words))

it('sees what is moved where', () => {
  expect(movesIn('cd x && git mv -f "a b.ts" c.ts; mv d e dir/; echo mv f g')).toEqual([
    { from: 'a b.ts', to: 'c.ts' },
    { from: 'd', to: 'dir/' },
    { from: 'e', to: 'dir/' },
  ])
})

it('takes its time by the length of the line alone', () => {
  expect(simpleCommands('a;'.repeat(50_000))).toHaveLength(50_000)
})
