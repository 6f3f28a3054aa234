/** A disk or a folder in trouble while the worker runs: events wait in the spool, and nobody has to start anything anew. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bashUse, runHook } from './support/hook.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { waitFor } from './support/wait.ts'
import { query, readLog, settle, startWorker, stopWorker } from './support/worker.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  await stopWorker(place)
  removePlace(place)
})

const use = (id: string) =>
  runHook(place, { event: 'PostToolUse', payload: bashUse(place, { sessionId: 'one', id: `toolu_${id}` }) })
const stored = () =>
  query<{ key: string }>(place, "SELECT event_key AS key FROM observation_queue WHERE kind = 'tool' ORDER BY key").map(
    ({ key }) => key,
  )
const spooled = () => readdirSync(place.data.spool).filter((name) => /^\d/.test(name))

it('events wait while the journal cannot be written, and are taken when it can again', async () => {
  await startWorker(place)
  const journal = join(place.data.root, 'journal')
  renameSync(journal, `${journal}.away`)
  writeFileSync(journal, 'a file where the folder was')
  for (const id of ['a', 'b', 'c', 'd']) await use(id)
  await waitFor('the trouble is in the log', () => readLog(place).some((line) => line.what === 'the writer stumbled'))
  expect(spooled()).toHaveLength(4)
  expect(readdirSync(place.data.badSpool)).toEqual([])
  rmSync(journal)
  renameSync(`${journal}.away`, journal)
  await waitFor('the spool is empty', () => spooled().length === 0) // a file goes after its event is stored
  expect(stored()).toHaveLength(4)
})

it('a journal folder that somebody removed is made again', async () => {
  await startWorker(place)
  rmSync(join(place.data.root, 'journal'), { recursive: true })
  await use('a')
  await waitFor('it is stored', () => stored().length === 1)
  expect(readdirSync(join(place.data.root, 'journal'))).toHaveLength(1)
})

it('trouble that was there at the start does not make the worker deaf', async () => {
  // The session's transcript is no file, and the worker wants to read it first of all.
  const transcript = join(place.transcripts, 'one.jsonl')
  await startWorker(place)
  await use('a')
  await settle(place)
  await stopWorker(place)
  mkdirSync(transcript)
  await startWorker(place)
  await use('b')
  await waitFor('it is stored', () => stored().length === 2)
  expect(readLog(place).filter((line) => line.what === 'the writer stumbled')).toEqual([])
})

it('what another version set aside is tried again at the start', async () => {
  mkdirSync(place.data.badSpool, { recursive: true })
  const payload = JSON.stringify(bashUse(place, { sessionId: 'one', id: 'toolu_old' }))
  writeFileSync(
    join(place.data.badSpool, '77.0d9f0a52-aaaa@0.0.1'),
    `1\tPostToolUse\t77\tcli\t${place.project}\n${payload}`,
  )
  await startWorker(place)
  await settle(place)
  expect(stored()).toEqual(['t:toolu_old'])
  expect(readdirSync(place.data.badSpool)).toEqual([])
})
