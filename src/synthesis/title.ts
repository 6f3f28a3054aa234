/**
 * The one line a memory is known by: a commit's subject, a plan's heading, else the sentence that says most. Never made up
 * from a patch, never cut in the middle: what does not fit is shortened where a clause ends, or another sentence is taken.
 */
import { oneLine } from '../memory/one-line.ts'
import { cuesIn } from './words/cues.ts'
import type { Scored } from './words/salience.ts'
import { isUsers, type Source } from './words/sources.ts'
import { UNSPACED } from './words/terms.ts'
import type { Unit } from './words/units.ts'

export const MOST_TITLE = 140
/** Fewer letters than this name something and say nothing of it; a script without blanks says more in fewer. */
const LEAST_TITLE = 18
const LEAST_UNSPACED = 8
/** A commit's subject, a plan's heading, a rule: somebody chose the words. */
const LEAST_NAME = 3

export function chooseTitle(units: readonly Scored[]): string {
  let best = { title: '', fit: Number.NEGATIVE_INFINITY }
  for (const one of units) {
    const title = asTitle(one.unit.text)
    if (title === undefined) continue
    const fit = one.score + fitness(one, title)
    if (fit > best.fit) best = { title, fit }
  }
  return best.title
}

/** One plain line of fitting length, or undefined where the text makes none. What is a name already may be short. */
export function asTitle(text: string, by: { named?: boolean } = {}): string | undefined {
  const plain = text
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .replace(DECORATION, '')
    .replace(OPENING, '')
    .replace(SELF, '')
    .trim()
  const whole = plain
    .replace(/[.:;,!。：；，！\s]+$/u, '')
    .replace(/\p{Extended_Pictographic}\uFE0F?$/u, '')
    .trim()
  const least = by.named ? LEAST_NAME : UNSPACED.test(whole) ? LEAST_UNSPACED : LEAST_TITLE
  if (whole.length < least) return undefined
  const ended = /[:：]\s*$/.test(plain) ? withoutDangling(whole) : whole
  const fitting = ended.length <= MOST_TITLE ? ended : atClause(ended, MOST_TITLE)
  return fitting === undefined ? undefined : capitalOf(fitting)
}

const DECORATION = /^(?:\p{Extended_Pictographic}\uFE0F?|[✓✔☑★•▪→*#>]|\d{1,2}[.)]|-)(?:\s+|$)/gu
/** Words that open a sentence in a conversation and mean nothing outside it. */
const OPENING =
  /^(?:(?:(?:done|perfect|great|good|excellent|yes|yep|no|sure|right|correct|important)[!.,:—–-]+|(?:ok(?:ay)?|alright|so|and|but|now|also|then|however|additionally|finally|note|basically|actually|oops|please|hi|hey)\b[!.,:—–-]*)\s+)+(?=\S{2,}\s+\S)/i

/** Who did it is known: "I've successfully added …" is about what was added. */
const SELF =
  /^Your (?=\w)|^(?:I(?:'ve| have)?|We(?:'ve| have)?) (?:now |also |just )?(?:successfully )?(?=(?:\w+ed|built|made|set|wrote|written|found|kept|put|ran)\b)/i

/** Any text within a limit: whole, to the end of a clause, or with a mark where neither fits. */
export function shorten(text: string, limit: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,;:]+$/, '')
  return flat.length <= limit ? flat : (atClause(flat, limit) ?? oneLine(flat, limit))
}

/** Where a clause ends, as late as it fits; undefined when none does. */
function atClause(text: string, limit: number): string | undefined {
  const least = UNSPACED.test(text) ? 2 * LEAST_UNSPACED : LEAST_CLAUSE
  let end: number | undefined
  for (const match of text.slice(0, limit + 1).matchAll(CLAUSE_END)) {
    if (match.index >= least && isWhole(text.slice(0, match.index))) end = match.index
  }
  return end === undefined ? undefined : withoutDangling(text.slice(0, end))
}

/** Words no line may end with: "…because the order in" has lost its end. */
function withoutDangling(text: string): string {
  return text.replace(
    /(?:[\s,;:—–-]+(?:and|or|but|so|which|that|because|then|this is|with|for|to|in|of|the|an?|is|are|as|by|from|when|if|not|including|e\.g\.))*[\s,;:—–-]*$/iu,
    '',
  )
}

/** A shorter beginning of a sentence says less than another sentence would. */
const LEAST_CLAUSE = 40

