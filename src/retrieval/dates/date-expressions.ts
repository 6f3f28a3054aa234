/**
 * Finds where a text names a time: one phrase, an open range ("since Monday"), or a closed one ("between Monday and
 * Friday"). Expects text without accents; offsets refer to that text.
 */
import { dayOf, spanOf } from './calendar.ts'
import { PHRASES, type Phrase } from './date-phrases.ts'
import type { DateRange } from './date-range.ts'
import type { Clock, NamedTime } from './named-times.ts'

export interface FoundDate {
  start: number
  end: number
  range: DateRange
  /** False for a calendar day or month: a text may be about another day than the one it was written on. */
  certain: boolean
}

/** The first in the text that is not negated. */
export function findDate(text: string, clock: Clock): FoundDate | undefined {
  let done = 0
  for (const { index } of text.matchAll(WORD_START)) {
    if (index < done) continue
    const found = dateAt(text, { at: index, clock, bare: false })
    if (!found) continue
    if (!DENIED.test(text.slice(0, index))) return found
    done = found.end
  }
  return undefined
}

/** The whole text names one time; here a month or weekday needs no other word. */
export function wholeDate(text: string, clock: Clock): FoundDate | undefined {
  const found = dateAt(text, { at: 0, clock, bare: true })
  return found?.end === text.length ? found : undefined
}

/** Skips words inside paths, versions, identifiers and numbers. */
const WORD_START = /(?<![\p{L}\p{N}_\-./\\#@$:='’])[\p{L}\p{N}]/gu
const WORD_END = "(?:['’]s)?(?![\\p{L}\\p{N}_(]|[-./\\\\:@=][\\p{L}\\p{N}_])"

const DENIED =
  /(?<![\p{L}\p{N}_])(?:not|no|except|excluding|excepto|salvo)\s+(?:(?:from|for|in|the|of|de|en|el|la)\s+)*$/iu

interface Place {
  at: number
  clock: Clock
  bare: boolean
}

interface ReadPhrase {
  end: number
  kind: Phrase['kind']
  reading: NamedTime
}

/** The longest reading wins: "antes de ayer" is a day of its own rather than an open range. */
function dateAt(text: string, place: Place): FoundDate | undefined {
  const phrase = phraseAt(text, place)
  const found = [
    phrase && { start: place.at, end: phrase.end, range: rangeOf(phrase), certain: phrase.kind === 'relative' },
    ...TWO_ENDS.map((ends) => twoEndsAt(text, place, ends)),
    ...OPEN_ENDS.map((end) => openEndAt(text, place, end)),
  ]
  return longest(found.filter((one) => one !== undefined))
}

function rangeOf({ reading: { from, to } }: ReadPhrase): DateRange {
  return { from, to }
}

type Row = Omit<Phrase, 'words'> & { pattern: RegExp }

let rows: readonly Row[] | undefined

/** Made when a text is first read: they take 20 ms, which a worker that is being waited for does not have. */
function rowsOf(): readonly Row[] {
  rows ??= PHRASES.flatMap(({ words, ...phrase }) =>
    words.map((source) => ({ ...phrase, pattern: pattern(`(?:${source})${WORD_END}`) })),
  )
  return rows
}

function phraseAt(text: string, { at, clock, bare }: Place): ReadPhrase | undefined {
  const found: ReadPhrase[] = []
  for (const { pattern, kind, read } of rowsOf()) {
    if (kind === 'bare' && !bare) continue
    const match = matchAt(pattern, text, at)
    const reading = match && read(match.groups ?? {}, clock)
    if (reading) found.push({ end: at + match[0].length, kind, reading })
  }
  return longest(found)
}

interface OpenEnd {
  before: RegExp
  /** It names a time whatever follows; "postponed until Friday" does not. */
  certain: boolean
  range: (by: NamedTime, clock: Clock) => DateRange
}

const OPEN_ENDS: OpenEnd[] = [
  {
    before: pattern('(?:(?:ever )?since|desde|a partir del?) '),
    certain: true,
    range: ({ from, exact }, clock) => ({ from: exact?.from ?? from, to: endOfToday(clock) }),
  },
  {
    // Includes the day itself: better one day too many. After a longer time means after its end.
    before: pattern('(?:after|despues del?|tras) '),
    certain: false,
    range: ({ from, to, exact = { from, to } }, clock) => {
      const isDay = exact.to - exact.from < 26 * 3_600_000 // the longest day has 25 hours
      return { from: isDay ? exact.from : exact.to + 1, to: endOfToday(clock) }
    },
  },
  {
    before: pattern('(?:before|prior to|antes del?) '),
    certain: false,
    range: ({ from, exact }) => ({ to: (exact?.from ?? from) - 1 }),
  },
  {
    before: pattern('(?:until|till|up to|up until|hasta) '),
    certain: false,
    range: ({ to, exact }) => ({ to: exact?.to ?? to }),
  },
]

function openEndAt(text: string, { at, clock }: Place, open: OpenEnd): FoundDate | undefined {
  const before = matchAt(open.before, text, at)
  const phrase = before && phraseAt(text, { at: at + before[0].length, clock, bare: true })
  if (!phrase) return undefined
  const range = open.range(phrase.reading, clock)
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) return undefined
  return { start: at, end: phrase.end, range, certain: open.certain || !isName(phrase) }
}

interface TwoEnds {
  before: RegExp
  between: RegExp
  /** As above: "moved from Friday to Monday" is not certain. */
  certain: boolean
}

const TWO_ENDS: TwoEnds[] = [
  { before: pattern('between '), between: pattern(' and '), certain: true },
  { before: pattern('entre '), between: pattern(' y '), certain: true },
  { before: pattern('from '), between: pattern(' (?:to|until|till|through) '), certain: false },
  { before: pattern('(?:desde|del?) '), between: pattern(' (?:hasta|al?) '), certain: false },
  { before: pattern(''), between: pattern('\\s*\\.\\.\\s*| (?:to|through|hasta) '), certain: false },
]

function twoEndsAt(text: string, { at, clock }: Place, ends: TwoEnds): FoundDate | undefined {
  const before = matchAt(ends.before, text, at)
  const first = before && phraseAt(text, { at: at + before[0].length, clock, bare: true })
  const between = first && matchAt(ends.between, text, first.end)
  const last = between && phraseAt(text, { at: first.end + between[0].length, clock, bare: true })
  if (!last) return undefined
  const high = last.reading.exact ?? last.reading
  // "Between Friday and Monday" begins on the Friday before that Monday.
  const then = { ...clock, today: dayOf(high.to, clock.timeZone) }
  const isLater = first.kind !== 'relative' && first.reading.from > high.to
  const { reading } = (isLater && phraseAt(text, { at: at + before[0].length, clock: then, bare: true })) || first
  const low = reading.exact ?? reading
  const range = { from: Math.min(low.from, high.from), to: Math.max(low.to, high.to) }
  return { start: at, end: last.end, range, certain: ends.certain || !(isName(first) || isName(last)) }
}

function isName({ kind }: ReadPhrase): boolean {
  return kind === 'name' || kind === 'bare'
}

function endOfToday({ today, timeZone }: Clock): number {
  return spanOf(today, today, timeZone).to
}

/** Sticky: matches at this position or not at all. */
function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll(' ', '\\s+'), 'iuy')
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** The first of the longest ones. */
function longest<T extends { end: number }>(found: T[]): T | undefined {
  return found.reduce<T | undefined>((best, one) => (best && best.end >= one.end ? best : one), undefined)
}
