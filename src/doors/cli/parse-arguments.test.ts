import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../memory/error.ts'
import { type Command, defineCommand, type Group } from './command.ts'
import { findEntry, getCommand, parseArguments } from './parse-arguments.ts'
import { oneOf, optional, required, several, text, toggle, wholeNumber, words } from './takes.ts'

const done = async () => {}
const FLAGS = {
  limit: wholeNumber('how many', { most: 50 }),
  project: text('NAME', 'where'),
  scope: oneOf(['both', 'notes'], 'what'),
  full: toggle('all of it'),
}
const find = defineCommand({
  summary: 'find',
  args: { query: words('WORDS', 'what to find') },
  flags: FLAGS,
  examples: ['find it'],
  run: done,
})
const parse = (command: Command, ...rest: string[]) => parseArguments({ entry: command, path: 'find', rest })

function refusal(run: () => unknown): { message: string; hint: string | undefined } {
  try {
    run()
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'bad_input') return { message: error.message, hint: error.hint }
    throw error
  }
  throw new Error('It was taken.')
}

describe('what was typed', () => {
  it('becomes values of the right type, wherever the flags stand', () => {
    const values = { flags: { limit: 5, project: 'shop', full: true }, args: { query: 'a b' } }
    expect(parse(find, 'a', '--limit', '5', 'b', '--project=shop', '--full')).toEqual(values)
    expect(parse(find, '--full', '--limit=5', '--project', 'shop', 'a', 'b', '--json')).toEqual(values)
  })

  it('is taken as words behind --', () => {
    expect(parse(find, '--', '--limit', '5')).toEqual({ flags: {}, args: { query: '--limit 5' } })
  })

  it('is one argument after the other, the last may take the rest', () => {
    const args = { file: required('FILE', 'a file'), names: several('NAME', 'names', { least: 0 }) }
    const command = defineCommand({ summary: 'x', args, run: done })
    expect(parse(command, 'a.ts', 'b', 'c').args).toEqual({ file: 'a.ts', names: ['b', 'c'] })
    expect(parse(command, 'a.ts').args).toEqual({ file: 'a.ts', names: [] })
  })

  it.each([
    [
      ['a', '--limt', '5'],
      '`claude-mem find` takes no --limt.',
      /^Did you mean --limit\? Run `claude-mem find --help`\.$/,
    ],
    [['a', '--colour'], '`claude-mem find` takes no --colour.', /^Run `claude-mem find --help`\.$/],
    [['a', '-x'], '`claude-mem find` takes no -x.', /^Run/],
    [['a', '--limit'], '--limit needs a value: --limit N', /^Run/],
    [['a', '--limit', '--full'], '--limit needs a value: --limit N', /--limit=--full$/],
    [['a', '--limit', '51'], '--limit must be a whole number from 1 to 50.', undefined],
    [['a', '--limit', '1.5'], '--limit must be a whole number from 1 to 50.', undefined],
    [['a', '--limit='], '--limit must be a whole number from 1 to 50.', undefined],
    [['a', '--full=yes'], '--full takes no value.', /^Run/],
    [['a', '--scope', 'all'], '--scope must be both or notes; it is `all`.', undefined],
    [[], '`claude-mem find` needs WORDS: what to find.', /^For example: claude-mem find it$/],
    [['  '], '`claude-mem find` needs WORDS: what to find.', /^For example/],
    [['a', '--constructor'], '`claude-mem find` takes no --constructor.', /^Run/],
  ])('is refused with what is wrong: %j', (rest, message, hint) => {
    const said = refusal(() => parse(find, ...rest))
    expect(said.message).toBe(message)
    if (hint === undefined) expect(said.hint).toBeUndefined()
    else expect(said.hint).toMatch(hint)
  })

  it('is refused when there is more of it than the command takes', () => {
    const command = defineCommand({ summary: 'x', args: { session: optional('SESSION', 'which') }, run: done })
    expect(refusal(() => parse(command, 'S1', 'S2'))).toEqual({
      message: '`S2` is one argument too many.',
      hint: 'Usage: claude-mem find [SESSION]',
    })
  })

  it('is refused when flags exclude each other', () => {
    const flags = { yes: toggle('yes'), no: toggle('no') }
    const command = defineCommand({ summary: 'x', flags, exclusive: [['yes', 'no']], run: done })
    expect(refusal(() => parse(command, '--no', '--yes')).message).toBe('--yes and --no cannot be used together.')
  })
})

describe('a group', () => {
  const show = defineCommand({ summary: 'show', args: { path: optional('PATH', 'which') }, run: done })
  const group: Group = { summary: 'notes', parts: { find, show }, standard: 'show' }
  const at = (...rest: string[]) => findEntry({ entry: group, path: 'notes', rest })

  it('finds its part behind flags and their values', () => {
    expect(at('--limit', '5', 'find', 'find')).toEqual({
      entry: find,
      path: 'notes find',
      rest: ['--limit', '5', 'find'],
    })
  })

  it('alone means its standard part', () => {
    expect(getCommand(at('--json'))).toEqual({ entry: show, path: 'notes show', rest: ['--json'] })
  })

  it('without one names its parts', () => {
    const { standard: _, ...bare } = group
    const alone = findEntry({ entry: bare, path: 'notes', rest: [] })
    expect(refusal(() => getCommand(alone)).hint).toContain('find, show')
  })

  it('says what was meant by a part it does not have', () => {
    expect(refusal(() => at('fnid'))).toEqual({
      message: 'There is no command `claude-mem notes fnid`.',
      hint: 'Did you mean `claude-mem notes find`? `claude-mem notes --help` lists them all.',
    })
    expect(refusal(() => at('toString')).hint).toBe('`claude-mem notes --help` lists them.')
  })
})
