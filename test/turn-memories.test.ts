/**
 * What a session leaves behind, end to end: the real hook script, a real worker, the stored memories over HTTP, and what
 * the next session is told when it begins. The sentences are what people and agents say; no test knows a score.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HostSession, hostSession, type Remembered, rememberedOf } from './support/host-session.ts'
import { anotherProject, makePlace, type Place, removePlace } from './support/place.ts'
import { startWorker, stopWorker } from './support/worker.ts'

const shared = makePlace()
let place: Place
let projects = 0
beforeAll(async () => {
  await startWorker(shared)
})
beforeEach(() => {
  projects += 1
  place = anotherProject(shared, `shop-${projects}`)
})
afterAll(async () => {
  await stopWorker(shared)
  removePlace(shared)
})

/** Plays a session to its end: what it left, and what the next one is told. */
async function played(play: (session: HostSession) => Promise<void>): Promise<Remembered & { next: string }> {
  const id = `first-${projects}`
  const session = hostSession(place, id)
  await session.starts()
  await play(session)
  await session.ends()
  const left = await rememberedOf(place, id)
  return { ...left, next: await hostSession(place, `second-${projects}`).starts() }
}

const titles = ({ memories }: Remembered) => memories.map(({ title }) => title)
const all = ({ memories }: Remembered) => memories.map(({ text }) => text).join('\n')
const notIn = (text: string, wanted: readonly string[]) => wanted.filter((one) => !text.includes(one))

describe('plain statements', () => {
  const talk = async (session: HostSession) => {
    await session.asks('Which queue do we take for the mails of the shop?')
    await session.closes("Let's go with pg-boss instead of BullMQ because we already run Postgres.")
    await session.asks('always use undici for HTTP calls')
    await session.closes('Understood, HTTP calls go through undici.')
    await session.asks('Why does the nightly import hang?')
    await session.closes('The root cause is a race between the flush timer and close().')
    await session.asks('What limits the size of uploads?')
    await session.closes('The proxy refuses bodies over 10 MB, so uploads go through signed URLs.')
    await session.asks('And why are receipts printed twice?')
    await session.closes('Receipts are printed twice because the printer acknowledges only its second attempt.')
    await session.asks('Never push to main without asking me.')
    await session.closes('Understood.')
  }

  it('of a session are all remembered', async () => {
    const left = await played(talk)
    const wanted = [
      'pg-boss instead of BullMQ because we already run Postgres',
      'race between the flush timer and close()',
      'refuses bodies over 10 MB',
      'the printer acknowledges only its second attempt',
      'use undici for HTTP calls',
      'push to main without asking me',
    ]
    expect(notIn(all(left), wanted)).toEqual([])
  })

  it('that are rules are told to the next session as the user’s rules', async () => {
    const { next } = await played(talk)
    const rules = next.slice(next.indexOf('rules')).split('###')[0] ?? ''
    expect(notIn(rules, ['Always use undici for HTTP calls', 'Never push to main without asking me'])).toEqual([])
  })
})

describe('remaining work', () => {
  const THREE = [
    'Write the migration guide for the importer',
    'Add a retry to the webhook sender',
    'Measure the memory of the exporter',
  ]
  const finish = (ending: string) => async (session: HostSession) => {
    await session.asks('Please finish the importer of the shop')
    await session.edits('src/import.js', 'const reads = all()', 'const reads = lineByLine()')
    await session.closes(`The importer reads its files line by line.\n\n${ending}`)
  }

  it('listed at the end of a session stays three items, and the next session begins with them', async () => {
    const { summary, next } = await played(
      finish(`Remaining work before the release:\n${THREE.map((one, at) => `${at + 1}. ${one}`).join('\n')}`),
    )
    expect(summary?.next_steps.split('; ')).toEqual(THREE)
    expect(notIn(next, THREE)).toEqual([])
  })

  it('listed in one line stays three items too', async () => {
    const { summary, next } = await played(
      finish(`Remaining work before the release: ${THREE.map((one, at) => `${at + 1}. ${one}.`).join(' ')}`),
    )
    expect(summary?.next_steps.split('; ')).toEqual(THREE)
    expect(notIn(next, THREE)).toEqual([])
  })

  // The sentence about what is open becomes the title of the first request's memory, and stays when it is done.
  it('is not told as open once a later request has done it', async () => {
    const { summary, next } = await played(async (session) => {
      await finish('The retry of the webhook sender is not yet implemented.')(session)
      await session.asks('Then implement the retry of the webhook sender')
      await session.edits('src/webhook.js', 'send(hook)', 'retry(3, () => send(hook))')
      await session.closes('The retry of the webhook sender is implemented, with three attempts.')
    })
    expect(summary?.next_steps).toBe('')
    expect(next).not.toContain('not yet implemented')
  })
})

