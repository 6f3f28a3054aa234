/** Words that say nothing about what is searched, of all the languages we know, and the user's own view of them. */
import { STOP_WORDS as BY_LANGUAGE } from '../memory/language.ts'

const LISTED: readonly string[] = [...BY_LANGUAGE.en, ...BY_LANGUAGE.es]
const inUse = new Set(LISTED)

export const STOP_WORDS: ReadonlySet<string> = inUse

/** In place of what was set before. Words in lower case without accents; `keep` are those that count after all. */
export function setOwnStopWords(own: { stop: readonly string[]; keep: readonly string[] }): void {
  inUse.clear()
  for (const word of [...LISTED, ...own.stop]) inUse.add(word)
  for (const word of own.keep) inUse.delete(word)
}
