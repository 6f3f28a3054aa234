/** `claude-mem notes …`: the Markdown notes of the workspace one stands in. Each part is its own file. */
import { MemoryError } from '../../memory/error.ts'
import type { Command, Invocation } from './command.ts'
import dream from './dream.ts'
import { addToNotes } from './notes/add.ts'
import { checkNotes } from './notes/doctor.ts'
import { getNote } from './notes/get.ts'
import { initNotes } from './notes/init.ts'
import { searchInNotes } from './notes/search.ts'
import { showNoteStatus } from './notes/status.ts'

interface Part {
  /** Those it takes; another one is a mistake, not something to pass over. */
  flags: string[]
  run: (invocation: Invocation) => Promise<void>
}

const PARTS: Record<string, Part> = {
  search: { flags: ['scope', 'limit'], run: searchInNotes },
  get: { flags: ['from', 'lines'], run: getNote },
  add: { flags: ['evergreen'], run: addToNotes },
  status: { flags: [], run: showNoteStatus },
  doctor: { flags: ['fix'], run: checkNotes },
  dream: { flags: ['yes', 'no'], run: dream.run },
  init: { flags: ['yes'], run: initNotes },
}

const notes: Command = {
  usage:
    'claude-mem notes search WORDS [--scope both|notes|memories] [--limit N]\n' +
    'claude-mem notes get PATH [--from N] [--lines N]\n' +
    'claude-mem notes add "text" [--evergreen]\n' +
    'claude-mem notes status\n' +
    'claude-mem notes doctor [--fix]\n' +
    'claude-mem notes init [--yes]\n' +
    'claude-mem notes dream …    as `claude-mem dream`\n\n' +
    'Notes are Markdown files of a workspace: memory/MEMORY.md for what holds for good, memory/YYYY-MM-DD.md for a day,\n' +
    'and the folders that `extraPaths` names. PATH is what a search prints, with or without #L3-L9.\n' +
    '`add` writes one line into today’s log, with --evergreen into MEMORY.md. `doctor` says what is wrong or left out;\n' +
    '--fix reads every note again. `init` shows the lines for CLAUDE.md that tell an agent about notes, and writes them\n' +
    'after a yes (--yes).',
  options: {
    scope: { type: 'string' },
    limit: { type: 'string' },
    from: { type: 'string' },
    lines: { type: 'string' },
    evergreen: { type: 'boolean' },
    fix: { type: 'boolean' },
    yes: { type: 'boolean' },
    no: { type: 'boolean' },
  },
  async run(invocation) {
    const [name = 'status', ...positionals] = invocation.positionals
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
    const help = { hint: 'Run `claude-mem notes --help`.' }
    if (!part) {
      const known = Object.keys(PARTS).join(', ')
      throw new MemoryError('bad_input', `\`notes ${name}\` is not known: only ${known} are.`, help)
    }
    const other = Object.keys(invocation.flags).find((flag) => flag !== 'json' && !part.flags.includes(flag))
    if (other !== undefined) throw new MemoryError('bad_input', `\`notes ${name}\` takes no --${other}.`, help)
    await part.run({ ...invocation, positionals })
  },
}
export default notes
