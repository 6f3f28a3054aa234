/** Applies the user's own words in this thread, replacing the previous ones. */
import { setOwnTranslations } from '../index/lexicons.ts'
import type { OwnWords } from '../memory/own-words.ts'
import { stem } from './stem.ts'
import { setOwnStopWords } from './stop-words.ts'

export function useOwnWords(words: OwnWords): void {
  const there = new Map<string, string[]>()
  const back = new Map<string, string[]>()
  for (const { spanish, english } of words.pairs) {
    for (const one of english) {
      add(there, spanish, one)
      add(back, stem(one), stem(spanish))
    }
  }
  setOwnTranslations({ 'es-en': there, 'en-es': back })
  setOwnStopWords(words)
}

function add(table: Map<string, string[]>, word: string, other: string): void {
  const known = table.get(word) ?? []
  if (!known.includes(other)) table.set(word, [...known, other])
}
