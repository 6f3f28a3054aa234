/**
 * Where a text to remember goes, for both doors. By default today's log if the workspace already has notes, else a
 * memory: nothing is created in a repository without being asked for.
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
  /** Only memories have these, so naming one means a memory. */
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
    // Notes of an excluded project are not read; an explicit memory was never refused there.
    if (error instanceof MemoryError && error.code === 'forbidden') return 'memory'
    throw error
  }
}
