/**
 * The lines of CLAUDE.md that tell an agent how to use notes. Shown first and written only after a yes: CLAUDE.md
 * belongs to the user. They are appended once, between markers; the rest of the file is untouched. No folder is
 * created.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MemoryError } from '../../../memory/error.ts'
import { readText } from '../../../worker/client.ts'
import { defineCommand } from '../command.ts'
import { ownCommand } from '../own-command.ts'
import { askYesNo } from '../setup/ask-person.ts'
import { toggle } from '../takes.ts'
import { noteStatus } from './status.ts'

const BEGIN = '<!-- claude-mem:notes -->'
const END = '<!-- /claude-mem:notes -->'

/** In the bundle every file is in dist/, one level below the package. */
const TEMPLATE = fileURLToPath(new URL('../templates/CLAUDE.md', import.meta.url))

const init = defineCommand({
  summary: 'show the lines for CLAUDE.md that tell an agent about notes, and write them if you agree',
  flags: { yes: toggle('write them without asking') },
  async run({ flags, folder, terminal }) {
    const { root } = await noteStatus(folder)
    const path = join(root, 'CLAUDE.md')
    const before = readText(path) ?? ''
    const section = readTemplate()
    if (before.includes(BEGIN)) {
      return terminal.result(
        { path, outcome: 'there', section },
        `${path} has the section already; nothing is changed.`,
      )
    }
    terminal.line(section, { verbatim: true })
    terminal.line()
    const asks = !flags.yes && terminal.interactive && !terminal.json
    if (!flags.yes && !(asks && (await askYesNo(`Append this to ${path}?`, { orElse: false })))) {
      const how = asks ? 'Nothing is written.' : 'Nothing is written; --yes appends it to'
      return terminal.result({ path, outcome: 'shown', section }, asks ? how : `${how} ${path}.`)
    }
    append(path, sectionAfter(before, section))
    terminal.result(
      { path, outcome: 'written', section },
      `Appended to ${path}. To take it out, delete what is between the marks.`,
    )
  },
})
export default init

/** What to append to the file: with its own line endings, after an empty line. */
export function sectionAfter(before: string, section: string): string {
  const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const text = `${gap}${BEGIN}\n${section}\n${END}\n`
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}

function readTemplate(): string {
  try {
    return readFileSync(TEMPLATE, 'utf8').trim()
  } catch (cause) {
    throw new MemoryError('not_found', 'The template of the section is missing from this installation.', {
      cause,
      hint: `Run \`${ownCommand('install')}\` again.`,
    })
  }
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // what fs throws
    throw new MemoryError('forbidden', `${path} cannot be written (${code}).`, { cause })
  }
}
