/** A CLI command: a table of its flags and arguments, and one function. Help, docs and completion read the table. */
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../worker/client.ts'
import type { Arguments, ArgumentValues, Flags, FlagValues } from './takes.ts'

export interface Printing {
  /** Code, logs, files: lines are not wrapped to fit the terminal. */
  verbatim?: boolean
}

export interface Terminal {
  /** A line on stdout. With `--json` only `result` prints. */
  line(text?: string, by?: Printing): void
  /** The outcome, for programs: printed as JSON with `--json`, else as `text`. */
  result(value: unknown, text: string, by?: Printing): void
  /** Overwritten in place on a terminal, silent elsewhere. */
  progress(text: string): void
  bold(text: string): string
  dim(text: string): string
  json: boolean
  /** Columns per line of text. */
  width: number
  /** Is there a person who can answer a question? */
  interactive: boolean
}

export interface Invocation<F extends Flags = Flags, A extends Arguments = Arguments> {
  args: ArgumentValues<A>
  /** Without `--json` and `--help`, which every command takes. */
  flags: FlagValues<F>
  config: Config
  folder: DataFolder
  terminal: Terminal
  /** All commands, for those that describe others. */
  catalogue: Catalogue
}

interface Described {
  /** One line for lists: lower case, no full stop. */
  summary: string
  /** Paragraphs for its help page. */
  about?: string[]
  /** The docs/ page with more details. */
  page?: string
}

export interface Command<F extends Flags = Flags, A extends Arguments = Arguments> extends Described {
  /** In typing order. */
  args?: A
  flags?: F
  /** Groups of flags of which only one may be given. */
  exclusive?: (keyof F & string)[][]
  /** What comes after `claude-mem`. The first is also the hint when something is missing. */
  examples?: string[]
  run(invocation: Invocation<F, A>): Promise<void>
}

/** Several commands under one name: `notes search`, `notes get`. */
export interface Group extends Described {
  parts: Record<string, Command | Group>
  /** The part that runs when none is named. */
  standard?: string
  /** The part that a path means: `import FILE`. */
  ofPath?: string
}

export type Entry = Command | Group

/** Loaded on call, so that a short command starts fast. */
export type Load = () => Promise<{ default: Entry }>

export interface Section {
  title: string
  commands: Record<string, Load>
}

export type Catalogue = Section[]

/** The table types the arguments of `run`; code that handles several commands needs no types of each. */
export function defineCommand<F extends Flags = Record<never, never>, A extends Arguments = Record<never, never>>(
  command: Command<F, A>,
): Command {
  return command
}

export function isGroup(entry: Entry): entry is Group {
  return 'parts' in entry
}
