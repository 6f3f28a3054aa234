import { MemoryError } from '../../memory/error.ts'
import { getType } from '../observation-types.ts'
import { type Destination, rememberTo, renderKept } from '../remember-to.ts'
import type { Command, Invocation } from './command.ts'

const remember: Command = {
  usage:
    'claude-mem remember "text" [--note | --evergreen | --memory] [--title T] [--type decision|bugfix|feature|refactor|discovery|change]\n\n' +
    'Belongs to the project of the current folder. Secrets and <private> parts are left out.\n' +
    '--note       into today’s log, memory/YYYY-MM-DD.md; where notes are kept already this is the default\n' +
    '--evergreen  into memory/MEMORY.md, for what holds for good\n' +
    '--memory     as a memory; the default elsewhere, and with a title or a type',
  options: {
    note: { type: 'boolean' },
    evergreen: { type: 'boolean' },
    memory: { type: 'boolean' },
    title: { type: 'string' },
    type: { type: 'string' },
  },
  async run({ positionals, flags, folder, terminal }) {
    const text = positionals.join(' ')
    if (text.trim() === '') {
      throw new MemoryError('bad_input', 'There is nothing to remember.', {
        hint: 'Try: claude-mem remember "CI needs Node 22"',
      })
    }
    const type = typeof flags.type === 'string' ? getType(flags.type) : undefined
    const title = typeof flags.title === 'string' ? flags.title : undefined
    const kept = await rememberTo(folder, { text, title, type, to: destinationOf(flags), cwd: process.cwd() })
    terminal.result(kept, renderKept(kept))
  },
}
export default remember

const FLAGS: Record<string, Destination> = { note: 'log', evergreen: 'evergreen', memory: 'memory' }

function destinationOf(flags: Invocation['flags']): Destination | undefined {
  const [first, second] = Object.keys(FLAGS).filter((name) => flags[name])
  if (second !== undefined) throw new MemoryError('bad_input', `--${first} and --${second} exclude each other.`)
  return first === undefined ? undefined : FLAGS[first]
}
