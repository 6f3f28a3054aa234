import { describe, expect, it } from 'vitest'
import { keptTool } from '../capture/captured-event.fixture.ts'
import type { ToolEvent } from '../memory/event.ts'
import { extract } from './extract.ts'
import { BY, session } from './fixture-events.ts'
import { coveredCommands, failureOf, passedCommands, plannedCommand, relativeFailure } from './known-failure.ts'

const MISSING = "src/m.ts(1,2): error TS2307: Cannot find module 'zod'."

function failed(command: string, error: string): ToolEvent {
  return session().fails(command, error).events[0] as ToolEvent // the fixture's only event
}
const failuresOf = (writer: ReturnType<typeof session>) =>
  extract(writer.events, BY).observations.flatMap((one) => one.failures ?? [])

describe('the signature of a failed call', () => {
  it('is the same for the same error at another line, in another folder, with another tail', () => {
    const one = failed('cd /repo && npm run build 2>&1 | tail -20', MISSING)
    const other = failed('npm run build', "src/m.ts(214,9): error TS2307: Cannot find module 'zod'.")
    expect(failureOf(one, '/repo')).toEqual(failureOf(other, '/repo'))
    expect(failureOf(one, '/repo')).toEqual({
      error: "TS2307: cannot find module 'zod'.",
      file: 'src/m.ts',
      program: 'npm run build',
      targets: [],
      command: 'npm run build',
    })
  })

  it('is found where the exit status hides the failure', () => {
    const [event] = session().runs('npx tsc 2>&1 | tail -3', MISSING).events
    expect(failureOf(event as ToolEvent, '/repo')).toMatchObject({ program: 'tsc', file: 'src/m.ts' })
  })

  it('is the same for an error that was printed in colours', () => {
    const coloured = `\u001b[31msrc/m.ts\u001b[0m(1,2): \u001b[91merror\u001b[0m TS2307: Cannot find module 'zod'.`
    const kept = keptTool('Bash', { command: 'npm run build' }, coloured, { failed: true })
    expect(failureOf(kept, '/repo')).toEqual(failureOf(failed('npm run build', MISSING), '/repo'))
  })

  it('of a tool that is no command is its error and its file', () => {
    const error = `File "/repo/app/a.py", line 3\nKeyError: 'alpha'`
    const event = keptTool('mcp__runner__test', {}, error, { failed: true })
    expect(failureOf(event, '/repo')).toMatchObject({ error: "KeyError: 'alpha'", file: 'app/a.py', program: '' })
  })

  it.each([
    ['nothing but the exit code', ''],
    ['a bare assertion', 'AssertionError'],
    ['a comparison of values', 'AssertionError: assert 1620 == 1800'],
    ['a comparison in other words', 'AssertionError: expected 3 to equal 4'],
    ['a process that failed elsewhere', "subprocess.CalledProcessError: Command 'x' returned non-zero exit status 1."],
    ['an ended program', 'SystemExit: 2'],
    ['npm saying that a script failed', 'npm error Lifecycle script `test` failed with error:'],
    ['a task runner saying that a task failed', '[lint:go] ERROR task failed'],
    ['a line of code that speaks of errors', 'func Get(name string) (Strategy, error) {'],
    ['a failing test without its error', 'not ok 2 - counts a code once\n# pass 1\n# fail 1'],
  ])('is not made of %s', (_, error) => expect(failureOf(failed('npm test', error), '/repo')).toBeUndefined())

  it('is made of a name of the code where the compiler names the place', () => {
    const event = failed('go build ./...', 'cmd/a/env.go:373:22: undefined: getTestBinary')
    expect(failureOf(event, '/repo')).toMatchObject({ error: 'undefined: gettestbinary', file: 'cmd/a/env.go' })
    expect(failureOf(failed('go build ./...', 'undefined: x'), '/repo')).toBeUndefined()
  })

  it('is not made of a call that went well', () => {
    const [event] = session().runs('npm test', '# pass 2\n# fail 0').events
    expect(failureOf(event as ToolEvent, '/repo')).toBeUndefined()
  })
})

