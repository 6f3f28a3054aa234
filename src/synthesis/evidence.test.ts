import { describe, expect, it } from 'vitest'
import { isDisproved, renderEvidence, renderPassed } from './evidence.ts'
import { type SessionWriter, session } from './fixture-events.ts'
import { followFailures } from './followed-failures.ts'
import { splitTurns } from './turns.ts'
import { scored } from './words/scored.fixture.ts'

const BROKEN = 'src/a.ts(1,1): error TS2304: Cannot find name total.'
const follow = (writer: SessionWriter) => followFailures(splitTurns(writer.events), '/repo')
const facts = (writer: SessionWriter) => renderEvidence(follow(writer))

describe('what commands showed', () => {
  it('is that a check failed and passed after an edit', () => {
    const [fact, ...others] = facts(
      session()
        .prompt('make it build')
        .fails('npm run build', BROKEN)
        .edits('src/a.ts', 'total', 'sum')
        .runs('npm run build', 'built'),
    )
    expect(others).toEqual([])
    expect(fact).toMatch(/^`npm run build` failed \(.*Cannot find name total.*\), then passed$/)
  })

  it('is that a check still fails', () => {
    const [fact] = facts(
      session().prompt('make it build').fails('npm run build', BROKEN).edits('src/a.ts', 'total', 'sum'),
    )
    expect(fact).toMatch(/^Still failing: `npm run build`/)
  })

  it('is nothing where it passed by itself, where nothing failed, and where no check ran', () => {
    expect(facts(session().prompt('x').fails('npm run build', BROKEN).runs('npm run build', 'built'))).toEqual([])
    expect(facts(session().prompt('x').runs('npm run build', 'built'))).toEqual([])
    expect(facts(session().prompt('x').fails('node run.js', 'TypeError: total is not a function'))).toEqual([])
  })
})

describe('the tests that passed', () => {
  const passed = (writer: SessionWriter) =>
    renderPassed(
      writer.events.filter((event) => event.kind === 'tool'),
      '/repo',
    )

  it('are counted at their last run', () => {
    const writer = session().runs('npm test', '# pass 2\n# fail 0').runs('npm test', '# pass 3\n# fail 0')
    expect(passed(writer.runs('ls', 'a'))).toEqual(['`npm test`: 3 tests passed'])
  })

  it('are not told where the last run failed, or none counted them', () => {
    const failed = session().runs('npm test', '# pass 3\n# fail 0').fails('npm test', '# pass 2\n# fail 1')
    expect([...passed(failed), ...passed(session().runs('npm run build', 'built')), ...passed(session())]).toEqual([])
  })
})

describe('a claim of success', () => {
  const failing = follow(session().prompt('make it build').fails('npm run build', BROKEN))
  const passing = follow(
    session().prompt('x').fails('npm run build', BROKEN).edits('src/a.ts', 'total', 'sum').runs('npm run build', 'ok'),
  )
  const disproved = (text: string, by = failing, kind: 'closing' | 'request' = 'closing') =>
    scored(kind, text, { at: 9000 }).some((one) => isDisproved(one, by))

  it.each(['All tests pass now.', 'The build succeeds.', 'Everything works.', 'It compiles cleanly without errors.'])(
    'is disproved while a check still fails: %s',
    (text) => expect(disproved(text)).toBe(true),
  )

  it('holds once the check passes', () => expect(disproved('All tests pass now.', passing)).toBe(false))

  it('is not what says something else, nor what the user says', () => {
    expect(disproved('The total is summed before the tax.')).toBe(false)
    expect(disproved('All tests pass now.', failing, 'request')).toBe(false)
  })

  it('that came before the failure stands', () => {
    const [one] = scored('closing', 'All tests pass now.', { at: 1 })
    expect(one && isDisproved(one, failing)).toBe(false)
  })
})
