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
      'Not run: typed like this, the command failed on Nov 3: needs --runInBand (#1234). Change it, or run it again as it is: the second time it runs.',
    )
  })

  it.each([
    ['on Nov 1 and Nov 3', Date.UTC(2026, 10, 1)],
    ['twice on Nov 3', Date.UTC(2026, 10, 3, 9)],
  ])('as a refusal without a remedy says how it failed, and both times: %s', (days, failedBefore) => {
    const { text } = renderFailureDenied({ ...HINT, fix: 'undefined: getTestBinary', failedBefore }, BY)
    expect(text).toContain(`typed like this, the command failed ${days}: undefined: getTestBinary (#1234).`)
  })
})