describe('a failure is known', () => {
  it('with the edit that ended it, and why', () => {
    const writer = session()
      .prompt('fix the report')
      .fails('pytest tests/test_a.py', `File "/repo/app/a.py", line 3\nKeyError: 'alpha'`)
      .says('The error happens because `load_alpha` is called with orders that have no alpha.')
      .edits('app/a.py', 'def load_alpha(d):\n    return d["alpha"]', 'def load_alpha(d):\n    return d.get("alpha")')
      .runs('pytest tests/test_a.py', '1 passed in 0.1s')
      .says('The report leaves out orders without alpha, which `load_alpha` gives as None.')
    const [known] = failuresOf(writer)
    expect(known).toMatchObject({ error: "KeyError: 'alpha'", fixedBy: 'edit', eventKey: 't:toolu_1' })
    expect(known?.fix).toContain('load_alpha')
    expect(known?.fix).toContain('because')
    expect(known && relativeFailure(known, '/repo').file).toBe('app/a.py')
  })

  it('with the step that had to come first', () => {
    const writer = session()
      .prompt('build it')
      .fails('npm run build', MISSING)
      .runs('npm install zod', 'added 1 package')
      .runs('npm run build', 'built')
    expect(failuresOf(writer)).toEqual([
      expect.objectContaining({ fixedBy: 'step', fix: 'needs npm install zod', command: 'npm run build' }),
    ])
  })

  it('with the flag it needed', () => {
    const writer = session()
      .prompt('run the tests')
      .fails('npm test', 'Error: listen EADDRINUSE: address already in use :::3000')
      .runs('npm test -- --runInBand', '# pass 2\n# fail 0')
    expect(failuresOf(writer)).toEqual([expect.objectContaining({ fixedBy: 'command', fix: 'needs --runInBand' })])
    expect(extract(writer.events, BY).observations[0]).toMatchObject({
      type: 'discovery',
      title: expect.stringMatching(/^npm test needs --runInBand, else Error: listen EADDRINUSE/),
    })
  })

  it('with its error while it lasts', () => {
    const writer = session()
      .prompt('build it')
      .fails('npm run build', MISSING)
      .says('The build stops because the package `zod` is missing; I leave that to you.')
    expect(failuresOf(writer)).toEqual([
      expect.objectContaining({ fixedBy: 'none', fix: "TS2307: Cannot find module 'zod'.", command: 'npm run build' }),
    ])
  })

  it('of what took too long only with what gave it more time', () => {
    const slow = 'Error: context deadline exceeded while loading the packages'
    const begun = () => session().prompt('check it').fails('npx lint src', slow)
    const lasting = begun().says('The linter stops because it takes longer than a minute here.')
    expect(failuresOf(lasting)).toEqual([])
    expect(failuresOf(begun().runs('npx lint src --timeout=5m', 'clean'))).toMatchObject([
      { fixedBy: 'command', fix: 'needs --timeout=5m' },
    ])
  })

  it('not when it went away by itself', () => {
    const gone = session().prompt('build it').fails('npm run build', MISSING).runs('npm run build', 'built')
    expect(failuresOf(gone.says('The build passes now because somebody installed `zod`.'))).toEqual([])
  })

  it('not among many edits, of which any may have ended it', () => {
    const writer = session().prompt('make it build').fails('npm run build', MISSING)
    for (const name of ['one', 'two', 'three', 'four']) {
      writer.edits('src/m.ts', `const ${name} = 1`, `export function ${name}() {}`)
    }
    expect(failuresOf(writer.runs('npm run build', 'built'))).toEqual([])
  })
})

describe('passed commands', () => {
  it('are those whose output is no failure either, at their last run', () => {
    const writer = session()
      .runs('npm test', '# pass 2\n# fail 0')
      .runs('npx tsc 2>&1 | tail', MISSING)
      .fails('npm run build', MISSING)
      .runs('cd /repo && npm test', '# pass 2\n# fail 0')
      .runs('ls', 'src')
    expect([...passedCommands(writer.events, '/repo')]).toEqual([['npm test', 4000]])
  })
})

describe('covered commands', () => {
  const lasting = [{ command: 'cd api && npx vitest run src/a.test.ts', program: 'vitest', targets: ['src/a.test.ts'] }]

  it('are those whose things a wider run passed over', () => {
    const writer = session()
      .runs('npx vitest run src/b.test.ts', 'Tests  2 passed (2)')
      .fails('npx vitest run', 'Tests  1 failed | 2 passed (3)')
    expect([...coveredCommands(lasting, writer.events, '/repo')]).toEqual([])
    writer.runs('npx vitest run', 'Tests  3 passed (3)')
    expect([...coveredCommands(lasting, writer.events, '/repo')]).toEqual([[lasting[0]?.command, 3000]])
  })
})

describe('a planned command', () => {
  const planned = (command: string) => plannedCommand(keptTool('Bash', { command }, null), '/repo')

  it('is the one a failure is kept under, but no text typed in place', () => {
    expect(planned('cd /repo && npm test 2>&1 | tail -5')).toBe('npm test')
    expect(planned('git commit -m "$(cat <<\'EOF\'\nTotals add up\nEOF\n)"')).toBeUndefined()
  })
})
