/** Is a stored memory found again by a few of its rarer words? Asked in all projects, by words and meaning. */
import { search } from '../../src/retrieval/search.ts'
import type { Meaning } from '../../src/retrieval/search-parts.ts'
import type { Database } from '../../src/store/database.ts'
import type { Corpus } from './corpus.ts'
import { measureRarity, rarerWords } from './questions.ts'
import { knownItems } from './vectors.ts'
import { makeRandom } from './words.ts'

const ITEMS = 200

export async function findKnownItems(by: {
  db: Database
  meaning: Meaning
  corpus: Corpus
}): Promise<{ knownAtFirst: number; knownItems: number }> {
  const random = makeRandom(3)
  const rarity = measureRarity(by.corpus)
  const items = knownItems().slice(0, ITEMS)
  let first = 0
  for (const { draft } of items) {
    const text = rarerWords(draft, { rarity, random })
    const { hits } = await search({ db: by.db, meaning: by.meaning, now: Date.now() }, { text, limit: 5 })
    const [best] = hits
    if (best?.kind === 'observation' && best.observation.key === draft.key) first += 1
  }
  return { knownAtFirst: first / items.length, knownItems: items.length }
}
