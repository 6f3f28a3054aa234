/**
 * The texts a model reads, and the version stored with everything it writes: any change of wording changes the version,
 * so that observations made with different wordings can be told apart.
 */
import { createHash } from 'node:crypto'
import BATCH from './batch.md'
import OBSERVER from './observer.md'
import SESSION from './session.md'
import SUMMARY from './summary.md'

export { BATCH, OBSERVER, SESSION, SUMMARY }

export const PROMPT_VERSION = promptVersion([OBSERVER, SESSION, BATCH, SUMMARY])

export function promptVersion(texts: readonly string[]): string {
  // With the lengths, so that moving a line from one file to the next is another version.
  const whole = texts.map((text) => `${text.length}\n${text}`).join('')
  return createHash('sha256').update(whole).digest('hex').slice(0, 12)
}
