import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'
import { defineCommand } from '../command.ts'
import { optional } from '../takes.ts'
import { importFileAs, MAPPING } from './follow-file.ts'

const database = defineCommand({
  summary: 'bring in what a published claude-mem remembered',
  about: [
    'Reads its database and changes nothing in it; it may be running. Memories, summaries, prompts and sessions come along, with their ids where nobody has them.',
    'It knows projects by the name of a folder. A project that has that name here, and is the only one, gets its memories; else one is made under the name. --map says otherwise, and `claude-mem projects merge` can do it later.',
  ],
  page: 'in-and-out.md#the-database-of-a-published-claude-mem',
  args: { path: optional('PATH', 'its database; if not given, ~/.claude-mem/claude-mem.db', { offers: 'files' }) },
  flags: MAPPING,
  examples: ['import database --dry-run', 'import database --map api=~/code/api --map old-shop=shop'],
  async run({ args, ...invocation }) {
    const path = args.path === undefined ? standardPlace(invocation.config.home) : resolve(args.path)
    await importFileAs(invocation, path)
  },
})
export default database

function standardPlace(home: string): string {
  const path = join(home, '.claude-mem', 'claude-mem.db')
  if (existsSync(path)) return path
  throw new MemoryError('not_found', `There is no database ${path}.`, {
    hint: 'Give its path: claude-mem import database PATH',
  })
}
