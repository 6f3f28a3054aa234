/** Searches the bytes of a data folder: is something that was forgotten still there? */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inflateRawSync } from 'node:zlib'

export interface Needle {
  name: string
  bytes: Buffer
}

/**
 * All forms in which a file can contain it: as typed, in capitals, in UTF-16, and without a prefix that an index
 * shares.
 */
export function wordNeedles(word: string): Needle[] {
  return [
    { name: 'the word', bytes: Buffer.from(word) },
    { name: 'its end', bytes: Buffer.from(word.slice(3)) },
    { name: 'in capitals', bytes: Buffer.from(word.toUpperCase()) },
    { name: 'in UTF-16', bytes: Buffer.from(word, 'utf16le') },
  ]
}

/** The deflated passages with the word, as their first and last bytes: a page may end in between. */
export function passageNeedles(databasePath: string, word: string): Needle[] {
  return deflatedPassages(databasePath)
    .filter((blob) => inflateRawSync(blob).toString('utf8').includes(word))
    .flatMap((blob, at) => [
      { name: `the beginning of passage ${at}`, bytes: blob.subarray(0, 24) },
      { name: `the end of passage ${at}`, bytes: blob.subarray(-24) },
    ])
}

/** `file: what`, sorted. Existing passages are inflated and searched too. */
export function findBytes(root: string, needles: readonly Needle[], word: string): string[] {
  const found: string[] = []
  for (const path of filesUnder(root)) {
    const bytes = readFileSync(join(root, path))
    for (const { name, bytes: needle } of needles) if (bytes.includes(needle)) found.push(`${path}: ${name}`)
    if (!/(^|\/)db[^/]*\.sqlite$/.test(path)) continue
    if (passagesOf(join(root, path)).some((text) => text.includes(word))) found.push(`${path}: a passage`)
  }
  return found.sort()
}

/** What was said, word for word. */
export function passagesOf(databasePath: string): string[] {
  return deflatedPassages(databasePath).map((blob) => inflateRawSync(blob).toString('utf8'))
}

function filesUnder(root: string): string[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

function deflatedPassages(path: string): Buffer[] {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return (db.prepare('SELECT text FROM passages').all() as { text: Uint8Array }[]).map(({ text }) =>
      Buffer.from(text),
    ) // the statement's column
  } finally {
    db.close()
  }
}
