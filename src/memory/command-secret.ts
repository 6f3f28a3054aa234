/**
 * Secrets given to commands: `sshpass -p x`, `rabbitmqctl add_user bob x`. Which command takes them how is data, in
 * `command-usages.ts`. A command is looked for only where one of its names begins a word, and its arguments are read once.
 */
import { type CommandLine, readCommandLine, type Span, withoutQuotes } from './command-line.ts'
import { COMMAND_USAGES } from './command-usages.ts'
import { isExpression, isPlaceholder, isPlain, isRandom } from './secret-value.ts'
import { makeRuleFinder, type WordMark } from './word-marks.ts'

interface Usage {
  subcommands: string[][]
  /** Names of the option in front of the secret. */
  options: string[]
  /** Where an argument without option stands: how many are before it, the last, or any. */
  place: number | 'last' | 'any'
  /** The argument; the group is the secret. */
  shape: RegExp
  onlyRandom: boolean
}

interface Command {
  marks: WordMark[]
  pattern: RegExp
  usages: Usage[]
}

const COMMANDS = readUsages(COMMAND_USAGES)
export const COMMAND_MARKS: WordMark[] = COMMANDS.flatMap(({ marks }) => marks)
const commandsIn = makeRuleFinder(COMMANDS)

/** `present`: the marks that stand in the text. */
export function redactCommands(text: string, present: ReadonlySet<WordMark>): string {
  const hits: Span[] = []
  for (const { pattern, usages } of commandsIn(present)) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const line = readCommandLine(text, pattern.lastIndex)
      for (const usage of usages) hits.push(...secretsIn(text, line, usage))
      // The same command inside its own arguments is not read twice.
      pattern.lastIndex = Math.max(pattern.lastIndex, line.end)
    }
  }
  return hits.length === 0 ? text : withMarks(text, hits)
}

const MARK = '[redacted:command-password]'

function withMarks(text: string, hits: Span[]): string {
  const kept: string[] = []
  let from = 0
  for (const { start, end } of hits.sort((one, two) => one.start - two.start)) {
    if (start < from) continue
    kept.push(text.slice(from, start), MARK)
    from = end
  }
  kept.push(text.slice(from))
  return kept.join('')
}

function* secretsIn(text: string, line: CommandLine, usage: Usage): Generator<Span> {
  const { subcommands, options, place } = usage
  let first = 0
  for (const names of subcommands) {
    const at = line.arguments.findIndex((one, i) => i >= first && names.includes(text.slice(one.start, one.end)))
    if (at === -1) return
    first = at + 1
  }
  const given = line.arguments.slice(first)
  const candidates = options.length > 0 ? behindOptions(text, options, given) : placed(text, place, given)
  for (const argument of candidates) {
    const secret = secretOf(text, argument, usage)
    if (secret !== undefined) yield secret
  }
}

function behindOptions(text: string, options: string[], given: Span[]): Span[] {
  return given.flatMap((one, at) => {
    const word = text.slice(one.start, one.end)
    const next = given[at + 1]
    if (options.includes(word)) return next === undefined ? [] : [next]
    const sign = word.indexOf('=')
    return sign > 0 && options.includes(word.slice(0, sign)) ? [{ start: one.start + sign + 1, end: one.end }] : []
  })
}

function placed(text: string, place: Usage['place'], given: Span[]): Span[] {
  if (place === 'any') return given
  const isOption = ({ start }: Span) => text.charAt(start) === '-'
  // What follows a long option is mostly its value; short ones mostly stand alone.
  const isArgument = (one: Span, at: number) => {
    const before = given[at - 1]
    return !isOption(one) && !(before !== undefined && /^--[\w-]+$/.test(text.slice(before.start, before.end)))
  }
  if (place === 'last') return given.filter(isArgument).slice(-1)
  // Those that are counted stand side by side.
  const first = given.findIndex(isArgument)
  const counted = first === -1 ? [] : given.slice(first, first + place + 1)
  return counted.some(isOption) ? [] : counted.slice(place)
}

function secretOf(text: string, argument: Span, { shape, onlyRandom }: Usage): Span | undefined {
  const { before, secret: value } = shape.exec(text.slice(argument.start, argument.end))?.groups ?? {}
  if (before === undefined || value === undefined) return undefined
  const start = argument.start + before.length
  const span = withoutQuotes(text, { start, end: start + value.length })
  const secret = text.slice(span.start, span.end)
  // A variable, the next option, a file, a path of Windows, where output goes, the rest of a JSON text.
  if (secret.length < 3 || /^(?:[-$<>@({[]|\d>)|\\|"[:,}\]]/.test(secret) || isPlaceholder(secret) || isPlain(secret))
    return undefined
  if (onlyRandom ? !isRandom(secret) : isExpression(secret) && !isRandom(secret)) return undefined
  return span
}

function readUsages(source: string): Command[] {
  const byName = new Map<string, Usage[]>()
  for (const line of source.trim().split('\n')) {
    const [names = '', ...words] = line.split(' ')
    const usage = readUsage(words)
    for (const name of names.split('|')) byName.set(name, [...(byName.get(name) ?? []), usage])
  }
  return [...byName].map(([name, usages]) => ({
    marks: marksOf(name.toLowerCase()),
    pattern: new RegExp(String.raw`(?<![\w-])${escaped(name)}(?:\.(?:exe|cmd|jar|sh|bat))?(?=[\s"'\`\\])`, 'gi'),
    usages,
  }))
}

/** A short name, which many words begin with, is looked for with the sign behind it. */
function marksOf(name: string): WordMark[] {
  if (name.length < 4) return [...` "'\`\\.\t\n`].map((sign) => ({ mark: name + sign }))
  return [{ mark: name, isAt: (text, at) => /[\s"'`\\.]/.test(text.charAt(at + name.length)) }]
}

function readUsage(words: string[]): Usage {
  const shape = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const options = before.filter((word) => /^[-/]|=$/.test(word)).flatMap((word) => word.split('|'))
  const counted = before.filter((word) => word === '_').length
  const place = before.includes('…') ? 'last' : before.includes('*') || /^[-/]/.test(shape) ? 'any' : counted
  return {
    subcommands: before
      .filter((word) => /^[\w]/.test(word) && word !== '_' && !/=$/.test(word))
      .map((word) => word.split('|')),
    ...{ options, place },
    shape: shapeOf(shape),
    onlyRandom: shape.includes('RANDOM'),
  }
}

/** `_:SECRET` as a pattern; what stands behind the secret ends it and may be missing. */
function shapeOf(shape: string): RegExp {
  const [before = '', after = ''] = shape.split(/SECRET|RANDOM/)
  // A password alone is `:x`; everything else has a name in front.
  const anything = (sign: string) =>
    String.raw`[^\s"'@${sign === '=' ? '' : '='}${escaped(sign)}]{${sign === ':' ? 0 : 1},120}`
  const head = before.replace(/_(?![A-Za-z])(.?)|[^\w]/g, (all, sign: string | undefined) =>
    sign === undefined ? escaped(all) : anything(sign) + escaped(sign),
  )
  const end = after.charAt(0)
  const secret = end === '' ? '.+' : `[^${escaped(end)}]+`
  return new RegExp(`^(?<before>${head})(?<secret>${secret})`, 's')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