const CLAUSE_END =
  /;| [—–-] |: |, (?:and|but|so|which|because|where|while|since|instead|rather|with|then)\b| (?:because|so that|since|which|while|instead of|rather than|using|against|via|through|in order to) | \(|，|。|、/gu

function isWhole(text: string): boolean {
  const count = (of: RegExp) => text.match(of)?.length ?? 0
  return count(/[([{]/g) === count(/[)\]}]/g) && count(/"/g) % 2 === 0
}

/** What an ending says first is what it is about; what stands in a list below is a part of it. */
const BY_KIND = { opening: 0.35, sentence: 0, heading: 0.05, item: -0.3, row: -0.5, command: -0.5 }
/** The user's own words name the matter, but not what came of it; a short request does not even name it. */
const BY_REQUEST = { telling: 0.22, other: -0.45 }

function fitness({ unit, names, source }: Scored, title: string): number {
  let fit = isUsers(source) ? fitnessOfRequest(title, source) : fitnessOfWords(unit, source)
  if (/https?:\/\/|^(?:files?|status|commit|size|note|view|see|run|verdict|result)\s*[:：]/i.test(title)) fit -= 0.4
  if (title.length > 110) fit -= 0.06
  if (title.length < 35) fit -= 0.12
  if (names.size > 0) fit += 0.08
  if (POINTS_BACK.test(title)) fit -= 0.35
  if (unit.text.length > title.length + CUT) fit -= 0.22
  return fit
}

/** A question names its matter too. */
function fitnessOfRequest(title: string, { kind }: Source): number {
  const fit = BY_REQUEST[isTelling(title) && kind === 'request' ? 'telling' : 'other']
  return /[?？]$/.test(title) ? fit - 0.12 : fit
}

function fitnessOfWords(unit: Unit, source: Source): number {
  const cues = cuesIn(unit.text)
  let fit = BY_KIND[unit.kind === 'sentence' && isOpening(unit, source) ? 'opening' : unit.kind]
  if (unit.kind === 'item' && unit.depth > 0) fit -= 0.15
  if (unit.kind !== 'sentence' && /^[^:：]{1,32}[:：]/.test(unit.text)) fit -= 0.1
  if (cues.status || cues.announces || cues.hedge) fit -= 0.4
  if (cues.open) fit -= 0.2
  if (source.kind !== 'closing' && (cues.cause || cues.decision)) fit += 0.15
  if (/[?？]\s*$/.test(unit.text)) fit -= 0.5
  if (/[!！]\s*\p{Extended_Pictographic}?\uFE0F?\s*$/u.test(unit.text)) fit -= 0.2
  if (/[:：]\s*$/.test(unit.text)) fit -= 0.1
  return fit
}

/** More than its full stop and marks is missing: the sentence was shortened. */
const CUT = 12

/** Names something of its own: "fix the total when a code is entered twice" does, "do that there too" does not. */
function isTelling(title: string): boolean {
  const words = title.match(/[\p{L}\p{N}_./-]{4,}/gu) ?? []
  return UNSPACED.test(title) || (words.length >= 4 && !/^(?:and|also|then|do|try|again|yes|no|ok)\b/i.test(title))
}

/** Among the first two sentences that say anything. */
function isOpening(unit: Unit, source: Source): boolean {
  const telling = source.units.filter((one) => one.kind === 'sentence' && !isStatusOnly(one)).slice(0, 2)
  return telling.includes(unit)
}

function isStatusOnly({ text }: Unit): boolean {
  const { status, announces } = cuesIn(text)
  return announces || (status && text.length < 60) || text.length < 20
}

const POINTS_BACK =
  /^(?:this|that|it|it's|they|these|those|he|she|here|here's|there|both|which|you|your|i|i'm|i've|i'll|let|we|if|when|for|to|in|on|with|from|after|before|as|or|just|maybe|same|only|all details|no other|there's|issue|problem|let's|can|could|option|question|already|sorry|currently|each|to proceed|line \d+|step \d+|why|how|what)\b|^(?:the )?(?:diagnostics?|outputs?|tests?|build|files?|changes?|code|errors?|check) (?:is|are|shows?|was|were|will|now)\b/i

export function capitalOf(text: string): string {
  const [first = ''] = text
  // A name in code keeps its case: `initTheme catches` does not become `InitTheme catches`.
  return /^[a-z]+(?:[A-Z_./(-]|\d)/.test(text) ? text : first.toUpperCase() + text.slice(first.length)
}
