/** Finds and runs a command. Every failure is one line that says what is wrong and one that says what to do. */
import { parseArgs } from 'node:util'
import { loadConfig } from '../../config.ts'
import { type ErrorCode, MemoryError } from '../../memory/error.ts'
import { oneLine } from '../../memory/one-line.ts'
import { safeJson, safeLines } from '../../memory/safe-text.ts'
import { VERSION } from '../../version.ts'
import { dataFolder } from '../../worker/client.ts'
import type { Command } from './command.ts'
import { COMMANDS, HOOK_COMMANDS } from './commands.ts'
import { makeTerminal } from './terminal.ts'
import { inFlags } from './worker-words.ts'

const EXIT_CODES: Record<ErrorCode, number> = {
  bad_input: 2,
  not_found: 3,
  unavailable: 4,
  unauthorized: 5,
  forbidden: 5,
  conflict: 1,
  too_large: 2,
  newer_schema: 6,
  corrupt: 6,
  internal: 1,
}

export async function runCommand(argv: string[]): Promise<number> {
  const [name = 'help', ...rest] = argv
  const hook = HOOK_COMMANDS[name]
  if (hook) {
    const { runHook } = await import('../hook/claude-code/hook.ts')
    await runHook(hook, rest[0])
    return 0
  }
  if (name === '--version' || name === '-v') {
    console.log(VERSION)
    return 0
  }
  const entry = COMMANDS[name]
  if (!entry) {
    if (['help', '--help', '-h'].includes(name)) return help()
    console.error(`claude-mem: there is no command \`${oneLine(name, 100)}\`.\nRun \`claude-mem help\` for the list.`)
    return EXIT_CODES.bad_input
  }
  const json = rest.includes('--json')
  try {
    const { default: command } = await entry.load()
    if (rest.includes('--help') || rest.includes('-h')) {
      console.log(`claude-mem ${name}: ${entry.summary}\n\n${command.usage}`)
      return 0
    }
    const { positionals, values } = parse(rest, command, name)
    const config = loadConfig()
    const terminal = makeTerminal(json)
    await command.run({
      positionals,
      flags: values,
      config,
      folder: dataFolder(config.dataDir),
      terminal,
    })
    return 0
  } catch (error) {
    return report(inFlags(error, name), json)
  }
}

type Parsed = { positionals: string[]; values: Record<string, string | boolean | undefined> }

function parse(args: string[], command: Command, name: string): Parsed {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...command.options, json: { type: 'boolean' } },
    })
    return { positionals, values: values as Parsed['values'] } // no option here is repeatable
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'The arguments cannot be used.'
    throw new MemoryError('bad_input', message.split('. ')[0] ?? message, {
      cause,
      hint: `Run \`claude-mem ${name} --help\`.`,
    })
  }
}

function report(error: unknown, json: boolean): number {
  const known = error instanceof MemoryError ? error : undefined
  const message = known?.message ?? (error instanceof Error ? error.message : 'Something went wrong.')
  const code = known?.code ?? 'internal'
  if (json) console.error(safeJson(JSON.stringify({ error: { code, message, hint: known?.hint } })))
  else console.error(safeLines(`claude-mem: ${message}${known?.hint ? `\n${known.hint}` : ''}`))
  return EXIT_CODES[code]
}

function help(): number {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  console.log(`claude-mem ${VERSION}: persistent memory for Claude Code\n\n${lines.join('\n')}\n`)
  console.log('Every command takes --json and --help.')
  return 0
}
