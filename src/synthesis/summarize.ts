/**
 * A session in six short paragraphs: what was asked, looked at, learned, done, what remains. Made from the session's
 * observations and last words only; undefined when nothing happened that a later session could use.
 */
import type { ObservationDraft, SummaryDraft } from '../memory/observation.ts'
import { condenseRequest, isSubstantial } from './request.ts'
import { isConcrete, plain, splitSentences } from './sentences.ts'
import { capitalOf, shorten } from './titles.ts'

type Observed = Pick<ObservationDraft, 'type' | 'title' | 'subtitle' | 'facts' | 'filesModified'>

export interface SummaryMaterial {
  /** In time order. */
  observations: readonly Observed[]
  prompts: readonly string[]
  lastAssistantText: string
  filesRead: readonly string[]
  filesEdited: readonly string[]
  discoveryTokens: number
  at: number
}

// Six entries a paragraph: the whole summary stays under about 400 tokens, what a session-start context can afford
const MAX_ENTRIES = 6

export function summarize(by: SummaryMaterial): SummaryDraft | undefined {
  const asked = by.prompts.filter(isSubstantial)
  if (
    by.observations.length === 0 &&
    by.filesEdited.length === 0 &&
    (asked.length === 0 || by.filesRead.length === 0)
  ) {
    return undefined
  }
  const learned = by.observations.filter((one) => one.type === 'discovery' || one.type === 'decision')
  const done = by.observations.filter((one) => one.type !== 'discovery' && one.type !== 'decision')
  const closing = splitSentences(by.lastAssistantText)
  return {
    request: renderRequest(asked),
    investigated: renderInvestigated(by.filesRead, by.filesEdited),
    learned: join(learned.map((one) => one.title)),
    completed: join(done.length > 0 ? done.map((one) => one.title) : reported(closing)),
    nextSteps: join(
      closing
        .filter(statesRemaining)
        .map((sentence) =>
          capitalOf(
            plain(sentence).replace(
              /^(?:the )?(?:next steps?|not yet done|remaining|to-?do|still open)(?: is| are)?[:,]?\s+/i,
              '',
            ),
          ),
        ),
    ),
    filesRead: [...new Set(by.filesRead)].filter((file) => !by.filesEdited.includes(file)),
    filesEdited: [...new Set(by.filesEdited)],
    notes: join(notesOf(by.observations)),
    discoveryTokens: by.discoveryTokens,
    at: by.at,
  }
}

/** The first real request, and the last ones where the work went on to something else. */
function renderRequest(asked: readonly string[]): string {
  const [first, ...later] = [
    ...new Set(asked.map((prompt) => condenseRequest(prompt, 200)).filter((text) => text !== '')),
  ]
  if (first === undefined) return ''
  const then = later.slice(-2).map((text) => shorten(text, 120))
  return then.length === 0 ? first : `${first}; then: ${then.join('; ')}`
}

function renderInvestigated(read: readonly string[], edited: readonly string[]): string {
  const looked = [...new Set(read)].filter((file) => !edited.includes(file))
  const files = looked.length > 0 ? looked : [...new Set(read)]
  if (files.length <= MAX_ENTRIES) return files.join(', ')
  const folders = new Map<string, number>()
  for (const file of files) {
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const shown = [...folders].sort((a, b) => b[1] - a[1]).slice(0, 5)
  return shown.map(([folder, count]) => `${folder} (${count} ${count === 1 ? 'file' : 'files'})`).join(', ')
}

function reported(closing: readonly string[]): string[] {
  return closing
    .filter(
      (sentence) =>
        /\b(?:added|fixed|implemented|removed|replaced|now|moved|renamed|updated)\b/i.test(sentence) &&
        isConcrete(sentence) &&
        !statesRemaining(sentence),
    )
    .map(plain)
}

function statesRemaining(sentence: string): boolean {
  return REMAINING.test(sentence) && !/\?$/.test(sentence) && sentence.length > 15
}

const REMAINING =
  /\b(?:next steps?|remaining|remains? to|still (?:needs?|to do|open|missing|has to|have to|fails?)|to-?do|not yet|left to do|follow-?up|later|should (?:be|also|still) (?:added|done|tested|verified|updated)|you (?:may|might|should|will need to|can) (?:want to |now )?(?:run|add|update|test|check|restart|deploy|migrate|set)|needs? to be|have(?:n't| not) (?:yet )?(?:run|tested|added|implemented)|untested)\b/i

/** What could surprise the next session: failures left open, and what a command turned out to need. */
function notesOf(observations: readonly Observed[]): string[] {
  return observations.flatMap((one) => {
    if (one.type === 'discovery' && /\bneeds\b.*\belse\b/.test(one.title)) return [one.title]
    return one.facts.filter((fact) => /^(?:Still failing|Not verified):/.test(fact))
  })
}

function join(entries: readonly string[]): string {
  const distinct = [...new Set(entries.map((entry) => shorten(entry, 200)).filter((entry) => entry !== ''))]
  const shown = distinct.length > MAX_ENTRIES ? [...distinct.slice(0, 2), ...distinct.slice(2 - MAX_ENTRIES)] : distinct
  const hidden = distinct.length - shown.length
  return shown.join('; ') + (hidden > 0 ? `; and ${hidden} more` : '')
}
