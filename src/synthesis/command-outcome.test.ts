import { describe, expect, it } from 'vitest'
import { readActions } from './actions.ts'
import { readOutcome } from './command-outcome.ts'
import { covers, isRoutine, readShapes } from './command-shape.ts'
import { session } from './fixture-events.ts'

function outcomeOf(command: string, stdout: string) {
  const event = session().runs(command, stdout).events[0]
  const call = event?.kind === 'tool' ? readActions(event, '/repo').find((one) => one.kind === 'command') : undefined
  return call === undefined ? undefined : readOutcome(call)
}

describe('readOutcome', () => {
  it('sees a failure whose exit status a pipe has hidden', () => {
    expect(
      outcomeOf('npx tsc --noEmit 2>&1 | tail -5', 'src/a.ts(1,2): error TS2304: Cannot find name x.')?.failed,
    ).toBe(true)
    expect(outcomeOf('pytest -q | tail', '1 failed, 2 passed in 0.3s')?.failed).toBe(true)
    expect(
      outcomeOf('python a.py || true', 'Traceback (most recent call last):\n  File "a.py"\nKeyError: 3')?.failed,
    ).toBe(true)
  })
  it('takes a printed word for no failure', () => {
    expect(outcomeOf('python a.py', 'Error count: 0\n3 errors were fixed')?.failed).toBe(false)
  })
  it('follows no routine command, whatever it prints', () => {
    expect(outcomeOf('cat log.txt', 'Traceback (most recent call last):\nKeyError: 1')).toBeUndefined()
    expect(outcomeOf('cd app && grep -rn "error TS2304" .', 'a.ts: error TS2304: x')).toBeUndefined()
  })
  it('blames the tests of a chain when tests were reported', () => {
    expect(outcomeOf('npm run build && npm test', 'Tests:       1 failed, 3 total')?.shapes[0]?.program).toBe(
      'npm test',
    )
  })
})

describe('covers', () => {
  const shape = (command: string) => readShapes(command)[0] ?? { program: '', targets: [], display: '' }
  it.each([
    ['cd app && npx vitest run 2>&1 | tail -3', 'npx vitest run src/a.test.ts', true],
    ['pytest tests/test_a.py', 'python -m pytest tests/test_a.py::test_sum -x', true],
    ['python repro.py', 'python3 ./repro.py', true],
    ['npm run check', 'npm run build', false],
    ['python a.py', 'python b.py', false],
    ['pytest tests/test_b.py', 'pytest tests/test_a.py', false],
  ])('%s after %s: %s', (later, earlier, expected) => {
    expect(covers(shape(later), shape(earlier))).toBe(expected)
  })
  it('calls looking and moving around routine', () => {
    for (const command of ['ls -la', 'git status && git diff', 'cd src; pwd', 'cat a | grep b', 'rm -rf build'])
      expect(isRoutine(command)).toBe(true)
    expect(isRoutine('FOO=1 timeout 60 make test')).toBe(false)
  })
})
