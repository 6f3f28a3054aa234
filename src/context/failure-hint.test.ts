import { describe, expect, it } from 'vitest'
import { renderFailureDenied, renderFailureHint } from './failure-hint.ts'

const HINT = {
  observation: 1234,
  title: 'npm test needs --runInBand, else Error: listen EADDRINUSE',
  origin: 'session' as const,
  fix: 'needs --runInBand',
  failedAt: Date.UTC(2026, 10, 3, 15),
}
const BY = { now: Date.UTC(2026, 10, 15), timeZone: 'UTC', since: '' }

describe('a failure hint', () => {
  it('is one short line with its day and id', () => {
    expect(renderFailureHint(HINT, BY).text).toBe('failed like this on Nov 3: needs --runInBand (#1234)')
  })

  it('says the year when it is not this one', () => {
    expect(renderFailureHint(HINT, { ...BY, now: Date.UTC(2027, 1, 1) }).text).toContain('on Nov 3, 2026:')
  })

  it('says what became of its files, and whose text it is', () => {
    const { text } = renderFailureHint({ ...HINT, origin: 'untrusted' }, { ...BY, since: 'file changed since' })
    expect(text).toBe('failed like this on Nov 3: [outside text] needs --runInBand (#1234; file changed since)')
  })

  it('takes the title where no fix is named, on one line of bounded length', () => {
    const { text } = renderFailureHint({ ...HINT, fix: '', title: `orders\nare ${'rounded '.repeat(60)}` }, BY)
    expect(text).toMatch(/^failed like this on Nov 3: orders are rounded .*… \(#1234\)$/)
    expect(text.length).toBeLessThan(220)
  })

  it('as a refusal says that running it again passes', () => {
    expect(renderFailureDenied(HINT, BY).text).toBe(
      'Not run: unchanged, this command failed like this on Nov 3: needs --runInBand (#1234). Change it, or run it again as it is: the second time it runs.',
    )
  })
})
