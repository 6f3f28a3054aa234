import type { Group } from './command.ts'
import alias from './projects/alias.ts'
import { exclude, include } from './projects/exclude.ts'
import list from './projects/list.ts'
import merge from './projects/merge.ts'
import rename from './projects/rename.ts'

const projects: Group = {
  summary: 'list projects, rename or merge them, keep one out',
  page: 'control.md#projects',
  parts: { list, rename, merge, alias, exclude, include },
  standard: 'list',
}
export default projects
