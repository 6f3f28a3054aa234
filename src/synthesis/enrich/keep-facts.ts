/**
 * No fact gets lost. A model may word it better, but every name, number and path of the local facts must occur in the
 * improved text; a local fact that names something the new text does not is kept. Better told twice than lost.
 */

/** The new facts, followed by the local ones that the new text does not cover. */
export function keepFacts(
  local: readonly string[],
  improved: { facts: readonly string[]; otherText: readonly string[] },
): string[] {
  const kept = [...new Set(improved.facts)]
  let told = [...improved.otherText, ...kept].join('\n').toLowerCase()
  for (const fact of local) {
    if (isTold(fact, told)) continue
    kept.push(fact)
    told += `\n${fact.toLowerCase()}`
  }
  return kept
}

function isTold(fact: string, told: string): boolean {
  if (told.includes(fact.toLowerCase())) return true
  const names = namesIn(fact)
  if (names.length > 0) return names.every((name) => occurs(name, told))
  const words = fact.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
  // Two thirds: a sentence without names counts as covered when most of its words occur.
  return words.length > 0 && words.filter((word) => occurs(word, told)).length >= words.length * (2 / 3)
}

/** Words that are meant literally: code in backticks, identifiers, paths, flags, numbers, abbreviations. */
export function namesIn(text: string): string[] {
  const names = new Set<string>()
  for (const quoted of text.matchAll(/`([^`\n]{1,120})`|"([^"\n]{1,120})"/g)) {
    names.add((quoted[1] ?? quoted[2] ?? '').trim().toLowerCase())
  }
  for (const { 0: raw, index } of text.matchAll(/[\p{L}\p{N}_$@#./\\:%+~-]+/gu)) {
    const word = raw.replace(/[.:/+~-]+$/, '')
    // A capital inside a sentence marks a name (Redis); at its beginning it means nothing.
    const proper =
      index > 0 && !/[.!?:]\s+$/.test(text.slice(Math.max(0, index - 3), index)) && /^\p{Lu}\p{Ll}/u.test(word)
    if (proper || isName(word)) names.add(word.toLowerCase())
  }
  names.delete('')
  return [...names]
}

function isName(word: string): boolean {
  if (/\d|[_$@\\]|\p{L}[./:]+[\p{L}_]/u.test(word)) return true
  return /\p{Ll}\p{Lu}|^\p{Lu}{2,}|^--?\p{L}|^#\p{L}|^[./~]+\/?\p{L}/u.test(word)
}

/** As a whole word: 1300 or 30.5 does not cover 30, nor `userId` `user`. Both are lower case. */
function occurs(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at)
    const after = text.slice(at + name.length, at + name.length + 2)
    const inWord = /[\p{L}\p{N}_]$/u.test(before) && /^[\p{L}\p{N}_]/u.test(name)
    const wordGoesOn = /^[\p{L}\p{N}_]/u.test(after) && /[\p{L}\p{N}_]$/u.test(name)
    const inNumber = (/\d[.,]$/.test(before) && /^\d/.test(name)) || (/^[.,]\d/.test(after) && /\d$/.test(name))
    if (!inWord && !wordGoesOn && !inNumber) return true
  }
  return false
}
