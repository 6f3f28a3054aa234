/**
 * Lets a person change a text in their own editor. The text lies in a folder that only they can read, together with
 * whatever the editor writes beside it, and is removed when the editor ends.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryError } from '../../../memory/error.ts'

/** `editor` is a command line, as in EDITOR. */
export function askEditor(text: string, by: { editor: string; name: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'claude-mem-'))
  try {
    const file = join(folder, by.name)
    writeFileSync(file, text, { mode: 0o600 })
    const { status, signal } = spawnSync('sh', ['-c', `${by.editor} "$1"`, 'sh', file], { stdio: 'inherit' })
    if (status !== 0) {
      const how = signal ?? (status === null ? 'could not be started' : `ended with ${status}`)
      throw new MemoryError('unavailable', `The editor \`${by.editor}\` ${how}. Nothing was changed.`, {
        hint: 'EDITOR says which one to use. The fields can also be given: claude-mem edit --help',
      })
    }
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
