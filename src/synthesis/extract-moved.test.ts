import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'
import { BY, type SessionWriter, session } from './fixture-events.ts'

const ROUNDED = 'Totals are rounded once, after the tax, because prices come in with three digits.'
const rounding = () =>
  session()
    .prompt('the order total is off by a cent, please fix it')
    .edits('src/total.ts', 'return sum(items.map(roundEach))', 'return roundOnce(sum(items))')
    .says(ROUNDED)

describe('a session that moves to another repository', () => {
  const rootOf = (project: string) => project
  const limited = (writer: SessionWriter) =>
    writer
      .prompt('the queue of the shop grows without end, please fix it')
      .reads('src/limits.ts', 'export const limit = 0')
      .edits('src/queue.ts', 'push(job)', 'if (size < limit) push(job)')
      .says('The queue takes at most a thousand jobs, because more of them never fit into memory.')
  const told = (writer: SessionWriter) => extract(writer.events, { ...BY, rootOf })

  it('leaves its memories in each of them, with files as that one names them', () => {
    const { observations, summary } = told(limited(rounding().moves('/shop')))
    expect(observations).toMatchObject([
      { title: expect.stringMatching(/^Totals/), filesModified: ['src/total.ts'] },
      { title: expect.stringMatching(/^The queue/), project: '/shop', filesModified: ['src/queue.ts'] },
    ])
    expect(observations[0]).not.toHaveProperty('project')
    expect(summary).toMatchObject({ project: '/shop', filesRead: ['src/limits.ts'], filesEdited: ['src/queue.ts'] })
    expect(JSON.stringify(summary)).not.toContain('otals')
  })

  it('is summed up where it came back to, and where it did something', () => {
    const back = limited(rounding().moves('/shop')).moves()
    const nothing = told(back.prompt('hello again').says('Hello.')).summary
    expect(nothing).toMatchObject({ completed: expect.stringMatching(/^Totals/), filesEdited: ['src/total.ts'] })
    expect(nothing).not.toHaveProperty('project')
    const greeted = rounding().moves('/shop').prompt('and hello to the shop').says('Hello.')
    expect(told(greeted).summary).toMatchObject({ filesEdited: ['src/total.ts'] })
  })

  it('tells the same matter once in each of them', () => {
    const writer = rounding().moves('/shop')
    writer.prompt('the order total is off by a cent here too').edits('src/sum.ts', 'a', 'roundOnce()').says(ROUNDED)
    expect(told(writer).observations.map(({ title, project }) => [title, project])).toEqual([
      [ROUNDED.replace(/\.$/, ''), undefined],
      [ROUNDED.replace(/\.$/, ''), '/shop'],
    ])
  })

  it('does not take a failure for mended because the same command passes elsewhere', () => {
    const writer = session()
      .prompt('make the build of the api pass')
      .edits('src/a.ts', 'total', 'sum')
      .fails('npm run build', 'src/a.ts(1,1): error TS2304: Cannot find name sum.')
      .says('`total` is called `sum` in src/a.ts now, because the price module renamed it.')
      .moves('/shop')
      .prompt('now build the shop and tell me how long it takes')
      .runs('npm run build', 'built in 3s')
      .says('The shop builds in three seconds, because nothing of it is bundled any more.')
    const [api] = told(writer).observations
    expect(api?.facts.join()).toContain('Still failing: `npm run build`')
  })

  it('is told the same of its events in any order', () => {
    const { events } = limited(rounding().moves('/shop')).moves().prompt('and write a page about it').says('Done.')
    const by = { ...BY, rootOf }
    expect(extract(events.toReversed(), by)).toEqual(extract(events, by))
  })
})
