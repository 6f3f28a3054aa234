import { describe, expect, it } from 'vitest'
import { changedTerms } from '../changed-terms.ts'
import { type SessionWriter, session } from '../fixture-events.ts'
import { splitRequests } from '../requests.ts'
import { splitTurns } from '../turns.ts'
import { scoreUnits } from './salience.ts'

/** What each sentence of the session is worth, by its beginning. */
function worth(writer: SessionWriter): (beginning: string) => number {
  const units = splitRequests(splitTurns(writer.events)).flatMap((request) =>
    scoreUnits({ sources: request.sources, ...changedTerms(request) }),
  )
  return (beginning) => {
    const found = units.find(({ unit }) => unit.text.startsWith(beginning))
    if (found === undefined) throw new Error(`nothing begins with ${beginning}`)
    return found.score
  }
}

describe('what a sentence is worth', () => {
  const writer = () =>
    session()
      .prompt('The order total is off by a cent, find out why and fix it')
      .says('Let me look at the tests first.')
      .edits('src/total.ts', 'export const roundTotal = early', 'export const roundTotal = late')
      .says(
        'The root cause was that `roundTotal` rounded each item before the sum, because prices came in as floats. All done! Let me know if you need anything else.',
      )
  const of = worth(writer())

  it('is more for a cause than for the next step, a word of success or an offer', () => {
    for (const weaker of ['Let me look', 'All done', 'Let me know'])
      expect(of('The root cause'), weaker).toBeGreaterThan(2 * of(weaker))
  })

  it('lies between nothing and all', () => {
    for (const one of ['The root cause', 'Let me look', 'The order total']) {
      expect(of(one)).toBeGreaterThan(0)
      expect(of(one)).toBeLessThan(1)
    }
  })

  it('does not change when the session goes on with another request', () => {
    const later = writer()
      .prompt('now add a page about rounding to the guide')
      .says('The guide has a page on rounding.')
    expect(worth(later)('The root cause')).toBe(of('The root cause'))
  })

  it('is more for what was chosen and why than for chatter, in any language', () => {
    const pairs = [
      ['Elegimos pg-boss en lugar de BullMQ porque ya usamos Postgres.', 'Voy a mirar los archivos ahora mismo.'],
      ['Выбрали pg-boss вместо BullMQ, потому что Postgres уже есть.', 'Сейчас посмотрю, что там в файлах.'],
      ['Postgresが既にあるため、BullMQではなくpg-bossを採用します。', 'まずファイルの一覧を確認します。'],
      ['我们采用 pg-boss 而不是 BullMQ，因为已经有 Postgres。', '让我先看看这些文件的内容。'],
    ] as const
    for (const [chosen, chatter] of pairs) {
      const score = worth(session().prompt('queue?').says(chatter).runs('ls', 'a').says(chosen))
      expect(score(chosen), chosen).toBeGreaterThan(score(chatter))
    }
  })
})
