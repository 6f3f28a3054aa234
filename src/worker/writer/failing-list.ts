/**
 * How the commands that are known to fail begin, one on a line, in a file the hook reads by itself: it asks about a command
 * only where one of these stands in what it was given, so that the many others cost next to nothing.
 */
import { rmSync } from 'node:fs'
import type { Database } from '../../store/database.ts'
import { findFailingCommands } from '../../store/failures.ts'
import { withoutFolder } from '../../synthesis/typed-command.ts'
import { type DataFolder, writeWhole } from '../process/data-folder.ts'

// 50: the newest; the fullest memory of bench:failures lists three
const MAX_LINES = 50
const MAX_WORDS = 3

/** Written only when it changes; gone when nothing is known to fail, or nobody is to be told. */
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

/** As it stands in the host's JSON: only up to where that is written differently. */
function beginningOf(command: string): string {
  const typed = withoutFolder(command)
  return (/^[^"'\\<>]*/.exec(typed)?.[0] ?? '').trim().split(' ', MAX_WORDS).join(' ')
}
