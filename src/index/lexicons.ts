/**
 * The word lists that come with the package (folder `lexicon/`, made by scripts/lexicon/build.mjs), read when first asked
 * for: `es-en` has the English of Spanish words, `en-es` the stems of Spanish words by the stem of an English one. A list
 * that is missing knows no word. Words of the user's own come before those of a list.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Lexicon, makeLexicon } from '../memory/lexicon.ts'

export type LexiconName = 'es-en' | 'en-es'

const opened = new Map<LexiconName, Lexicon>()

export function openLexicon(name: LexiconName): Lexicon {
  const known = opened.get(name)
  if (known) return known
  const lexicon = withOwn(openList(name), own[name])
  opened.set(name, lexicon)
  return lexicon
}

/**
 * In place of what was set before, written as each list is: `es-en` by word, `en-es` by stem. For words that are searched:
 * vectors are made elsewhere, and named by the list alone.
 */
export function setOwnTranslations(of: Record<LexiconName, OwnTranslations>): void {
  own['es-en'] = of['es-en']
  own['en-es'] = of['en-es']
  opened.clear()
}

export type OwnTranslations = ReadonlyMap<string, readonly string[]>

const own: Record<LexiconName, OwnTranslations> = { 'es-en': new Map(), 'en-es': new Map() }

function withOwn(list: Lexicon, words: OwnTranslations): Lexicon {
  if (words.size === 0) return list
  return {
    find(word) {
      const mine = words.get(word)
      return mine === undefined ? list.find(word) : [...new Set([...mine, ...list.find(word)])]
    },
    findNearest: list.findNearest,
  }
}

const lists = new Map<LexiconName, Lexicon>()

function openList(name: LexiconName): Lexicon {
  const known = lists.get(name)
  if (known) return known
  // The bundle lies one folder deep, the source two.
  const path = ['../lexicon', '../../lexicon']
    .map((place) => fileURLToPath(new URL(`${place}/${name}.txt`, import.meta.url)))
    .find((one) => existsSync(one))
  // One byte a letter: the lists have nothing but a–z.
  const lexicon = makeLexicon(path === undefined ? '' : readFileSync(path, 'latin1'))
  lists.set(name, lexicon)
  return lexicon
}
