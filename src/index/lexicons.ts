/**
 * The word lists of the package (folder `lexicon/`, made by scripts/lexicon/build.mjs), loaded on first use: `es-en`
 * has English translations of Spanish words, `en-es` stems of Spanish words by English stem. A missing list knows no
 * words. The user's own words come before those of a list.
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
 * Replaces the previous ones, in each list's format: `es-en` by word, `en-es` by stem. Only for words that are
 * searched: vectors are made elsewhere, and their id names only the list.
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
  // The bundle is one folder deep, the source two.
  const path = ['../lexicon', '../../lexicon']
    .map((place) => fileURLToPath(new URL(`${place}/${name}.txt`, import.meta.url)))
    .find((one) => existsSync(one))
  // One byte per letter: the lists contain only a–z.
  const lexicon = makeLexicon(path === undefined ? '' : readFileSync(path, 'latin1'))
  lists.set(name, lexicon)
  return lexicon
}
