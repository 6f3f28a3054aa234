import { describe, expect, it } from 'vitest'
import { type SessionWriter, session } from '../fixture-events.ts'
import { splitTurns } from '../turns.ts'
import { type Source, sourcesOf } from './sources.ts'

const sources = (writer: SessionWriter): Source[] => splitTurns(writer.events).flatMap(sourcesOf)
const said = (writer: SessionWriter) =>
  sources(writer).map(({ kind, title, units }) => [kind, title || units.map(({ text }) => text).join(' ')])

describe('the words of a turn', () => {
  it('are the request, what was said on the way, and what closed it', () => {
    const writer = session()
      .prompt('fix the total')
      .says('The total rounds too early.')
      .edits('src/total.ts', 'a', 'b')
      .says('The total rounds at the end.')
    expect(said(writer)).toEqual([
      ['request', 'fix the total'],
      ['message', 'The total rounds too early.'],
      ['closing', 'The total rounds at the end.'],
    ])
  })

  it('come once, though the host sends the last message with the stop as well', () => {
    const writer = session().prompt('fix the total').says('It rounds at the end.').stops('It rounds at the end.')
    expect(said(writer)).toEqual([
      ['request', 'fix the total'],
      ['closing', 'It rounds at the end.'],
    ])
  })

  it('have no closing message while the agent works on, and one when it only ticked off its list', () => {
    const writer = () => session().prompt('fix the total').says('It rounds too early.')
    expect(said(writer().edits('src/total.ts', 'a', 'b')).at(-1)).toEqual(['message', 'It rounds too early.'])
    expect(said(writer().tasks(['Round late', 'done'])).at(-1)).toEqual(['closing', 'It rounds too early.'])
  })

  it('are a commit’s subject and body, and the title and body of a pull request', () => {
    const writer = session()
      .prompt('commit and open a pull request')
      .runs('git commit -m "fix: round late" -m "Cents drifted."', '[main 1a2b3c4] fix: round late')
      .runs('gh pr create --title "Round late" --body "Totals drifted by a cent."', 'https://x.test/pull/1')
    const [, commit, request] = sources(writer)
    expect(commit).toMatchObject({ kind: 'commit', title: 'fix: round late', units: [{ text: 'Cents drifted.' }] })
    expect(request).toMatchObject({ kind: 'pull_request', title: 'Round late' })
    expect(request?.units[0]?.text).toBe('Totals drifted by a cent.')
  })

  it('are none of a commit that failed', () => {
    expect(said(session().prompt('commit').fails('git commit -m "fix: x y"', 'hook says no'))).toEqual([
      ['request', 'commit'],
    ])
  })

  it('are the last plan, under its own heading', () => {
    const writer = session()
      .prompt('plan it')
      .plans('# Plan: round early\n## Steps\n- one thing')
      .plans('# Plan: round late\n## Steps\n- another thing')
    expect(said(writer)).toEqual([
      ['request', 'plan it'],
      ['plan', 'round late'],
    ])
  })

  it('are what the user answered, with the question, and said while refusing a call', () => {
    const writer = session()
      .prompt('set up the queue')
      .answers('Which queue?', 'pg-boss, we run Postgres')
      .refuses('not in the root folder')
    expect(sources(writer).slice(1)).toMatchObject([
      { kind: 'answer', title: 'Which queue?', units: [{ text: 'pg-boss, we run Postgres' }] },
      { kind: 'aside', units: [{ text: 'not in the root folder' }] },
    ])
  })

  it('are what a subagent reported, not what it thought aloud or committed', () => {
    const writer = session().prompt('look around').reports('The queue has three writers.')
    const agent = { id: 'a1', type: 'Explore' }
    const inner = session().says('Hm, three writers.').runs('git commit -m "x y z"', '[main 1a2b3c4] x y z').events
    const events = [...writer.events, ...inner.map((event) => ({ ...event, key: `sub:${event.key}`, at: 9000, agent }))]
    expect(said({ ...writer, events })).toEqual([
      ['request', 'look around'],
      ['report', 'The queue has three writers.'],
    ])
  })

  it('are a compaction’s summary, not its thinking', () => {
    const writer = session()
      .prompt('go on')
      .compacts('Analysis:\nLet me think about it.\n\nSummary:\n1. The total rounds late.')
    expect(said(writer)).toContainEqual(['compaction', 'The total rounds late.'])
    expect(JSON.stringify(said(writer))).not.toContain('think about it')
  })
})
