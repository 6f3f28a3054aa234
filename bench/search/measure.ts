/**
 * One size of memory, measured in a process of its own: the product's answers and the yardsticks beside them, one
 * question after the other and every command in turn, so that a slow moment of the machine hits all of them alike.
 */
import { join } from 'node:path'
import { loadConfig } from '../../src/config.ts'
import { openForReading } from '../../src/store/database.ts'
import { storePaths } from '../../src/store/recovery.ts'
import { makeIndexClient } from '../../src/worker/index-client.ts'
import { indexSettings } from '../../src/worker/index-settings.ts'
import { embedAll } from '../retrieval/embed-cache.ts'
import {
  type AskedQuestion,
  COMMANDS,
  type CommandName,
  type Commands,
  type Findings,
  makeCommands,
} from './commands.ts'
import { makeCorpus } from './corpus.ts'
import { projectsRoot } from './folders.ts'
import { measureImport } from './import-rate.ts'
import { findKnownItems } from './known-items.ts'
import { familyMb } from './process-memory.ts'
import { makeQuestions } from './questions.ts'
import { startStage } from './stage.ts'
import { recallOf } from './yardsticks.ts'

export interface MeasureAsk {
  folder: string
  count: number
  questions: number
}

export interface Measured {
  /** Milliseconds of each question, by command. */
  times: Record<CommandName, number[]>
  /** What kind each question was. */
  kinds: string[]
  wordsAlone: Findings['wordsAlone']
  recallAt20: number
  knownItems: number
  /** The share of them at rank 1. */
  knownAtFirst: number
  /** The worker and its index process after all questions. */
  memoryMb: number
  /** Through the worker's bulk import, at this size. */
  importPerSecond: number
}

/** Not counted: code is compiled and pages are read. */
const WARM_UP = 12

if (process.send) {
  process.on('message', async (ask: MeasureAsk) => {
    process.send?.(await measure(ask), () => process.exit(0))
  })
}

async function measure({ folder, count, questions: wanted }: MeasureAsk): Promise<Measured> {
  const corpus = makeCorpus(count, { now: Date.now(), root: projectsRoot() })
  const made = makeQuestions(corpus, { count: wanted + WARM_UP, seed: 1 })
  const prompts = makeQuestions(corpus, { count: 3 * made.length, seed: 2 }).filter((one) => one.kind === 'sentence')
  const vectors = await embedAll(made.map((one) => one.text))
  const questions = made.map((question, at): AskedQuestion => {
    const [vector, prompt] = [vectors[at], prompts[at]]
    if (!vector || !prompt) throw new Error('there are fewer vectors or prompts than questions')
    return { ...question, vector, prompt }
  })

  const stage = await startStage(folder)
  const db = openForReading(storePaths(folder).database)
  const config = loadConfig({ dataDir: folder, flags: { PROMPT_RECALL: true } }, {})
  const index = makeIndexClient({
    settings: indexSettings(config),
    onNeedsAll: () => {
      throw new Error('the index of the filled folder is not complete')
    },
    onTrouble: (message) => console.error(message),
    script: join(stage.place.app, 'index-main.mjs'),
  })
  try {
    const { commands, meaning, findings } = makeCommands({ folder, db, config, index, place: stage.place })
    const times = await askInTurn(commands, questions)
    return {
      times,
      kinds: questions.slice(WARM_UP).map((one) => `${one.kind}${one.inProject ? ', one project' : ''}`),
      wordsAlone: findings.wordsAlone,
      recallAt20: recallOf(findings.kernel, findings.exact),
      ...(await findKnownItems({ db, meaning, corpus })),
      memoryMb: familyMb(stage.pid),
      importPerSecond: await measureImport(stage.place),
    }
  } finally {
    await stage.end()
    await index.close()
    db.close()
  }
}

/** The first of every round is another one, so that nobody always finds the pages already read. */
async function askInTurn(commands: Commands, questions: AskedQuestion[]): Promise<Measured['times']> {
  const times = Object.fromEntries(COMMANDS.map((name) => [name, [] as number[]])) as Measured['times'] // of every command
  let shownAt = Date.now()
  for (const [at, question] of questions.entries()) {
    for (let turn = 0; turn < COMMANDS.length; turn++) {
      const name = COMMANDS[(at + turn) % COMMANDS.length] ?? 'search'
      const startedAt = performance.now()
      await commands[name](question)
      if (at >= WARM_UP) times[name].push(performance.now() - startedAt)
    }
    if (Date.now() - shownAt < 10_000) continue
    shownAt = Date.now()
    process.stderr.write(`asked ${at + 1} of ${questions.length}\n`)
  }
  return times
}
