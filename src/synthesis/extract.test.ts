import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'
import { BY, type SessionWriter, session } from './fixture-events.ts'

const made = (writer: SessionWriter) => extract(writer.events, BY).observations
const titles = (writer: SessionWriter) => made(writer).map((one) => one.title)
const textOf = (writer: SessionWriter) => made(writer).map((one) => [one.title, one.narrative, ...one.facts].join('\n'))

const ROUNDED = 'Totals are rounded once, after the tax, because prices come in with three digits.'
const rounding = () =>
  session()
    .prompt('the order total is off by a cent, please fix it')
    .reads('src/tax.ts', 'export const tax = 0.19')
    .edits('src/total.ts', 'return sum(items.map(roundEach))', 'return roundOnce(sum(items))')
    .says(ROUNDED)

describe('a request leaves one memory', () => {
  it('with what came of it as the title, what was asked below, and the files it changed', () => {
    expect(made(rounding())).toMatchObject([
      {
        key: 's1:p:0',
        type: 'bugfix',
        title: 'Totals are rounded once, after the tax, because prices come in with three digits',
        subtitle: expect.stringContaining('order total is off by a cent'),
        filesModified: ['src/total.ts'],
      },
    ])
  })

  it('also when the result is told in the words of the request', () => {
    const writer = session()
      .prompt('Print the receipts in A4, the old printer is gone')
      .edits('src/receipt.ts', 'size = A5', 'size = A4')
      .says('Receipts are printed in A4, because the old printer is gone.')
    expect(made(writer)).toMatchObject([
      { title: expect.stringMatching(/receipts.* in A4/i), filesModified: ['src/receipt.ts'] },
    ])
  })

  it('that cites the words and the edits it was made from', () => {
    expect(made(rounding())[0]?.eventKeys.toSorted()).toEqual(expect.arrayContaining(['m:3:0', 't:toolu_2']))
  })

  it('together with “ok, commit it”, which gives it the commit’s subject', () => {
    const writer = rounding()
      .prompt('ok, commit it')
      .runs('git commit -am "fix: totals are rounded once"', '[main 1a2b3c4] fix: totals are rounded once')
      .says('Committed.')
    expect(made(writer)).toMatchObject([
      { key: 's1:p:0', type: 'bugfix', title: 'Totals are rounded once', filesModified: ['src/total.ts'] },
    ])
    expect(made(writer)[0]?.narrative).toContain('three digits')
  })

  it('under the title of the pull request it ended with', () => {
    const writer = rounding().runs(
      'gh pr create --title "Round totals once" --body "They drifted."',
      'https://x.test/1',
    )
    expect(titles(writer.says('Opened it.'))).toContain('Round totals once')
  })

  it('and one for each of several commits, with the files of each', () => {
    const writer = session()
      .prompt('add discounts and fix the rounding, one commit each')
      .edits('src/cart.ts', 'a', 'applyDiscount()')
      .runs('git commit -am "feat: discounts on whole carts" -m "Rates are percent."', '[main 1a2b3c4] feat: discounts')
      .edits('src/total.ts', 'a', 'roundOnce()')
      .runs('git commit -am "fix: totals round once"', '[main 2a2b3c4] fix: totals round once')
      .says('Both are in.')
    expect(made(writer)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Discounts on whole carts', type: 'feature', filesModified: ['src/cart.ts'] }),
        expect.objectContaining({ title: 'Totals round once', type: 'bugfix', filesModified: ['src/total.ts'] }),
      ]),
    )
  })

  it('that takes in what the user answered', () => {
    const writer = session()
      .prompt('set up a queue for the mails')
      .answers('Which queue do you want?', 'pg-boss instead of BullMQ, because we already run Postgres')
      .edits('src/mail.ts', 'send(mail)', 'mailQueue.send(mail)')
      .says('Mails go through `mailQueue`, a pg-boss queue with three retries.')
    const text = textOf(writer).join('\n')
    expect(text).toContain('because we already run Postgres')
    expect(text).toContain('three retries')
  })

  it('that takes in what a subagent found', () => {
    const writer = session()
      .prompt('find out how mails are sent')
      .reports(
        'Mails are sent in `src/mail.ts` by `sendMail`, which is called from three places: signup, password reset and invoices.\n\n- None of the three retries, because `sendMail` swallows every error of the SMTP server.\n- The SMTP timeout is 30 seconds in `config/mail.json`, so a slow server blocks the request.',
      )
      .says(
        'Mails are sent without a retry, because `sendMail` swallows errors. The timeout of 30 seconds blocks the request.',
      )
    expect(textOf(writer).join('\n')).toMatch(/`sendMail` swallows/)
  })

  it('that takes in what was found on the way, where there is room', () => {
    const writer = session()
      .prompt('make the nightly import end')
      .says('The import hangs because the flush timer fires after `close()`, so the writer waits for ever.')
      .edits('src/import.ts', 'setTimeout(flush, 50)', 'clearTimeout(timer)\nflush()')
      .says('The nightly import ends: `close()` clears the timer and flushes first.')
    const [memory, ...others] = made(writer)
    expect(memory?.narrative).toContain('the flush timer fires after `close()`')
    expect(memory?.narrative).toContain('`close()` clears the timer and flushes first')
    expect(others).toEqual([])
  })

  it('known by the first of several questions, or by the answer alone, where all is too long for a title', () => {
    const answer = 'Yes, it drops them because the old exporter ended every block with one of those.'
    const titleOf = (asked: string) => titles(session().prompt(asked).reads('src/import.ts', 'a').says(answer))[0]
    const first = 'Does the importer skip empty lines of the export?'
    const second = 'or does it keep them when the export is read for a second time from the archive?'
    expect(titleOf(`${first} ${second}`)).toBe(
      `${first} — It drops them because the old exporter ended every block with one of those`,
    )
    expect(titleOf(`${first.slice(0, -1)}, ${second}`)).toBe(
      'It drops them because the old exporter ended every block with one of those',
    )
  })

  it('known by the question and its answer, where the answer alone says too little', () => {
    const writer = session()
      .prompt('does the importer skip empty lines of the export?')
      .reads('src/import.ts', 'if (line.trim() === "") continue')
      .says('Yes, it drops them because the old exporter ended every block with one of those.')
    const [title = ''] = titles(writer)
    expect(title).toMatch(/^Does the importer skip empty lines of the export\? — /)
    expect(made(writer)[0]?.subtitle).toBe('')
  })

  it('keeps a long request whole', () => {
    const writer = session()
      .prompt(
        'the settings check must not be strict, since we do not want to play catch-up with every new hook type that some host adds, so rather pass through whatever is unknown',
      )
      .edits('src/settings.ts', 'throw new Error(type)', 'return type')
      .says('Unknown hook types pass through the settings check unchanged.')
    expect(textOf(writer).join('\n')).toContain('pass through whatever is unknown')
  })

  it('counts the tokens of each reply once', () => {
    const writer = session({ usage: (index) => ({ messageId: `m${Math.floor(index / 2)}`, tokens: 100 }) })
    writer
      .prompt('add a limit to uploads')
      .edits('src/a.ts', 'a', 'b')
      .edits('src/a.ts', 'b', 'c')
      .edits('src/a.ts', 'c', 'd')
    const { observations, summary } = extract(
      writer.says('Uploads of more than ten megabytes are refused, because the proxy cuts them off.').events,
      BY,
    )
    expect(observations.reduce((sum, one) => sum + one.discoveryTokens, 0)).toBe(200)
    expect(summary?.discoveryTokens).toBe(200)
  })

  it('estimates them where no transcript tells', () => {
    const long = 'The proxy in front of the shop cuts off whatever is larger than ten megabytes. '.repeat(10)
    const writer = session().prompt('add a limit to uploads').edits('src/a.ts', 'a', long)
    const { observations, summary } = extract(
      writer.says('Uploads of more than ten megabytes are refused, because the proxy cuts them off.').events,
      BY,
    )
    expect(summary?.discoveryTokens).toBeGreaterThan(200)
    expect(observations.reduce((sum, one) => sum + one.discoveryTokens, 0)).toBe(summary?.discoveryTokens)
  })
})

