/**
 * Does a search say when it found nothing, and when it is not sure? `npm run bench:silence [-- --check]`. Questions to
 * real sessions are asked of a real worker three times: where their session is stored, where it was left out, and in
 * projects of other repositories. Prompts that ask for nothing, and such questions as prompts elsewhere, go through the
 * real hook.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AnyReply, ObservationReply } from '../../src/worker/protocol/search.ts'
import { runCli } from '../../test/support/cli.ts'
import { runHook } from '../../test/support/hook.ts'
import type { Place } from '../../test/support/place.ts'
import { renderTable, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { hasSessions } from '../sessions/data.ts'
import { findStoredProjects } from '../sessions/stored-projects.ts'
import { eachStore, questionsTo, STORES, type Store } from './stores.ts'

const { values: asked } = parseArgs({ options: CHECK })

const LOOKED_AT = 5
const HOUSEKEEPING = [
  ...[
    'ok commit everything',
    'thanks',
    'continue',
    'yes, go on',
    'looks good, push it',
    'commit and push',
    'try again',
  ],
  ...['run the tests', 'fix it', 'do it', 'great, now open a PR', 'what is the status?', 'sí, hazlo', 'да, продолжай'],
]

/** `found`: presented as an answer; `unsure`: under a line that says so. */
interface Tally {
  asked: number
  found: number
  unsure: number
}
const emptyTally = (): Tally => ({ asked: 0, found: 0, unsure: 0 })
const tallies = {
  answerable: emptyTally(),
  absent: emptyTally(),
  foreign: emptyTally(),
  housekeeping: emptyTally(),
  foreignPrompts: emptyTally(),
}

if (hasSessions()) {
  await eachStore(async (store) => {
    await indexed(store.place)
    await askAll(store)
  })
  const shares = ({ asked: all, found, unsure }: Tally) => {
    const share = (of: number) => round(of / Math.max(1, all), 3)
    return { asked: all, found: share(found), unsure: share(unsure), nothing: share(all - found - unsure) }
  }
  const report = {
    answerable: shares(tallies.answerable),
    absent: shares(tallies.absent),
    foreign: shares(tallies.foreign),
    housekeeping: shares(tallies.housekeeping),
    foreignPrompts: shares(tallies.foreignPrompts),
  }
  const rows = Object.entries(report).map(([name, of]) => [name, ...Object.values(of).map(String)])
  console.log(renderTable(['', 'asked', 'presented as found', 'not sure', 'nothing found'], rows))
  conclude('silence', {
    report,
    whole: true,
    check: asked.check,
    required: [
      atLeast('answerable questions that keep their answer', round(1 - report.answerable.nothing, 3), 0.9),
      atMost('absent questions something is found for', report.absent.found, 0.1),
      atMost('foreign questions something is found for', report.foreign.found, 0.1),
      atMost('housekeeping prompts something is said beside', report.housekeeping.found, 0),
      atMost('foreign prompts something is said beside', report.foreignPrompts.found, 0.03),
    ],
  })
}

async function indexed(place: Place): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const { stdout } = await runCli(place, ['index', 'status', '--json'])
    const state = JSON.parse(stdout || '{}') as { waiting?: number; state?: string } // our own answer
    if (state.waiting === 0 || state.state === 'off') return
    await wait(500)
  }
  throw new Error('the index was not ready in five minutes')
}

async function askAll(store: Store): Promise<void> {
  const { place, number } = store
  const projectOf = await findStoredProjects((path) => ask<ObservationReply>(place, path))
  for (const { question, at, home, isStored, elsewhere } of questionsTo(store, projectOf)) {
    if (home !== undefined && (!isStored || at % (STORES - 1) === number % (STORES - 1))) {
      const reply = await search(place, question.ask, home)
      const answered = reply.results.some((row) => new RegExp(question.strict, 'is').test(textOf(row)))
      // What a search does not find at all is another bench's subject; some other session may know what was left out.
      if (isStored && answered) count(tallies.answerable, presented(reply))
      if (!isStored && !answered) count(tallies.absent, presented(reply))
    }
    for (const project of elsewhere) count(tallies.foreign, presented(await search(place, question.ask, project)))
    const [other] = elsewhere
    if (at % STORES !== number || other === undefined) continue
    const isTold = await isSpoken(place, { prompt: question.ask, cwd: other, session: `f${at}` })
    count(tallies.foreignPrompts, isTold ? 'found' : 'nothing')
  }
  for (const [at, prompt] of HOUSEKEEPING.entries()) {
    for (const [number, cwd] of [...new Set(projectOf.values())].entries()) {
      const isTold = await isSpoken(place, { prompt, cwd, session: `h${at}-${number}` })
      count(tallies.housekeeping, isTold ? 'found' : 'nothing')
    }
  }
}

function presented({ near, unsure, results }: AnyReply): 'found' | 'unsure' | 'nothing' {
  if (near || results.length === 0) return 'nothing'
  return unsure ? 'unsure' : 'found'
}

function count(tally: Tally, how: 'found' | 'unsure' | 'nothing'): void {
  tally.asked += 1
  if (how !== 'nothing') tally[how] += 1
}

function search(place: Place, query: string, project: string): Promise<AnyReply> {
  const by = new URLSearchParams({ query, project, format: 'full', limit: String(LOOKED_AT) })
  return ask<AnyReply>(place, `/api/search?${by}`)
}

async function ask<Reply>(place: Place, path: string): Promise<Reply> {
  const [port] = readFileSync(place.data.port, 'utf8').split(' ')
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Reply // our own answer
}

/** As a reader sees it: the passage first, and no more than fits on a screen. */
function textOf(row: AnyReply['results'][number]): string {
  const { passage = '', ...rest } = row
  return `${passage} ${JSON.stringify(rest)}`.replace(/\s+/g, ' ').slice(0, 3000)
}

async function isSpoken(place: Place, by: { prompt: string; cwd: string; session: string }): Promise<boolean> {
  const { stdout } = await runHook(place, {
    event: 'UserPromptSubmit',
    limit: '5',
    env: { CLAUDE_PROJECT_DIR: by.cwd },
    payload: {
      session_id: by.session,
      transcript_path: join(place.transcripts, `${by.session}.jsonl`),
      cwd: by.cwd,
      hook_event_name: 'UserPromptSubmit',
      prompt: by.prompt,
    },
  })
  return stdout.includes('additionalContext')
}
