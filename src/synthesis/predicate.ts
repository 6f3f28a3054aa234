/**
 * From what the assistant set out to do to what is true once it is done: "Let's modify `f` to check that x is real" before an
 * edit of `f` becomes "checks that x is real", a predicate whose subject the patch knows. Only used for edits that succeeded.
 */
import { plain } from './sentences.ts'

export interface Intent {
  /** Named by the sentence itself; else the patch's symbol is the subject. */
  subject: string | undefined
  /** Third person, present: "checks that x is real". Or a whole clause where `subject` is ''. */
  predicate: string
}

export function findIntent(sentence: string): Intent | undefined {
  const text = plain(sentence)
  const announced = LEAD.exec(text)
  if (announced === null || ABOUT_TOOLS.test(text.slice(announced.index))) return undefined
  const phrase = text
    .slice(announced.index + announced[0].length)
    .trim()
    .replace(
      /^(?:also|then|now|simply|just|first|carefully|proceed to|go ahead and|start by|begin by|try to|be able to|make (?:a|the) (?:change|edit)s? to)\s+/i,
      '',
    )
  return fromPhrase(phrase)
}

/** "ensure that X is Y" → "X is Y"; "modify F to check G" → F "checks G"; "add G to F" → "adds G to F". */
function fromPhrase(phrase: string): Intent | undefined {
  const sure = /^(?:ensure|make sure|guarantee)(?: that)? (.+)$/i.exec(phrase)
  if (sure?.[1] !== undefined) return clause(sure[1])
  const modify =
    /^(?:modify|update|change|edit|adjust|extend|alter|rewrite|refactor|enhance|improve|correct|fix|patch|make)\s+(?:the |this |our )?(.{2,70}?)\s+(?:(?:so )?to|so that it|such that it)\s+(?!be\b|address\b|fix\b|resolve\b|match\b|its\b|work\b)(\w+ .+)$/i.exec(
      phrase,
    )
  if (modify?.[1] !== undefined && modify[2] !== undefined && !/^(?:code|file|edit|command|script)$/i.test(modify[1])) {
    return { subject: namedSubject(modify[1]), predicate: trimTail(thirdPerson(modify[2])) }
  }
  const replace = /^(?:replace|swap)\s+(.{2,60}?)\s+(?:with|by)\s+(.{2,80})$/i.exec(phrase)
  if (replace?.[1] !== undefined && replace[2] !== undefined)
    return { subject: trimTail(replace[2]), predicate: `replaces ${replace[1]}` }
  const verb = /^([a-z]+)\b/i.exec(phrase)?.[1]?.toLowerCase()
  if (verb === undefined || !CHANGING.has(verb) || phrase.length < 14 || /\b(?:it|this|them)$/.test(phrase))
    return undefined
  return { subject: undefined, predicate: trimTail(thirdPerson(phrase)) }
}

export function thirdPerson(phrase: string): string {
  const inflected = phrase.replace(/^(?:not )?([a-z]+)(-[a-z]+)?\b/i, (word, verb: string) => {
    const lower = verb.toLowerCase()
    if (lower === 'be') return 'is'
    if (lower === 'have') return 'has'
    if (lower === 'do') return 'does'
    if (word.toLowerCase().startsWith('not ')) return `does not ${lower}`
    if (/[^s]s$/.test(lower)) return word
    if (/(?:s|x|z|ch|sh|o)$/.test(lower)) return word.replace(verb, `${lower}es`)
    if (/[^aeiou]y$/.test(lower)) return word.replace(verb, `${lower.slice(0, -1)}ies`)
    return word.replace(verb, `${lower}s`)
  })
  // "catches X and raise Y": the second verb follows the first.
  return inflected.replace(/ and ([a-z]+) (?=\S)/g, (all, verb: string) =>
    CHANGING.has(verb) ? ` and ${thirdPerson(verb)} ` : all,
  )
}

const LEAD =
  /(?:^|\b)(?:let(?:'|’)?s|let me|i(?:'|’)ll|we(?:'|’)ll|i will|we will|(?:i|we)(?:'|’)(?:m|re) going to|(?:i|we) (?:just )?(?:need|have|want|ought) to|(?:i|we) (?:should|must|can|could)|now to|going to|solution is to|fix is to|approach is to|(?:this|it) (?:can|could) be done by)\s+/i

// Announcements about files, scripts and editing itself: the patch says it better.
const ABOUT_TOOLS =
  /\b(scripts?|snippet|the following|commands?|suggested changes?|placeholder|my (?:syntax|edit)|these (?:test cases|changes|lines)|this (?:new )?(?:setup|code|test case|method|section|line|change|file|entry|option|function|time)|indentation|syntax\b(?! error)|test cases?|new (?:\w+ )?file|(?:python|test|index|conf|module|example)\S* file|the code\b(?! to)|the provided|unnecessary|duplicate|redundant|proceed|start (?:with|by)|this by)\b/i

// Verbs that name a change; "check", "see", "run", "open" and their kind announce looking, not changing.
const CHANGING = new Set(
  'add apply avoid allow call cache cast catch clean clear collapse combine compare compute convert copy create declare default defer define delete deprecate detect disable drop enable encode escape exclude export extend extract filter fix fold format generate group handle hide ignore implement import include initialize inline insert instantiate introduce keep limit load lock log lower make map mark match merge mount move normalize override parse pass persist prevent preserve print propagate put quote raise read rebuild record redirect refactor register reject release remove rename reorder replace reset resolve restore restrict return reuse round save separate serialize set shorten show simplify skip sort split stop store strip support swap switch throw track treat trim truncate unify unwrap update use validate wait wrap write'.split(
    ' ',
  ),
)

function clause(text: string): Intent | undefined {
  const words = trimTail(text)
  if (
    words.length < 15 ||
    !/\b(?:is|are|has|have|does|do|can|gets?|returns?|uses?|handles?|raises?|\w+s)\b/.test(words)
  )
    return undefined
  if (/^(?:it|they|this|these|that|we|i|the (?:change|edit|issue|fix|code)s?)\b/i.test(words)) return undefined
  return { subject: '', predicate: words }
}

/** Only a subject that is code; "the section where hooks are handled" is better named by the patch. */
function namedSubject(subject: string): string | undefined {
  const words = subject.split(' ')
  const code = words.filter((word) => /_|[a-z][A-Z]|^[A-Z]\w+[A-Z]|\(\)|\w\.\w/.test(word))
  return code.length === 1 && words.length <= 4 ? code[0]?.replace(/\(\)$/, '') : undefined
}

/** Purposes and asides at the end of a sentence repeat what the prompt already says. */
function trimTail(text: string): string {
  return text
    .replace(
      /,? (?:in order )?to (?:address|fix|resolve|verify|confirm|match|see|ensure|satisfy|accommodate|reflect|achieve|accomplish|complete|solve) .*$/i,
      '',
    )
    .replace(
      /,? (?:as (?:described|suggested|expected|mentioned|specified|required|discussed|shown)|accordingly|for consistency|instead of just|which (?:will|should|would|is)|ensuring|and (?:then )?(?:try|run|see|verify|make sure|ensure|re-?run)|this (?:will|should)|where necessary|if necessary|again)\b.*$/i,
      '',
    )
    .replace(/,? and then .*$|,? (?:around|after|at|near|on|in) lines? \d.*$/i, '')
    .replace(/[\s,;:.]+$/, '')
}
