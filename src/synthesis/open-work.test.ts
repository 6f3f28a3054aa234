import { describe, expect, it } from 'vitest'
import { changedTerms } from './changed-terms.ts'
import { type SessionWriter, session } from './fixture-events.ts'
import { findOpenWork } from './open-work.ts'
import { splitRequests } from './requests.ts'
import { splitTurns } from './turns.ts'
import { scoreUnits } from './words/salience.ts'

function openIn(writer: SessionWriter, kept: Parameters<typeof findOpenWork>[1] = []): string[] {
  return findOpenWork(
    splitRequests(splitTurns(writer.events)).map((request) => ({
      request,
      units: scoreUnits({ sources: request.sources, ...changedTerms(request) }),
    })),
    kept,
  )
}

const THREE = ['Write the migration guide', 'Add a retry to the webhook sender', 'Measure the memory of the exporter']
const LISTED = THREE.map((item, index) => `${index + 1}. ${item}`).join('\n')

describe('open work', () => {
  it('is a list of what remains, in full and in order', () => {
    const writer = session().prompt('finish the importer').edits('src/import.ts', 'a', 'b')
    expect(openIn(writer.says(`The importer works.\n\nRemaining work before the release:\n${LISTED}`))).toEqual(THREE)
  })

  it('is that list also under a heading, and in other languages', () => {
    const under = (heading: string) =>
      openIn(session().prompt('finish the importer').says(`It works.\n\n## ${heading}\n${LISTED}`))
    for (const heading of ['Next steps', 'Próximos pasos', 'Осталось сделать', '残りの作業', '下一步'])
      expect(under(heading), heading).toEqual(THREE)
  })

  it('is a sentence that says so', () => {
    const writer = session()
      .prompt('add the export')
      .says('The export works. The invoices of March still need to be sent.')
    expect(openIn(writer)).toEqual(['The invoices of March still need to be sent'])
  })

  it('is tasks that are not done, of a list some of which is', () => {
    const writer = session()
      .prompt('do the three things')
      .tasks(['write the guide', 'open'], ['add a retry', 'open'], ['measure it', 'open'])
      .tasks(['write the guide', 'done'], ['add a retry', 'doing'], ['measure it', 'open'])
      .says('The guide is written.')
    expect(openIn(writer)).toEqual(['Add a retry', 'Measure it'])
  })

  it('is no task of a list that was done, dropped, or never touched', () => {
    const done = session()
      .prompt('do it')
      .tasks(['write the guide', 'done'], ['add a retry', 'dropped'])
      .says('Written.')
    const untouched = session().prompt('do it').tasks(['write the guide', 'open']).says('The guide is written.')
    expect([...openIn(done), ...openIn(untouched)]).toEqual([])
  })

  it('is a plan nobody carried out', () => {
    const plan = '# Drain the queue before it closes\n## Steps\n- Edit src/queue.ts'
    expect(openIn(session().prompt('plan it').plans(plan).says('That is my plan.'))).toEqual([
      'Planned, not carried out: Drain the queue before it closes',
    ])
    const done = session().prompt('plan it').plans(plan).edits('src/queue.ts', 'a', 'b').says('The queue is drained.')
    expect(openIn(done)).toEqual([])
  })

  it('is a question that was left standing', () => {
    const question = 'Should the export also contain the invoices of last year?'
    expect(openIn(session().prompt('add the export').says(`It exports orders. ${question}`))).toEqual([
      `Not answered: ${question}`,
    ])
    const answered = session().prompt('add the export').says(`It exports orders. ${question}`)
    expect(openIn(answered.prompt('no, only this year is needed').says('Then it is complete as it is.'))).toEqual([])
  })

  it('is the last request when nothing closed it', () => {
    const writer = session().prompt('add a retry to the webhook sender').edits('src/webhook.ts', 'a', 'b')
    expect(openIn(writer)).toEqual(['Asked last, not finished: Add a retry to the webhook sender'])
  })

  it('names what the last request asked for, not the remark it began with, and how far it got', () => {
    const writer = session()
      .prompt('This is a fairly subtle function now. Add a few table tests for the shell completion target.')
      .says('I have the full picture of the function now. Adding the table tests beside the others.')
      .edits('src/setup.test.ts', 'a', 'b')
    const asked = 'Asked last, not finished: Add a few table tests for the shell completion target'
    const lastSaid = 'Adding the table tests beside the others'
    expect(openIn(writer)).toEqual([`${asked} (last said: ${lastSaid})`])
    expect(openIn(writer, [{ title: lastSaid, narrative: '' }]), 'a memory tells it').toEqual([asked])
  })

  it('is told once, however often it was said', () => {
    const writer = session()
      .prompt('add the export')
      .says('It works. The invoices of March still need to be sent.')
      .prompt('and the page about receipts?')
      .says('It is there. The invoices of March still need to be sent.')
    expect(openIn(writer)).toEqual(['The invoices of March still need to be sent'])
  })
})

describe('open work is over', () => {
  it('when a later request did it', () => {
    const writer = session()
      .prompt('add the export')
      .says('The export works. The retry of the webhook sender is not yet implemented.')
      .prompt('then implement the retry of the webhook sender')
      .edits('src/webhook.ts', 'a', 'b')
      .says('The retry of the webhook sender is there, with three attempts.')
    expect(openIn(writer)).toEqual([])
  })

  it('when what was not pushed or committed is', () => {
    const writer = (text: string) => session().prompt('add the export').edits('src/a.ts', 'a', 'b').says(text)
    const pushed = 'The export works, but the branch is not pushed.'
    expect(openIn(writer(pushed))).toHaveLength(1)
    expect(
      openIn(writer(pushed).prompt('push it').runs('git push origin main', 'main -> main').says('Pushed.')),
    ).toEqual([])
    const committed = 'The export works; the changes are not committed.'
    expect(openIn(writer(committed))).toHaveLength(1)
    expect(
      openIn(
        writer(committed)
          .prompt('commit it')
          .runs('git commit -am "add export"', '[main 1a2b3c4] add export')
          .says('Done.'),
      ),
    ).toEqual([])
  })

  it('not by a push that failed', () => {
    const writer = session().prompt('add the export').says('The export works, but the branch is not pushed.')
    expect(openIn(writer.prompt('push it').fails('git push', 'rejected').says('It was rejected.'))).toContain(
      'The export works, but the branch is not pushed',
    )
  })
})

describe('nothing is open', () => {
  it.each([
    'The export works and all tests pass.',
    'Nothing remains to be done.',
    'There is no remaining work.',
    'The other columns remain unchanged.',
    'Old sessions are read later by the importer, in the order in which they were written.',
    'Listo: la exportación funciona.',
    'No queda nada pendiente.',
    'Больше ничего не осталось.',
    '完了しました。',
    '残りの作業はありません。',
    '没有剩余的工作。',
    'Declined the rename in the review: the old name is not yet used elsewhere.',
    'Even with a shared cache the worker still needs a session of its own.',
    'Not yet configured: shows the interactive prompt.',
    'That test is calling the real client and waiting for it to time out.',
    '| Finding | State |\n| --- | --- |\n| Comment not yet clear about auth | Fixed, comment reworded |',
  ])('where an ending says: %s', (text) => {
    expect(openIn(session().prompt('add the export').edits('src/a.ts', 'a', 'b').says(text))).toEqual([])
  })

  it('in no session at all', () => expect(openIn(session())).toEqual([]))
})
