import { safeLine } from '../../../memory/safe-text.ts'
import { askWorker } from '../../../worker/client.ts'
import { defineCommand } from '../command.ts'
import { words } from '../takes.ts'
import { PROJECT } from './named.ts'

const rename = defineCommand({
  summary: 'give a project another display name',
  about: ['Only the name that is shown changes, for good: the folder and what is remembered stay as they are.'],
  args: { project: PROJECT, name: words('NEW', 'its new name') },
  examples: ['projects rename shop "Web shop"'],
  async run({ args: { project, name }, folder, terminal }) {
    const named = await askWorker(folder, 'POST /api/projects/rename', { body: { project, name } })
    terminal.result(named, `${safeLine(project)} is called ${safeLine(named.name)} now.`)
  },
})
export default rename
