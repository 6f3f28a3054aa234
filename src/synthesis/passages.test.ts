import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'
import { BY, type SessionWriter, session } from './fixture-events.ts'

const turnsOf = (writer: SessionWriter) => extract(writer.events, BY).turns
const saidIn = (writer: SessionWriter) =>
  turnsOf(writer).map(({ passages }) => passages.map(({ kind, text }) => `${kind}: ${text}`))

describe('what was said in a request', () => {
  it('is kept word for word: by the user, the agent, in commits, plans and answers', () => {
    const writer = session()
      .prompt('the order total is off by a cent')
      .answers('Which rounding do you want?', 'half to even, as the bank does')
      .says('Let me look at the prices first.')
      .edits('src/total.ts', 'a', 'b')
      .runs('git commit -am "fix: totals round once" -m "Prices have three digits."', '[main 1a2b3c4] fix: totals')
      .says('Totals are rounded once.\n\n- after the tax\n- half to even')
    const [said = []] = saidIn(writer)
    expect(said).toEqual([
      'user: the order total is off by a cent',
      'answer: Which rounding do you want?\nhalf to even, as the bank does',
      'agent: Let me look at the prices first.',
      'commit: fix: totals round once\nPrices have three digits.',
      'agent: Totals are rounded once.\n\n- after the tax\n- half to even',
    ])
  })

  it('is no output of a tool', () => {
    const writer = session().prompt('why is it off?').reads('src/total.ts', 'export const wonderful = 1')
    expect(saidIn(writer.says('Prices come in as floats.')).flat().join()).not.toContain('wonderful')
  })

  it('has the key its memories begin with, its files and when it ended', () => {
    const writer = session().prompt('the order total is off by a cent, fix it').edits('src/total.ts', 'a', 'b')
    const { observations, turns } = extract(
      writer.says('Totals are rounded once, because prices have three digits.').events,
      BY,
    )
    expect(turns).toMatchObject([{ key: 's1:p:0', files: ['src/total.ts'], at: 3000 }])
    expect(observations.map(({ turn }) => turn)).toEqual(['s1:p:0'])
  })

  it('stays in one turn where the next prompt only goes on', () => {
    const writer = session().prompt('add a limit to uploads').says('Uploads have a limit.').prompt('ok, commit it')
    expect(turnsOf(writer.says('It is committed now.'))).toHaveLength(1)
  })

  it('comes in pieces, each with a place of its own, where it is long', () => {
    const long = Array.from({ length: 30 }, (_, i) => `Line ${i} says something about the importer and its cursor.`)
    const [turn] = turnsOf(session().prompt('tell me all').says(long.join('\n')))
    const pieces = (turn?.passages ?? []).filter(({ kind }) => kind === 'agent')
    expect(pieces.length).toBeGreaterThan(1)
    expect(new Set(pieces.map(({ eventKey, part }) => `${eventKey} ${part}`)).size).toBe(pieces.length)
    expect(pieces.map(({ text }) => text).join('\n')).toBe(long.join('\n'))
  })

  it('is nothing where nobody said anything, and no bare yes', () => {
    expect(turnsOf(session().runs('ls', 'a b'))).toEqual([])
    expect(saidIn(session().prompt('yes').says('Totals are rounded once.'))).toEqual([
      ['agent: Totals are rounded once.'],
    ])
  })
})
