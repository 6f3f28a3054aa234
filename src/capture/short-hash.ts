/** Enough to distinguish two texts of one moment, too little to recover a text; contains nothing private. */
import { createHash } from 'node:crypto'
import { stripPrivate } from '../memory/privacy.ts'

export function shortHash(text: string): string {
  return createHash('sha256').update(stripPrivate(text).trim()).digest('hex').slice(0, 8)
}
