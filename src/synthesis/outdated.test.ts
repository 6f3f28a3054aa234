import { describe, expect, it } from 'vitest'
import { changedTerms } from './changed-terms.ts'
import { type SessionWriter, session } from './fixture-events.ts'
import { withoutOutdated } from './outdated.ts'
import { splitRequests } from './requests.ts'
import { splitTurns } from './turns.ts'
import { scoreUnits } from './words/salience.ts'

/** What is left of what was said; what tells how it was before is marked. */
function told(writer: SessionWriter): string[] {
  const said = splitRequests(splitTurns(writer.events)).map((request) => ({
    request,
    units: scoreUnits({ sources: request.sources, ...changedTerms(request) }),
  }))
  return withoutOutdated(said).flatMap(({ units }) =>
    units
      .filter(({ source }) => source.kind !== 'request')
      .map(({ unit, past }) => `${past ? 'before: ' : ''}${unit.text}`),
  )
}

const ANSWER = '`drainQueue` writes every job to the disk before it closes.'

describe('is not told any more:', () => {
  it('what names something a later request removed', () => {
    const writer = session()
      .prompt('how does the queue close?')
      .says(ANSWER)
      .prompt('take the draining out of the queue')
      .edits('src/queue.ts', 'async function drainQueue() {}\nawait close()', 'await close()')
      .says('The queue closes at once.')
    expect(told(writer)).toEqual(['The queue closes at once.'])
  })

  it('a folder that was moved away later', () => {
    const writer = session()
      .prompt('where are the logs?')
      .says('All of them are kept in `chat-transcripts/`, one file a day.')
      .prompt('give that folder the name records')
      .runs('git mv chat-transcripts records', '')
      .says('The folder is called records.')
    expect(told(writer)).toEqual(['The folder is called records.'])
  })

  it('what a closer look contradicts with a verb in capitals', () => {
    const writer = session()
      .prompt('are stale locks removed by themselves?')
      .says('The `unlock` command is the only way to remove stale locks. Prices are stored in cents.')
      .reads('src/locks.ts', 'setInterval(removeStale, DAY)')
      .says('There IS a timer for stale locks: it removes them once a day, and `unlock` is a fallback.')
    expect(told(writer)).toEqual([
      'Prices are stored in cents.',
      'There IS a timer for stale locks: it removes them once a day, and `unlock` is a fallback.',
    ])
  })

  it('a guess at a cause, and any guess once the matter is known', () => {
    const writer = session()
      .prompt('why does the import hang?')
      .says('It might hang because the socket is never closed. The parser possibly waits for a last line.')
      .runs('node import.js', 'ok')
      .says('The parser waits for a last line that never comes.')
    expect(told(writer)).toEqual(['The parser waits for a last line that never comes.'])
  })

  it('what the agent had to take back when the user corrected it', () => {
    const writer = session()
      .prompt('what is the size limit of uploads?')
      .says('Uploads have a size limit of five megabytes in the proxy.')
      .prompt('no, look again at the proxy settings, it was raised')
      .says("You're right, sorry. The proxy has a size limit of ten megabytes for uploads.")
    const left = told(writer)
    expect(left).not.toContain('Uploads have a size limit of five megabytes in the proxy.')
    expect(left).toContain('The proxy has a size limit of ten megabytes for uploads.')
  })

  it('an answer about behaviour that a later request changed', () => {
    const writer = session()
      .prompt('how are discount codes counted in an order?')
      .says('Discount codes of an order are counted once per entry, so a code entered twice counts twice.')
      .prompt('discount codes of an order should count once, change that')
      .edits('src/order.ts', 'for (const code of codes) {', 'for (const code of new Set(codes)) {')
      .says('Discount codes of an order are counted once, however often a code is entered.')
    expect(told(writer)).toEqual(['Discount codes of an order are counted once, however often a code is entered.'])
  })

  it('what was chosen and then chosen otherwise', () => {
    const writer = session()
      .prompt('use bullmq for the mail queue')
      .edits('src/mail.ts', 'const memoryQueue = []', 'const bullQueue = bullmq()')
      .says('Mails go through `bullQueue` with three retries.')
      .prompt('we do not want redis, go back to memory')
      .edits('src/mail.ts', 'const bullQueue = bullmq()', 'const memoryQueue = []')
      .says('Reverted: mails go through `memoryQueue` again, without retries.')
    expect(told(writer)).toEqual(['Reverted: mails go through `memoryQueue` again, without retries.'])
  })
})

describe('is still told:', () => {
  it('what no later request touched', () => {
    const writer = session()
      .prompt('how does the queue close?')
      .says(ANSWER)
      .prompt('add a page about receipts to the guide')
      .edits('docs/guide.md', '# Guide', '# Guide\n\n## Receipts')
      .says('The guide has a page on receipts.')
    expect(told(writer)).toEqual([ANSWER, 'The guide has a page on receipts.'])
  })

  it('a name that was taken out and put back: A, B, A', () => {
    const [without, defined] = ['await close()', 'async function drainQueue() {}\nawait close()']
    const writer = session()
      .prompt('drain the queue before it closes')
      .edits('src/queue.ts', without, defined)
      .says('Jobs are written by `drainQueue` before the queue closes.')
      .prompt('try it without draining for a moment')
      .edits('src/queue.ts', defined, without)
      .says('It closes at once for this measurement.')
    const text = 'Jobs are written by `drainQueue` before the queue closes.'
    expect(told(writer)).not.toContain(text)
    writer.prompt('and with draining again please').edits('src/queue.ts', without, defined).says('Measured.')
    expect(told(writer)).toContain(text)
  })

  it('the problem a request solved, as how it was before', () => {
    const writer = session()
      .prompt('the total is wrong')
      .says('It is off because the sum runs through `roundEachItem` before the tax.')
      .edits('src/total.ts', 'function roundEachItem(items) {}', 'function roundOnce(sum) {}')
      .says('The sum is rounded once, by `roundOnce`, after the tax.')
    expect(told(writer)).toEqual([
      'before: It is off because the sum runs through `roundEachItem` before the tax.',
      'The sum is rounded once, by `roundOnce`, after the tax.',
    ])
  })

  it('the context of a plan that was carried out, as how it was before, and its reasons as they are', () => {
    const plan =
      '# Round once\n## Context\nEvery item is rounded on its own.\n## Approach\n- Round at the end, because the tax has three digits'
    const left = told(
      session()
        .prompt('plan the rounding')
        .plans(plan)
        .edits('src/total.ts', 'return a', 'return b')
        .says('Totals are rounded once.'),
    )
    expect(left).toContain('before: Every item is rounded on its own.')
    expect(left).toContain('Round at the end, because the tax has three digits')
    expect(left).toContain('Totals are rounded once.')
  })

  it('a plan nobody carried out, whole', () => {
    const plan = '# Round once\n## Context\nEvery item is rounded on its own.\n## Steps\n- Edit src/total.ts'
    const left = told(session().prompt('plan the rounding').plans(plan))
    expect(left).toContain('Every item is rounded on its own.')
    expect(left).toContain('Edit src/total.ts')
  })

  it('a guess nothing was found out about', () => {
    const guess = 'The parser possibly waits for a last line.'
    expect(told(session().prompt('any idea?').says(guess))).toEqual([guess])
  })
})
