/**
 * Sentences worth keeping on their own: a cause, a decision, a lasting fact about the system. Concrete ones only, at most
 * MAX_PER_TURN, never a plan and never something the assistant took back later in the turn.
 */
import type { ObservationDraft } from '../memory/observation.ts'
import type { DraftContext } from './draft.ts'
import {
  contradicts,
  identifiersIn,
  isAboutTheWork,
  isConcrete,
  isHedged,
  isPlan,
  isStrongDecision,
  plain,
  splitSentences,
  statesCause,
  statesDecision,
  statesFact,
} from './sentences.ts'
import type { Said, Story } from './steps.ts'
import { MAX_TITLE, shorten, withoutLeadIn } from './titles.ts'

const MAX_PER_TURN = 2

interface Statement {
  said: Said
  type: 'decision' | 'discovery'
  score: number
  order: number
}

export function findStatements(
  story: Story,
  told: ReadonlySet<string>,
  hasWork: boolean,
  context: DraftContext,
): ObservationDraft[] {
  const found: Statement[] = []
  story.said.forEach((said, order) => {
    if (told.has(said.sentence)) return
    const kind = judge(said.sentence, hasWork)
    if (kind === undefined || isTakenBack(story.said, order)) return
    // Beside edits a bare fact is mostly their description; causes and decisions stand on their own.
    if (hasWork && kind.score < 3) return
    found.push({ said, order, ...kind })
  })
  const best = found
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, hasWork && !found.some((one) => one.type === 'decision') ? 1 : MAX_PER_TURN)
  const perEvent = new Map<string, number>()
  return best
    .toSorted((a, b) => a.order - b.order)
    .map((statement) => {
      const { key } = statement.said.event
      const nth = (perEvent.get(key) ?? 0) + 1
      perEvent.set(key, nth)
      return draftStatement(statement, nth, story, context)
    })
}

/** A cause of the very change that was made belongs to it: the same file, or the same code names. */
export function isAbout(statement: ObservationDraft, work: ObservationDraft): boolean {
  const files = new Set([...work.filesModified])
  if ([...statement.filesModified, ...statement.filesRead].some((file) => files.has(file))) return true
  const names = identifiersIn([work.title, ...work.facts].join(' '))
  return [...identifiersIn(statement.title)].some((name) => /_|[a-z][A-Z]|^[A-Z]\w+[A-Z]/.test(name) && names.has(name))
}

export function foldInto(work: ObservationDraft, statement: ObservationDraft): void {
  const cause = `${statement.title}.`
  if (!work.narrative.includes(statement.title) && work.narrative.length < 900)
    work.narrative = `${work.narrative} ${cause}`
  work.eventKeys = [...new Set([...work.eventKeys, ...statement.eventKeys])]
  work.concepts = [...new Set([...work.concepts, ...statement.concepts])]
}

