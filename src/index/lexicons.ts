/**
 * The word lists that come with the package (folder `lexicon/`, made by scripts/lexicon/build.mjs), read when first asked
 * for: `es-en` has the English of Spanish words, `en-es` the stems of Spanish words by the stem of an English one. A list
 * that is missing knows no word.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Lexicon, makeLexicon } from '../memory/lexicon.ts'

export type LexiconName = 'es-en' | 'en-es'

const opened = new Map<LexiconName, Lexicon>()

export function openLexicon(name: LexiconName): Lexicon {
  const known = opened.get(name)
  if (known) return known
  // The bundle lies one folder deep, the source two.
  const path = ['../lexicon', '../../lexicon']
    .map((place) => fileURLToPath(new URL(`${place}/${name}.txt`, import.meta.url)))
    .find((one) => existsSync(one))
  // One byte a letter: the lists have nothing but a–z.
  const lexicon = makeLexicon(path === undefined ? '' : readFileSync(path, 'latin1'))
  opened.set(name, lexicon)
  return lexicon
}