describe('plain statements are remembered', () => {
  it.each([
    ['a decision', "Let's go with pg-boss instead of BullMQ because we already run Postgres.", 'pg-boss'],
    ['a cause', 'The root cause is a race between the flush timer and close().', 'race between the flush timer'],
    ['a fact', 'The proxy refuses bodies over 10 MB, so uploads go through signed URLs.', '10 MB'],
  ])('%s, though it is all the agent said', (_, text, telling) => {
    const writer = session().prompt('what is it with this part of the shop?').reads('src/shop.ts', 'x').says(text)
    expect(textOf(writer).join('\n')).toContain(telling)
  })
})

describe('a rule of the user’s', () => {
  it('is a memory of its own that stands, in the user’s words', () => {
    const writer = session()
      .prompt('Add the export page for orders. Always use undici for HTTP calls.')
      .edits('src/export.ts', 'a', 'exportOrders()')
      .says('The export page sends orders as CSV.')
    const rules = made(writer).filter((one) => one.standing)
    expect(rules).toMatchObject([{ type: 'decision', title: 'Always use undici for HTTP calls', filesModified: [] }])
  })

  it.each(['never push', '以后都先写测试', 'Nunca uses npm.'])('may be short: %s', (text) => {
    expect(made(session().prompt(text).says('Understood.')).filter((one) => one.standing)).toHaveLength(1)
  })

  it('is one, however often it is said', () => {
    const writer = session()
      .prompt('always use undici for HTTP calls')
      .says('Understood.')
      .prompt('I said: always use undici for HTTP calls')
      .says('Yes.')
    expect(made(writer).filter((one) => one.standing)).toHaveLength(1)
  })

  it('may come with the refusal of a call', () => {
    const writer = session()
      .prompt('set up the mail queue')
      .refuses('never install packages globally, use npx')
      .edits('src/mail.ts', 'a', 'b')
      .says('The mail queue runs through npx.')
    expect(made(writer).filter((one) => one.standing)).toMatchObject([
      { title: 'Never install packages globally, use npx' },
    ])
  })
})

