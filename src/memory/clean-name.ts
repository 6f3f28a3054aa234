/** Names and ids come from outside too, and the name of a branch, session or tool can look like a secret. */
import { stripPrivate } from './privacy.ts'
import { redactSecrets } from './redaction.ts'

export function cleanName(name: string): string {
  return redactSecrets(stripPrivate(name))
}
