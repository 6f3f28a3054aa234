/**
 * Beginnings of commands known to fail, one per line, in a file that the hook reads itself. The hook asks the worker
 * about a command only if one of these occurs in its input, so all other commands cost almost nothing.
 */
import { rmSync } from 'node:fs'
import type { Database } from '../../store/database.ts'
import { findFailingCommands } from '../../store/failures.ts'
import { withoutFolder } from '../../synthesis/typed-command.ts'
import { type DataFolder, writeWhole } from '../process/data-folder.ts'

// 50, newest first: the fullest memory of bench:failures lists three
const MAX_LINES = 50
const MAX_WORDS = 3

/** Written only when it changes; removed when nothing is known to fail, or hints are off. */
export function makeFailingList(db: Database, folder: DataFolder, by: { wanted: boolean }): () => void {
  let written: string | undefined
  return () => {
    const commands = by.wanted ? findFailingCommands(db, MAX_LINES) : []
    const lines = new Set(commands.map(beginningOf).filter((line) => line !== ''))
    const text = [...lines].map((line) => `${line}\n`).join('')
    if (text === written) return
    if (text === '') rmSync(folder.failing, { force: true })
    else writeWhole(folder.failing, text)
    written = text
  }
}

/** As it appears in the host's JSON: cut before the first character that JSON escapes. */
function beginningOf(command: string): string {
  const typed = withoutFolder(command)
  return (/^[^"'\\<>]*/.exec(typed)?.[0] ?? '').trim().split(' ', MAX_WORDS).join(' ')
}
