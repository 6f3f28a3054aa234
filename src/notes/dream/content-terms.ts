/** What a text is about, as comparable terms without the most common words, in English and Spanish. */
import { fold } from '../../memory/fold.ts'
import { STOP_WORDS } from '../../memory/language.ts'
import { termsOf } from '../../synthesis/words/terms.ts'

export function contentTerms(text: string): Set<string> {
  return new Set([...termsOf(fold(text))].filter((term) => !STOP.has(term)))
}

const STOP = new Set([...STOP_WORDS.en, ...STOP_WORDS.es].flatMap((word) => [word, ...termsOf(word)]))
