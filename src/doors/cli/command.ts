/** What a command of the CLI is: data, and one function. */
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../worker/client.ts'

export interface Terminal {
  /** A line on stdout. With `--json` only `result` prints. */
  line(text?: string): void
  /** The outcome, for programs: printed as JSON with `--json`, as `text` without. */
  result(value: unknown, text: string): void
  /** Overwritten in place on a terminal, silent elsewhere. */
  progress(text: string): void
  bold(text: string): string
  dim(text: string): string
  json: boolean
  /** A person is there to answer a question. */
  interactive: boolean
}

export interface Invocation {
  positionals: string[]
  flags: Record<string, string | boolean | undefined>
  config: Config
  folder: DataFolder
  terminal: Terminal
}

export interface Command {
  usage: string
  options?: ParseArgsOptionsConfig
  run(invocation: Invocation): Promise<void>
}