describe('a plan', () => {
  const PLAN =
    '# Drain the queue before it closes\n## Context\nJobs are lost when the worker closes its socket.\n## Approach\n- Wait for the drain event instead of a timeout, because a timeout is too short on slow disks'

  it('that was put forward is a decision', () => {
    const writer = session().prompt('plan how to stop losing jobs').plans(PLAN)
    expect(made(writer)).toContainEqual(
      expect.objectContaining({
        key: 's1:p:0:plan',
        type: 'decision',
        title: 'Plan: Drain the queue before it closes',
      }),
    )
  })

  it('that was carried out tells its context as how it was before', () => {
    const writer = session()
      .prompt('plan how to stop losing jobs, then do it')
      .plans(PLAN)
      .edits('src/worker.ts', 'setTimeout(close, 50)', 'queue.once("drain", close)')
      .says('The worker waits for the drain event before it closes.')
    const text = textOf(writer).join('\n')
    expect(text).toMatch(/How it was before:\n.*Jobs are lost when the worker closes its socket/s)
  })
})

describe('what holds no longer is not told', () => {
  it('a change that was taken back', () => {
    const writer = session()
      .prompt('cache the prices for a minute')
      .edits('src/price.ts', 'return load()', 'const cachedPrice = memoize(load)\nreturn cachedPrice()')
      .says('Prices are cached for a minute by `cachedPrice`.')
      .prompt('that breaks the live view, take it out again')
      .edits('src/price.ts', 'const cachedPrice = memoize(load)\nreturn cachedPrice()', 'return load()')
      .says('Reverted: prices are loaded on every request, because the live view needs them fresh.')
    expect(titles(writer)).toEqual([
      'Reverted: prices are loaded on every request, because the live view needs them fresh',
    ])
  })

  it('success, while a check still fails', () => {
    const BROKEN = 'src/a.ts(1,1): error TS2304: Cannot find name total.'
    const writer = session()
      .prompt('make the build pass')
      .fails('npm run build', BROKEN)
      .edits('src/a.ts', 'total', 'sum')
      .fails('npm run build', BROKEN)
      .says('`total` is called `sum` in src/a.ts now. All checks pass and the build succeeds.')
    const [text = ''] = textOf(writer)
    expect(text).toContain('Still failing: `npm run build`')
    expect(text).not.toContain('All checks pass')
  })

  it('while a check that failed and passed is a fact', () => {
    const writer = session()
      .prompt('make the build pass')
      .fails('npm run build', 'src/a.ts(1,1): error TS2304: Cannot find name total.')
      .edits('src/a.ts', 'total', 'sum')
      .runs('npm run build', 'built')
      .says('The build failed because `total` is called `sum` in the price module.')
    expect(made(writer)[0]?.facts.join()).toMatch(/`npm run build` failed .*, then passed/)
  })
})

