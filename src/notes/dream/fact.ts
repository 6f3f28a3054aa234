/**
 * The fact in a chunk: a whole sentence or list item that answers what was asked, with its heading in front if needed.
 * Anything else is refused before scoring: titles, fragments, questions, announcements, the diary's own text, secrets.
 */
import { createHash } from 'node:crypto'
import { redactSecrets } from '../../memory/redaction.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import { cuesIn } from '../../synthesis/words/cues.ts'
import { shareIn } from '../../synthesis/words/terms.ts'
import { splitUnits, type Unit } from '../../synthesis/words/units.ts'
import { contentTerms } from './content-terms.ts'

export type Fact = { kind: 'fact'; text: string } | { kind: 'refused'; reason: string }

/** From the sentence's own words: the same in every chunk that contains it. */
export function factKey(sentence: string): string {
  return createHash('sha256').update(sentence.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 12)
}

/** The sentence with most of a question's words; the first of equals. undefined: none has any. */
export function findMeant(text: string, asked: ReadonlySet<string>): string | undefined {
  const units = splitUnits(text).filter(({ kind }) => kind !== 'heading' && kind !== 'command')
  const [only] = units
  if (units.length === 1 && only !== undefined) return only.text
  let best: { text: string; share: number } | undefined
  for (const unit of units) {
    const share = shareIn(asked, contentTerms(unit.text))
    if (share > (best?.share ?? 0)) best = { text: unit.text, share }
  }
  return best?.text
}

/** By the key of its sentence. */
export function findFact(by: { text: string; key: string; heading?: string | undefined; mostTokens: number }): Fact {
  const lines = by.text.split('\n').filter((line) => !/<!-- claude-mem:/.test(line))
  if (lines.some((line) => DIARY.test(line))) return { kind: 'refused', reason: 'is text of the diary' }
  const units = splitUnits(lines.join('\n'))
  const unit = units.find(({ kind, text }) => kind !== 'heading' && factKey(text) === by.key)
  if (unit === undefined) return { kind: 'refused', reason: 'its sentence is gone' }
  const refused = refusalOf(unit.text, unit.kind)
  if (refused !== undefined) return { kind: 'refused', reason: refused }
  const text = withAround(unit, units, by)
  if (redactSecrets(text) !== text) return { kind: 'refused', reason: 'holds a secret' }
  if (estimateTokens(text) > by.mostTokens) return { kind: 'refused', reason: 'is too long to stand alone' }
  return { kind: 'fact', text }
}

/** Why a sentence is not a fact; undefined: it may be one. */
export function refusalOf(text: string, kind: Unit['kind'] = 'sentence'): string | undefined {
  if (kind === 'heading') return 'is a title'
  if (kind === 'command') return 'is a command without a sentence'
  if (/[?？]\s*$/.test(text) || /^¿/.test(text)) return 'is a question'
  if (contentTerms(text).size < FEWEST_TERMS) return 'is a fragment'
  if (/[:：]$/.test(text) || /(?:…|\.\.\.)$/.test(text)) return 'is cut off'
  if (kind === 'sentence' && MIDDLE.test(text)) return 'begins in the middle'
  const cues = cuesIn(text)
  if (cues.announces) return 'only announces'
  if (cues.status) return 'only says how it went'
  if (DIARY.test(text)) return 'is text of the diary'
  return undefined
}

/** People often write notes in lower case; a start with one of these words continues something. */
const MIDDLE =
  /^(?:[,;)]|(?:and|but|or|nor|which|who|that|because|so|then|than|to|of|with|for|in|on|at|as|y|o|pero|que|porque|de|con|para)\b)/u

/** Two words can be a title; three say something. */
const FEWEST_TERMS = 3

const DIARY =
  /^\s*(?:#+\s*)?(?:(?:REM|Deep|Light) Sleep — |Promoted by dreaming|Retired by dreaming|Recurring Themes|Multi-Day Patterns|Candidates: \d+ \| Promoted:)/u

/** With the sentence before it if it refers to `it`, else with its heading if it does not name its subject. */
function withAround(
  unit: Unit,
  said: readonly Unit[],
  by: { heading?: string | undefined; mostTokens: number },
): string {
  const text = unit.text
  const before = said[said.indexOf(unit) - 1]
  if (LEANS.test(text) && unit.kind === 'sentence' && before?.kind === 'sentence' && before.heading === unit.heading) {
    const joined = `${before.text} ${text}`
    if (estimateTokens(joined) <= by.mostTokens) return joined
  }
  const trail = [unit.heading || (by.heading ?? ''), unit.lead.replace(/[:：]$/, '')].filter(
    (one) => one !== '' && !isDate(one),
  )
  const missing = trail.filter(
    (one) => shareIn(contentTerms(one), contentTerms(text)) < 1 && contentTerms(one).size > 0,
  )
  const led = [...missing, text].join(': ')
  return estimateTokens(led) <= by.mostTokens ? led : text
}

const LEANS = /^(?:it|this|that|these|those|they|he|she|so|there|then|but|and|esto|eso|ella|él|ellos|pero)\b/i

/** A day's log has its date as heading, which the line gives anyway. */
function isDate(heading: string): boolean {
  return /^\W*\d{4}-\d{2}-\d{2}/.test(heading) || /^\W*\d{1,2}:\d{2}/.test(heading)
}
