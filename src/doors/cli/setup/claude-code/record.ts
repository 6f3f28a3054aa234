/**
 * install.json: the host's files as they were before us, so that uninstall can restore them byte for byte. Written
 * before the first change and completed after the last, so that an interrupted install can still be undone.
 */
import { join } from 'node:path'
import * as z from 'zod'
import { MemoryError } from '../../../../memory/error.ts'
import { type DataFolder, readText, writeWhole } from '../../../../worker/client.ts'

const InstallRecord = z.object({
  format: z.literal(1),
  version: z.string(),
  route: z.enum(['plugin', 'settings']),
  /** What we added to settings.json besides hooks and plugin; a person may have had the same before us. */
  rules: z.array(z.string()),
  dataDir: z.string().optional(),
  files: z.array(
    z.object({
      path: z.string(),
      /** null: there was no such file. */
      original: z.string().nullable(),
      /** SHA-256 of what install left; null: no file, or install did not finish. */
      left: z.string().nullable(),
    }),
  ),
  /** Folders of the host that did not exist before, outermost first. */
  folders: z.array(z.string()),
})
export type InstallRecord = z.infer<typeof InstallRecord>

export function recordPath(folder: DataFolder): string {
  return join(folder.root, 'install.json')
}

/** undefined when nothing is installed. */
export function readRecord(folder: DataFolder): InstallRecord | undefined {
  const text = readText(recordPath(folder))
  if (text === undefined) return undefined
  try {
    return InstallRecord.parse(JSON.parse(text))
  } catch (cause) {
    throw new MemoryError('corrupt', `${recordPath(folder)} cannot be read.`, {
      cause,
      hint: 'Delete it and try again; then only our own parts of the host’s files are recognised and removed.',
    })
  }
}

export function writeRecord(folder: DataFolder, record: InstallRecord): void {
  writeWhole(recordPath(folder), `${JSON.stringify(record, null, 2)}\n`)
}
