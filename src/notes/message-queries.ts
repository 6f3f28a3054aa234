/**
 * What to search in the notes when somebody says something: up to three queries per message, or none if no note could
 * help. Pure. Dates in words stay in the message: the search understands them.
 */
import { cutAtWord } from '../memory/cut-text.ts'
import { fold } from '../memory/fold.ts'
import { hasOnlyChores, isSlashCommand } from '../memory/going-on.ts'
import { languageOf } from '../memory/language.ts'
import { inOtherLanguage } from '../retrieval/other-words.ts'
import { keywordsOf } from '../retrieval/query-terms.ts'

export type MessageQueries =
  | { applicable: true; queries: string[] }
  /** The reason is one short phrase. */
  | { applicable: false; reason: string }

export function queriesOf(message: string): MessageQueries {
  const text = message.trim()
  const reason = reasonToSkip(text)
  if (reason !== undefined) return { applicable: false, reason }
  const derived = [cutAtWord(text, MAX_CHARACTERS), bilingualKeywords(text), properNames(text)]
  const known = derived.map(sameness)
  const queries = derived.filter((query, at) => query !== '' && known.indexOf(sameness(query)) === at)
  return { applicable: true, queries }
}

// 500 characters: the subject of a message is at its beginning; the rest is pasted
const MAX_CHARACTERS = 500

function reasonToSkip(text: string): string | undefined {
  if (text === '') return 'the message is empty'
  if (isSlashCommand(text)) return 'the message is a command'
  const words = text.match(WORDS) ?? []
  if (words.every((word) => COURTESY.has(fold(word).toLowerCase())))
    return 'the message is a greeting or a confirmation'
  if (/[?¿]/.test(text)) return undefined
  if (words.length < FEWEST_WORDS) return 'the message has fewer than three words and asks nothing'
  return hasOnlyChores(text) ? 'the message asks for nothing that was noted' : undefined
}

const WORDS = /[\p{L}\p{N}_']+/gu
const FEWEST_WORDS = 3
/** Polite or agreeing words, with any punctuation. */
const COURTESY = new Set(
  `hola hello hi hey there ok okay k yes yeah yep yup no nope si sip claro vale dale bien listo perfecto genial good great nice cool
  perfect done fine sure thanks thank you so much very a lot gracias muchas muchisimas mil thx ty buenas buenos buen dia dias
  tardes noches morning afternoon evening night please por favor todo de nada lgtm adios bye ciao`.split(/\s+/),
)

/** Each keyword followed by its best translation: a note in Spanish answers a question in English too. */
function bilingualKeywords(text: string): string {
  const language = languageOf(text)
  const words = keywordsOf(text.slice(0, MAX_CHARACTERS)).slice(0, MAX_KEYWORDS)
  return [...new Set(words.flatMap((word) => [word, ...inOtherLanguage(word, language).slice(0, 1)]))].join(' ')
}

/** Eight describe a message; each further one makes the others count less. */
const MAX_KEYWORDS = 8

/**
 * Capitalised words, and short ones in capitals. The first word of a sentence is capitalised anyway: it counts only if
 * neither language knows it.
 */
function properNames(text: string): string {
  const isShouted = !/\p{Ll}/u.test(text)
  if (isShouted) return ''
  const names: string[] = []
  for (const { 0: word, index } of text.slice(0, MAX_CHARACTERS).matchAll(NAME)) {
    const isFirst = /(?:^|[.:;!?¿¡\n"“«(*#>-])\s*$/u.test(text.slice(0, index))
    const isShort = word.length <= 5
    const isName = /\p{Ll}/u.test(word) ? !isFirst || !isEveryday(word) : isShort && word.length > 1
    if (isName && keywordsOf(word).length > 0 && !names.includes(word)) names.push(word)
  }
  return names.slice(0, MAX_NAMES).join(' ')
}

const NAME = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}_]*/gu
const MAX_NAMES = 8

function isEveryday(word: string): boolean {
  return inOtherLanguage(fold(word).toLowerCase(), undefined).length > 0
}

/** Queries with the same words in the same order are one. */
function sameness(query: string): string {
  return (fold(query).toLowerCase().match(WORDS) ?? []).join(' ')
}
