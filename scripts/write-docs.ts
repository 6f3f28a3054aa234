/** Writes the pages of docs/ that are made from the program's own tables. */
import { writeFileSync } from 'node:fs'
import { renderCommandPage } from '../src/doors/cli/command-page.ts'
import { CATALOGUE } from '../src/doors/cli/commands.ts'
import { loadAll } from '../src/doors/cli/help.ts'

writeFileSync(new URL('../docs/commands.md', import.meta.url), renderCommandPage(await loadAll(CATALOGUE)))
