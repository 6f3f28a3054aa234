/** Names and ids come from outside too, and a branch, a session or a tool can be called like a secret. */
import { stripPrivate } from './privacy.ts'
import { redactSecrets } from './redaction.ts'

export function cleanName(name: string): string {
  return redactSecrets(stripPrivate(name))
}
