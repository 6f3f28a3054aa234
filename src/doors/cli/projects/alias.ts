import { safeLine } from '../../../memory/safe-text.ts'
import { askWorker } from '../../../worker/client.ts'
import { defineCommand } from '../command.ts'
import { required, toggle } from '../takes.ts'
import { PROJECT } from './named.ts'

const alias = defineCommand({
  summary: 'let a further name or folder mean a project',
  about: [
    'A name can be used wherever a project is asked for. With the full path of a folder that is no git repository, or an address like github.com/acme/shop, new sessions from there belong to the project; what a project of its own already remembers is moved with `claude-mem projects merge`.',
  ],
  args: { project: PROJECT, alias: required('ALIAS', 'a name, the path of a folder, or the address of a repository') },
  flags: { remove: toggle('it no longer means this project') },
  examples: ['projects alias shop webshop', 'projects alias shop /old/path/of/shop'],
  async run({ args: { project, alias: given }, flags, folder, terminal }) {
    const remove = flags.remove === true
    const named = await askWorker(folder, 'POST /api/projects/alias', { body: { project, alias: given, remove } })
    const [what, which] = [safeLine(given), safeLine(named.name)]
    terminal.result(named, remove ? `${what} no longer means ${which}.` : `${what} means ${which} now.`)
  },
})
export default alias
