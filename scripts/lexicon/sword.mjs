/** Verses of a SWORD module (zText): blocks of compressed text, and an index of each verse or heading in them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

/** By `Gen.1:3`. A heading names the chapter, and its verses follow in order, whatever the module's versification. */
export function readVerses(folder) {
  const verses = new Map()
  for (const testament of ['ot', 'nt']) {
    let chapter
    let number = 0
    for (const entry of entriesOf(join(folder, testament))) {
      const named = /<chapter\b[^>]* osisID="([^"]+)"[^>]* sID=/.exec(entry)?.[1]
      number += 1
      if (named !== undefined) {
        chapter = named
        number = 0
      } else if (/<div\b[^>]* type="book"/.test(entry)) chapter = undefined
      else if (chapter !== undefined && entry !== '') verses.set(`${chapter}:${number}`, textOf(entry))
    }
  }
  return verses
}

function entriesOf(path) {
  const [blocks, places, text] = ['.bzs', '.bzv', '.bzz'].map((end) => readFileSync(path + end))
  const unpacked = new Map()
  const block = (at) => {
    const start = blocks.readUInt32LE(at * 12)
    if (!unpacked.has(at)) unpacked.set(at, inflateSync(text.subarray(start, start + blocks.readUInt32LE(at * 12 + 4))))
    return unpacked.get(at)
  }
  return Array.from({ length: Math.floor(places.length / 10) }, (_, entry) => {
    const [at, from, size] = [
      places.readUInt32LE(entry * 10),
      places.readUInt32LE(entry * 10 + 4),
      places.readUInt16LE(entry * 10 + 8),
    ]
    return size === 0 ? '' : block(at).toString('utf8', from, from + size)
  })
}

function textOf(osis) {
  return osis
    .replaceAll(/<(note|title)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
