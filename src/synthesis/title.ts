/**
 * A memory's title: a commit's subject, a plan's heading, else the most informative sentence. Never made up from a
 * patch, never cut in the middle: a long one is shortened at the end of a clause, or another sentence is used.
 */

import { oneLine } from '../memory/one-line.ts'
import { capitalOf } from './capital.ts'
import { fitsOf, type TitleCandidate, tellingOf } from './title-fit.ts'
import { isFiller } from './words/filler.ts'
import { OPENING } from './words/openings.ts'
import type { Scored } from './words/salience.ts'
import { isUsers, type Source } from './words/sources.ts'
import { UNSPACED } from './words/terms.ts'

/** A plain limit: one line of a list with its id, type and age in front. */
export const MAX_TITLE = 140
/**
 * Plain limits. Shorter titles name something without saying anything about it (three or four words); a script without
 * spaces says more in fewer characters.
 */
const LEAST_TITLE = 18
const LEAST_UNSPACED = 8
/** For a commit's subject, a plan's heading, a rule: somebody chose the words. */
const LEAST_NAME = 3

/** How titles tell a plan from what came of it: both may be of the same request. */
export const PLAN = 'Plan: '
export const CARRIED_OUT = 'Carried out: '

/** What it is about, planned or carried out. */
export function matterOf(title: string): string {
  const label = [PLAN, CARRIED_OUT].find((one) => title.startsWith(one)) ?? ''
  return title.slice(label.length)
}

/** The best title among them; undefined if none is suitable. */
export function bestTitle(units: readonly Scored[], wanted?: Scored): Rated | undefined {
  return rate(units, wanted)[0]
}

interface Rated extends TitleCandidate {
  fit: number
}

/** Best first. */
function rate(units: readonly Scored[], wanted: Scored | undefined): Rated[] {
  const candidates = candidatesOf(units)
  const fits = fitsOf(candidates, wanted)
  return candidates.map((one, i) => ({ ...one, fit: fits[i] ?? 0 })).sort((a, b) => b.fit - a.fit)
}

/**
 * The result of a request becomes its title, unless the request itself is clearly better; if neither is certain, and
 * for questions, both are combined. A rule has its own memory.
 */
export function requestTitle(
  said: readonly Scored[],
  by: { wanted: Scored | undefined; asked: string; isRule: boolean },
): Titled | undefined {
  const { wanted } = by
  const rated = rate(wanted === undefined || by.isRule ? said : [wanted, ...said], wanted)
  const asked = rated.find(({ one }) => one === wanted)
  const found = rated.find(({ one }) => one !== wanted)
  const best = found !== undefined && found.fit >= (asked?.fit ?? 0) - CLEARLY ? found : asked
  if (best === undefined) return undefined
  const asks = best === asked && /[?？]$/.test(best.title)
  const alone = { title: best.title, lines: [best.one] }
  if ((best.fit >= SURE && !asks) || wanted === undefined || found === undefined) return alone
  // "Can it be merged? or is it too much?" has a first question, whatever letter the second begins with.
  const first = /^.+?[?？](?=\s)/.exec(by.asked)?.[0] ?? ''
  const joined = joinTitles(by.asked, found.title) ?? joinTitles(first, found.title)
  if (joined !== undefined) return { title: joined, lines: [wanted, found.one] }
  // A question alone does not say what came of it.
  return asks ? { title: found.title, lines: [found.one] } : alone
}

/** A title, and the lines it was made from. */
export interface Titled {
  title: string
  lines: Scored[]
}

// Chosen on the labels, leaving out each request once: 0.05 to 0.15 and 0.25 to 0.36 give as many good titles, within 1
// %.
const CLEARLY = 0.1
const SURE = 0.3

/** undefined if they are too long together, or one of them says nothing. */
export function joinTitles(asked: string, found: string): string | undefined {
  if (asTitle(asked) === undefined || isPasted(asked) || found === '' || asked === found) return undefined
  const joined = `${asked}${besideAsked(found)}`
  return joined.length <= MAX_TITLE ? joined : undefined
}

/** The result, as the second half of a title that begins with the request. */
export function besideAsked(found: string): string {
  return ` — ${found}`
}

/** The line of a request that says most about what it wants. */
export function askedUnit(units: readonly Scored[]): Scored | undefined {
  const lines = units.filter(
    ({ source, unit }) =>
      source.kind === 'request' && unit.kind !== 'row' && unit.kind !== 'command' && !isFiller(unit, source.kind),
  )
  const worth = (one: Scored, place: number) =>
    one.score + tellingOf(asTitle(one.unit.text, { named: true }) ?? '') - LATER * place
  const rated = lines.slice(0, MAX_LINES).map((one, place) => ({ one, worth: worth(one, place) }))
  return rated.sort((a, b) => b.worth - a.worth)[0]?.one
}

/** That line as a title; '' if nothing was asked. */
export function askedTitle(units: readonly Scored[]): string {
  return asTitle(askedUnit(units)?.unit.text ?? '', { named: true }) ?? ''
}

/** A line pasted from a log or a screen; or an agent's line that says where to look, not what is there. */
function namesNothing(title: string, source: Source): boolean {
  return isUsers(source) ? isPasted(title) : WHERE.test(title)
}

/** From a log or a screen. */
export function isPasted(text: string): boolean {
  return PASTED.test(text)
}