describe('“ok, commit it”', () => {
  it('gives the work before it the commit’s words, and is no memory of its own', async () => {
    const left = await played(async (session) => {
      await session.asks('The order total is off by a cent, please fix it')
      await session.edits('src/total.js', 'return sum(items.map(round))', 'return round(sum(items))')
      await session.closes('Totals are rounded once, at the end, because prices come in with three digits.')
      await session.asks('ok, commit it')
      await session.runs(
        'git add -A && git commit -m "fix: order totals are rounded once, at the end"',
        '[main 1a2b3c4] fix: order totals are rounded once, at the end\n 1 file changed, 1 insertion(+), 1 deletion(-)',
      )
      await session.closes('Committed as 1a2b3c4.')
    })
    expect(left.memories).toMatchObject([{ type: 'bugfix', title: 'Order totals are rounded once, at the end' }])
    expect(all(left)).toContain('prices come in with three digits')
    expect(left.next).toContain('Order totals are rounded once, at the end')
  })
})

describe('a diagnosis', () => {
  it('is still known when the fix comes two turns later', async () => {
    const left = await played(async (session) => {
      await session.asks('The nightly import hangs. Find out why, change nothing yet.')
      await session.runs(
        'grep -n flushTimer src/import.js',
        '14: flushTimer = setTimeout(flush, 50) // started before close()',
      )
      await session.closes(
        'The import hangs because the flush timer fires after close(): the writer then waits for a drain event that never comes.',
      )
      await session.asks('Which tests cover the importer?')
      await session.closes('Only test/import.test.js covers the importer, and it never closes the writer.')
      await session.asks('Then fix the hanging import now')
      await session.edits('src/import.js', 'writer.close()', 'clearTimeout(timer)\nawait flush()\nwriter.close()')
      await session.closes('The import ends: close() clears the timer and flushes before it closes the writer.')
    })
    expect(all(left)).toContain('clears the timer and flushes')
    expect(all(left)).toContain('the flush timer fires after close()')
    expect(left.next).toContain('clears the timer and flushes')
  })
})

describe('a change that was taken back', () => {
  it('is not told as if it were still there', async () => {
    const left = await played(async (session) => {
      await session.asks('Cache the prices for a minute')
      await session.edits('src/price.js', 'return load()', 'const cachedPrice = memoize(load)\nreturn cachedPrice()')
      await session.closes('Prices are cached for a minute by `cachedPrice`.')
      await session.asks('That breaks the live view, take the cache out again')
      await session.edits('src/price.js', 'const cachedPrice = memoize(load)\nreturn cachedPrice()', 'return load()')
      await session.closes('Reverted: prices are loaded on every request, because the live view needs them fresh.')
    })
    expect(titles(left)).toEqual([
      'Reverted: prices are loaded on every request, because the live view needs them fresh',
    ])
    expect(left.next).not.toContain('cached for a minute by')
  })
})

describe('a refused call', () => {
  it('leaves the reason the user gave', async () => {
    const left = await played(async (session) => {
      await session.asks('Set up the mail queue of the shop')
      await session.refuses('npm install -g pg-boss', 'never install packages globally, use npx')
      await session.edits('src/mail.js', 'send(mail)', 'queue.send(mail)')
      await session.closes('Mails go through a queue that is started with npx.')
    })
    expect(titles(left)).toContain('Never install packages globally, use npx')
    expect(left.next).toContain('Never install packages globally, use npx')
  })
})

describe('a session in another language', () => {
  it('is remembered in Spanish', async () => {
    const left = await played(async (session) => {
      await session.asks('El total del pedido sale mal por un céntimo, arréglalo. Nunca hagas commit en main.')
      await session.edits('src/total.js', 'return sum(items.map(round))', 'return round(sum(items))')
      await session.closes(
        'El total se redondea una sola vez, al final, porque los precios llegan con tres decimales.\n\nQueda por hacer:\n- Corregir las facturas de marzo\n- Avisar a contabilidad',
      )
    })
    expect(all(left)).toContain('El total se redondea una sola vez, al final')
    expect(left.summary?.next_steps.split('; ')).toEqual(['Corregir las facturas de marzo', 'Avisar a contabilidad'])
    const told = ['Nunca hagas commit en main', 'Corregir las facturas de marzo', 'El total se redondea una sola vez']
    expect(notIn(left.next, told)).toEqual([])
  })

  it('is remembered in Japanese', async () => {
    const left = await played(async (session) => {
      await session.asks('注文の合計が1円ずれるので直してください。今後は必ずテストを先に書いてください。')
      await session.edits('src/total.js', 'return sum(items.map(round))', 'return round(sum(items))')
      await session.closes(
        '原因は、商品ごとに丸めていたことです。合計は最後に一度だけ丸めるように変更しました。\n\n残りの作業:\n- 三月の請求書を修正する\n- 経理に連絡する',
      )
    })
    expect(all(left)).toContain('合計は最後に一度だけ丸めるように変更しました')
    expect(left.summary?.next_steps.split('; ')).toEqual(['三月の請求書を修正する', '経理に連絡する'])
    const told = ['今後は必ずテストを先に書いてください', '三月の請求書を修正する', '一度だけ丸める']
    expect(notIn(left.next, told)).toEqual([])
  })
})
