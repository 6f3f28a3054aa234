/** Where the host keeps notes of its own about a project: a folder beside the transcripts of its sessions. Read, never written. */
import { dirname, join } from 'node:path'

export function notesFolder(transcriptPath: string): string {
  return join(dirname(transcriptPath), 'memory')
}
