/**
 * The Porter stemmer (1980), identical to the keyword index's, because stems are looked up in the index's vocabulary.
 * Words that are not plain a–z stay as they are.
 */
const CONSONANTS = '[^aeiou](?:[^aeiouy]*)'
const VOWELS = '[aeiouy][aeiou]*'
const MORE_THAN_0 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`)
const EXACTLY_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`)
const MORE_THAN_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`)
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`)
const SHORT_END = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`)

const STEP_2: Record<string, string> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
}
const STEP_3: Record<string, string> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
}
const STEP_2_END = new RegExp(`^(.+?)(${Object.keys(STEP_2).join('|')})$`)
const STEP_3_END = new RegExp(`^(.+?)(${Object.keys(STEP_3).join('|')})$`)
const STEP_4_END = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/

/** The same words are stemmed again and again. Cleared beyond this many. */
const REMEMBERED = 50_000
const remembered = new Map<string, string>()

export function stem(word: string): string {
  const known = remembered.get(word)
  if (known !== undefined) return known
  if (remembered.size >= REMEMBERED) remembered.clear()
  const found = word.length < 3 || word.length > 60 || !/^[a-z0-9]+$/.test(word) ? word : porter(word)
  remembered.set(word, found)
  return found
}

function porter(word: string): string {
  // A leading y is a consonant; upper case keeps it out of the vowel classes.
  const marked = word.startsWith('y') ? `Y${word.slice(1)}` : word
  return [step1a, step1b, step1c, step2, step3, step4, step5].reduce((rest, step) => step(rest), marked).toLowerCase()
}

function step1a(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function step1b(word: string): string {
  const eed = /^(.+?)eed$/.exec(word)
  if (eed?.[1] !== undefined) return MORE_THAN_0.test(eed[1]) ? word.slice(0, -1) : word
  const rest = /^(.+?)(?:ed|ing)$/.exec(word)?.[1]
  if (rest === undefined || !HAS_VOWEL.test(rest)) return word
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1)
  return SHORT_END.test(rest) ? `${rest}e` : rest
}

function step1c(word: string): string {
  const rest = /^(.+?)y$/.exec(word)?.[1]
  return rest !== undefined && HAS_VOWEL.test(rest) ? `${rest}i` : word
}

function step2(word: string): string {
  return replaceEnd(word, STEP_2_END, STEP_2)
}

function step3(word: string): string {
  return replaceEnd(word, STEP_3_END, STEP_3)
}

function replaceEnd(word: string, end: RegExp, table: Record<string, string>): string {
  const [, rest = '', ending = ''] = end.exec(word) ?? []
  return ending !== '' && MORE_THAN_0.test(rest) ? rest + (table[ending] ?? '') : word
}

function step4(word: string): string {
  const rest = STEP_4_END.exec(word)?.[1]
  if (rest !== undefined) return MORE_THAN_1.test(rest) ? rest : word
  const beforeIon = /^(.+?[st])ion$/.exec(word)?.[1]
  return beforeIon !== undefined && MORE_THAN_1.test(beforeIon) ? beforeIon : word
}

function step5(word: string): string {
  const rest = /^(.+?)e$/.exec(word)?.[1]
  const cut =
    rest !== undefined && (MORE_THAN_1.test(rest) || (EXACTLY_1.test(rest) && !SHORT_END.test(rest))) ? rest : word
  return /ll$/.test(cut) && MORE_THAN_1.test(cut) ? cut.slice(0, -1) : cut
}
