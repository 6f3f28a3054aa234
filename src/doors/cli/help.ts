import { VERSION } from '../../version.ts'
import { type Catalogue, defineCommand, type Entry, type Terminal } from './command.ts'
import { renderHelp, renderRows } from './help-text.ts'
import { findEntry, unknownName } from './parse-arguments.ts'
import { several } from './takes.ts'

const help = defineCommand({
  summary: 'list the commands, or explain one',
  args: { names: several('COMMAND', 'the command to explain', { least: 0, offers: 'commands' }) },
  examples: ['help', 'help search', 'help notes get'],
  async run({ args: { names }, catalogue, terminal }) {
    const [name, ...rest] = names
    const all = await loadAll(catalogue)
    if (name === undefined) return terminal.result(all, renderList(all, terminal))
    const entry = all.flatMap(({ entries }) => entries).find((one) => one.name === name)?.entry
    if (!entry) {
      const known = all.flatMap(({ entries }) => entries.map((one) => one.name))
      throw unknownName(name, { names: known, path: '' })
    }
    showHelp(findEntry({ entry, path: name, rest }), terminal)
  },
})
export default help

export function showHelp(
  { entry, path }: { entry: Entry; path: string },
  terminal: Pick<Terminal, 'result' | 'width'>,
): void {
  terminal.result({ name: path, ...entry }, renderHelp(entry, { path, width: terminal.width }))
}

export interface LoadedSection {
  title: string
  entries: { name: string; entry: Entry }[]
}

export function loadAll(catalogue: Catalogue): Promise<LoadedSection[]> {
  return Promise.all(
    catalogue.map(async ({ title, commands }) => {
      const load = Object.entries(commands).map(async ([name, one]) => ({ name, entry: (await one()).default }))
      return { title, entries: await Promise.all(load) }
    }),
  )
}

function renderList(sections: LoadedSection[], terminal: Pick<Terminal, 'bold' | 'width'>): string {
  const column = Math.max(...sections.flatMap(({ entries }) => entries.map(({ name }) => name.length)))
  const rows = (part: LoadedSection['entries']) =>
    part.map(({ name, entry }) => [name.padEnd(column), entry.summary] as const)
  return [
    `claude-mem ${VERSION}: persistent memory for Claude Code`,
    ...sections.map(({ title, entries }) => `${terminal.bold(title)}\n${renderRows(rows(entries), terminal)}`),
    '`claude-mem help COMMAND` explains one. Every command takes --json and --help.',
  ].join('\n\n')
}
