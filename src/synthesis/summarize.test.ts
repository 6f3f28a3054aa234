import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'
import { BY, type SessionWriter, session } from './fixture-events.ts'
import { continueSummary } from './summarize.ts'
import { renderSummary } from './summary-text.ts'

const summaryOf = (writer: SessionWriter) => extract(writer.events, BY).summary

const worked = () =>
  session()
    .prompt('the order total is off by a cent, please fix it')
    .reads('src/tax.ts', 'export const tax = 0.19')
    .edits('src/total.ts', 'return sum(items.map(roundEach))', 'return roundOnce(sum(items))')
    .says('Totals are rounded once, after the tax, because prices come in with three digits.')

describe('the summary of a session', () => {
  it('tells what was asked, looked at, done and left open, with the files', () => {
    const writer = worked()
      .prompt('and write a page about it for the guide')
      .edits('docs/guide.md', '# Guide', '# Guide\n\n## Rounding')
      .says('The guide has a page about rounding. The invoices of March still need to be corrected.')
    expect(summaryOf(writer)).toMatchObject({
      request: expect.stringContaining('order total is off by a cent'),
      investigated: 'src/tax.ts',
      completed: expect.stringContaining('Totals are rounded once'),
      nextSteps: 'The invoices of March still need to be corrected',
      filesRead: ['src/tax.ts'],
      filesEdited: ['src/total.ts', 'docs/guide.md'],
      at: 7000,
    })
  })

  it('tells what was learned apart from what was done', () => {
    const writer = worked().prompt('Never round before the tax again.').says('Understood.')
    const summary = summaryOf(writer)
    expect(summary?.learned).toContain('Never round before the tax again')
    expect(summary?.completed).not.toContain('Never round')
  })

  it('tells a plan and what came of it without saying twice what they are', () => {
    const writer = session()
      .prompt('plan it, then do it')
      .plans(
        '# Drain the queue before it closes\n- Wait for the drain event, because a timeout is too short on slow disks',
      )
      .edits('src/worker.ts', 'setTimeout(close, 50)', 'queue.once("drain", close)')
      .says('The worker closes its socket once every job is written. Restarting it took two seconds longer at most.')
    const { observations, summary } = extract(writer.events, BY)
    expect(observations.map(({ title }) => title)).toEqual([
      'Carried out: Drain the queue before it closes',
      'Plan: Drain the queue before it closes',
    ])
    expect(summary?.completed).toBe('Drain the queue before it closes')
    expect(summary?.request).toContain('Drain the queue before it closes')
    expect(summary?.request).not.toContain('Plan:')
  })

  it('keeps a list of remaining work whole', () => {
    const list =
      '1. Write the migration guide\n2. Add a retry to the webhook sender\n3. Measure the memory of the exporter'
    const writer = session()
      .prompt('what is left?')
      .says(`The importer works.\n\nRemaining work before the release:\n${list}`)
    expect(summaryOf(writer)?.nextSteps).toBe(
      'Write the migration guide; Add a retry to the webhook sender; Measure the memory of the exporter',
    )
  })

  it('leaves next steps empty where nothing is open', () => expect(summaryOf(worked())?.nextSteps).toBe(''))

  it('notes what still fails', () => {
    const writer = session()
      .prompt('make the build of the shop pass')
      .fails('npm run build', 'src/a.ts(1,1): error TS2304: Cannot find name total.')
      .edits('src/a.ts', 'total', 'sum')
      .fails('npm run build', 'src/a.ts(1,1): error TS2304: Cannot find name sum.')
      .says('`total` is called `sum` in src/a.ts now, because the price module renamed it.')
    expect(summaryOf(writer)?.notes).toContain('Still failing: `npm run build`')
  })

  it('names folders where many files were looked at', () => {
    const writer = session().prompt('the order total is off by a cent, please fix it')
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) writer.reads(`src/${name}.ts`, 'x')
    writer
      .reads('docs/guide.md', 'x')
      .edits('src/total.ts', 'a', 'roundOnce()')
      .says('Totals are rounded once, after the tax.')
    expect(summaryOf(writer)?.investigated).toBe('src (6 files), docs (1 file)')
  })

  it('tells what came of a request, also where the memory is named by the request', () => {
    const writer = session()
      .prompt('use the big fan of the machine for the nightly build of the docs')
      .edits('fan.sh', 'low', 'high')
      .says('Ok:\n\n- `fan.sh` sets the speed before the build\n- it goes down again after it')
    const summary = summaryOf(writer)
    expect(summary?.request).toContain('big fan')
    expect(summary?.completed).not.toContain('use the big fan')
  })

  it('leaves out what asks for nothing, unless nothing else was asked', () => {
    const both = session().prompt('the order total is off by a cent, please fix it').edits('src/total.ts', 'a', 'b')
    both.says('Totals are rounded once.').prompt('now do number 2').edits('src/tax.ts', 'c', 'd')
    expect(summaryOf(both.says('The tax is added last, because the bank does so.'))?.request).not.toContain('number 2')
  })

  it('is the same, told once, when a request is repeated', () => {
    const writer = worked()
      .prompt('the order total is off by a cent, please fix it')
      .says('It is fixed already, see above.')
    expect(summaryOf(writer)?.request.match(/off by a cent/g)).toHaveLength(1)
  })

  it('is none of a session in which nothing happened', () => {
    expect(summaryOf(session().prompt('hi').says('Hello!').prompt('thanks').says("You're welcome!"))).toBeUndefined()
  })
})

describe('a summary that goes on after its first events were emptied', () => {
  const part = {
    ...{ request: '', investigated: '', learned: '', completed: '', nextSteps: '', notes: '' },
    ...{ filesRead: [], filesEdited: [], discoveryTokens: 10, at: 1 },
  }
  it('adds what came to what was told, and takes next steps from the newer part alone', () => {
    const older = {
      ...part,
      request: 'Fix totals',
      completed: 'Totals rounded',
      nextSteps: 'Tell them',
      filesEdited: ['a.ts'],
    }
    const newer = {
      ...part,
      request: 'Write a guide',
      completed: 'Guide written',
      filesEdited: ['a.ts', 'b.md'],
      at: 2,
    }
    expect(continueSummary(older, newer)).toEqual({
      ...newer,
      request: 'Fix totals; Write a guide',
      completed: 'Totals rounded; Guide written',
      nextSteps: '',
      filesEdited: ['a.ts', 'b.md'],
      discoveryTokens: 20,
    })
  })
  it('does not repeat what both say', () => {
    const same = { ...part, request: 'Round order totals once after tax' }
    expect(continueSummary(same, { ...same, at: 2 }).request).toBe('Round order totals once after tax')
  })
})

describe('renderSummary', () => {
  it('has bold labels and leaves empty paragraphs out', () => {
    const text = renderSummary({
      request: 'Add it',
      investigated: '',
      learned: '',
      completed: 'Added',
      nextSteps: '',
      filesRead: [],
      filesEdited: ['a.ts', 'b.ts'],
      notes: '',
    })
    expect(text).toBe('**Request:** Add it\n**Completed:** Added\n**Files Edited:** a.ts, b.ts')
  })
})
