/**
 * The one line people and agents read. It says what is true now, from the best source there is: what the assistant reported
 * after the edit, else what it set out to do (with the patch's symbol as subject), else the patch itself.
 */
import { baseName, renderChange, subjectOf } from './change-phrases.ts'
import { clip } from './code-line.ts'
import { type ErrorSignature, renderError } from './error-signature.ts'
import { type FileChange, namesOf } from './patch-symbols.ts'
import { findIntent, thirdPerson } from './predicate.ts'
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
      (/\b(?:the issue|the bug|the problem|as described|accordingly|necessary|correctly|properly|appropriately|gracefully)\b/i.test(
        text,
      )
        ? 1
        : 0)
    if (score > best.score) best = { text, from, score }
  }
  for (const sentence of source.after) {
    if (isHedged(sentence) || isPlan(sentence) || isAboutTheWork(sentence) || !reportsDone(sentence)) continue
    consider(withoutLeadIn(plain(sentence)), sentence, 2)
  }
  const main = source.changes.toSorted((a, b) => weight(b) - weight(a))[0]
  // What adds a symbol is the file; what checks or returns something is the symbol.
  const doer = (predicate: string) => {
    if (main === undefined) return ''
    return /^(?:adds|implements|introduces|creates|defines|imports)\b/.test(predicate) && main.defines.length > 0
      ? baseName(main.file)
      : subjectOf(main)
  }
  for (const sentence of source.before) {
    const intent = findIntent(sentence)
    if (intent === undefined) continue
    const text =
      intent.subject === '' ? intent.predicate : `${intent.subject ?? doer(intent.predicate)} ${intent.predicate}`
    // A bare clause has to name something that changed; with a subject from the patch it does.
    const base = intent.subject === '' ? 1.1 : 1.5
    consider(intent.subject === undefined ? text : capitalOf(text), sentence, isHedged(text) ? -1 : base)
  }
  return { text: shorten(best.text, MAX_TITLE), from: best.from }
}

/** "X does Y, fixing TypeError: Z" within the limit; where both do not fit the error's kind has to do. */
export function fixTitle(clause: string, error: ErrorSignature, command: string): string {
  if (error.kind.length > 4 && clause.includes(error.kind)) return shorten(clause, MAX_TITLE)
  if (error.message === '' && error.kind === '')
    return `${shorten(clause, MAX_TITLE - 50)}, so ${clip(command, 40)} passes`
  const whole = `, fixing ${renderError(error, 75)}`
  if (clause.length + whole.length <= MAX_TITLE) return clause + whole
  const brief =
    error.kind.length <= 5 && !/\d/.test(error.kind) ? `, fixing ${renderError(error, 40)}` : `, fixing ${error.kind}`
  const left = shorten(clause, MAX_TITLE - brief.length)
  const room = MAX_TITLE - left.length - ', fixing '.length
  return left + (error.kind !== '' && room >= 40 ? `, fixing ${renderError(error, room)}` : brief)
}

/** Cut where a clause or a phrase ends if one does in the second half, else at a word. */
export function shorten(text: string, limit: number): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,;:]+$/, '')
  if (line.length <= limit) return line
  const cut = line.slice(0, limit + 1)
  for (const [boundaries, share] of BOUNDARIES) {
    const ends = boundaries.flatMap((boundary) => indexesOf(cut, boundary)).sort((x, y) => y - x)
    const at = ends.find(
      (end) => end >= limit * share && isClosed(cut.slice(0, end)) && !DANGLING.test(cut.slice(0, end)),
    )
    if (at !== undefined) return cut.slice(0, at).replace(/[\s.,;:]+$/, '')
  }
  const space = line.slice(0, limit).lastIndexOf(' ')
  const words = line.slice(0, space > limit / 2 ? space : limit - 1).replace(/[\s.,;:(]+$/, '')
  return `${words.replace(DANGLING, '')}…`
}

/** Words no line may end with: "…because the order in" has lost its end. */
const DANGLING =
  /(?:\s(?:the|a|an|to|of|in|for|and|or|with|by|is|are|that|this|from|on|at|as|when|if|not|it|its|because))+$/i

function indexesOf(text: string, part: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at)
  return found
}

/** Where a line may end, and how much of the limit must stand before it. */
const BOUNDARIES: [string[], number][] = [
  [[', ', '; ', ' (', ' so that ', ' which ', ' because ', ' — '], 0.6],
  [
    [' before ', ' after ', ' when ', ' while ', ' if ', ' by ', ' similar to ', ' without ', ' instead of ', ' to '],
    0.55,
  ],
]

function isClosed(text: string): boolean {
  return (
    (text.match(/[([{]/g)?.length ?? 0) === (text.match(/[)\]}]/g)?.length ?? 0) &&
    (text.match(/"/g)?.length ?? 0) % 2 === 0
  )
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
        /^(?:i|we)(?:'ve|’ve| have)?\s+(?:now |also |successfully |just )*(?=(?:added|removed|replaced|renamed|moved|extracted|introduced|implemented|fixed|changed|rewrote|refactored|switched|updated|created|made|chose|decided|opted|went)\b)/i,
        '',
      )
      .replace(/^(?:this|it|the (?:output|result|error|traceback)) (?:means|confirms|shows|indicates) that /i, '')
      .trim()
  }
  // "f has been updated to check x" says that f checks x.
  const updated =
    /^(?:the )?(.{2,60}?) (?:has|have) been (?:updated|modified|changed|edited|adjusted|extended|corrected) to (?!be\b|its\b)([a-z]+ .+)$/i.exec(
      text,
    )
  if (updated?.[1] !== undefined && updated[2] !== undefined) text = `${updated[1]} ${thirdPerson(updated[2])}`
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
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
  const [first = '', second] = clauses
  return second !== undefined && first.length + second.length + 2 <= MAX_TITLE ? `${first}; ${second}` : first
}

function weight(change: FileChange): number {
  return (
    (change.added.length + change.renamed.length + change.removed.length) * 3 +
    change.touched.length +
    change.values.length
  )
}

/** How good the patch's own clause is: names beat quoted code, a condition or a result beats any other line. */
function patchScore(changes: readonly FileChange[]): number {
  const clause = patchClause(changes)
  if (clause === '') return 0
  const named = changes.some(
    (change) => change.defines.length + change.renamed.length + change.removed.length + change.values.length > 0,
  )
  if (named) return 2.6
  return / now (?:checks|returns|raises) /.test(clause) ? 1.4 : 1.2
}
