/**
 * Everything that is timed for a question: what the product does with it, and the yardsticks. The yardsticks are opened
 * separately, so that what runs before them does not find memory full of vectors.
 */
import { join } from 'node:path'
import type { Config } from '../../src/config.ts'
import { promptContext } from '../../src/context/prompt-context.ts'
import { sessionContext } from '../../src/context/session-context.ts'
import { openBuiltin } from '../../src/index/vectors/builtin.ts'
import type { PromptEvent } from '../../src/memory/event.ts'
import { makeFreshness } from '../../src/retrieval/freshness-asker.ts'
import { search } from '../../src/retrieval/search.ts'
import type { Meaning } from '../../src/retrieval/search-parts.ts'
import type { Database } from '../../src/store/database.ts'
import { findFileMemories } from '../../src/store/file-history.ts'
import { storePaths } from '../../src/store/recovery.ts'
import type { MemoryKind } from '../../src/store/search.ts'
import { openVectorFile } from '../../src/store/vector-blocks.ts'
import { contextSettings } from '../../src/worker/http/context-settings.ts'
import type { IndexClient } from '../../src/worker/process/index-client.ts'
import type { Place } from '../../test/support/place.ts'
import { call } from '../../test/support/worker.ts'
import type { Question } from './questions.ts'
import { DIMENSIONS, EXACT_FILE } from './vector-fill.ts'
import { openBareWords, readExactVectors, tellingWords } from './yardsticks.ts'

/** What a host does all day, without a scan of all vectors before it: in a separate round, which comes first. */
export const HOST_COMMANDS = ['session start', 'by file'] as const
const SEARCH_COMMANDS = ['search', 'search over HTTP', 'by meaning alone', 'prompt recall'] as const
const YARDSTICKS = ['FTS5, no stop words', 'kernel scan', 'exact scan'] as const
/** The host's commands again, in the yardsticks' round: what running after them costs. Nothing is required of it. */
const AFTERWARDS = ['session start, after the yardsticks', 'by file, after the yardsticks'] as const
export const COMMANDS = [...SEARCH_COMMANDS, ...HOST_COMMANDS, ...YARDSTICKS, ...AFTERWARDS] as const
export type CommandName = (typeof COMMANDS)[number]

type Commands<Name extends CommandName> = Record<Name, (question: AskedQuestion) => unknown>
type HostCommand = (typeof HOST_COMMANDS)[number]
type SearchCommand = (typeof SEARCH_COMMANDS)[number]
type Yardstick = (typeof YARDSTICKS)[number]

export interface AskedQuestion extends Question {
  /** What the model says of its text. */
  vector: Float32Array
  /** Another sentence, of another session, typed as a prompt. */
  prompt: Question
}

/** Answers without meaning, because the index did not answer in time. */
export type WordsAlone = Partial<Record<SearchCommand, number>>

const LIMIT = 20
/** The search over everything: memories, summaries, prompts and what was said, one row per turn. */
export const EVERYTHING: MemoryKind[] = ['observation', 'summary', 'prompt', 'passage']
/** The worker's own limits: for a search, and for a prompt. */
const MEANING_MS = 1500
const PROMPT_MEANING_MS = 200

