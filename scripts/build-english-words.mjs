/**
 * Writes src/retrieval/english-words.json: the commonest words of English, commonest first, as the index has them (stems). They are the
 * first whole words of the embedding model's vocabulary, which is ordered by how often a word stood in the texts it was made from.
 *   node --disable-warning=ExperimentalWarning scripts/build-english-words.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { stem } from '../src/retrieval/stem.ts'

/** Beyond these a word counts as rare. 2,000 to 5,000 give the same figures on five sets of `bench:retrieval`. */
const COUNT = 2000
/** In the vocabulary, single characters and marks come before the words. */
const FIRST_WORD = 'the'

const { model } = JSON.parse(readFileSync(new URL('../model/tokenizer.json', import.meta.url), 'utf8'))
const byId = Object.entries(model.vocab).sort(([, one], [, other]) => one - other)
const words = byId.slice(byId.findIndex(([word]) => word === FIRST_WORD)).map(([word]) => word)
const stems = new Set(words.filter((word) => /^[a-z]{2,}$/.test(word)).map(stem))
writeFileSync(
  new URL('../src/retrieval/english-words.json', import.meta.url),
  `${JSON.stringify({ stems: [...stems].slice(0, COUNT).join(' ') }, null, 2)}\n`,
)
