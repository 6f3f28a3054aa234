/**
 * The question at the end of a session, over the real wires and with a real worker: whenever the end comes, the model is
 * shown the session's memories and what was said in it; and a session in which nothing happened is no question at all.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeSpoolFile } from '../src/capture/spool-file.ts'
import type { Status } from '../src/worker/protocol.ts'
import { startAnthropicStandin } from './support/anthropic-standin.ts'
import { common, sessionStart } from './support/hook.ts'
import type { ModelServer, Received } from './support/model-server.ts'
import { startOpenAiStandin } from './support/openai-standin.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { spoolTurn, wordOf } from './support/turns.ts'
import { waitFor } from './support/wait.ts'
import { call, query, settle, startWorker, stopWorker } from './support/worker.ts'

const SESSION = 'late'
const WIRES = { anthropic: startAnthropicStandin, openai: startOpenAiStandin }
const SUMMARY = {
  request: 'Raise two limits',
  investigated: '',
  learned: '',
  completed: 'Both limits are raised',
  next_steps: '',
  notes: '',
}

/** Everything a request says to the model, whatever its wire. */
function wordsOf({ body }: Received): string {
  const strings = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(strings)
        : []
  return strings(body.messages).join('\n')
}

const isFinal = ({ body }: Received) => JSON.stringify(body).includes('next_steps')

describe.each(Object.entries(WIRES))('with %s', (provider, start) => {
  let place: Place
  let server: ModelServer
  beforeEach(async () => {
    place = makePlace()
    server = await start()
    server.otherwise((received) => ({
      text: JSON.stringify({ observations: [], ...(isFinal(received) && { summary: SUMMARY }) }),
    }))
    await startWorker(place, {
      CLAUDE_MEM_PROVIDER: provider,
      CLAUDE_MEM_BASE_URL: server.url,
      CLAUDE_MEM_API_KEY: 'sk-dummy',
      CLAUDE_MEM_BATCH_WINDOW_MS: '0',
    })
  })
  afterEach(async () => {
    await stopWorker(place)
    await server.close()
    removePlace(place)
  })

  const spool = (event: string, payload: object) =>
    writeSpoolFile(place.data.spool, {
      event,
      pid: process.pid,
      entrypoint: 'cli',
      projectDir: place.project,
      payload: Buffer.from(JSON.stringify(payload)),
    })
  const end = (sessionId: string) =>
    spool('SessionEnd', { ...common(place, 'SessionEnd', { sessionId }), reason: 'prompt_input_exit' })
  /** Everything that was spooled has been stored, distilled and asked about. */
  const allAsked = async () => {
    await settle(place)
    await waitFor('nothing to wait for the model', async () => {
      const { synthesis, queue } = await call<Status>(place, 'GET', '/api/status')
      return synthesis.waiting === 0 && queue.waitingSessions === 0
    })
  }
  const titles = () =>
    query<{ title: string }>(place, 'SELECT title FROM observations WHERE dropped_at_epoch IS NULL').map(
      (row) => row.title,
    )

  it('Stop, pause, Stop, pause, SessionEnd: the last question holds the memories and what was said', async () => {
    for (const n of [1, 2]) {
      spoolTurn(place, { sessionId: SESSION, n })
      await allAsked()
      expect(server.received.filter((one) => !isFinal(one))).toHaveLength(n)
    }
    const before = server.received.length
    end(SESSION)
    await allAsked()

    expect(server.received).toHaveLength(before + 1)
    const last = server.received.at(-1)
    expect(last && isFinal(last)).toBe(true)
    const words = last ? wordsOf(last) : ''
    expect(titles()).not.toEqual([])
    for (const title of titles()) expect(words).toContain(title)
    for (const n of [1, 2]) {
      const word = wordOf({ sessionId: SESSION, n })
      expect(words).toContain(`Please raise ${word} in the shop`)
      expect(words).toContain(`${word} is now ${n + 50}, because orders of wholesale customers were refused.`)
    }
    const worded = [{ request: SUMMARY.request, completed: SUMMARY.completed, worded: 1 }]
    const summaries = () =>
      query(place, 'SELECT request, completed, model IS NOT NULL AS worded FROM session_summaries')
    expect(summaries()).toEqual(worded)

    // Opened once more and closed: there is nothing new to ask about, and nothing to take back.
    spool('SessionStart', sessionStart(place, SESSION, 'resume'))
    end(SESSION)
    await allAsked()
    expect(server.received).toHaveLength(before + 1)
    expect(summaries()).toEqual(worded)
  })

  it('an empty session makes no call, nor does one with nothing but /clear', async () => {
    spool('SessionStart', sessionStart(place, 'empty'))
    end('empty')
    const line = {
      type: 'user',
      uuid: '00000000-0000-4000-8000-0000000000c1',
      sessionId: 'cleared',
      timestamp: new Date().toISOString(),
      cwd: place.project,
      message: {
        role: 'user',
        content:
          '<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>',
      },
    }
    writeFileSync(join(place.transcripts, 'cleared.jsonl'), `${JSON.stringify(line)}\n`)
    spool('SessionStart', sessionStart(place, 'cleared'))
    end('cleared')
    await allAsked()
    expect(query(place, 'SELECT 1 FROM sdk_sessions')).toHaveLength(2)
    expect(query(place, `SELECT 1 FROM observation_queue WHERE kind = 'prompt'`)).toHaveLength(1)
    // The proof that the model would have been asked: the next session is.
    spoolTurn(place, { sessionId: 'full', n: 1 })
    await allAsked()
    expect(server.received).toHaveLength(1)
    expect(server.received[0] && wordsOf(server.received[0])).toContain(wordOf({ sessionId: 'full', n: 1 }))
  })
})