export function makeProductCommands(by: { db: Database; config: Config; index: IndexClient; place: Place }): {
  host: Commands<HostCommand>
  searches: Commands<SearchCommand>
  meaning: Meaning
  wordsAlone: WordsAlone
} {
  const { db, index } = by
  const wordsAlone: WordsAlone = {}
  const onWordsAlone = (name: SearchCommand) => {
    wordsAlone[name] = (wordsAlone[name] ?? 0) + 1
  }
  const meaningFor = (name: SearchCommand, ms: number): Meaning => {
    return async (asked) => {
      const answer = await index.search(asked, ms)
      if ('hits' in answer) return answer.hits
      onWordsAlone(name)
      return undefined
    }
  }
  const meaning = meaningFor('search', MEANING_MS)
  const promptMeaning = meaningFor('prompt recall', PROMPT_MEANING_MS)
  const checkBranches = () => Promise.reject(new Error('nobody asks git here'))
  const freshness = makeFreshness({ db, checkBranches, onTrouble: () => {} })
  const context = {
    db,
    settings: contextSettings(by.config),
    address: 'http://127.0.0.1:37777',
    timeZone: 'UTC',
    freshness,
  }

  const wellKnown = findWellKnown(db)
  let asked = 0

  const searches: Commands<SearchCommand> = {
    search: ({ text, session, inProject }) => {
      const projects = inProject ? [session.project.id] : undefined
      const asked = { text, kinds: EVERYTHING, projects, home: session.project.id, limit: LIMIT }
      return search({ db, meaning, now: Date.now() }, asked)
    },
    'search over HTTP': async ({ text, session, inProject }) => {
      const asked = { query: text, limit: String(LIMIT), format: 'index' }
      const query = new URLSearchParams(inProject ? { ...asked, project: session.project.id } : asked)
      const { searched } = await call<{ searched: string }>(by.place, 'GET', `/api/search?${query}`)
      if (searched !== 'hybrid') onWordsAlone('search over HTTP')
    },
    'by meaning alone': ({ text, session, inProject }) =>
      index.search({ text, projects: inProject ? [session.project.id] : undefined, limit: LIMIT }, 10_000),
    'prompt recall': ({ prompt }) => {
      const parts = { ...context, meaning: promptMeaning }
      return promptContext(parts, { event: promptEvent(prompt), session: factsOf(prompt) })
    },
  }
  const host: Commands<HostCommand> = {
    'session start': (question) => sessionContext(context, factsOf(question)),
    'by file': () => findFileMemories(db, { ...(wellKnown[asked++ % wellKnown.length] as KnownFile), limit: LIMIT }), // inside the list
  }
  return { host, searches, meaning, wordsAlone }
}

/** The round of the yardsticks, in the order of its turns. */
export function withYardsticks(
  product: { host: Commands<HostCommand>; searches: Commands<SearchCommand> },
  yardsticks: Commands<Yardstick>,
): Commands<Exclude<CommandName, HostCommand>> {
  return {
    ...product.searches,
    'session start, after the yardsticks': product.host['session start'],
    'by file, after the yardsticks': product.host['by file'],
    ...yardsticks,
  }
}

/** Reads all vectors into memory. `exact` and `kernel`: what the two scans found, question by question. */
export function openYardsticks(folder: string): {
  yardsticks: Commands<Yardstick>
  exact: number[][]
  kernel: number[][]
} {
  const bare = openBareWords(storePaths(folder).database)
  const vectors = readExactVectors(join(folder, EXACT_FILE), DIMENSIONS)
  const index = openBuiltin(openVectorFile(join(folder, 'index.sqlite')), DIMENSIONS)
  const exact: number[][] = []
  const kernel: number[][] = []
  const yardsticks: Commands<Yardstick> = {
    'FTS5, no stop words': ({ text }) => bare.search(tellingWords(text)),
    'exact scan': ({ vector }) => {
      exact.push(vectors.nearest(vector))
    },
    'kernel scan': async ({ vector }) => {
      const hits = await index.search({ vector, projects: undefined, limit: LIMIT })
      kernel.push(hits.map((hit) => hit.id))
    },
  }
  return { yardsticks, exact, kernel }
}

function factsOf({ session: { id, project } }: Question) {
  return {
    sessionId: id,
    cwd: project.root,
    projectDir: project.root,
    transcriptPath: undefined,
    entrypoint: 'cli',
  }
}

function promptEvent({ text, session }: Question): PromptEvent {
  return {
    kind: 'prompt',
    key: `p:bench-${session.number}`,
    sessionId: session.id,
    at: Date.now(),
    text,
    machineMade: false,
    origin: 'hook',
  }
}

interface KnownFile {
  project: string
  path: string
}

/** Files with as many memories as an answer holds, so that every size reads the same number of rows. */
function findWellKnown(db: Database): KnownFile[] {
  const found = db.all<KnownFile>(
    'SELECT project, path FROM observation_files GROUP BY project, path HAVING count(*) >= @limit LIMIT 100',
    { limit: LIMIT },
  )
  if (found.length === 0) throw new Error('no file of this memory is known well enough')
  return found
}
