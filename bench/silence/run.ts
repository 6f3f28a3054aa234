/**
 * Whether a search says when it has found nothing: `npm run bench:silence [-- --check]`. Questions to real sessions are asked
 * of a real worker three times: where their session is stored, where it was left out, and in projects of other
 * repositories. Prompts that ask for nothing, and such questions as prompts elsewhere, go through the real hook.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AnyReply, ObservationReply } from '../../src/worker/protocol/search.ts'
import { runCli } from '../../test/support/cli.ts'
import { runHook } from '../../test/support/hook.ts'
import { makePlace, type Place, PROJECT_ROOT, removePlace } from '../../test/support/place.ts'
import { renderTable, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { hasSessions, type Listed, loadTruth, type Truth, withTranscripts } from '../sessions/data.ts'

const { values: asked } = parseArgs({ options: CHECK })

/** A third of the sessions is left out of each store. */
const STORES = 3
/** In as many projects of other repositories a question is asked. */
const ELSEWHERE = 2
const LOOKED_AT = 5
const PAGE = 500
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

interface Tally {
  asked: number
  shown: number
}
const tallies = {
  answerable: { asked: 0, shown: 0 },
  absent: { asked: 0, shown: 0 },
  foreign: { asked: 0, shown: 0 },
  housekeeping: { asked: 0, shown: 0 },
  foreignPrompts: { asked: 0, shown: 0 },
} satisfies Record<string, Tally>

if (hasSessions()) {
  const questions = loadTruth().filter(({ kind }) => kind === 'question')
  await withTranscripts(async (folder, listed) => {
    for (let store = 0; store < STORES; store++) {
      const kept = listed.filter((_, at) => at % STORES !== store)
      await withStore(folder, kept, (place) => askAll(place, { questions, listed, kept, store }))
      console.log(`store ${store + 1} of ${STORES} asked`)
    }
  })
  const share = ({ asked: all, shown }: Tally) => round(shown / Math.max(1, all), 3)
  const rows = Object.entries(tallies).map(([name, tally]) => [name, String(tally.asked), String(share(tally))])
  console.log(renderTable(['asked', 'questions', 'presented as found'], rows))
  conclude('silence', {
    report: Object.fromEntries(
      Object.entries(tallies).map(([name, tally]) => [name, { ...tally, share: share(tally) }]),
    ),
    whole: true,
    check: asked.check,
    required: [
      atLeast('answerable questions that keep their answer', share(tallies.answerable), 0.9),
      atMost('absent questions something is found for', share(tallies.absent), 0.1),
      atMost('foreign questions something is found for', share(tallies.foreign), 0.1),
      atMost('housekeeping prompts something is said beside', share(tallies.housekeeping), 0),
      atMost('foreign prompts something is said beside', share(tallies.foreignPrompts), 0.03),
    ],
  })
}

async function withStore(folder: string, kept: Listed[], use: (place: Place) => Promise<void>): Promise<void> {
  const place = makePlace()
  // The model and its runtime lie beside the program.
  for (const name of ['model', 'runtime']) symlinkSync(join(PROJECT_ROOT, name), join(place.root, name))
  try {
    const copies = join(place.root, 'transcripts/projects')
    for (const { file } of kept) {
      const to = join(copies, file.replace(/^projects\//, ''))
      mkdirSync(dirname(to), { recursive: true })
      cpSync(join(folder, file), to)
    }
    await runCli(place, ['import', 'transcripts', dirname(copies)])
    await indexed(place)
    await use(place)
  } finally {
    await runCli(place, ['stop'])
    removePlace(place)
  }
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

async function askAll(
  place: Place,
  by: { questions: Truth[]; listed: Listed[]; kept: Listed[]; store: number },
): Promise<void> {
  const { kept, store } = by
  const projectOf = await findProjects(place)
  const stored = new Set(kept.map(({ session }) => session))
  for (const [at, question] of by.questions.entries()) {
    const own = by.listed.find(({ session }) => session === question.session)
    if (!own || question.ask === undefined) continue
    // Another session of the same folder says where it belongs, if its own is left out.
    const beside = kept.find(({ session, cwd }) => cwd === own.cwd && projectOf.has(session))
    const home = projectOf.get(own.session) ?? projectOf.get(beside?.session ?? '')
    const isStored = stored.has(own.session)
    if (home !== undefined && (!isStored || at % (STORES - 1) === store % (STORES - 1))) {
      const { near, results } = await search(place, question.ask, home)
      const answered = results.some((row) => new RegExp(question.strict, 'is').test(textOf(row)))
      // What a search does not find at all is another bench's matter; some other session may know what was left out.
      if (isStored && answered) count(tallies.answerable, !near)
      if (!isStored && !answered) count(tallies.absent, results.length > 0 && !near)
    }
    const elsewhere = foreignTo(own, kept, projectOf)
    for (const project of elsewhere.slice(0, ELSEWHERE)) {
      const { near, results } = await search(place, question.ask, project)
      count(tallies.foreign, results.length > 0 && !near)
    }
    const [other] = elsewhere
    if (at % STORES === store && other !== undefined)
      count(tallies.foreignPrompts, await isSpoken(place, { prompt: question.ask, cwd: other, session: `f${at}` }))
  }
  for (const [at, prompt] of HOUSEKEEPING.entries())
    for (const [number, cwd] of [...new Set(projectOf.values())].entries())
      count(tallies.housekeeping, await isSpoken(place, { prompt, cwd, session: `h${at}-${number}` }))
}

/** Of each session that left a memory. */
async function findProjects(place: Place): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let offset = 0; ; offset += PAGE) {
    const by = new URLSearchParams({ query: '', format: 'full', limit: String(PAGE), offset: String(offset) })
    const { results, more } = await ask<ObservationReply>(place, `/api/search/observations?${by}`)
    for (const row of results) if ('session_id' in row && row.session_id) found.set(row.session_id, row.project_id)
    if (!more) return found
  }
}

/** Projects of other repositories, the same ones every time. */
function foreignTo(own: Listed, kept: Listed[], projectOf: Map<string, string>): string[] {
  const others = kept.filter(({ repo }) => repo !== own.repo).flatMap(({ session }) => projectOf.get(session) ?? [])
  return [...new Set(others)].sort()
}

function count(tally: Tally, shown: boolean): void {
  tally.asked += 1
  if (shown) tally.shown += 1
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

/** As a reader sees it: the passage first, and no more than fits a screen. */
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