function judge(sentence: string, hasWork: boolean): { type: 'decision' | 'discovery'; score: number } | undefined {
  const bare = plain(sentence)
  if (bare.replace(LINE_NUMBERS, '').length < 35 || bare.length > 300) return undefined
  if (/^[\w\s:]{3,30}: [A-Z]/.test(bare)) return undefined
  if (
    (!isConcrete(sentence) && !isStrongDecision(sentence)) ||
    isPlan(sentence) ||
    isHedged(sentence) ||
    isAboutTheWork(sentence)
  )
    return undefined
  if (/^(?:(?:specifically, )?line \d+|this|it|that|these|they|those|here|since)\b/i.test(bare)) return undefined
  const named = (sentence.match(/`[^`]+`/g)?.length ?? 0) > 0 ? 0.5 : 0
  if (statesDecision(sentence) && (!hasWork || isStrongDecision(sentence)))
    return {
      type: 'decision',
      score: (/\b(?:because|since|as it|so that|to avoid|over)\b/i.test(sentence) ? 4 : 3) + named,
    }
  if (statesCause(sentence)) return { type: 'discovery', score: 3 + named }
  // A place by line number is out of date after the next edit.
  return statesFact(sentence)
    ? { type: 'discovery', score: (/\blines? \d+/.test(bare) ? 0.8 : 1.5) + named }
    : undefined
}

/** A later sentence of the turn takes back what this one says about the same names. */
function isTakenBack(all: readonly Said[], order: number): boolean {
  const sentence = all[order]?.sentence ?? ''
  const names = [...identifiersIn(sentence)].filter((word) => /_|[a-z][A-Z]|^[A-Z]\w+[A-Z]/.test(word))
  return all
    .slice(order + 1)
    .some(
      (later) =>
        contradicts(later.sentence) &&
        !isAboutTheWork(later.sentence) &&
        (names.length === 0 || names.some((name) => later.sentence.includes(name))),
    )
}

function draftStatement(statement: Statement, nth: number, story: Story, context: DraftContext): ObservationDraft {
  const { said, type } = statement
  const around = neighbours(said)
  const { read, changed } = filesNear(story, said)
  const place = read[0] ?? changed[0]
  const bare = withoutLeadIn(plain(said.sentence))
    .replace(LINE_NUMBERS, '')
    .replace(/, which [^,]{5,120},/, '')
  const title = shorten(
    place !== undefined && bare.length < 70 && !bare.includes('.')
      ? `${bare} (${place.slice(place.lastIndexOf('/') + 1)})`
      : bare,
    MAX_TITLE,
  )
  const facts = title.endsWith('…') || title.length < plain(said.sentence).length - 12 ? [plain(said.sentence)] : []
  const draft: ObservationDraft = {
    key: `${context.sessionId}:${said.event.key}${nth > 1 ? `#${nth}` : ''}`,
    type,
    title,
    subtitle: shorten(around.length > 0 ? plain(around[0] ?? '') : '', 160),
    narrative: [said.sentence, ...around].map((sentence) => `${plain(sentence)}.`).join(' '),
    facts,
    concepts:
      type === 'decision'
        ? ['trade-off', 'why-it-exists']
        : statesCause(said.sentence)
          ? ['gotcha', 'why-it-exists']
          : ['how-it-works'],
    filesRead: read,
    filesModified: changed,
    discoveryTokens: context.tokensBetween(said.event, said.event),
    at: said.event.at,
    eventKeys: [said.event.key],
  }
  if (context.agentId !== undefined) draft.agentId = context.agentId
  return draft
}

const LINE_NUMBERS =
  /,? (?:starting |specifically |which is |found )*(?:at|on|around|from|in) lines? \d+(?:(?:\s?[-–]\s?|,? and |, )\d+)*/g

/** What was said right beside it in the same message, without plans and guesses. */
function neighbours(said: Said): string[] {
  const text = 'text' in said.event ? said.event.text : ''
  const sentences = splitSentences(text)
  const at = sentences.indexOf(said.sentence)
  return [sentences[at + 1], sentences[at - 1]]
    .filter(
      (sentence): sentence is string =>
        sentence !== undefined && !isPlan(sentence) && !isHedged(sentence) && !isAboutTheWork(sentence),
    )
    .slice(0, 2)
}

/** Files the sentence names, else the file last read or edited before it. */
function filesNear(story: Story, said: Said): { read: string[]; changed: string[] } {
  const earlier = story.steps.filter((step) => step.call.event.at <= said.event.at)
  const files = earlier.flatMap(({ call }) =>
    call.kind === 'read' || call.kind === 'edit' ? [{ file: call.file, changed: call.kind === 'edit' }] : [],
  )
  const named = files.filter(({ file }) => said.sentence.includes(file.slice(file.lastIndexOf('/') + 1)))
  const chosen = named.length > 0 ? named : files.slice(-1)
  const changed = [...new Set(chosen.filter((one) => one.changed).map((one) => one.file))].slice(0, 3)
  const read = [...new Set(chosen.map((one) => one.file))].filter((file) => !changed.includes(file)).slice(0, 3)
  return { read, changed }
}
