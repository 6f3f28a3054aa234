/**
 * How much a piece of text is worth remembering: a small linear model over its position, its structure, what it shares
 * with the request and the work, and what its words do. The weights are data, learned by `bench/sessions/train.ts`. It
 * only looks at the request itself and what came before, so a memory does not change when the session continues.
 */
import { cuesIn } from './cues.ts'
import weights from './salience.json' with { type: 'json' }
import { isUsers, type Source } from './sources.ts'
import { namesIn, rarityAmong, shareIn, termsOf } from './terms.ts'
import type { Unit } from './units.ts'

export interface Weights {
  bias: number
  [feature: string]: number
}

export interface Scored {
  source: Source
  unit: Unit
  /** Position among the request's units. */
  place: number
  terms: ReadonlySet<string>
  names: ReadonlySet<string>
  /** 0–1. */
  score: number
  /** Describes the state before the request changed it. */
  past?: true
}

export interface Surroundings {
  sources: readonly Source[]
  /** Names of what the request changed: files, and words of changed lines. */
  changed: ReadonlySet<string>
  /** Was anything changed or committed at all? */
  worked: boolean
}

export function scoreUnits(by: Surroundings, learned: Weights = weights): Scored[] {
  return featuresOf(by).map(({ features, ...one }) => {
    const score = sigmoid(dot(features, learned))
    return { ...one, score: isCorrection(one) ? Math.max(score, CORRECTION) : score }
  })
}

/**
 * Said to stop or steer the agent in the middle of its work: rare, short, and important to the user. Set by hand: 0.2
 * and 0.4 keep as much of the open sessions, within one thing.
 */
const CORRECTION = 0.3

function isCorrection({ source, unit }: Pick<Scored, 'source' | 'unit'>): boolean {
  return source.kind === 'aside' && /\p{L}{2,}.*\p{L}{2,}/u.test(unit.text) && !/[?？]\s*$/.test(unit.text)
}

export type Features = Record<string, number>

export function featuresOf(by: Surroundings): (Omit<Scored, 'score'> & { features: Features })[] {
  const all = by.sources.flatMap((source, at) => source.units.map((unit, i) => ({ source, unit, at, i })))
  const terms = all.map(({ unit }) => termsOf(unit.text))
  const rarity = rarityAmong(terms)
  const asked = new Set(
    all.flatMap(({ source }, i) => (source.kind === 'request' || source.kind === 'aside' ? [...(terms[i] ?? [])] : [])),
  )
  const committed = new Set(
    by.sources.flatMap(({ kind, title }) => (kind === 'commit' || kind === 'pull_request' ? [...termsOf(title)] : [])),
  )
  const middle = centre(terms, rarity)
  const messages = by.sources.filter(({ kind }) => kind === 'message' || kind === 'closing')
  return all.map(({ source, unit, i }, place) => {
    const own = terms[place] ?? new Set()
    const names = namesIn(unit.text)
    const cues = cuesIn(unit.text)
    const above = cuesIn(`${unit.heading} ${unit.lead}`)
    const { text } = unit
    const length = lengthOf(text)
    const spokenAt = messages.length < 2 ? 1 : messages.indexOf(source) / (messages.length - 1)
    const yes = (is: boolean) => (is ? 1 : 0)
    const features: Features = {
      [source.kind]: 1,
      [unit.kind]: 1,
      labelled: yes(unit.labelled),
      nested: yes(unit.depth > 0),
      first: yes(i === 0),
      last: yes(i === source.units.length - 1),
      place: source.units.length < 2 ? 0 : i / (source.units.length - 1),
      messagePlace: source.kind === 'message' ? spokenAt : 0,
      alone: yes(source.units.length <= 3),
      length: Math.min(1, length / 240),
      short: yes(length < 40),
      long: yes(length > 260),
      names: Math.min(1, names.size / 4),
      named: yes(names.size > 0),
      numbers: yes(/\d/.test(text.replace(/`[^`]*`/g, ''))),
      changed: Math.min(1, [...own].filter((term) => by.changed.has(term)).length / 4),
      asked: shareIn(own, asked, rarity),
      committed: committed.size === 0 ? 0 : shareIn(own, committed, rarity),
      central: shareIn(own, middle, rarity),
      arrow: yes(/→|=>|->|⇒/.test(text)),
      contrast: yes(/[—–]| - |;|:/.test(text)),
      asks: yes(/[?？]\s*$/.test(text)),
      leadsIn: yes(/[:：]\s*$/.test(text)),
      exclaims: yes(/!\s*$/.test(text)),
      negates: yes(/\b(?:not|no|never|cannot|without|n't|nothing|only)\b|n't\b/.test(text)),
      firstPerson: yes(/\b(?:I|I'm|I've|my|me)\b/.test(text)),
      cause: yes(cues.cause),
      decision: yes(cues.decision),
      open: yes(cues.open),
      announces: yes(cues.announces),
      status: yes(cues.status),
      hedge: yes(cues.hedge),
      takenBack: yes(cues.takenBack),
      rule: yes(cues.rule),
      ruleOfUser: yes(cues.rule && isUsers(source)),
      underOpen: yes(above.open),
      underCause: yes(above.cause),
      underDecision: yes(above.decision),
      pathOnly: yes(/^`?[\w@./~-]+\.\w+`?(?:\s*[(—–:-].{0,24})?$/.test(text)),
      inWork: yes(by.worked && (source.kind === 'closing' || source.kind === 'message')),
    }
    return { source, unit, place, terms: own, names, features }
  })
}

/** A character of a script without spaces says about as much as two and a half letters. */
export function lengthOf(text: string): number {
  const dense = text.match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu)?.length ?? 0
  return text.length + 1.5 * dense
}

/** The terms several pieces share, the heaviest thirty: the subject of the request. */
function centre(texts: readonly ReadonlySet<string>[], rarity: (term: string) => number): Set<string> {
  const seen = new Map<string, number>()
  for (const terms of texts) for (const term of terms) seen.set(term, (seen.get(term) ?? 0) + 1)
  return new Set(
    [...seen]
      .filter(([, times]) => times > 1)
      .map(([term, times]) => [term, times * rarity(term)] as const)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 30)
      .map(([term]) => term),
  )
}

export function dot(features: Features, learned: Weights): number {
  let sum = learned.bias
  for (const [name, value] of Object.entries(features)) sum += value * (learned[name] ?? 0)
  return sum
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
