/** Enough to tell two texts of one moment apart, too little to find a text by; and nothing private in it. */
import { createHash } from 'node:crypto'
import { stripPrivate } from '../memory/privacy.ts'

export function shortHash(text: string): string {
  return createHash('sha256').update(stripPrivate(text).trim()).digest('hex').slice(0, 8)
}
