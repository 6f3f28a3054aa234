/**
 * Rules the user sets for all further work, in the user's own words: "never", "always", "I prefer", "don't",
 * "remember". They are separate memories, because they apply beyond the request they were said in.
 */
import type { Scored } from './words/salience.ts'

/** Where a sentence or clause begins: orders are found here, descriptions are not. */
const START = String.raw`(?:^|[,.;:!—–-]\s*|\b(?:and|but|so|please|just|pls|also|ok|okay|yeah|then)\s+)`

/** Meant in general; a wish for this one change is part of the request. */
const STANDING = new RegExp(
  [
    String.raw`${START}(?:always|never|avoid|prefer|remember (?:to|that|this|:)|remember:|keep in mind|from now on|in (?:the )?future|going forward|as a rule|stick (?:to|with)|only (?:ever )?use)\b`,
    String.raw`${START}(?:don'?t|do not)\s+(?!(?:you|we|they|i|know|think|have|see|care|worry|understand|seem)\b)\w`,
    String.raw`\b(?:i|we) (?:\w+ ){0,2}(?:prefer|hate|dislike|only want|never|always|don'?t (?:like|want|use))\b`,
    String.raw`\byou (?:must|should)(?: not| never| always|n'?t)\b`,
    String.raw`^(?:use|run|keep|write|commit|ask|test)\b.{3,80}\b(?:instead of|rather than)\b`,
    String.raw`(?:^|[\s,.;¡])(?:siempre|nunca|jamás|a partir de ahora|prefiero|recuerda|evita)(?=[\s,.:])`,
    String.raw`(?:^|[,.;]\s*)no (?:uses|hagas|toques|añadas|ejecutes)\b`,
    '(?:^|[\\s,.;])(?:всегда|никогда|впредь|предпочитаю|запомни|больше не|не (?:используй|делай|трогай|надо|запускай))(?=[\\s,.:])',
    '必ず|常に|今後は|絶対に|しないで|使わないで|覚えて|禁止',
    '总是|永远|以后都?|今后|不要|别再|必须|务必|记住',
  ].join('|'),
  'iu',
)

/** Not about how to work: the user describes, asks, sets a condition for this one change, or pastes. */
const NOT_A_RULE =
  /[?？]\s*$|^(?:if|when|why|how|what|where|does|do you|did|is|are|can|could|it|this|that|the|there)\b|\bline \d+|error:|exception|traceback|\bat \w+ \(/i

/** Longer lines are logs or lists of values; after the first few lines comes pasted text: a review, a log. */
const MAX_CHARACTERS = 240
const MAX_SENTENCES = 8

export function isRule({ unit, source }: Pick<Scored, 'unit' | 'source'>): boolean {
  if (source.kind !== 'request' && source.kind !== 'aside') return false
  const { text } = unit
  if (text.length > MAX_CHARACTERS || unit.kind === 'row' || unit.kind === 'heading') return false
  if (source.units.indexOf(unit) >= MAX_SENTENCES || /:\d+|`[^`]{20,}`|^\W*\w+\(/.test(text)) return false
  return STANDING.test(text) && !NOT_A_RULE.test(text)
}
