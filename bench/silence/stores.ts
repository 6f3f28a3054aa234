/**
 * Stores of real sessions, each without a third of them, and the places where a question can be asked: where its answer
 * is stored, where its session was left out, and in projects of other repositories, which cannot know it.
 */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCli } from '../../test/support/cli.ts'
import { makePlace, type Place, PROJECT_ROOT, removePlace } from '../../test/support/place.ts'
import { type Listed, loadTruth, type Truth, withTranscripts } from '../sessions/data.ts'

/** A third of the sessions is left out of each store. */
export const STORES = 3
/** A question is asked in this many projects of other repositories. */
const ELSEWHERE = 2

export interface Store {
  place: Place
  number: number
  listed: Listed[]
  kept: Listed[]
}

export interface AskedIn {
  question: Truth & { ask: string }
  /** Its position among all questions. */
  at: number
  repository: string
  /** undefined if nothing of its project is left. */
  home: string | undefined
  isStored: boolean
  /** Projects of other repositories, the same ones every time. */
  elsewhere: string[]
}

export async function eachStore(use: (store: Store) => Promise<void>, env: NodeJS.ProcessEnv = {}): Promise<void> {
  await withTranscripts(async (folder, listed) => {
    for (let number = 0; number < STORES; number++) {
      const kept = listed.filter((_, at) => at % STORES !== number)
      await withStore({ folder, kept, env }, (place) => use({ place, number, listed, kept }))
      console.log(`store ${number + 1} of ${STORES} asked`)
    }
  })
}

async function withStore(
  { folder, kept, env }: { folder: string; kept: Listed[]; env: NodeJS.ProcessEnv },
  use: (place: Place) => Promise<void>,
): Promise<void> {
  const place = makePlace()
  // The model and its runtime must be beside the program.
  for (const name of ['model', 'runtime']) symlinkSync(join(PROJECT_ROOT, name), join(place.root, name))
  try {
    const copies = join(place.root, 'transcripts/projects')
    for (const { file } of kept) {
      const to = join(copies, file.replace(/^projects\//, ''))
      mkdirSync(dirname(to), { recursive: true })
      cpSync(join(folder, file), to)
    }
    await runCli(place, ['import', 'transcripts', dirname(copies)], { env })
    await use(place)
  } finally {
    await runCli(place, ['stop'])
    removePlace(place)
  }
}

/** `projectOf`: of each session that left a memory. */
export function questionsTo({ listed, kept }: Store, projectOf: ReadonlyMap<string, string>): AskedIn[] {
  const stored = new Set(kept.map(({ session }) => session))
  const questions = loadTruth().filter(({ kind }) => kind === 'question')
  return questions.flatMap((question, at) => {
    const own = listed.find(({ session }) => session === question.session)
    if (!own || question.ask === undefined) return []
    // If its own session is left out, another one of the same folder shows which project it belongs to.
    const beside = kept.find(({ session, cwd }) => cwd === own.cwd && projectOf.has(session))
    const others = kept.filter(({ repo }) => repo !== own.repo).flatMap(({ session }) => projectOf.get(session) ?? [])
    return [
      {
        question: { ...question, ask: question.ask },
        at,
        repository: own.repo,
        home: projectOf.get(own.session) ?? projectOf.get(beside?.session ?? ''),
        isStored: stored.has(own.session),
        elsewhere: [...new Set(others)].sort().slice(0, ELSEWHERE),
      },
    ]
  })
}
