import type { Group } from './command.ts'
import database from './import/database.ts'
import file from './import/file.ts'
import transcripts from './import/transcripts.ts'
import workspace from './import/workspace.ts'

const importCommand: Group = {
  summary: 'bring in old sessions, an export, the database of a published claude-mem, or a folder of notes',
  page: 'in-and-out.md#import',
  parts: { transcripts, file, database, workspace },
  ofPath: 'file',
}
export default importCommand
