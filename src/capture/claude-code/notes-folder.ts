/** Where the host keeps its own notes about a project: a folder beside its transcripts. Read, never written. */
import { dirname, join } from 'node:path'

export function notesFolder(transcriptPath: string): string {
  return join(dirname(transcriptPath), 'memory')
}
