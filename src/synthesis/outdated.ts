/**
 * What a session said and then made untrue: behaviour it described before changing it, guesses it refuted, what the
 * user corrected, names it removed. These are left out, because a later session would believe them. A description of
 * the problem that a request solved is stored as the earlier state.
 */
import { type Edited, editsOf, isCodeRemovedBy, isRemovedBy } from './edited-names.ts'
import type { ToldRequest } from './open-work.ts'
import { cuesIn } from './words/cues.ts'
import type { Scored } from './words/salience.ts'
import { NAME, namesIn, rarityAmong, shareIn } from './words/terms.ts'

// Shares of terms, set by hand and then tried: of the things readers of the open sessions wrote down, the extractor
// alone keeps .821, and of the untrue ones .110. A tenth lower or higher keeps .818 to .828 and .096 to .123; higher
// means more of both.
/** Share of a statement's terms in the message that takes it back. */
const TAKEN_BACK = 0.4
/** Share of a guess's terms in a later statement that is not a guess. */
const REFUTED = 0.35
/**
 * Share of an answer's subject in a later request that changed things, and of the single piece in that request's words.
 */
const SAME_SUBJECT = 0.3
const SAME_PIECE = 0.5

export function withoutOutdated<T extends ToldRequest>(said: readonly T[]): T[] {
  const edits = said.map(({ request }) => editsOf(request.calls))
  const outdated = new Set([
    ...said.flatMap((one, at) => [...takenBack(one, said[at - 1]), ...refusedByUser(one, said[at - 1])]),
    ...said.flatMap(({ units }, at) => replacedBy(units, replacementsIn(said.slice(at + 1)))),
    ...changedAfterwards(said, edits),
    ...refuted(said.flatMap(({ units }) => units)),
  ])
  return said.map((one, at) => {
    const own = edits[at] ?? []
    const later = edits.slice(at + 1).flat()
    const units = one.units.flatMap((unit): Scored[] => {
      if (outdated.has(unit) || isGone(unit, later, own.length > 0)) return []
      if (unit.source.kind === 'request' && isGuess(unit)) return []
      const since = own.filter(({ at }) => at > unit.source.event.at)
      if (!isBefore(unit, since)) return [unit]
      // Of what was said on the way only the diagnosis stays; what was reported and then removed is outdated.
      const stays = unit.source.kind === 'plan' || (unit.source.kind === 'message' && cuesIn(unit.unit.text).cause)
      return stays ? [{ ...unit, past: true }] : []
    })
    return { ...one, units }
  })
}

/** Mentions what a later request removed; or, in a request that changed nothing, describes what a later one changed. */
function isGone(unit: Scored, later: readonly Edited[], worked: boolean): boolean {
  if (isRemoved(unit, later)) return true
  return (
    !worked && isAgents(unit) && codeNames(unit.names).some((name) => later.some(({ changed }) => changed.has(name)))
  )
}

function isRemoved(unit: Scored, edits: readonly Edited[]): boolean {
  return edits.length > 0 && speaksOfRemoved(unit.unit.text, edits)
}

/** Mentions code that these edits removed. */
export function speaksOfRemoved(text: string, edits: readonly Edited[]): boolean {
  if (codeNames(namesIn(text)).some((name) => isRemovedBy(name, edits))) return true
  return [...text.matchAll(/`([^`\n]{12,120})`/g)].some(([, code = '']) => isCodeRemovedBy(code, edits))
}

/** Describes what the request then changed: the context of a plan that was carried out, code that was removed. */
function isBefore(unit: Scored, since: readonly Edited[]): boolean {
  if (since.length === 0) return false
  const { heading, text } = unit.unit
  if (unit.source.kind === 'plan') return (heading === '' || CONTEXT.test(heading)) && !ORDER.test(text)
  return isAgents(unit) && isRemoved(unit, since)
}

/** Says what to do, which does not describe a state. */
const ORDER =
  /^(?:add|implement|create|fix|make|update|remove|replace|port|use|move|support|allow|introduce|refactor|extend|change|ensure|build|write|set|convert|rename|extract|goal)\b/i

const CONTEXT =
  /\b(?:context|problem|background|current|motivation|issue|bug|root cause|why|overview|analysis|summary|contexto|problema)\b|контекст|проблема|背景|問題|问题|现状|現状/i

/** "You're right", "wait", "reverted": what was said about the same subject just before is no longer true. */
function takenBack({ units }: ToldRequest, before: ToldRequest | undefined): Scored[] {
  const spoken = units.filter(isAgents)
  return spoken.flatMap((one, i) => {
    if (!cuesIn(one.unit.text).takenBack && !INSISTS.test(one.unit.text)) return []
    const meant = new Set(spoken.filter(({ source }) => source === one.source).flatMap(({ terms }) => [...terms]))
    const earlier = spoken.slice(0, i).filter(({ source }) => source !== one.source)
    const all = [...earlier, ...(before?.units.filter(isAgents) ?? [])]
    return all.filter(({ terms }) => shareIn(terms, meant) >= TAKEN_BACK)
  })
}

/** "There IS a cleanup": a verb in capitals contradicts what was thought before. */
const INSISTS = /\b(?:[Tt]here|[Ii]t|[Tt]his|[Tt]hat|[Tt]hey|[Ww]e|[Yy]ou) (?:IS|ARE|DOES|DO|DID|HAS|HAVE|CAN)\b/

/** The user says that it still does not work: the cause or fix just named is wrong. */
function refusedByUser({ units }: ToldRequest, before: ToldRequest | undefined): Scored[] {
  const [first, second] = units.filter(({ source }) => source.kind === 'request')
  const refused = [first, second].some((one) => one !== undefined && STILL_BROKEN.test(one.unit.text))
  if (!refused || before === undefined) return []
  return before.units.filter(
    (one) => one.source.kind === 'closing' && (cuesIn(one.unit.text).cause || CURED.test(one.unit.text)),
  )
}

const STILL_BROKEN =
  /\bstill (?:not|no|doesn'?t|does not|isn'?t|can'?t|cannot|fail(?:s|ing)?|broken|happen(?:s|ing)|the same|get(?:ting)?|see(?:ing)?|nothing)\b|\b(?:doesn'?t|does not|isn'?t|is not|didn'?t|did not|not) (?:work(?:ing)?|fix(?:ed)?|help|seem)\b|\bno (?:change|luck|difference|internet|effect)\b|\bsame (?:error|issue|problem|result)\b|^nope\b|\b(?:sigue sin|no funciona|mismo error)\b|не работает|всё ещё|まだ(?:動|直|ダメ)|(?:还是|仍然)(?:不|没)/iu
const CURED =
  /\b(?:fixed|resolved|solved|cured|works? now|now works?|is working|restored|the (?:issue|problem|cause|culprit) (?:is|was))\b|解決|修正しました|已修复|исправлен/iu

interface Replacement {
  was: string
  is: string
}

/** What later closing messages say changed from one value to another: `B+ (82/100) → A- (87/100)`. */
function replacementsIn(later: readonly ToldRequest[]): Replacement[] {
  const told = later.flatMap(({ units }) =>
    units.filter(({ source }) => source.kind === 'closing' || source.kind === 'commit'),
  )
  return told.flatMap(({ unit }) => {
    const pair = unit.kind === 'row' ? VALUES.exec(unit.text) : ARROW.exec(unit.text)
    const [was = '', is = ''] = [pair?.[1], pair?.[2]].map((side) => side?.replace(/^[`"(]+|[`"),.;:]+$/g, '').trim())
    return isValue(was) && isValue(is) ? [{ was, is }] : []
  })
}

