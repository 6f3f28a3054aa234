/**
 * Words that say nothing about the subject of a search, in all languages we know, plus the user's changes to the list.
 */
import { STOP_WORDS as BY_LANGUAGE } from '../memory/language.ts'

const LISTED: readonly string[] = [...BY_LANGUAGE.en, ...BY_LANGUAGE.es]
const inUse = new Set(LISTED)

export const STOP_WORDS: ReadonlySet<string> = inUse

/** Replaces the previous ones. Lower case without accents; `keep` are words that count after all. */
export function setOwnStopWords(own: { stop: readonly string[]; keep: readonly string[] }): void {
  inUse.clear()
  for (const word of [...LISTED, ...own.stop]) inUse.add(word)
  for (const word of own.keep) inUse.delete(word)
}
