/**
 * What a command takes, as data: flags and arguments with their help text and parser. A command gets values of the
 * right type; invalid input never reaches it.
 */
import { MemoryError } from '../../memory/error.ts'

/** Given or not: `--full`. */
export interface Switch {
  doc: string
  value?: undefined
}

/** With a value: `--limit 5`. */
export interface ValueFlag<T = unknown> {
  doc: string
  /** The value's name in usage lines: `N`, `NAME`. */
  value: string
  /** Offered by shell completion. */
  choices?: readonly string[]
  /** May be given several times; `read` returns a list of one, and the lists are joined. */
  many?: true
  read(text: string, flag: string): T
}

export type Flag = Switch | ValueFlag
export type Flags = Record<string, Flag>
export type FlagValues<F extends Flags> = {
  [Name in keyof F]: F[Name] extends ValueFlag<infer T>
    ? T | undefined
    : F[Name] extends Switch
      ? true | undefined
      : unknown
}

export interface Argument<T = unknown> {
  /** Its name in usage lines: `FILE`. */
  label: string
  doc: string
  required: boolean
  /** Takes everything that follows. */
  many: boolean
  /** What shell completion offers for it. */
  offers?: 'files' | 'commands' | readonly string[]
  read(given: string[]): T
}

export type Arguments = Record<string, Argument>
export type ArgumentValues<A extends Arguments> = {
  [Name in keyof A]: A[Name] extends Argument<infer T> ? T : unknown
}

export function toggle(doc: string): Switch {
  return { doc }
}

export function text(value: string, doc: string, by: { choices?: readonly string[] } = {}): ValueFlag<string> {
  return { doc, value, ...by, read: (given) => given }
}

/** Several times: `--fact A --fact B`. */
export function texts(value: string, doc: string, by: { choices?: readonly string[] } = {}): ValueFlag<string[]> {
  return { doc, value, many: true, ...by, read: (given) => [given] }
}

export function wholeNumber(
  doc: string,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): ValueFlag<number> {
  return {
    doc,
    value: 'N',
    read(given, flag) {
      const number = Number(given)
      if (Number.isInteger(number) && number >= least && number <= most && given.trim() !== '') return number
      const end = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`
      throw new MemoryError('bad_input', `--${flag} must be a whole number from ${least} ${end}.`)
    },
  }
}

export function oneOf<const T extends string>(choices: readonly T[], doc: string): ValueFlag<T> {
  return {
    doc,
    value: choices.join('|'),
    choices,
    read(given, flag) {
      const found = choices.find((one) => one === given)
      if (found !== undefined) return found
      throw new MemoryError('bad_input', `--${flag} must be ${alternatives(choices)}; it is \`${given}\`.`)
    },
  }
}

type Offered = Pick<Argument, 'offers'>

export function required(label: string, doc: string, by: Offered = {}): Argument<string> {
  return { label, doc, required: true, many: false, ...by, read: ([first = '']) => first }
}

export function optional(label: string, doc: string, by: Offered = {}): Argument<string | undefined> {
  return { label, doc, required: false, many: false, ...by, read: ([first]) => first }
}

/** One or more, or with `least: 0` any number. */
export function several(
  label: string,
  doc: string,
  { least = 1, ...by }: { least?: 0 | 1 } & Offered = {},
): Argument<string[]> {
  return { label, doc, required: least === 1, many: true, ...by, read: (given) => given }
}

/** Everything that follows as one text, quoted or not. */
export function words(label: string, doc: string): Argument<string> {
  return { label, doc, required: true, many: true, read: (given) => given.join(' ').trim() }
}

function alternatives(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}
