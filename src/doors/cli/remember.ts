import { OBSERVATION_TYPES } from '../../memory/observation.ts'
import { getType } from '../observation-types.ts'
import { type Destination, rememberTo, renderKept } from '../remember-to.ts'
import { defineCommand } from './command.ts'
import { type FlagValues, text, toggle, words } from './takes.ts'

const FLAGS = {
  note: toggle('write it into today’s log, memory/YYYY-MM-DD.md; the default where the workspace keeps notes'),
  evergreen: toggle('write it into memory/MEMORY.md, for what stays true'),
  memory: toggle('store it as a memory; the default elsewhere, and with a title or a type'),
  title: text('TITLE', 'a title for the memory'),
  type: {
    ...text('TYPE', `the kind of memory: ${OBSERVATION_TYPES.join(', ')}`, { choices: OBSERVATION_TYPES }),
    read: getType,
  },
}

const remember = defineCommand({
  summary: 'store something in your own words, as a memory or as a note',
  about: ['It belongs to the project of the current folder. Secrets and <private> parts are left out.'],
  args: { text: words('TEXT', 'what to remember') },
  flags: FLAGS,
  exclusive: [['note', 'evergreen', 'memory']],
  examples: ['remember "CI needs Node 22"', 'remember --type decision "We keep sessions in SQLite"'],
  async run({ args: { text }, flags, folder, terminal }) {
    const { title, type } = flags
    const kept = await rememberTo(folder, { text, title, type, to: destinationOf(flags), cwd: process.cwd() })
    terminal.result(kept, renderKept(kept))
  },
})
export default remember

function destinationOf({ note, evergreen, memory }: FlagValues<typeof FLAGS>): Destination | undefined {
  return note ? 'log' : evergreen ? 'evergreen' : memory ? 'memory' : undefined
}