describe('a cause found in one request and fixed in a later one', () => {
  it('is told with the fix', () => {
    const writer = session()
      .prompt('the import hangs every night, find out why')
      .reads('src/import.ts', 'setTimeout(flush, 50)')
      .says(
        'The import hangs because the flush timer fires after `close()`: the writer waits for a drain event that never comes.',
      )
      .prompt('and which tests cover the importer?')
      .says('Only test/import.test.ts covers it, and it never closes the writer.')
      .prompt('good, then fix the hanging import')
      .edits('src/import.ts', 'setTimeout(flush, 50)', 'clearTimeout(timer)\nflush()')
      .says('`close()` clears the timer and flushes first, so the import ends.')
    const text = textOf(writer).join('\n')
    expect(text).toContain('`close()` clears the timer and flushes first')
    expect(text).toContain('the flush timer fires after `close()`')
  })
})

describe('other languages', () => {
  it.each([
    [
      'Spanish',
      'el total del pedido sale mal por un céntimo, arréglalo',
      'El total se redondea una sola vez, al final, porque los precios llegan con tres decimales.',
    ],
    [
      'Russian',
      'сумма заказа отличается на копейку, исправь',
      'Сумма округляется один раз, в конце, потому что цены приходят с тремя знаками.',
    ],
    [
      'Japanese',
      '注文の合計が1円ずれるので直してください',
      '価格が小数三桁で届くため、合計は最後に一度だけ丸めるように変更しました。',
    ],
    ['Chinese', '订单总额差一分钱，请修复一下', '因为价格带三位小数，现在订单总额只在最后取整一次。'],
  ])('leave a memory in their own words: %s', (_, asked, said) => {
    const writer = session().prompt(asked).edits('src/total.ts', 'roundEach(items)', 'roundOnce(items)').says(said)
    const [title, ...others] = titles(writer)
    expect(title).toContain(said.replace(/[.。]$/, ''))
    expect(others).toEqual([])
  })
})

describe('nothing is said', () => {
  it.each([
    ['of looking around', session().prompt('what is in here?').runs('ls -la', 'a\nb').runs('cat a.txt', 'text')],
    ['of a greeting', session().prompt('hi').says('Hello! How can I help you today?')],
    ['of thanks', session().prompt('thanks, great').says("You're welcome! Let me know if you need anything else.")],
    ['of a failure nobody explained', session().prompt('run it').fails('python run.py', 'ZeroDivisionError: division')],
    ['of no events', session()],
  ])('%s', (_, writer) => expect(made(writer)).toEqual([]))

  it('and no summary is made, of no events', () => {
    expect(extract([], BY)).toEqual({ observations: [], turns: [], summary: undefined })
  })
})

describe('any text', () => {
  it.each([
    '\n',
    '[x](',
    'cat >',
    '1 passed, ',
    '<<EOF\n',
    'if (',
    'a.b',
    'because ',
    '- x\n',
    '| a |\n',
    '**a',
    '`',
    '。',
    '1. ',
    '# a\n',
  ])('is read to its end in the time of a test: %j', (piece) => {
    const text = piece.repeat(40_000 / piece.length)
    const writer = session().prompt(text).says(text).runs(text, text).fails('pytest', text).writes('src/a.ts', text)
    // A backtracking pattern takes minutes here, and the test ends by its own limit.
    expect(extract(writer.plans(text).compacts(text).stops(text).events, BY).observations.length).toBeLessThan(100)
  })
})