const WHERE = /https?:\/\/|^(?:the|your|a) (?:\w+ ){1,3}(?:is now (?:at|open)|(?:has been|was) (?:written|saved) to)\b/i
const PASTED = /={3}|[⎿❯✓│]|\d{1,2}:\d{2}:\d{2}/
/** A plain limit: only the first lines of a request may become its title; pasted text follows below. */
const MAX_LINES = 8
/**
 * What is wanted usually comes first. Set by hand: with none of it, or twice as much, the open sessions keep the same.
 */
const LATER = 0.03

/** The lines among them that are suitable as titles. */
export function candidatesOf(units: readonly Scored[]): TitleCandidate[] {
  return units.flatMap((one) => {
    const title = asTitle(one.unit.text)
    return title === undefined || namesNothing(title, one.source) ? [] : [{ one, title }]
  })
}

/** One plain line of suitable length, or undefined. With `named` it may be short. */
export function asTitle(text: string, by: { named?: boolean } = {}): string | undefined {
  const plain = text
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .replace(DECORATION, '')
    .replace(OPENING, '')
    .replace(LET_US, '')
    .replace(NOTE_THAT, '')
    .replace(SELF, '')
    .trim()
  const whole = plain
    .replace(/[.:;,!。：；，！\s]+$/u, '')
    .replace(/\p{Extended_Pictographic}\uFE0F?$/u, '')
    .trim()
  const least = by.named ? LEAST_NAME : UNSPACED.test(whole) ? LEAST_UNSPACED : LEAST_TITLE
  if (whole.length < least || (!by.named && PATH.test(whole))) return undefined
  const ended = /[:：]\s*$/.test(plain) ? withoutDangling(whole) : whole
  const isWhole = ended.length <= MAX_TITLE && (by.named || !endsInQuotation(ended))
  const fitting = isWhole ? ended : atClause(ended, MAX_TITLE)
  return fitting === undefined ? undefined : capitalOf(fitting)
}

const DECORATION = /^(?:\p{Extended_Pictographic}\uFE0F?|[✓✔☑★•▪→*#>]|\d{1,2}[.)]|-)(?:\s+|$)/gu

/** Who did it is known: "I've successfully added …" is about what was added. */
const SELF =
  /^Your (?=\w)|^(?:I(?:'ve| have)?|We(?:'ve| have)?) (?:now |also |just )?(?:successfully )?(?=(?:\w+ed|built|made|set|wrote|written|found|kept|put|ran)\b)/i

/** "Let's definitely create …" is about what is created. */
const LET_US = /^let['’]s (?:(?:definitely|just|also|now|please|go ahead and) )*(?=\S+ \S)/i

/** "Remember that the office wants …" is about what it wants. */
const NOTE_THAT = /^(?:remember|note|keep in mind) that (?=\S+ \S)/i

/** One word that is a path or an address: it says where something is, not what. */
const PATH = /^[^\s\p{Lo}]*[\\/][^\s\p{Lo}]*$/u

/** Any text within a limit: whole, up to the end of a clause, or cut with a mark. */
export function shorten(text: string, limit: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,;:]+$/, '')
  return flat.length <= limit ? flat : (atClause(flat, limit) ?? oneLine(flat, limit))
}

/** The last clause end that fits; undefined if there is none. */
function atClause(text: string, limit: number): string | undefined {
  const least = UNSPACED.test(text) ? 2 * LEAST_UNSPACED : LEAST_CLAUSE
  let end: number | undefined
  for (const match of text.slice(0, limit + 1).matchAll(CLAUSE_END)) {
    const before = text.slice(0, match.index)
    if (match.index >= least && isBalanced(before) && !goesOn(text, match)) end = match.index
  }
  if (end === undefined) return undefined
  const clause = withoutDangling(text.slice(0, end))
  const [, before] = STUB.exec(clause) ?? []
  return before !== undefined && isBalanced(before) ? before : clause
}

/** The same clause goes on behind it: the last item of a list, or a verb or an arrow behind a bracket. */
function goesOn(text: string, { 0: mark, index }: { 0: string; index: number }): boolean {
  if (mark === ', and') return /,\s\S+(?:\s\S+)?$/.test(text.slice(0, index))
  return mark === ' (' && AFTER_BRACKET.test(text.slice(index))
}

const AFTER_BRACKET =
  /^ \([^()]*\) (?:[→⇒]|->|=>|(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|should|must|may|might)(?:n['’]t)?\b|(?:won|can|shan)['’]t\b|cannot\b)/

/** A word or two behind a dash or a colon: what they begin is cut off. 40 characters before it say enough. */
const STUB = /^(.{40,}?)(?: [—–]|:) \S+(?: \S+)?$/u

/** Removes words no line should end with: "…because the order in" has lost its end. */
function withoutDangling(text: string): string {
  return text.replace(
    /(?:[\s,;:—–-]+(?:and|or|but|so|which|that|because|then|this is|with|for|to|in|of|the|an?|is|are|as|by|from|when|if|not|including|even though|although|though|while|where|since|than|e\.g\.))*[\s,;:—–-]*$/iu,
    '',
  )
}

/** A plain limit: a shorter first clause says less than another sentence would. */
const LEAST_CLAUSE = 40

const CLAUSE_END =
  /;| [—–-] |: |, (?:and|but|so|which|because|where|while|since|instead|rather|with|then)\b| (?:because|so that|since|which|while|instead of|rather than|using|against|via|through|in order to) | \(|，|。|、/gu

function isBalanced(text: string): boolean {
  const count = (of: RegExp) => text.match(of)?.length ?? 0
  return count(/[([{]/g) === count(/[)\]}]/g) && !endsInQuotation(text)
}

function endsInQuotation(text: string): boolean {
  return (text.match(/"/g)?.length ?? 0) % 2 === 1
}
