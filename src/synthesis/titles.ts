/**
 * The one line people and agents read. It says what is true now, from the best source there is: what the assistant reported
 * after the edit, else what it set out to do (with the patch's symbol as subject), else the patch itself.
 */
import { baseName, clip, renderChange, subjectOf } from './change-phrases.ts'
import { type ErrorSignature, renderError } from './error-signature.ts'
import { type FileChange, namesOf } from './patch-symbols.ts'
import { findIntent } from './predicate.ts'
import { identifiersIn, isAboutTheWork, isHedged, isPlan, plain, reportsDone } from './sentences.ts'

// About 110 characters: one line of a terminal beside an id and a time
export const MAX_TITLE = 110

export interface TitleSource {
  changes: readonly FileChange[]
  /** Said before the edits, in order. */
  before: readonly string[]
  /** Said after them. */
  after: readonly string[]
}

/** The change in one clause, and the sentence it was taken from (so that it is not told twice). */
export function changeClause(source: TitleSource): { text: string; from: string | undefined } {
  const names = new Set(source.changes.flatMap(namesOf).flatMap((name) => name.split('.')))
  const stems = new Set(source.changes.map((change) => baseName(change.file).replace(/\.\w+$/, '')))
  const patch = patchClause(source.changes)
  let best = { text: patch, from: undefined as string | undefined, score: patchScore(source.changes) }
  const consider = (text: string, from: string, base: number) => {
    const words = identifiersIn(text)
    const named = [...names].filter((name) => name.length > 2 && words.has(name)).length
    const score =
      base +
      Math.min(named, 2) * 2 +
      ([...stems].some((stem) => words.has(stem)) ? 0.5 : 0) -
      (text.length > 140 ? 1.5 : text.length < 28 ? 2 : 0) -
      (/^(?:this|it|that|these|they|there)\b/i.test(text) ? 2 : 0) -
      (/\b(?:the issue|the bug|the problem|as described|accordingly|necessary)\b/i.test(text) ? 1 : 0)
    if (score > best.score) best = { text, from, score }
  }
  for (const sentence of source.after) {
    if (isHedged(sentence) || isPlan(sentence) || isAboutTheWork(sentence) || !reportsDone(sentence)) continue
    consider(withoutLeadIn(plain(sentence)), sentence, 2)
  }
  const subject = source.changes[0] === undefined ? '' : subjectOf(source.changes[0])
  for (const sentence of source.before) {
    const intent = findIntent(sentence)
    if (intent === undefined) continue
    const text = intent.subject === '' ? intent.predicate : `${intent.subject ?? subject} ${intent.predicate}`
    consider(capitalOf(text), sentence, isHedged(text) ? -1 : 1.5)
  }
  return { text: shorten(best.text, MAX_TITLE), from: best.from }
}

/** "X does Y, fixing TypeError: Z" within the limit; the error is kept, the change is cut first. */
export function fixTitle(clause: string, error: ErrorSignature): string {
  const whole = renderError(error, 70)
  if (mentionsError(clause, error)) return shorten(clause, MAX_TITLE)
  const joint = ', fixing '
  const room = MAX_TITLE - joint.length
  if (clause.length + whole.length <= room) return clause + joint + whole
  const brief = renderError(error, Math.max(34, room - clause.length))
  const left = shorten(clause, room - brief.length)
  return left + joint + brief
}

/** Cut at a clause boundary if one is near the end, else at a word. */
export function shorten(text: string, limit: number): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,;:]+$/, '')
  if (line.length <= limit) return line
  const cut = line.slice(0, limit + 1)
  const boundary = Math.max(
    cut.lastIndexOf(', '),
    cut.lastIndexOf('; '),
    cut.lastIndexOf(' ('),
    cut.lastIndexOf(' so that '),
    cut.lastIndexOf(' which '),
    cut.lastIndexOf(' because '),
  )
  if (boundary >= limit * 0.5) return cut.slice(0, boundary).replace(/[\s.,;:]+$/, '')
  const space = line.slice(0, limit).lastIndexOf(' ')
  return `${line
    .slice(0, space > limit / 2 ? space : limit - 1)
    .replace(/[\s.,;:(]+$/, '')
    .replace(/\s(?:the|a|an|to|of|in|for|and|or|with|by|is|are|that|this|from|on|as|when|if|not)$/i, '')}…`
}

export function withoutLeadIn(sentence: string): string {
  let text = sentence
  for (let i = 0; i < 3; i++) {
    text = text
      .replace(
        /^(?:now|so|then|first|next|finally|great|good|perfect|ok(?:ay)?|alright|indeed|excellent|done|yes|ah|oh no|found it|i see|in summary|additionally|furthermore|however|therefore|thus|also|as a result|in other words|specifically|with (?:this|that|these)[^,]*)[,!:.—-]?\s+(?=\S)/i,
        '',
      )
      .replace(
        /^(?:i|we)(?:'ve|’ve| have)?\s+(?:now |also |successfully |just )*(?=(?:added|removed|replaced|renamed|moved|extracted|introduced|implemented|fixed|changed|rewrote|refactored|switched|updated|created|made)\b)/i,
        '',
      )
      .replace(/^(?:this|it) (?:means|confirms|shows|indicates) that /i, '')
      .trim()
  }
  return capitalOf(text)
}

/** A capital for a word; an identifier keeps its spelling. */
export function capitalOf(text: string): string {
  return /^[a-z]+[\s,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

function patchClause(changes: readonly FileChange[]): string {
  const clauses = changes
    .toSorted((a, b) => weight(b) - weight(a))
    .map(renderChange)
    .filter((text) => text !== '')
  const [first = '', second] = clauses
  if (first === '')
    return changes.length === 0
      ? ''
      : `${clip(baseName(changes[0]?.file ?? ''), 60)} changes by ${changes[0]?.plus ?? 0} lines`
  return second !== undefined && first.length + second.length + 2 <= MAX_TITLE ? `${first}; ${second}` : first
}

function weight(change: FileChange): number {
  return (
    (change.added.length + change.renamed.length + change.removed.length) * 3 +
    change.touched.length +
    change.values.length
  )
}

/** How good the patch's own clause is: names beat quoted code, quoted code beats counting lines. */
function patchScore(changes: readonly FileChange[]): number {
  const best = Math.max(0, ...changes.map(weight))
  if (best === 0) return 0.5
  const named = changes.some(
    (change) => change.added.length + change.renamed.length + change.removed.length + change.values.length > 0,
  )
  return named ? 2.6 : 1.6
}

function mentionsError(clause: string, error: ErrorSignature): boolean {
  return error.kind.length > 4 && clause.includes(error.kind)
}
