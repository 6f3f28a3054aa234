/**
 * The local model knows only English: Spanish text is translated word by word first, other text is embedded as it is.
 * Still one vector per text, and nothing more to store. Embedders behind a server may know Spanish and get the original
 * text.
 */
import { gloss } from '../memory/gloss.ts'
import { languageOf } from '../memory/language.ts'
import type { Embedder } from './embedder.ts'
import { openLexicon } from './lexicons.ts'
import { MINILM_ID } from './minilm.ts'

/** Includes the word list's hash: with another list a Spanish text has another vector. */
export const LOCAL_ID = `${MINILM_ID}+es-en-006cf41a`

export function inEnglish(text: string): string {
  return languageOf(text) === 'es' ? gloss(text, openLexicon('es-en')) : text
}

export function readingSpanish(model: Embedder): Embedder {
  return { ...model, id: LOCAL_ID, embed: (texts, kind) => model.embed(texts.map(inEnglish), kind) }
}
