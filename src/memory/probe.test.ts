import { expect, it } from 'vitest'
import { stripPrivate } from './privacy.ts'
import { makeProbe } from './probe.ts'
import { redactSecrets } from './redaction.ts'

it('a probe is never taken for a secret, so what is stored is what is searched for', () => {
  for (let n = 0; n < 3000; n++) {
    const { sessionId, text, word } = makeProbe(Math.random)
    expect(redactSecrets(stripPrivate(text))).toBe(text)
    expect(redactSecrets(sessionId)).toBe(sessionId)
    expect(text).toContain(word)
  }
})
