import { describe, expect, it } from 'vitest'
import { plainMarks, splitUnits } from './units.ts'

const kinds = (markdown: string) => splitUnits(markdown).map(({ kind, text }) => [kind, text])

describe('the pieces of a message', () => {
  it('are its headings and the sentences under them, which know their heading', () => {
    const units = splitUnits('# Root cause\nThe timer fires late. The queue is full.\n\n## Fix ##\nIt is cleared.')
    expect(units.map(({ kind, text, heading }) => [kind, text, heading])).toEqual([
      ['heading', 'Root cause', ''],
      ['sentence', 'The timer fires late.', 'Root cause'],
      ['sentence', 'The queue is full.', 'Root cause'],
      ['heading', 'Fix', ''],
      ['sentence', 'It is cleared.', 'Fix'],
    ])
  })

  it('take a line in bold for a heading, with or without a number and a colon', () => {
    expect(kinds('**What changed:**\nA lock.\n\n2. **Why**\nTwo writers.')).toEqual([
      ['heading', 'What changed'],
      ['sentence', 'A lock.'],
      ['heading', 'Why'],
      ['sentence', 'Two writers.'],
    ])
  })

  it('are whole items of a list, with the line that introduces them', () => {
    const units = splitUnits('Two things changed:\n- the timer is cleared. It leaked.\n* the queue is drained')
    expect(units.map(({ kind, text, lead }) => [kind, text, lead])).toEqual([
      ['sentence', 'Two things changed:', ''],
      ['item', 'the timer is cleared. It leaked.', 'Two things changed:'],
      ['item', 'the queue is drained', 'Two things changed:'],
    ])
  })

  it('lose the introducing line with the next paragraph', () => {
    const units = splitUnits('Done:\n- one thing\n\nThe rest is as it was.\n- another thing')
    expect(units.at(-1)).toMatchObject({ kind: 'item', text: 'another thing', lead: '' })
  })

  it('know how deep an item stands, however far it is indented', () => {
    const units = splitUnits('- a one\n    - a two\n        - a three\n- b one\n  1. b two')
    expect(units.map(({ text, depth }) => [text, depth])).toEqual([
      ['a one', 0],
      ['a two', 1],
      ['a three', 2],
      ['b one', 0],
      ['b two', 1],
    ])
  })

  it('read numbers, brackets and boxes to tick as marks of an item', () => {
    expect(kinds('1. first\n2) second\n(3) third\n- [ ] fourth\n- [x] fifth').map(([, text]) => text)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
      'fifth',
    ])
  })

  it('join an item that goes on in the next line', () => {
    expect(kinds('- the timer is cleared\n  when the queue closes\n- next')).toEqual([
      ['item', 'the timer is cleared when the queue closes'],
      ['item', 'next'],
    ])
  })

  it('read a list that was written in one line', () => {
    const units = splitUnits('It works. Remaining work: 1. Write the guide. 2. Add a retry. 3. Measure v1.2 of it.')
    expect(units.map(({ kind, text, lead }) => [kind, text, lead])).toEqual([
      ['sentence', 'It works.', ''],
      ['sentence', 'Remaining work:', ''],
      ['item', 'Write the guide.', 'Remaining work:'],
      ['item', 'Add a retry.', 'Remaining work:'],
      ['item', 'Measure v1.2 of it.', 'Remaining work:'],
    ])
    expect(kinds('Left: (1) the guide, (2) the tests').slice(1)).toEqual([
      ['item', 'the guide'],
      ['item', 'the tests'],
    ])
    expect(kinds('The limits are: 1. five')).toHaveLength(1)
    expect(kinds('It takes two values: 1 and 2. Both are numbers.').map(([kind]) => kind)).toEqual([
      'sentence',
      'sentence',
    ])
  })

  it('split an item that is a paragraph of its own', () => {
    const long = 'The timer is cleared when the queue closes, so that nothing is written to a closed file. '
    expect(kinds(`- ${long.repeat(5)}`).length).toBe(5)
  })

  it('are the rows of a table, without the row that names its columns', () => {
    expect(kinds('| Name | Was | Is |\n| --- | --- | --- |\n| `limit` | 5 | **10** |\n| burst | | 2 |')).toEqual([
      ['row', '`limit`: 5, 10'],
      ['row', 'burst: 2'],
    ])
  })

  it('leave code out, but for a command somebody is told to run', () => {
    expect(
      kinds('Run it:\n```sh\n$ npm run migrate\n```\nIt prints:\n```json\n{ "ok": true }\n```\nThat is all.'),
    ).toEqual([
      ['sentence', 'Run it:'],
      ['command', '`npm run migrate`'],
      ['sentence', 'It prints:'],
      ['sentence', 'That is all.'],
    ])
  })

  it('take no listing of commands, and nothing in a fence for Markdown', () => {
    expect(
      kinds('```sh\na one\nb two\nc three\n```\n~~~\n# not a heading\n- not an item\n```\nstill code\n~~~\nEnd of it.'),
    ).toEqual([['sentence', 'End of it.']])
  })

  it('keep to the end of a code block that is never closed', () => {
    expect(kinds('Look:\n```ts\nconst a = 1\n- not an item')).toEqual([['sentence', 'Look:']])
  })

  it('skip lines that only separate', () => {
    expect(kinds('One thing.\n\n---\n\n***\n──────────\n\nAnother thing.')).toEqual([
      ['sentence', 'One thing.'],
      ['sentence', 'Another thing.'],
    ])
  })

  it('say which begin with a label', () => {
    const labelled = (text: string) => splitUnits(text).map((unit) => unit.labelled)
    expect(labelled('- **Cause**: the timer\n- **Fix:** a lock\n- plain words')).toEqual([true, true, false])
  })

  it('join the lines of a paragraph as its script does', () => {
    expect(kinds('The timer\nfires late.')).toEqual([['sentence', 'The timer fires late.']])
    expect(kinds('タイマーが\n先に閉じます。')).toEqual([['sentence', 'タイマーが先に閉じます。']])
  })

  it('read what is quoted', () => {
    expect(kinds('> The timer fires late.\n> Nobody knows why.')).toEqual([
      ['sentence', 'The timer fires late.'],
      ['sentence', 'Nobody knows why.'],
    ])
  })

  it('are none in nothing, and none in marks alone', () => {
    expect(splitUnits('')).toEqual([])
    expect(splitUnits('- ✅\n\n...\n\n| | |')).toEqual([])
  })

  it('end somewhere in a text without end', () => {
    expect(splitUnits('- another item\n'.repeat(5000)).length).toBeLessThan(500)
  })
})

describe('plain words', () => {
  it.each([
    ['**bold** and *slanted* and ~~struck~~', 'bold and slanted and struck'],
    ['see [the guide](https://x.test/a_(b)) and ![a picture](x.png)', 'see the guide and a picture'],
    ['`**kwargs` stays as code', '`**kwargs` stays as code'],
    ['2 * 3 * 4 and src/*.ts and snake_case_name', '2 * 3 * 4 and src/*.ts and snake_case_name'],
    ['  many\n blanks ', 'many blanks'],
  ])('%s', (marked, plain) => expect(plainMarks(marked)).toBe(plain))
})
