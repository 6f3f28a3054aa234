/**
 * A number in place of an event's key. Keys are half a line long and would be stored with every passage twice, in its
 * row and in the index, where nobody reads them. 47 bits, which SQLite stores in six bytes: with a million events, one
 * store in three hundred has a collision, and then a passage of one of the two events is missing.
 */
import { createHash } from 'node:crypto'

export function eventNumber(key: unknown): number {
  const hash = createHash('sha256').update(String(key)).digest()
  return Math.floor(hash.readUIntBE(0, 6) / 2)
}
