import { describe, expect, it } from 'vitest'
import { editsOf, isCodeRemovedBy, isRemovedBy } from './edited-names.ts'
import { type SessionWriter, session } from './fixture-events.ts'

const edits = (writer: SessionWriter) => editsOf(writer.events.filter((event) => event.kind === 'tool'))

describe('a name is gone', () => {
  it('when an edit took it out', () => {
    const done = edits(session().edits('src/a.ts', 'const drainQueue = 1\nconst b = 2', 'const b = 2'))
    expect(isRemovedBy('drainQueue', done)).toBe(true)
    expect(isRemovedBy('neverThere', done)).toBe(false)
  })

  it('not when the same edit still has it elsewhere, or only changed its line', () => {
    expect(isRemovedBy('drainQueue', edits(session().edits('src/a.ts', 'drainQueue(1)', 'drainQueue(2)')))).toBe(false)
  })

  it('not when it was put back later', () => {
    const [without, defined] = ['close()', 'close()\nfunction drainQueue() {}']
    const out = session().edits('src/a.ts', defined, without)
    expect(isRemovedBy('drainQueue', edits(out))).toBe(true)
    expect(isRemovedBy('drainQueue', edits(out.edits('src/a.ts', without, defined)))).toBe(false)
  })

  it('not when only a line that uses it is: it may live on elsewhere', () => {
    expect(
      isRemovedBy('drainQueue', edits(session().edits('src/a.ts', 'await drainQueue()\nclose()', 'close()'))),
    ).toBe(false)
  })

  it('when its file or folder was moved away', () => {
    const moved = edits(session().runs('git mv src/transcripts CHAT_LOGS && mv old-name.ts new-name.ts', ''))
    expect(isRemovedBy('transcripts/', moved)).toBe(true)
    expect(isRemovedBy('old-name.ts', moved)).toBe(true)
    expect(isRemovedBy('new-name.ts', moved)).toBe(false)
  })

  it('not by what failed', () => {
    expect(edits(session().fails('mv old-name.ts new-name.ts', 'No such file'))).toEqual([])
  })
})

describe('a line of code is gone', () => {
  it('when an edit took it out and none put it back', () => {
    const out = session().edits('src/a.ts', 'return items.length / total', 'return 0')
    expect(isCodeRemovedBy('items.length / total', edits(out))).toBe(true)
    expect(
      isCodeRemovedBy('items.length / total', edits(out.edits('src/a.ts', 'return 0', 'return items.length / total'))),
    ).toBe(false)
    expect(isCodeRemovedBy('never.there', edits(out))).toBe(false)
  })
})
