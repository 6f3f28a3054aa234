/** Words that say nothing about what is searched, of all the languages we know. */
import { STOP_WORDS as BY_LANGUAGE } from '../memory/language.ts'

export const STOP_WORDS: ReadonlySet<string> = new Set([...BY_LANGUAGE.en, ...BY_LANGUAGE.es])
