/**
 * What a text is about, as comparable terms: words, the parts of code names, and pairs of characters in scripts without
 * spaces. No stop lists: a term's weight is its rarity among its neighbours, in any language.
 */
const WORD = /[\p{L}\p{N}_$]+/gu
/** Scripts without spaces between words. */
export const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u

export function termsOf(text: string): Set<string> {
  const terms = new Set<string>()
  for (const [word] of text.matchAll(WORD)) {
    if (UNSPACED.test(word)) addPairs(word, terms)
    else addWord(word, terms)
  }
  return terms
}

/** The weight of each term among these texts: rare ones distinguish them. */
export function rarityAmong(texts: readonly ReadonlySet<string>[]): (term: string) => number {
  const seen = new Map<string, number>()
  for (const terms of texts) for (const term of terms) seen.set(term, (seen.get(term) ?? 0) + 1)
  const all = texts.length
  return (term) => Math.log(1 + all / (seen.get(term) ?? 1))
}

/** 0–1: how much of `a` is contained in `b`, by weight of the terms. */
export function shareIn(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weight: (term: string) => number = () => 1,
): number {
  let common = 0
  let all = 0
  for (const term of a) {
    const weighs = weight(term)
    all += weighs
    if (b.has(term)) common += weighs
  }
  return all === 0 ? 0 : common / all
}

/** A word as code writes it, with dots and dashes; a folder keeps its slash. */
export const NAME = /[A-Za-z_$][\w$]*(?:[-.][\w$]+)*\/?/g

/** Words that can only be names of code, files or values: what a person would search for. */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>()
  for (const [, quoted = ''] of text.matchAll(/`([^`\n]{2,80})`/g)) names.add(quoted)
  for (const [, quoted = ''] of text.matchAll(/["“]([\w./-]{3,40})["”]/g)) names.add(quoted)
  for (const [name] of text.replace(/`[^`\n]*`/g, ' ').matchAll(NAMED)) names.add(name)
  return names
}

const NAMED =
  /(?:[\w@~.-]*\/)[\w@./-]*\w|\b\w[\w-]*\.[a-z]{1,5}\b(?!\.)|\b[A-Za-z]\w*_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z0-9]+[A-Z]\w*\b|\b[A-Z]+-\d+\b|\b[A-Z][A-Z0-9]{2,}\b|\b\w+\(\)|--[a-z][\w-]+|\b[0-9a-f]{7,40}\b|\bv?\d+(?:\.\d+)+\b/g

function addWord(word: string, terms: Set<string>): void {
  const lower = word.toLowerCase()
  if (lower.length < 2) return
  terms.add(stem(lower))
  const parts = word.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_$]+/)
  if (parts.length > 1) for (const part of parts) if (part.length > 1) terms.add(stem(part.toLowerCase()))
}

/** Strips plural and past endings; a crude cut is enough to compare two sentences. */
function stem(word: string): string {
  if (word.length < 5 || /[\d_]/.test(word)) return word
  return word.replace(/(?:ies|es|s|ed|ing)$/, '').slice(0, 24)
}

function addPairs(word: string, terms: Set<string>): void {
  const letters = [...word]
  if (letters.length === 1) terms.add(word)
  for (let i = 0; i + 1 < letters.length; i++) terms.add(`${letters[i]}${letters[i + 1]}`)
}
