/**
 * A number that stands for the key of an event. Keys are as long as a sentence's half and would stand with every passage
 * twice, in its row and in the index; nobody reads them there. 52 bits: among a million events two are the same once in
 * nine thousand stores, and then one passage is missing.
 */
import { createHash } from 'node:crypto'

export function eventNumber(key: unknown): number {
  const hash = createHash('sha256').update(String(key)).digest()
  return hash.readUIntBE(0, 6) * 16 + (hash.readUInt8(6) >> 4)
}
