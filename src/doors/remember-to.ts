/**
 * Where something that is to be remembered goes, for both doors. Unsaid, it is today's log where the workspace keeps notes
 * already, and a memory elsewhere: nothing is made in a repository that nobody asked for.
 */
import { MemoryError } from '../memory/error.ts'
import type { ObservationType } from '../memory/observation.ts'
import { safeLine } from '../memory/safe-text.ts'
import { askWorker, type DataFolder } from '../worker/client.ts'
import type { NoteAdded } from '../worker/protocol/notes.ts'
import type { Remembered } from '../worker/protocol.ts'

export const DESTINATIONS = ['memory', 'log', 'evergreen'] as const
export type Destination = (typeof DESTINATIONS)[number]

export type Kept = ({ to: 'memory' } & Remembered) | ({ to: 'log' | 'evergreen' } & NoteAdded)

export interface ToRemember {
  text: string
  cwd: string
  to?: Destination | undefined
  /** Only a memory has these: whoever names one means a memory. */
  title?: string | undefined
  type?: ObservationType | undefined
}

export async function rememberTo(folder: DataFolder, by: ToRemember): Promise<Kept> {
  const to = by.to ?? (await usualPlace(folder, by))
  const { text, title, type, cwd } = by
  if (to === 'memory') {
    const body = { text, title, type, cwd }
    return { to, ...(await askWorker(folder, 'POST /api/remember', { body })) }
  }
  if (title !== undefined || type !== undefined) {
    throw new MemoryError('bad_input', 'Only a memory has a title and a type; a note is its text.')
  }
  return { to, ...(await addNote(folder, { text, cwd, evergreen: to === 'evergreen' })) }
}

export function addNote(
  folder: DataFolder,
  body: { text: string; cwd: string; evergreen: boolean },
): Promise<NoteAdded> {
  return askWorker(folder, 'POST /api/notes/add', { body })
}

export function renderKept(kept: Kept): string {
  return kept.to === 'memory' ? `Remembered as ${kept.id} in ${safeLine(kept.project)}.` : renderAdded(kept)
}

export function renderAdded({ path, line, project }: NoteAdded): string {
  return `Written to ${safeLine(path)}, line ${line}, of ${safeLine(project)}.`
}

async function usualPlace(folder: DataFolder, { title, type, cwd }: ToRemember): Promise<Destination> {
  if (title !== undefined || type !== undefined) return 'memory'
  try {
    const { keepsNotes } = await askWorker(folder, 'GET /api/notes/status', { query: { cwd } })
    return keepsNotes ? 'log' : 'memory'
  } catch (error) {
    // Notes of an excluded project are not looked at; a memory in somebody's own words was never refused there.
    if (error instanceof MemoryError && error.code === 'forbidden') return 'memory'
    throw error
  }
}
