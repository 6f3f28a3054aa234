import { resolve } from 'node:path'
import { addNote, renderAdded } from '../../remember-to.ts'
import { defineCommand } from '../command.ts'
import { toggle, words } from '../takes.ts'

const add = defineCommand({
  summary: 'write one line into today’s log',
  args: { text: words('TEXT', 'what to write') },
  flags: { evergreen: toggle('write it into memory/MEMORY.md instead') },
  examples: ['notes add "CI needs Node 22"'],
  async run({ args: { text }, flags, folder, terminal }) {
    const added = await addNote(folder, { text, evergreen: flags.evergreen === true, cwd: resolve('.') })
    terminal.result(added, renderAdded(added))
  },
})
export default add
