/**
 * A rough word-by-word translation of Spanish text to English: by the lexicon, by another form of the word, or by a
 * shared Latin ending. Names and code stay as they are. Good enough for an English-only model to tell what the text is
 * about.
 */
import { fold } from './fold.ts'
import type { Lexicon } from './lexicon.ts'

export function gloss(text: string, lexicon: Lexicon): string {
  return text.replace(WORD, (word, at: number) => {
    if (!PLAIN.test(word) || (isName(word) && !beginsSentence(text, at))) return word
    return translate(fold(word).toLowerCase(), lexicon)[0] ?? word
  })
}

/** Best first; empty for an unknown word. */
export function translate(word: string, lexicon: Lexicon): string[] {
  const known = lexicon.find(word)
  if (known.length > 0) return known
  const near = lexicon.findNearest(word)
  if (near && isForm(word, near)) return near.translations
  return cognate(word)
}

/** Two forms of one word differ only in their endings. */
function isForm(word: string, near: { word: string; shared: number }): boolean {
  return (
    near.shared >= SHORTEST_STEM && ENDINGS.test(word.slice(near.shared)) && ENDINGS.test(near.word.slice(near.shared))
  )
}

/** Shorter beginnings are shared by too many words. */
const SHORTEST_STEM = 4
/** Of nouns, adjectives and verbs. */
const ENDINGS =
  /^(?:|[oae]?s?|[aei]r(?:se|l[aoe]s?)?|[ai]d[oa]s?|[ai]mos|[aei]n|[ai]endo|iendo|ando|o|io|ieron|aron|[aei]ra[ns]?|[aei]ria[ns]?|[ai]ba[ns]?|ia[ns]?|a[cs]ion(?:es)?|mente)$/

function cognate(word: string): string[] {
  const ending = COGNATES.find(([spanish]) => word.endsWith(spanish) && word.length >= spanish.length + 3)
  return ending ? [word.slice(0, -ending[0].length) + ending[1]] : []
}

/** Corresponding endings of words with a common root in Spanish and English. */
export const COGNATES: readonly (readonly [spanish: string, english: string])[] = [
  ['aciones', 'ations'],
  ['ciones', 'tions'],
  ['cion', 'tion'],
  ['siones', 'sions'],
  ['dades', 'ties'],
  ['dad', 'ty'],
  ['mente', 'ly'],
  ['encia', 'ence'],
  ['ancia', 'ance'],
  ['ivo', 'ive'],
  ['iva', 'ive'],
  ['oso', 'ous'],
  ['osa', 'ous'],
  ['ario', 'ary'],
  ['aria', 'ary'],
  ['ista', 'ist'],
  ['ismo', 'ism'],
  ['ogia', 'ogy'],
  ['grafia', 'graphy'],
  ['ico', 'ic'],
  ['ica', 'ic'],
  ['icos', 'ic'],
  ['icas', 'ic'],
  ['ales', 'al'],
]

/** Includes digits and underscores, so that `a_b`, `v2` and `fooBar` are seen whole. */
const WORD = /[\p{L}\p{N}_]+/gu
const PLAIN = /^\p{L}\p{Ll}*$|^\p{Lu}+$/u

function isName(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.:;!?¿¡\n"«(*#-])\s*$/u.test(text.slice(Math.max(0, at - 8), at))
}
