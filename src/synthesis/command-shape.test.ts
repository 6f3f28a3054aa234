import { describe, expect, it } from 'vitest'
import { normalCommand } from './command-shape.ts'

describe('a command as typed', () => {
  it.each([
    ['npm test 2>&1 | tail -20', 'npm test'],
    ['npm test |head -5| cat', 'npm test'],
    ['npm \\\n  test  2>&1', 'npm test'],
    ['cat a.txt | grep x', 'cat a.txt | grep x'],
    ['npm test | tail -5; echo done', 'npm test | tail -5; echo done'],
    ['npm test | headless', 'npm test | headless'],
    ['tail -f log', 'tail -f log'],
  ])('%j is %j', (typed, normal) => expect(normalCommand(typed)).toBe(normal))

  it('is read in no time, however long and odd it is', () => {
    expect(normalCommand(`x${' | tail -1 '.repeat(5000)};`)).toHaveLength(500)
    expect(normalCommand(`npm${' '.repeat(500_000)}test`)).toBe('npm test')
  })
})
