import { renderAge } from '../../../memory/age.ts'
import { countOf, memories } from '../../../memory/count.ts'
import { safeLine } from '../../../memory/safe-text.ts'
import { askWorker } from '../../../worker/client.ts'
import type { ProjectRow } from '../../../worker/protocol/projects.ts'
import { defineCommand, type Terminal } from '../command.ts'

const list = defineCommand({
  summary: 'show every project: what is remembered of it, when it was last used, where it is',
  async run({ folder, terminal }) {
    const found = await askWorker(folder, 'GET /api/projects')
    const shared = new Set(found.results.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at))
    const text = found.results.map((one) => render(one, terminal, shared.has(one.name))).join('\n')
    terminal.result(found, text === '' ? 'No project is known yet. Projects appear with their first session.' : text)
  },
})
export default list

function render(one: ProjectRow, { bold, dim }: Terminal, shared: boolean): string {
  const marks = [one.private ? 'private' : '', one.excluded ? 'excluded' : ''].filter((mark) => mark !== '')
  const used = one.last_used_epoch === null ? 'never used' : `last used ${renderAge(one.last_used_epoch, Date.now())}`
  const kept = `${memories(one.memories)}, ${countOf(one.sessions, 'session', 'sessions')}, ${used}`
  return [
    `${bold(safeLine(one.name))}  ${kept}${marks.length > 0 ? `  [${marks.join(', ')}]` : ''}`,
    dim(`  ${safeLine(one.root)}`),
    // Two of one name can only be told apart by their ids.
    ...(shared && one.id !== one.root ? [dim(`  id ${safeLine(one.id)}`)] : []),
    ...(one.aliases.length > 0 ? [dim(`  also ${one.aliases.map(safeLine).join(', ')}`)] : []),
  ].join('\n')
}
