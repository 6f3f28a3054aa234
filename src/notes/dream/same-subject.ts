/**
 * Which of two facts about one subject is true: the newer one, by the facts' own time. Pure and strict: a fact counts
 * as overruled only if the newer one says the same about the same thing with another value, denies it, or names what it
 * replaces. Two things that happened to one person are two facts.
 */
import { fold } from '../../memory/fold.ts'
import { shareIn } from '../../synthesis/words/terms.ts'
import { splitUnits } from '../../synthesis/words/units.ts'
import { contentTerms } from './content-terms.ts'

export interface TimedFact {
  text: string
  /** The fact's own time, in milliseconds. */
  createdAt: number
}

/** Share of the shorter one's terms, each way: the same words with a little around them. */
const SAME_FACT = 0.8
const DENIED = 0.75
/** Share of the older one's subject in a sentence that says something changed. */
const SAME_SUBJECT = 0.5

export type Overruled = 'other value' | 'denied' | 'replaced'

/** The newest of those that overrule it; undefined: it is still true. */
export function findOverruling<T extends TimedFact>(fact: TimedFact, others: readonly T[]): T | undefined {
  const newer = others.filter(({ createdAt }) => createdAt > fact.createdAt)
  const overruling = newer.filter(({ text }) => isOverruled(fact.text, text) !== undefined)
  return overruling.reduce<T | undefined>((a, b) => (a === undefined || b.createdAt >= a.createdAt ? b : a), undefined)
}

/** How the newer text replaces the older fact. The newer text may be a whole note: any of its sentences will do. */
export function isOverruled(older: string, newer: string): Overruled | undefined {
  const old = bare(older)
  for (const sentence of sentencesOf(newer)) {
    const how = overrules(old, bare(sentence))
    if (how !== undefined) return how
  }
  return undefined
}

/** The same fact told twice: dropping one loses nothing. */
export function isSameFact(a: string, b: string): boolean {
  const [one, other] = [bare(a), bare(b)]
  if (one === other) return true
  const [first, second] = [contentTerms(one), contentTerms(other)]
  if (Math.min(first.size, second.size) < 3) return false
  if (shareIn(first, second) < SAME_FACT || shareIn(second, first) < SAME_FACT) return false
  return isDenied(one) === isDenied(other) && sameSet(valuesIn(one), valuesIn(other))
}

/** The text already contains everything the fact says. */
export function isTold(fact: string, text: string): boolean {
  const told = contentTerms(text)
  const own = contentTerms(fact)
  return own.size > 0 && shareIn(own, told) >= TOLD && [...valuesIn(bare(fact))].every((value) => text.includes(value))
}

const TOLD = 0.85

function sentencesOf(text: string): string[] {
  const units = splitUnits(text).filter(({ kind }) => kind !== 'heading')
  return [text, ...(units.length > 1 ? units.map((unit) => unit.text) : [])]
}

function overrules(old: string, fresh: string): Overruled | undefined {
  if (old === fresh) return undefined
  if (hasOtherValue(old, fresh)) return 'other value'
  const [was, is] = [contentTerms(old), contentTerms(fresh)]
  if (was.size < 2) return undefined
  if (isDenied(old) !== isDenied(fresh) && shareIn(was, is) >= DENIED) return 'denied'
  return isReplaced(old, fresh) ? 'replaced' : undefined
}

/** The two differ in one place, after a state verb, and what is there is a value. */
function hasOtherValue(old: string, fresh: string): boolean {
  const [a, b] = [wordsOf(old), wordsOf(fresh)]
  let start = 0
  while (start < a.length && start < b.length && same(a[start], b[start])) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && same(a[a.length - 1 - end], b[b.length - 1 - end])) end += 1
  const [was, is] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const lead = a.slice(0, start)
  if (was.length === 0 || is.length === 0 || was.length > MAX_VALUE || is.length > MAX_VALUE) return false
  const verb = lead.findLastIndex((word) => STATE.test(word))
  if (verb < 1 || !isStated(lead, verb)) return false
  if (end > 0 && a.slice(a.length - end).some((word) => STATE.test(word))) return false
  if (ONE_OF_MANY.test(was[0] ?? '') || ONE_OF_MANY.test(is[0] ?? '')) return false
  if (was.some(isNamed) && is.some(isNamed)) return true
  // A lower-case value: only at the end, and if more than one word identifies the subject.
  return end === 0 && contentTerms(lead.join(' ')).size >= 2 && was.length <= MAX_PLAIN && is.length <= MAX_PLAIN
}

const MAX_VALUE = 8
const MAX_PLAIN = 4

/** Verbs that describe a state. What somebody did is not undone by what they did next. */
const STATE =
  /^(?:is|are|was|were|be|has|have|uses?|used|runs?|lives?|works?|worked|plays?|speaks?|prefers?|costs?|takes?|needs?|requires?|returns?|defaults?|listens?|deploys?|owns?|born|died|founded|created|developed|located|written|performed|married|employed|educated|affiliated|associated|es|son|era|está|están|usa|usan|usamos|utiliza|utilizamos|vive|trabaja|tiene|tienen|cuesta|prefiere|necesita|requiere|corre|juega|habla|=|→)$|[:：]$/iu
