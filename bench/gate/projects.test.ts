import { describe, expect, it } from 'vitest'
import type { FileMemory } from '../../src/store/file-history.ts'
import { playSessions, type RecordedSession, toRows } from './projects.ts'
import type { Step } from './record.ts'

const BODY = '  order.total = order.lines.reduce((sum, line) => sum + line.price, 0)\n'.repeat(8)
const CONTENT = Array.from({ length: 20 }, (_, n) => `export function step${n}(order) {\n${BODY}}\n`).join('')
const PATH = 'src/total.js'

function read(text = CONTENT, more: { whole?: boolean } = {}): Step {
  const { whole = true } = more
  return { kind: 'read', path: PATH, whole, text, lines: text.split('\n').length, complete: whole }
}
const change = (content: string | undefined): Step => ({ kind: 'change', path: PATH, content })

let id = 0
function session(steps: Step[], project = 'one'): RecordedSession {
  id += 1
  const memory: FileMemory = {
    id,
    type: 'change',
    title: 'Totals are rounded per line',
    subtitle: '',
    concepts: [],
    origin: 'session',
    project,
    projectName: project,
    sessionId: `session-${id}`,
    createdAt: id,
    modified: true,
    files: 1,
    textBytes: 350,
  }
  return { id: `session-${id}`, project, steps, memories: [{ path: PATH, memory }] }
}
/** One that leaves no memory behind, so that every read costs the same. */
const forgotten = (steps: Step[]): RecordedSession => ({ ...session(steps), memories: [] })
const rowOf = async (...sessions: RecordedSession[]) => {
  const [row] = toRows(await playSessions(sessions))
  if (!row) throw new Error('no project')
  return row
}

describe('the replay of real sessions', () => {
  it('knows a file by the content the session before left, read or changed', async () => {
    const changed = `${CONTENT}// changed\n`
    expect(await rowOf(session([read()]), session([read()]))).toMatchObject({ known: 1, same: 1, cheaper: 1 })
    expect(await rowOf(session([read(), change(changed)]), session([read(changed)]))).toMatchObject({ same: 1 })
    expect(await rowOf(session([read(), change(changed)]), session([read()]))).toMatchObject({ known: 1, same: 0 })
    expect(await rowOf(session([read(), change(undefined)]), session([read()]))).toMatchObject({ known: 1, same: 0 })
  })

  it('leaves out parts, other projects, small files and what was read a moment ago', async () => {
    expect(await rowOf(session([read()]), session([read('part', { whole: false })]))).toMatchObject({ known: 0 })
    expect(await rowOf(session([read('short')]), session([read('short')]))).toMatchObject({ known: 0 })
    expect(await rowOf(session([read()], 'two'), session([read()]))).toMatchObject({ known: 0 })
    const twice = await rowOf(session([read(), read()]))
    expect(twice).toMatchObject({ known: 0, repeats: { reads: 1 } })
  })

  it('counts a refusal that is followed by the file as lost, and one that is not as saved less what was offered', async () => {
    const row = await rowOf(session([read()]), forgotten([read(), change(CONTENT)]), forgotten([read()]))
    const { again, edited, none } = row.deny
    expect([again.refused, row.cheaperEdited]).toEqual([2, 1])
    expect(again.tokens).toBeGreaterThan(0)
    expect(edited.tokens).toBeLessThan(0)
    expect(none.tokens - again.tokens).toBe(2 * (edited.tokens - again.tokens))
  })

  it('spends nothing it has not earned', async () => {
    const many = Array.from({ length: 29 }, () => forgotten([read()]))
    const { earn, earnOnCredit, deny } = await rowOf(session([read()]), ...many)
    expect(earn).toEqual({
      again: { refused: 0, tokens: 0 },
      edited: { refused: 0, tokens: 0 },
      none: { refused: 0, tokens: 0 },
    })
    expect(deny.again.refused).toBe(29)
    expect(earnOnCredit.again.refused).toBeGreaterThan(1)
    expect(earnOnCredit.again.tokens).toBeLessThanOrEqual(500)
    expect(earnOnCredit.none.refused).toBe(29)
  })
})
