import { describe, expect, it } from 'vitest'
import { readActions } from './actions.ts'
import { session } from './fixture-events.ts'

function callsOf(writer: ReturnType<typeof session>) {
  return writer.events.flatMap((event) => (event.kind === 'tool' ? readActions(event, '/repo') : []))
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
    if (event?.kind !== 'tool') throw new Error('the fixture has one tool event')
    expect(readActions({ ...event, call: { ...event.call, result: 'failed' } }, '/repo')).toEqual([])
  })
})
