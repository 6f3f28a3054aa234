import { join } from 'node:path'
import { checkFolders, readText } from '../../worker/client.ts'
import { defineCommand } from './command.ts'
import { wholeNumber } from './takes.ts'

const logs = defineCommand({
  summary: 'show the last lines of the worker’s log',
  about: ['Reads the file itself, so it also works when the worker does not.'],
  flags: { lines: wholeNumber('how many lines; 40 if not given') },
  async run({ flags: { lines: wanted = 40 }, folder, terminal }) {
    const path = join(folder.logs, 'worker.log')
    const lines = (readText(path) ?? '').trim().split('\n').filter(Boolean).slice(-wanted)
    if (lines.length === 0) checkFolders(folder)
    terminal.result({ path, lines }, lines.length > 0 ? lines.join('\n') : `There is no log yet at ${path}.`, {
      verbatim: true,
    })
  },
})
export default logs
