/**
 * Writes the parts of docs/ generated from the program's tables: the pages of commands and of HTTP routes, and the
 * settings and tools tables.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { renderCommandPage } from '../src/doors/cli/command-page.ts'
import { CATALOGUE } from '../src/doors/cli/commands.ts'
import { CHECKS } from '../src/doors/cli/doctor/checks.ts'
import { renderFaultTable } from '../src/doors/cli/doctor/fault-table.ts'
import { loadAll } from '../src/doors/cli/help.ts'
import { renderSettingTable } from '../src/doors/cli/setting-table.ts'
import { renderToolTable } from '../src/doors/mcp/tool-table.ts'
import { TOOLS } from '../src/doors/mcp/tools.ts'
import { renderRoutePage } from './route-page.ts'

const page = (name: string) => new URL(`../docs/${name}`, import.meta.url)

writeFileSync(page('commands.md'), renderCommandPage(await loadAll(CATALOGUE)))
writeFileSync(page('http-reference.md'), renderRoutePage())
replaceTable('settings.md', renderSettingTable())
replaceTable('mcp.md', renderToolTable(TOOLS))
replaceTable('troubleshooting.md', renderFaultTable(CHECKS))

/** Replaces the table with the same first line, up to the next line that is not part of a table. */
function replaceTable(name: string, table: string): void {
  const lines = readFileSync(page(name), 'utf8').split('\n')
  const from = lines.indexOf(table.split('\n')[0] ?? '')
  if (from < 0) throw new Error(`docs/${name} has lost its table`)
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'))
  lines.splice(from, length, ...table.split('\n'))
  writeFileSync(page(name), lines.join('\n'))
}
