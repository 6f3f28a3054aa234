import { afterEach, describe, expect, it } from 'vitest'
import { type CodeTools, type CodeToolsParts, makeCodeTools } from './outline-client.ts'

/** Stands in for the parsing thread: does as the path it is asked for says, and numbers its threads. */
const THREAD = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ ask, withinMs }) => {
    if (ask.path === 'hang') for (;;);
    if (ask.path === 'crash') setImmediate(() => { throw new Error('quoting the file') })
    else if (ask.path === 'exit') process.exit(1)
    else if (ask.path === 'refuse') parentPort.postMessage({ kind: 'refused', error: { code: 'not_found', message: 'no', hint: 'look' } })
    else parentPort.postMessage({ kind: 'reply', reply: { path: ask.path, thread: threadId, withinMs } })
  })
  parentPort.postMessage({ kind: 'ready' })
`
const SCRIPT = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`)

let tools: CodeTools
const troubles: string[] = []
afterEach(async () => {
  troubles.length = 0
  await tools.close()
})

function start(more: Partial<CodeToolsParts> = {}) {
  tools = makeCodeTools({ closed: [], onTrouble: (message) => troubles.push(message), script: SCRIPT, ...more })
  return async (path: string) => (await tools.ask('outline', { root: '/', path })) as unknown as { thread: number }
}

describe('the parsing thread', () => {
  it('answers in turn, all from one thread', async () => {
    const ask = start()
    const answers = await Promise.all(['a', 'b', 'c'].map(ask))
    expect(answers).toMatchObject([{ path: 'a' }, { path: 'b' }, { path: 'c' }])
    expect(new Set(answers.map(({ thread }) => thread)).size).toBe(1)
  })

  it('is told to be ready before it would be stopped', async () => {
    const ask = start({ limitMs: 5000 })
    expect(await ask('a')).toMatchObject({ withinMs: 3000 })
  })

  it('is stopped when it takes too long; the answer says so and the next one comes from a new thread', async () => {
    const ask = start({ limitMs: 300 })
    const { thread } = await ask('a')
    const stopped = ask('hang')
    const next = ask('b')
    await expect(stopped).rejects.toMatchObject({
      code: 'too_large',
      message: 'This took longer than 0.3 s and was stopped.',
      hint: expect.stringContaining('offset'),
    })
    expect((await next).thread).not.toBe(thread)
    expect(troubles).toEqual(['parsing took too long and was stopped'])
  })

  it.each(['crash', 'exit'])('that ends by itself (%s) is an error, and no log line quotes a file', async (path) => {
    const ask = start()
    await expect(ask(path)).rejects.toMatchObject({ code: 'unavailable', message: 'This could not be parsed.' })
    expect(await ask('a')).toMatchObject({ path: 'a' })
    expect(troubles).toEqual(['the parsing thread ended: Error'])
  })

  it('hands a refusal on as it is, and goes on', async () => {
    const ask = start()
    const { thread } = await ask('a')
    await expect(ask('refuse')).rejects.toMatchObject({ code: 'not_found', message: 'no', hint: 'look' })
    expect((await ask('b')).thread).toBe(thread)
  })

  it('ends when nobody asks any more, and comes again', async () => {
    const ask = start({ idleMs: 0 })
    const { thread } = await ask('a')
    await new Promise((resolve) => setTimeout(resolve, 0)) // the idle timer was set before this one
    expect((await ask('b')).thread).not.toBe(thread)
  })

  it('refuses more than can reasonably wait', async () => {
    const ask = start()
    const asked = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => ask(String(at))))
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  })

  it('lets go of whoever waits when the worker ends', async () => {
    const ask = start({ limitMs: 60_000 })
    await ask('a')
    const waiting = ask('hang')
    const refused = expect(waiting).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The worker is shutting down.',
    })
    await new Promise(setImmediate) // the thread has it by now
    await tools.close()
    await refused
  })
})
