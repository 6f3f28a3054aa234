/**
 * A number that stands for the key of an event. Keys are as long as half a line and would stand with every passage
 * twice, in its row and in the index; nobody reads them there. 47 bits, which SQLite keeps in six bytes: among a million
 * events two are the same in one store of three hundred, and then a passage of one of them is missing.
 */
import { createHash } from 'node:crypto'

export function eventNumber(key: unknown): number {
  const hash = createHash('sha256').update(String(key)).digest()
  return Math.floor(hash.readUIntBE(0, 6) / 2)
}
