/**
 * One size of memory, measured in its own process, in two rounds of the same questions. First session start and the
 * history of a file, which a host asks for all day. Then the searches and the yardsticks. In a single round, the first
 * two would find every cache evicted by a scan of all vectors, and their growth would be that of the yardstick.
 */
import { join } from 'node:path'
import { loadConfig } from '../../src/config.ts'
import { openForReading } from '../../src/store/database.ts'
import { storePaths } from '../../src/store/recovery.ts'
import { makeIndexClient } from '../../src/worker/process/index-client.ts'
import { indexSettings } from '../../src/worker/process/index-settings.ts'
import { embedAll } from '../retrieval/embed-cache.ts'
import {
  type AskedQuestion,
  type CommandName,
  makeProductCommands,
  openYardsticks,
  type WordsAlone,
  withYardsticks,
} from './commands.ts'
import { makeCorpus } from './corpus.ts'
import { projectsRoot } from './folders.ts'
import { measureImport } from './import-rate.ts'
import { findKnownItems } from './known-items.ts'
import { familyMb } from './process-memory.ts'
import { makeQuestions } from './questions.ts'
import { startStage } from './stage.ts'
import { askInTurn, WARM_UP } from './turns.ts'
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
  wordsAlone: WordsAlone
  recallAt20: number
  knownItems: number
  /** The share of them at rank 1. */
  knownAtFirst: number
  /** The worker and its index process after all questions. */
  memoryMb: number
  /** Through the worker's bulk import, at this size. */
  importPerSecond: number
}

/** For session start and by file: each takes little time, so few calls would say little. */
const HOST_CALLS = 240

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
    const product = makeProductCommands({ db, config, index, place: stage.place })
    const host = await askInTurn(product.host, { questions, atLeast: HOST_CALLS })
    const { yardsticks, exact, kernel } = openYardsticks(folder)
    const others = await askInTurn(withYardsticks(product, yardsticks), { questions })
    return {
      times: { ...host, ...others },
      kinds: questions.slice(WARM_UP).map((one) => `${one.kind}${one.inProject ? ', one project' : ''}`),
      wordsAlone: product.wordsAlone,
      recallAt20: recallOf(kernel, exact),
      ...(await findKnownItems({ db, meaning: product.meaning, corpus })),
      memoryMb: familyMb(stage.pid),
      importPerSecond: await measureImport(stage.place),
    }
  } finally {
    await stage.end()
    await index.close()
    db.close()
  }
}
