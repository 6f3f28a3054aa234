/** What is asked of the generated memories: words, sentences and single words, with a project and without. */
import type { ObservationDraft } from '../../src/memory/observation.ts'
import { STOP_WORDS } from '../../src/retrieval/stop-words.ts'
import type { Corpus, WorkSession } from './corpus.ts'
import { makeRandom, pick, type Random } from './words.ts'

export const KINDS = ['rarer words', 'sentence', 'single word'] as const

export interface Question {
  kind: (typeof KINDS)[number]
  text: string
  /** Where it was taken from. */
  session: WorkSession
  /** Only in the project it was taken from. */
  inProject: boolean
}

/** People ask about old things in other words than were noted; S: some word of the memory. */
const SENTENCES = [
  'why was the S S read before the S in our code , and what did we change to fix it ?',
  'how does S decide which S is used when there is more than one S ?',
  'what did we decide about the S of the S and why is it not the default ?',
  'the test for S fails again with a S error after the last release , where should I look first ?',
  'please add a S to the S so that the user can see when the S is done',
].map((line) => line.split(' '))

/** `inProject` and the kinds alternate, so that every beginning of the list is a fair mix too. */
export function makeQuestions(corpus: Corpus, by: { count: number; seed: number }): Question[] {
  const random = makeRandom(by.seed)
  const rarity = measureRarity(corpus)
  return Array.from({ length: by.count }, (_, at) => {
    const session = corpus.sessionAt(Math.floor(random() * corpus.sessions))
    const draft = pick(corpus.draftsOf(session), random)
    const kind = KINDS[at % KINDS.length] ?? 'sentence'
    const text = textOf(kind, { draft, rarity, random })
    return { kind, text, session, inProject: at % 2 === 1 }
  })
}

/** In how many memories of a sample a word occurs. */
export type Rarity = ReadonlyMap<string, number>

export function measureRarity(corpus: Corpus): Rarity {
  const counts = new Map<string, number>()
  for (let place = 0; place < Math.min(400, corpus.sessions); place++) {
    for (const draft of corpus.draftsOf(corpus.sessionAt(place))) {
      for (const word of wordsOf(draft)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

/** Three to six of the twelve rarest words of a memory. */
export function rarerWords(draft: ObservationDraft, by: { rarity: Rarity; random: Random }): string {
  const words = wordsOf(draft)
    .map((word) => ({ word, count: by.rarity.get(word) ?? 0, tie: by.random() }))
    .sort((a, b) => a.count - b.count || a.tie - b.tie)
    .slice(0, 12)
    .sort((a, b) => a.tie - b.tie)
  return words
    .slice(0, 3 + Math.floor(by.random() * 4))
    .map((one) => one.word)
    .join(' ')
}

function textOf(kind: Question['kind'], by: { draft: ObservationDraft; rarity: Rarity; random: Random }): string {
  if (kind === 'rarer words') return rarerWords(by.draft, by)
  const words = wordsOf(by.draft)
  if (kind === 'single word') return pick(words, by.random)
  return pick(SENTENCES, by.random)
    .map((part) => (part === 'S' ? pick(words, by.random) : part))
    .join(' ')
    .replace(/ ([,?])/g, '$1')
}

function wordsOf(draft: ObservationDraft): string[] {
  const text = [draft.title, draft.subtitle, draft.narrative, ...draft.facts].join(' ').replace(/\S+\/\S+/g, ' ')
  const words = text.match(/[A-Za-z]{3,}/g) ?? []
  return [...new Set(words)].filter((word) => !STOP_WORDS.has(word.toLowerCase()))
}
