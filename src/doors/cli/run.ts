/** Finds and runs a command. Every failure is one line that says what is wrong and one that says what to do. */
import { loadConfig } from '../../config.ts'
import { type ErrorCode, MemoryError } from '../../memory/error.ts'
import { safeJson, safeLines } from '../../memory/safe-text.ts'
import { VERSION } from '../../version.ts'
import { dataFolder } from '../../worker/client.ts'
import { CATALOGUE, COMMANDS } from './commands.ts'
import { inFlags } from './flag-words.ts'
import { showHelp } from './help.ts'
import { HOOK_COMMANDS } from './hook-commands.ts'
import { findEntry, getCommand, parseArguments, unknownName } from './parse-arguments.ts'
import { fitTo, makeTerminal } from './terminal.ts'

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
  const [first = 'help', ...rest] = argv
  const name = ['--help', '-h'].includes(first) ? 'help' : first
  const hook = Object.hasOwn(HOOK_COMMANDS, name) ? HOOK_COMMANDS[name] : undefined
  if (hook) {
    const { runHook } = await import('../hook/claude-code/hook.ts')
    await runHook(hook, rest[0])
    return 0
  }
  if (name === '--version' || name === '-v') {
    console.log(VERSION)
    return 0
  }
  const ours = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
  const json = ours.includes('--json')
  try {
    await run(name, rest, { json, help: ours.includes('--help') || ours.includes('-h') })
    return 0
  } catch (error) {
    return report(inFlags(error, name), json)
  }
}

async function run(name: string, rest: string[], by: { json: boolean; help: boolean }): Promise<void> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) throw unknownName(name, { names: Object.keys(COMMANDS), path: '' })
  const { default: entry } = await load()
  const terminal = makeTerminal(by.json)
  const found = findEntry({ entry, path: name, rest })
  if (by.help) return showHelp(found, terminal)
  const command = getCommand(found)
  const values = parseArguments(command)
  const config = loadConfig()
  const folder = dataFolder(config.dataDir)
  await command.entry.run({ ...values, config, folder, terminal, catalogue: CATALOGUE })
}

function report(error: unknown, json: boolean): number {
  const known = error instanceof MemoryError ? error : undefined
  const message = known?.message ?? (error instanceof Error ? error.message : 'Something went wrong.')
  const code = known?.code ?? 'internal'
  if (json) console.error(safeJson(JSON.stringify({ error: { code, message, hint: known?.hint } })))
  else console.error(fitTo(process.stderr, safeLines(`claude-mem: ${message}${known?.hint ? `\n${known.hint}` : ''}`)))
  return EXIT_CODES[code]
}
