/** Parses what was typed into what a command takes. Unknown names are refused, with a suggestion. */
import { parseArgs } from 'node:util'
import { MemoryError } from '../../memory/error.ts'
import { oneLine } from '../../memory/one-line.ts'
import { type Command, type Entry, isGroup } from './command.ts'
import { nearest } from './did-you-mean.ts'
import { usageOf } from './help-text.ts'
import type { Flags } from './takes.ts'

/** Every command takes these; they are read before its own. */
export const COMMON_FLAGS: Flags = {
  json: { doc: 'print the outcome as JSON, for programs' },
  help: { doc: 'show this page' },
}

export interface Found<E extends Entry = Entry> {
  entry: E
  /** What was typed to get there: `notes search`. */
  path: string
  rest: string[]
}

/** Follows the typed names through the groups. Flags may come before, between and after them. */
export function findEntry({ entry, path, rest }: Found): Found {
  if (!isGroup(entry)) return { entry, path, rest }
  const at = firstPositional(rest, flagsWithin(entry))
  const name = rest[at]
  if (name === undefined) return { entry, path, rest }
  const part = Object.hasOwn(entry.parts, name) ? entry.parts[name] : undefined
  const ofPath = entry.ofPath === undefined || !/[./\\~]/.test(name) ? undefined : entry.parts[entry.ofPath]
  if (!part && ofPath) return findEntry({ entry: ofPath, path: `${path} ${entry.ofPath}`, rest })
  if (!part) throw unknownName(name, { names: Object.keys(entry.parts), path })
  return findEntry({ entry: part, path: `${path} ${name}`, rest: rest.toSpliced(at, 1) })
}

/** A group alone means its standard part, if it has one. */
export function getCommand({ entry, path, rest }: Found): Found<Command> {
  if (!isGroup(entry)) return { entry, path, rest }
  const part = entry.standard === undefined ? undefined : entry.parts[entry.standard]
  if (part) return getCommand({ entry: part, path: `${path} ${entry.standard}`, rest })
  throw new MemoryError('bad_input', `\`claude-mem ${path}\` needs one more word.`, {
    hint: `It can be: ${Object.keys(entry.parts).join(', ')}. Run \`claude-mem ${path} --help\`.`,
  })
}

export function unknownName(name: string, { names, path }: { names: string[]; path: string }): MemoryError {
  const before = path === '' ? 'claude-mem' : `claude-mem ${path}`
  const list = path === '' ? '`claude-mem help`' : `\`${before} --help\``
  const meant = nearest(name, names)
  return new MemoryError('bad_input', `There is no command \`${before} ${oneLine(name, 100)}\`.`, {
    hint: meant === undefined ? `${list} lists them.` : `Did you mean \`${before} ${meant}\`? ${list} lists them all.`,
  })
}

export function parseArguments({ entry: command, path, rest }: Found<Command>) {
  const { flags: known = {}, args: takes = {} } = command
  const help = `Run \`claude-mem ${path} --help\`.`
  const { tokens } = tokensOf(rest, known)
  const flags: Record<string, unknown> = {}
  const given: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') given.push(token.value)
    if (token.kind !== 'option' || Object.hasOwn(COMMON_FLAGS, token.name)) continue
    const value = readFlag(token)
    const before = flags[token.name]
    flags[token.name] =
      Array.isArray(before) && Array.isArray(value) && isMany(token.name) ? [...before, ...value] : value
  }
  for (const group of command.exclusive ?? []) {
    const [first, second] = group.filter((name) => flags[name] !== undefined)
    if (second !== undefined) throw new MemoryError('bad_input', `--${first} and --${second} cannot be used together.`)
  }
  return { flags, args: readArguments() }

  function isMany(name: string): boolean {
    const flag = Object.hasOwn(known, name) ? known[name] : undefined
    return flag?.value !== undefined && flag.many === true
  }

  function readFlag({ name, rawName, value, inlineValue }: OptionToken): unknown {
    const flag = Object.hasOwn(known, name) ? known[name] : undefined
    if (!flag) {
      const meant = nearest(name, [...Object.keys(known), ...Object.keys(COMMON_FLAGS)])
      throw new MemoryError('bad_input', `\`claude-mem ${path}\` takes no ${oneLine(rawName, 100)}.`, {
        hint: meant === undefined ? help : `Did you mean --${meant}? ${help}`,
      })
    }
    if (flag.value === undefined) {
      if (value === undefined) return true
      throw new MemoryError('bad_input', `--${name} takes no value.`, { hint: help })
    }
    // `--limit --json` is a forgotten value, not a limit called `--json`.
    if (value === undefined || (!inlineValue && /^-./.test(value))) {
      throw new MemoryError('bad_input', `--${name} needs a value: --${name} ${flag.value}`, {
        hint: value === undefined ? help : `One that begins with a dash is written --${name}=${oneLine(value, 100)}`,
      })
    }
    return flag.read(value, name)
  }

  function readArguments(): Record<string, unknown> {
    const left = [...given]
    const values = Object.entries(takes).map(([name, argument]) => {
      const mine = left.splice(0, argument.many ? left.length : 1)
      if (argument.required && mine.join('').trim() === '') {
        const [example] = command.examples ?? []
        throw new MemoryError('bad_input', `\`claude-mem ${path}\` needs ${argument.label}: ${argument.doc}.`, {
          hint: example === undefined ? help : `For example: claude-mem ${example}`,
        })
      }
      return [name, argument.read(mine)]
    })
    const [stray] = left
    if (stray === undefined) return Object.fromEntries(values)
    throw new MemoryError('bad_input', `\`${oneLine(stray, 100)}\` is one argument too many.`, {
      hint: `Usage: ${usageOf(command, path)}`,
    })
  }
}

type OptionToken = Extract<ReturnType<typeof tokensOf>['tokens'][number], { kind: 'option' }>

/** Not strict: node's own error messages would not fit ours. */
function tokensOf(args: string[], known: Flags) {
  const options = Object.entries({ ...known, ...COMMON_FLAGS }).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  return parseArgs({ args, strict: false, allowPositionals: true, tokens: true, options: Object.fromEntries(options) })
}

function firstPositional(args: string[], known: Flags): number {
  return tokensOf(args, known).tokens.find(({ kind }) => kind === 'positional')?.index ?? -1
}

function flagsWithin(entry: Entry): Flags {
  return isGroup(entry) ? Object.assign({}, ...Object.values(entry.parts).map(flagsWithin)) : (entry.flags ?? {})
}
