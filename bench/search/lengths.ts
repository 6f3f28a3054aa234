/**
 * Does a search take longer with longer texts? Two memories of the same size that differ only in text length, asked the
 * same questions in turn. In its own process, like measure.ts.
 */
import { join } from 'node:path'
import { loadConfig } from '../../src/config.ts'
import { search } from '../../src/retrieval/search.ts'
import type { Meaning } from '../../src/retrieval/search-parts.ts'
import { openForReading } from '../../src/store/database.ts'
import { storePaths } from '../../src/store/recovery.ts'
import { makeIndexClient } from '../../src/worker/process/index-client.ts'
import { indexSettings } from '../../src/worker/process/index-settings.ts'
import { PROJECT_ROOT } from '../../test/support/place.ts'
import { type Spread, spread } from '../figures.ts'
import { EVERYTHING } from './commands.ts'
import { makeCorpus } from './corpus.ts'
import type { Shape } from './fill.ts'
import { makeQuestions, type Question } from './questions.ts'
import { askInTurn, WARM_UP } from './turns.ts'

const COUNT = 3000
export const SHORT: Shape = { count: COUNT, said: true, characters: 600 }
export const LONG: Shape = { count: COUNT, said: true, characters: 10_000 }

export interface LengthsAsk {
  short: string
  long: string
  questions: number
}

export interface LengthFigures {
  observations: number
  short: Spread
  long: Spread
}

if (process.send) {
  process.on('message', async (ask: LengthsAsk) => {
    process.send?.(await measureLengths(ask), () => process.exit(0))
  })
}

async function measureLengths({ short, long, questions: wanted }: LengthsAsk): Promise<LengthFigures> {
  const corpus = makeCorpus(COUNT, { now: Date.now(), characters: SHORT.characters })
  const questions = makeQuestions(corpus, { count: wanted + WARM_UP, seed: 5 })
  const [few, many] = [openMemory(short), openMemory(long)]
  try {
    const times = await askInTurn({ short: few.ask, long: many.ask }, { questions })
    return { observations: COUNT, short: spread(times.short), long: spread(times.long) }
  } finally {
    await few.close()
    await many.close()
  }
}

function openMemory(folder: string) {
  const db = openForReading(storePaths(folder).database)
  const index = makeIndexClient({
    settings: indexSettings(loadConfig({ dataDir: folder, flags: {} }, {})),
    onNeedsAll: () => {
      throw new Error('the index of the filled folder is not complete')
    },
    onTrouble: (message) => console.error(message),
    script: join(PROJECT_ROOT, 'dist/index-main.mjs'),
  })
  const meaning: Meaning = async (asked) => {
    const answer = await index.search(asked, 10_000)
    return 'hits' in answer ? answer.hits : undefined
  }
  return {
    ask: ({ text, session, inProject }: Question) => {
      const projects = inProject ? [session.project.id] : undefined
      return search({ db, meaning, now: Date.now() }, { text, kinds: EVERYTHING, projects, limit: 20 })
    },
    close: async () => {
      await index.close()
      db.close()
    },
  }
}
