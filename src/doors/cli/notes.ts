/** `claude-mem notes …`: the Markdown notes of the current workspace. Each part has its own file. */
import type { Group } from './command.ts'
import dream from './dream.ts'
import add from './notes/add.ts'
import doctor from './notes/doctor.ts'
import get from './notes/get.ts'
import init from './notes/init.ts'
import search from './notes/search.ts'
import status from './notes/status.ts'

const notes: Group = {
  summary: 'find, read, add to and check the Markdown notes of this workspace',
  about: [
    'Notes are Markdown files in the workspace you are in: memory/MEMORY.md for what stays true, memory/YYYY-MM-DD.md for each day, and the folders that the setting `extraPaths` names.',
  ],
  page: 'notes.md',
  parts: { search, get, add, status, doctor, init, dream },
  standard: 'status',
}
export default notes