/** They introduce one of several things that are all true. */
const ONE_OF_MANY =
  /^(?:an?|one|some|another|also|part|un|una|uno|otro|otra|también|parte|excited|happy|glad|planning|trying|thinking)$/i

/** A subject comes before the verb, and the verb does not describe an event (`has been`, `was going`). */
function isStated(lead: readonly string[], verb: number): boolean {
  const next = lead[verb + 1]
  return verb >= 1 && !(next !== undefined && /^(?:been|going|able)$|ing$/i.test(next))
}

/** A name, a number or a word of code. */
function isNamed(word: string): boolean {
  return /^\p{Lu}|\d|[_/`]|\p{Ll}\p{Lu}|\.\w/u.test(word)
}

/** `moved from A to B`, `B instead of A`, `A is no longer …`: the newer one itself says what it ends. */
function isReplaced(old: string, fresh: string): boolean {
  if (!CHANGE.test(fresh)) return false
  const [was, is] = [contentTerms(old), contentTerms(fresh)]
  for (const [gone, come] of changesIn(fresh)) {
    const [left, arrived] = [contentTerms(gone), contentTerms(come)]
    if (left.size === 0) continue
    // The older one already mentions what replaced it, or what came.
    if (shareIn(left, was) === 1 && (arrived.size === 0 || shareIn(arrived, was) < 1)) {
      const rest = new Set([...was].filter((term) => !left.has(term)))
      if (rest.size === 0 || [...rest].some((term) => is.has(term))) return true
    }
  }
  // Its subject, the part before the verb, in a sentence about the present state.
  const subject = subjectOf(old)
  if (subject.size === 0 || !NOW.test(fresh)) return false
  return shareIn(subject, is) === 1 && shareIn(was, is) >= SAME_SUBJECT && shareIn(is, was) < 1
}

const CHANGE =
  /\b(?:now|no longer|not any ?more|instead of|rather than|switch(?:ed|ing)?|mov(?:ed|ing)|migrat(?:ed|ing)|replac(?:ed|es|ing)|renamed|changed|deprecated|removed|dropped|ahora|ya no|en (?:lugar|vez) de|cambi(?:ó|amos|ado)|migr(?:ó|amos|ado)|reemplaz(?:ó|amos|ado)|sustitu(?:yó|imos|ido)|elimin(?:ó|amos|ado))\b/iu
const NOW = /\b(?:now|no longer|as of|from now on|ahora|ya no|desde ahora)\b/iu
const SOME_WORDS = String.raw`((?:[\w./@#-]+ ?){1,4}?)`
/** What is left behind, and what takes its place. */
const FROM_TO = [
  String.raw`(?:switched|moved|migrated|changed|renamed)\b[^.]{0,40}?\bfrom ${SOME_WORDS} ?(?:to|→|->) ${SOME_WORDS}(?=[\s.,;)]|$)`,
  String.raw`replaced ${SOME_WORDS} ?(?:with|by) ${SOME_WORDS}(?=[\s.,;)]|$)`,
  String.raw`(?:cambiamos|migramos|pasamos) de ${SOME_WORDS} ?a ${SOME_WORDS}(?=[\s.,;)]|$)`,
].map((source) => new RegExp(source, 'giu'))
/** The replacement comes first, or is not named. */
const INSTEAD = [
  /(?<come>[\w./@#-]+)[^.]{0,30}?(?:instead of|rather than|en lugar de|en vez de) (?<gone>[\w./@#-]+)/giu,
  /(?:no longer|ya no) (?:use[sd]?|using|runs?|on|usamos|usa)? ?(?<gone>[\w./@#-]+)/giu,
  /(?:removed|dropped|deprecated|eliminamos) (?:the |el |la )?(?<gone>[\w./@#-]+)/giu,
]

function changesIn(text: string): [gone: string, come: string][] {
  return [
    ...FROM_TO.flatMap((form) =>
      [...text.matchAll(form)].map(([, gone, come]): [string, string] => [gone ?? '', come ?? '']),
    ),
    ...INSTEAD.flatMap((form) =>
      [...text.matchAll(form)].map(({ groups }): [string, string] => [groups?.gone ?? '', groups?.come ?? '']),
    ),
  ]
}

function subjectOf(text: string): Set<string> {
  const words = wordsOf(text)
  const verb = words.findIndex((word) => STATE.test(word))
  return verb < 1
    ? new Set()
    : contentTerms(words.slice(0, verb + (/[:：]$/.test(words[verb] ?? '') ? 1 : 0)).join(' '))
}

const NOT = /\b(?:not|no|never|without|cannot|\w+n['’]t|nunca|jamás|sin|ya no|tampoco)\b/iu

function isDenied(text: string): boolean {
  return NOT.test(text)
}

/** Numbers and code words: they make two sentences of the same words two facts. */
function valuesIn(text: string): Set<string> {
  return new Set(text.match(/[\w./@-]*\d[\w./@-]*\w|\d|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*\b/g) ?? [])
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one))
}

/** Without list markers, emphasis and the full stop. */
function bare(text: string): string {
  return text
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[.。!]+$/, '')
    .trim()
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

function same(a: string | undefined, b: string | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    fold(a).toLowerCase().replace(/[,;]$/, '') === fold(b).toLowerCase().replace(/[,;]$/, '')
  )
}