/**
 * A name, a path, a size, a score: something replaceable. An arrow between sentences means that one leads to the other.
 */
function isValue(text: string): boolean {
  if (text.length < 4) return false
  return /\s/.test(text) ? /\d/.test(text) && text.split(/\s+/).length <= 3 : /[\d/_.-]|[a-z][A-Z]/.test(text)
}

const ARROW = /(`[^`]{2,50}`|"[^"]{2,50}"|\S+)\s*(?:→|->|=>)\s*(`[^`]{2,50}`|"[^"]{2,50}"|\S+)/
const VALUES = /^([^:]*\d[^:]*): ([^:,]*\d[^:,]*)$/

function replacedBy(units: readonly Scored[], replacements: readonly Replacement[]): Scored[] {
  return units.filter(({ unit, source }) => {
    return [`${unit.heading} ${unit.text}`, source.title].some((said) =>
      isReplaced(said.replaceAll('`', ''), replacements),
    )
  })
}

function isReplaced(text: string, replacements: readonly Replacement[]): boolean {
  return replacements.some(({ was, is }) => {
    const [old, fresh] = [text.indexOf(was), text.indexOf(is)]
    // Together with its replacement it describes that change; in reverse order it describes a change that was undone.
    return old >= 0 && (fresh < 0 || (fresh < old && !is.includes(was) && !was.includes(is)))
  })
}

/** A question was answered with the state of things, and a later request about the same subject changed it. */
function changedAfterwards(said: readonly ToldRequest[], edits: readonly Edited[][]): Scored[] {
  const subjects = said.map(({ units }) => subjectOf(units))
  const rarity = rarityAmong(subjects)
  return said.flatMap(({ units }, at) => {
    if ((edits[at]?.length ?? 0) > 0) return []
    const own = subjects[at] ?? new Set<string>()
    const changing = subjects.filter((subject, later) => {
      return later > at && (edits[later]?.length ?? 0) > 0 && shareIn(own, subject, rarity) >= SAME_SUBJECT
    })
    return units.filter((one) => isAgents(one) && changing.some((subject) => shareIn(one.terms, subject) >= SAME_PIECE))
  })
}

/** What was asked and its result, without what was said on the way. */
function subjectOf(units: readonly Scored[]): Set<string> {
  const told = units.filter(({ source }) => !['message', 'report', 'compaction'].includes(source.kind))
  return new Set(told.flatMap(({ terms }) => [...terms]))
}

/** A guess at a cause always goes; any other guess once something certain was said about the subject. */
function refuted(units: readonly Scored[]): Scored[] {
  const firm = units.filter((one) => isAgents(one) && !cuesIn(one.unit.text).hedge)
  return units.filter((one) => {
    const { hedge, cause } = cuesIn(one.unit.text)
    if (!isAgents(one) || !hedge) return false
    if (cause) return true
    const after = firm.filter(({ source }) => source.event.at > one.source.event.at)
    return after.some(({ terms }) => shareIn(one.terms, terms) >= REFUTED)
  })
}

function isAgents({ source }: Scored): boolean {
  return source.kind === 'message' || source.kind === 'closing' || source.kind === 'report'
}

function isGuess({ unit }: Scored): boolean {
  return /\b(?:i think|maybe|probably|i guess|i suspect|perhaps|not sure)\b/i.test(unit.text) && !cuesIn(unit.text).rule
}

/** Names that can mean only one thing: `applyDelay`, `max_size`, `claude-mw`, `transcripts/`. */
function codeNames(names: ReadonlySet<string>): string[] {
  return [...names].flatMap((name) => name.match(NAME) ?? []).filter(isTelling)
}

function isTelling(name: string): boolean {
  if (name.endsWith('/')) return name.length > 10
  if (name.length < 5) return false
  return /[a-z][A-Z]|_|-/.test(name) || /^[A-Z][A-Z\d]{3,}$/.test(name) || name.length > 11
}
