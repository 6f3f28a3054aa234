/** What a command of the CLI is: a table of what it takes, and one function. Help, documents and completion read the table. */
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../worker/client.ts'
import type { Arguments, ArgumentValues, Flags, FlagValues } from './takes.ts'

export interface Printing {
  /** Code, logs, files: their lines are not broken to fit the terminal. */
  verbatim?: boolean
}

export interface Terminal {
  /** A line on stdout. With `--json` only `result` prints. */
  line(text?: string, by?: Printing): void
  /** The outcome, for programs: printed as JSON with `--json`, as `text` without. */
  result(value: unknown, text: string, by?: Printing): void
  /** Overwritten in place on a terminal, silent elsewhere. */
  progress(text: string): void
  bold(text: string): string
  dim(text: string): string
  json: boolean
  /** Columns a line of text may have. */
  width: number
  /** A person is there to answer a question. */
  interactive: boolean
}

export interface Invocation<F extends Flags = Flags, A extends Arguments = Arguments> {
  args: ArgumentValues<A>
  /** Without `--json` and `--help`, which every command takes. */
  flags: FlagValues<F>
  config: Config
  folder: DataFolder
  terminal: Terminal
  /** All commands, for those that describe the others. */
  catalogue: Catalogue
}

interface Described {
  /** One line for lists: lower case, no full stop. */
  summary: string
  /** Paragraphs for its help page. */
  about?: string[]
  /** The page of docs/ that says more. */
  page?: string
}

export interface Command<F extends Flags = Flags, A extends Arguments = Arguments> extends Described {
  /** In the order they are typed. */
  args?: A
  flags?: F
  /** Flags of which only one may be given. */
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
}

export type Entry = Command | Group

/** Loaded only when called, so that a short command starts fast. */
export type Load = () => Promise<{ default: Entry }>

export interface Section {
  title: string
  commands: Record<string, Load>
}

export type Catalogue = Section[]

/** The table types what `run` is given; whoever holds several commands needs no types of each. */
export function defineCommand<F extends Flags = Record<never, never>, A extends Arguments = Record<never, never>>(
  command: Command<F, A>,
): Command {
  return command
}

export function isGroup(entry: Entry): entry is Group {
  return 'parts' in entry
}
