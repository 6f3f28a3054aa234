import { resolve } from 'node:path'
import { askWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'
import { required } from './takes.ts'

const outline = defineCommand({
  summary: 'list the functions, classes and other symbols of a source file',
  about: [
    'Prints signatures and line ranges, without the bodies. The file must belong to the project of the current folder.',
  ],
  args: { path: required('FILE', 'a source file of the project', { offers: 'files' }) },
  examples: ['outline src/main.ts'],
  async run({ args: { path }, folder, terminal }) {
    const found = await askWorker(folder, 'GET /api/code/outline', { query: { path, cwd: resolve('.') } })
    terminal.result(found, found.text, { verbatim: true })
  },
})
export default outline
