import { describe, expect, it } from 'vitest'
import { groupEdits } from './edit-groups.ts'
import { session } from './fixture-events.ts'
import { diffLines } from './line-diff.ts'
import { type ChangeStep, readStory } from './steps.ts'
import { readCalls } from './tool-call.ts'
import { splitTurns } from './turns.ts'

function callsOf(writer: ReturnType<typeof session>) {
  return writer.events.flatMap((event) => (event.kind === 'tool' ? readCalls(event, '/repo') : []))
}

describe('readCalls', () => {
  it('reads a heredoc as the file it writes, and what runs after it as a command', () => {
    const [edit, command] = callsOf(
      session().runs("cat > src/a.py <<'EOF'\ndef f():\n    pass\nEOF\npython src/a.py", 'ok'),
    )
    expect(edit).toMatchObject({ kind: 'edit', file: 'src/a.py', created: true })
    expect(command).toMatchObject({ kind: 'command' })
    expect(command?.kind === 'command' && command.command).not.toContain('def f')
  })
  it('follows a cd before sed and mv', () => {
    const calls = callsOf(session().runs("cd /repo/src && sed -i 's/old/fresh/' a.ts && git mv a.ts b.ts", ''))
    expect(calls).toMatchObject([
      { kind: 'move', from: 'src/a.ts', to: 'src/b.ts' },
      { kind: 'edit', file: 'src/a.ts' },
      { kind: 'command' },
    ])
  })
  it('takes a failed edit for no change', () => {
    const event = session().edits('a.ts', 'a', 'b').events[0]
    expect(event?.kind === 'tool' ? readCalls({ ...event, failed: true }, '/repo') : undefined).toEqual([])
  })
  it('reads lower-case tool names and several edits in one call', () => {
    const event = session().edits('a.ts', '', '').events[0]
    if (event?.kind !== 'tool') throw new Error('the fixture has one tool event')
    const input = {
      file_path: '/repo/a.ts',
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c', new_string: 'd' },
      ],
    }
    expect(readCalls({ ...event, tool: 'multiedit', input }, '/repo')).toMatchObject([
      { kind: 'edit', file: 'a.ts', hunks: [{}, {}] },
    ])
  })
})

describe('diffLines', () => {
  it('marks only the lines that changed', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([' a', '-b', '+x', ' c', '+d'])
  })
})

describe('splitTurns', () => {
  it('keeps a prompt no person typed in the running turn', () => {
    const { events } = session().prompt('one').prompt('notification').prompt('two')
    const made = events.map((event, index) =>
      event.kind === 'prompt' && index === 1 ? { ...event, machineMade: true } : event,
    )
    expect(splitTurns(made).map((turn) => turn.events.length)).toEqual([2, 1])
  })
})

describe('groupEdits', () => {
  const groupsOf = (writer: ReturnType<typeof session>) => {
    const steps = readStory(writer.events, '/repo').steps.filter(
      (step): step is ChangeStep => step.call.kind === 'edit',
    )
    return groupEdits(steps, new Set()).map((group) => [
      ...new Set(group.edits.map(({ call }) => (call.kind === 'edit' ? call.file : ''))),
    ])
  }
  it('keeps a folder, a test with its subject and the user of a new symbol together', () => {
    const writer = session()
      .edits('src/cart/sum.ts', 'a', 'export function sumCart() {}')
      .edits('src/cart/tax.ts', 'a', 'b')
      .edits('test/sum.test.ts', 'a', 'b')
      .edits('app/page.tsx', 'a', 'sumCart()')
      .edits('docs/x.md', 'a', 'b')
    expect(groupsOf(writer)).toEqual([
      ['src/cart/sum.ts', 'src/cart/tax.ts', 'test/sum.test.ts', 'app/page.tsx'],
      ['docs/x.md'],
    ])
  })
  it('never holds more than five files', () => {
    const writer = session()
    for (let i = 0; i < 12; i++) writer.edits(`src/f${i}.ts`, 'a', `b${i}`)
    expect(groupsOf(writer).map((files) => files.length)).toEqual([5, 5, 2])
  })
})
