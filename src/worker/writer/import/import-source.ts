/** What an import reads: rows of ours, wherever they come from, each with the place where it stands. */
import type { ArchiveHead, ArchiveRow } from '../../../store/archive/rows.ts'
import type { FileImport } from '../../protocol/archive.ts'

export interface SourceItem {
  /** For messages: `line 17`, `observations 12`. */
  place: string
  /** How far this is, of the source's `total`. */
  done: number
  /** `why`: it cannot be read. `left`: it can, but has no place here. */
  content: { row: ArchiveRow } | { why: string } | { left: string; count?: number }
}

export interface ImportSource {
  from: FileImport['from']
  total: number
  highest: ArchiveHead['highest']
  /** Where the projects of a database went, in the order of their names. */
  projects: FileImport['projects']
  items(): AsyncIterable<SourceItem> | Iterable<SourceItem>
  /** After the last item: is it whole? */
  isWhole(): boolean
  close(): void
}
