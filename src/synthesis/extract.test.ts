import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'
import { BY, session } from './fixture-events.ts'

const TRACEBACK = `Traceback (most recent call last):
  File "/repo/app/price.py", line 4, in total
    return sum(items) / len(items)
ZeroDivisionError: division by zero`

function fixedLater() {
  return session()
    .prompt('python run.py crashes on an empty cart, find out why')
    .fails('python run.py', TRACEBACK)
    .says('The crash happens because `total` divides by the number of items, which is 0 for an empty cart.')
    .prompt('first put a note about it into the guide')
    .edits('docs/guide.md', '# Guide', '# Guide\n\n## Empty carts')
    .prompt('now fix it')
    .edits(
      'app/price.py',
      'def total(items):\n    return sum(items) / len(items)',
      'def total(items):\n    if not items:\n        return 0\n    return sum(items) / len(items)',
    )
    .runs('python run.py', 'ok')
}

describe('extract', () => {
  it('tells a failure and its fix two turns later as one bugfix, apart from the work between', () => {
    const { observations } = extract(fixedLater().events, BY)
    const fixes = observations.filter((one) => one.type === 'bugfix')
    expect(fixes).toHaveLength(1)
    expect(fixes[0]?.key).toBe('s1:toolu_1')
    expect(fixes[0]?.title).toContain('ZeroDivisionError')
    expect(fixes[0]?.title).toContain('total')
    expect(fixes[0]?.filesModified).toEqual(['app/price.py'])
    expect(fixes[0]?.narrative).toContain('divides by the number of items')
    expect(observations.some((one) => one.type === 'change' && one.filesModified.includes('docs/guide.md'))).toBe(true)
  })

  it('keeps the key of a failure that was worked on when it is fixed later', () => {
    const open = session()
      .prompt('make the tests pass')
      .fails('pytest tests/test_price.py', TRACEBACK)
      .edits('app/price.py', 'def total(a):\n    return a', 'def total(a):\n    return a or 0')
    const before = extract(open.events, BY).observations
    const after = extract(
      open
        .prompt('try again')
        .edits('app/price.py', 'def total(a):\n    return a or 0', 'def total(a):\n    return sum(a)')
        .runs('pytest', '3 passed in 0.1s').events,
      BY,
    ).observations
    expect(before.map((one) => one.key)).toEqual(['s1:toolu_1'])
    expect(after.map((one) => [one.key, one.type])).toEqual([['s1:toolu_1', 'bugfix']])
  })

  it('says nothing of a failure that nobody fixed or explained', () => {
    expect(extract(session().prompt('run it').fails('python run.py', TRACEBACK).events, BY).observations).toEqual([])
  })

  it('forgets a failure after five more turns', () => {
    const writer = session().prompt('start').fails('npm run build', 'src/a.ts(1,1): error TS2304: Cannot find name x.')
    for (let i = 0; i < 6; i++) writer.prompt(`turn ${i}`)
    writer.edits('src/a.ts', 'const y = 1', 'const y = 2').runs('npm run build', 'done')
    expect(extract(writer.events, BY).observations.map((one) => one.type)).not.toContain('bugfix')
  })

  it('says nothing of looking around', () => {
    const writer = session()
      .prompt('what is in here?')
      .runs('ls -la', 'a\nb')
      .runs('cat a.txt | head', 'text')
      .runs('git status', 'clean')
    expect(extract(writer.events, BY).observations).toEqual([])
  })

  it('takes the message of a commit as the title of the edits it holds', () => {
    const writer = session()
      .prompt('add the discount')
      .edits(
        'src/cart.ts',
        'export function sum() {}',
        'export function sum() {}\nexport function applyDiscount(rate: number) {}',
      )
      .runs(
        'git add -A && git commit -m "feat: discounts on whole carts"',
        '[main 1a2b3c4] feat: discounts on whole carts',
      )
    const [only, ...others] = extract(writer.events, BY).observations
    expect(others).toEqual([])
    expect(only).toMatchObject({
      type: 'feature',
      title: 'Discounts on whole carts',
      filesModified: ['src/cart.ts'],
      key: 's1:toolu_1',
    })
    expect(only?.facts.join()).toContain('applyDiscount')
  })

  it('keeps a reasoned choice as a decision', () => {
    const writer = session()
      .prompt('pick a store')
      .says('I chose PostgreSQL over MongoDB because orders need transactions.')
    const [only] = extract(writer.events, BY).observations
    expect(only).toMatchObject({
      type: 'decision',
      title: 'Chose PostgreSQL over MongoDB because orders need transactions',
    })
  })

  it('keeps neither plans nor guesses nor what was taken back', () => {
    const writer = session()
      .prompt('why is it slow?')
      .says(
        'Let me look at `loadOrders`. It might be that `loadOrders` has no index. Next, we should measure `loadOrders`.',
      )
      .says('The problem is that `loadOrders` reads every row.')
      .says('Reading every row was not the cause in `loadOrders`.')
    expect(extract(writer.events, BY).observations.map((one) => one.title)).toEqual([])
  })

  it('says what a command needed when an install was the remedy', () => {
    const writer = session()
      .prompt('build it')
      .fails('npm run build', "src/m.ts(1,2): error TS2307: Cannot find module 'zod'.")
      .runs('npm install zod', 'added 1 package')
      .runs('npm run build', 'built')
    expect(extract(writer.events, BY).observations[0]).toMatchObject({ type: 'discovery' })
    expect(extract(writer.events, BY).observations[0]?.title).toContain('npm run build needs npm install zod')
  })

  it('counts each model reply once between the first and the last call of an episode', () => {
    const writer = session({ usage: (index) => ({ messageId: `m${Math.floor(index / 2)}`, tokens: 100 }) })
      .prompt('add a limit')
      .edits('src/a.ts', 'const a = 1', 'export function limit() {}')
      .edits('src/a.ts', 'const b = 1', 'export function other() {}')
      .edits('src/a.ts', 'const c = 1', 'export function third() {}')
    expect(extract(writer.events, BY).observations[0]?.discoveryTokens).toBe(200)
  })

  it('never merges two fixes of different errors', () => {
    const writer = session().prompt('make it green')
    for (const name of ['alpha', 'beta']) {
      writer
        .fails(`pytest tests/test_${name}.py`, `File "/repo/app/${name}.py"\nKeyError: '${name}'`)
        .edits(
          `app/${name}.py`,
          `def load_${name}(d):\n    return d["x"]`,
          `def load_${name}(d):\n    return d.get("x")`,
        )
        .runs(`pytest tests/test_${name}.py`, '1 passed in 0.1s')
    }
    expect(extract(writer.events, BY).observations.filter((one) => one.type === 'bugfix')).toHaveLength(2)
  })

  it('resumes at the turn of the oldest open failure, else at the last turn', () => {
    const writer = session()
      .prompt('a')
      .fails('npm test', 'Error: broken')
      .prompt('b')
      .edits('src/x.ts', 'let a = 1', 'let a = 2')
    expect(extract(writer.events, BY).resumeAt).toBe(1000)
    expect(extract(writer.runs('npm test', 'ok').prompt('c').events, BY).resumeAt).toBe(6000)
  })

  it.each(['\n', '[x](', 'cat >', '1 passed, ', '<<EOF\n', 'if (', 'a.b', 'because '])(
    'stays fast on text made of %j',
    (piece) => {
      const text = piece.repeat(40_000 / piece.length)
      const { events } = session()
        .prompt(text)
        .says(text)
        .runs(text, text)
        .fails('pytest', text)
        .edits('src/a.ts', 'a', text)
      const started = performance.now()
      extract(events, BY)
      // A backtracking pattern takes minutes here; a second leaves room for a busy machine.
      expect(performance.now() - started).toBeLessThan(1000)
    },
  )

  it('gives nothing for no events', () => {
    expect(extract([], BY)).toEqual({ observations: [], resumeAt: undefined })
  })

  it('keeps a subagent apart and says whose work it was', () => {
    const writer = session().prompt('add it').edits('src/a.ts', 'let x = 1', 'export function main() {}')
    const [inner] = session().edits('src/b.ts', 'let y = 1', 'export function helper() {}').events
    if (inner === undefined) throw new Error('the fixture has one event')
    const events = [...writer.events, { ...inner, key: 't:sub', at: 9000, agent: { id: 'agent-1', type: 'general' } }]
    expect(extract(events, BY).observations.map((one) => [one.agentId, one.filesModified])).toEqual([
      [undefined, ['src/a.ts']],
      ['agent-1', ['src/b.ts']],
    ])
  })
})
