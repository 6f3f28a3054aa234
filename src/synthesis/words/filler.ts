/** What an agent says to keep a conversation going. Never worth remembering, wherever it appears. */
import { cuesIn } from './cues.ts'
import { isUsers, type Source } from './sources.ts'
import type { Unit } from './units.ts'

const OFFER =
  /\b(?:let me know|feel free|would you like|do you want|want me to|should i|shall i|happy to (?:help|pick)|if you(?:'d| would)? (?:like|want|prefer|need)|just (?:say|ask|tell me)|i can (?:also )?(?:help|do|add|run|create)|which (?:option|approach|one) (?:would|do)|how would you like|what would you like|ready when you are|standing by for|waiting for your|anything else|here if you|please answer|tell me what|could you (?:please )?(?:share|tell|help|provide|confirm|clarify)|please (?:provide|share|confirm|let me)|you'?re welcome|enjoy|happy (?:coding|building)|welcome back|i don't have access to (?:your )?previous)\b|\b(?:¿quieres|avísame|dime si)\b|(?:дайте знать|хотите,? чтобы|если хотите)|(?:お知らせください|でしょうか[？?]|いかがですか|しましょうか)|(?:需要我|请告诉我|要我|如果你需要|是否要)/iu

export function isFiller(unit: Unit, kind: Source['kind']): boolean {
  if (isUsers({ kind })) return !isProse(unit.text)
  if ([unit.text, unit.lead, unit.heading].some((text) => OFFER.test(text)) || isChoice(unit)) return true
  if (kind === 'commit' || kind === 'pull_request' || kind === 'plan') return false
  const cues = cuesIn(unit.text)
  if (cues.announces && !cues.cause && !cues.decision) return true
  return /[?？]\s*$/.test(unit.text) && unit.kind !== 'item'
}

/** One of the answers to a question the agent asks. */
function isChoice({ lead, heading }: Unit): boolean {
  return /[?？]\W{0,2}$/.test(lead === '' ? heading : lead)
}

/** A person's words, not a log, listing or table pasted below them. */
function isProse(text: string): boolean {
  if (text.length < 60) return true
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0
  const pairs = text.match(/\b\w+:\s/g)?.length ?? 0
  return letters / text.length >= 0.7 && pairs < 5
}

/** A line that only introduces (`Here is what I changed:`): its list does not need it. */
export function isEmptyLead(lead: string): boolean {
  return cuesIn(lead).announces || EMPTY.test(lead)
}

const EMPTY =
  /^(?:here(?:'s| is| are)|what (?:i|was|changed|happens)|you can(?: now)?|to summari[sz]e|in summary|this (?:will|means)|the (?:following|changes?))\b.{0,60}[:：]$|^(?:\d+[.)]\s*)?(?:the )?(?:summary|changes?(?: made)?|details?|key (?:changes|points|features)|action(?:s)?(?: taken)?|results?|impact|status|issues?|files?(?: (?:changed|modified|created|to (?:modify|change|create)))?|test results?(?: summary)?|verification|steps?|notes?|sources?|context|overview|logic|breakdown|recommend(?:ed|ations?)|options?|what(?:'s| is) (?:new|next)|implementation|updates?|documentation)[:：]$/i
