/** An episode as an observation: type, title, subtitle, narrative and facts, every word of them traceable to an event. */
import { compareEvents, type MemoryEvent } from '../memory/event.ts'
import type { Concept, ObservationDraft, ObservationType } from '../memory/observation.ts'
import { baseName, list } from './change-phrases.ts'
import { changeType } from './change-type.ts'
import { clip } from './code-line.ts'
import { commitTitle, commitType } from './commit.ts'
import type { Episode } from './episodes.ts'
import { renderError } from './error-signature.ts'
import { knownFailure } from './known-failure.ts'
import { findReasons, renderFacts, renderNarrative, renderSubtitle, type Telling } from './narrative.ts'
import { describeEdits, type FileChange } from './patch-symbols.ts'
import { condenseRequest } from './request.ts'
import { isStrongDecision, reportsDone, statesCause, statesDecision } from './sentences.ts'
import { type ChangeStep, fileOf, type Said } from './steps.ts'
import { changeClause, fixTitle, MAX_TITLE, shorten } from './titles.ts'
import type { EditCall, ReadCall } from './tool-call.ts'

export interface DraftContext {
  sessionId: string
  agentId: string | undefined
  prompt: string
  reads: readonly ReadCall[]
  /** Tokens the session spent between two of its events. */
  tokensBetween: (first: MemoryEvent, last: MemoryEvent) => number
}

export interface Drafted {
  draft: ObservationDraft
  /** Sentences it tells, so that they are not told again. */
  used: Set<string>
}

export function draftEpisode(episode: Episode, context: DraftContext): Drafted | undefined {
  const edits = episode.edits.filter((step): step is ChangeStep & { call: EditCall } => step.call.kind === 'edit')
  const changes = describeFiles(edits, context.reads)
  const support = describeFiles(
    episode.scratch.filter((step): step is ChangeStep & { call: EditCall } => step.call.kind === 'edit'),
    [],
  )
  const moves = episode.edits.flatMap(({ call }) => (call.kind === 'move' ? [call] : []))
  const said = spokenAround(episode)
  const clause =
    moves.length > 0 && changes.length === 0
      ? moveClause(moves)
      : changeClause({ changes, before: said.before.map(sentenceOf), after: said.after.map(sentenceOf) })
  const request = condenseRequest(context.prompt, 140, [...changes, ...support])
  const title = titleOf(episode, clause.text, changes, request)
  if (title === '' || isBookkeeping(episode)) return undefined

  const reasons = findReasons([...said.causes, ...said.before, ...said.after].map(sentenceOf), clause.from, title)
  const telling = { episode, changes, support, moves, title, clause, reasons, request }
  const files = [
    ...new Set([...episode.edits, ...episode.scratch].map(fileOf)),
    ...(episode.edits.length === 0 ? (episode.commit?.commit.files ?? []) : []),
  ]
  const type = typeOf(telling, context.prompt)
  const steps = [
    episode.failure?.step,
    ...episode.edits,
    ...episode.scratch,
    episode.passed?.step,
    episode.commit?.step,
  ].filter((step) => step !== undefined)
  const events: MemoryEvent[] = steps.map((step) => step.call.event).sort(compareEvents)
  const first = episode.failure?.step.call.event ?? events[0]
  const last = events.at(-1)
  if (first === undefined || last === undefined || !('toolUseId' in first)) return undefined
  const spoken = [...said.causes, ...said.before, ...said.after].filter(
    ({ sentence }) => sentence === clause.from || reasons.includes(sentence),
  )

  const facts = renderFacts(telling)
  const draft: ObservationDraft = {
    key: `${context.sessionId}:${first.toolUseId}`,
    type,
    title,
    subtitle: shorten(renderSubtitle(telling), 160),
    narrative: renderNarrative(telling, facts),
    facts,
    concepts: conceptsOf(type, reasons),
    filesRead: [...new Set(context.reads.map((read) => read.file))].filter((file) => !files.includes(file)).slice(0, 8),
    filesModified: files,
    discoveryTokens: context.tokensBetween(first, last),
    at: last.at,
    eventKeys: [...new Set([...events, ...spoken.map(({ event }) => event)].map((event) => event.key))],
  }
  if (context.agentId !== undefined) draft.agentId = context.agentId
  const cause = reasons.find((sentence) => statesCause(sentence))
  const known = knownFailure(episode, [clause.text, cause ?? ''].filter((part) => part !== '').join('; '))
  if (known !== undefined) draft.failures = [known]
  // A decision with its reason is an observation of its own, wherever else it is quoted.
  return { draft, used: new Set(spoken.map(sentenceOf).filter((sentence) => !isStrongDecision(sentence))) }
}

/** Ticking off a plan beside the work itself. */
function isBookkeeping(episode: Episode): boolean {
  if (episode.commit?.leads || episode.edits.length === 0) return false
  const lines = episode.edits.flatMap(({ call }) =>
    call.kind === 'edit' ? call.hunks.flatMap((hunk) => hunk.lines) : ['+moved'],
  )
  return lines.filter((line) => /^[+-]\s*\S/.test(line)).every((line) => /^[+-]\s*[-*] \[[ x]\] /i.test(line))
}

function sentenceOf(said: Said): string {
  return said.sentence
}

function describeFiles(edits: readonly { call: EditCall }[], reads: readonly ReadCall[]): FileChange[] {
  const byFile = new Map<string, EditCall[]>()
  for (const { call } of edits) byFile.set(call.file, [...(byFile.get(call.file) ?? []), call])
  return [...byFile.values()].map((calls) => describeEdits(calls, reads))
}

function moveClause(moves: readonly { from: string; to: string }[]): { text: string; from: undefined } {
  const renames = moves.filter((move) => /\.\w+$/.test(move.to) && baseName(move.to) !== baseName(move.from))
  if (renames.length > 0)
    return {
      text: renames
        .slice(0, 3)
        .map((move) => `${baseName(move.from)} is now ${baseName(move.to)}`)
        .join(', '),
      from: undefined,
    }
  const where = moves[0]?.to.replace(/\/[^/]*\.\w+$|\/$/, '') ?? ''
  const names = moves.map((move) => baseName(move.from))
  return { text: `${list(names, 3)} ${names.length === 1 ? 'lives' : 'live'} in ${where}`, from: undefined }
}

/** Around the edits, for what they do; and what was said of the failure, for why. */
function spokenAround(episode: Episode): { before: Said[]; after: Said[]; causes: Said[] } {
  const edits = [...episode.edits, ...(episode.edits.length === 0 ? episode.scratch : [])]
  const before = edits.flatMap((step) => step.before)
  const { failure, passed } = episode
  const after = [...edits.flatMap((step) => step.after), ...(passed?.step.before ?? []), ...(passed?.step.after ?? [])]
  return {
    before: [...new Set(before)],
    after: [...new Set(after)].filter((one) => !before.includes(one) || reportsDone(one.sentence)),
    causes: [...new Set([...(failure?.causes ?? []), ...(failure?.step.after ?? [])])],
  }
}

function titleOf(episode: Episode, clause: string, changes: readonly FileChange[], request: string): string {
  const { commit, failure, passed, remedy } = episode
  if (commit?.leads) return shorten(commitTitle(commit.commit.subject), MAX_TITLE)
  const script = changes.find((change) => change.created)
  if (episode.reproduction && request !== '' && script !== undefined) {
    return shorten(`${baseName(script.file)} tries to reproduce: ${request}`, MAX_TITLE)
  }
  if (remedy !== undefined && failure !== undefined) {
    return shorten(
      `${failure.shape.display} needs ${failure.needed || clip(remedy.command.replace(/^cd \S+ && /, ''), 50)}, else ${renderError(failure.error, 50)}`,
      MAX_TITLE,
    )
  }
  if (failure !== undefined && passed !== undefined && clause !== '')
    return fixTitle(clause, failure.error, failure.shape.display)
  return clause
}

function typeOf({ episode, changes, moves, reasons, request }: Telling, prompt: string): ObservationType {
  if (episode.remedy !== undefined || episode.reproduction) return 'discovery'
  if (episode.failure !== undefined && episode.passed !== undefined) return 'bugfix'
  if (episode.commit?.leads) return commitType(episode.commit.commit.subject)
  const type = changeType(changes, { moves: moves.length, said: `${request} ${reasons.join(' ')}`, prompt })
  // A group of a commit is what the commit says it is, unless it is only its documents or settings.
  const committed = episode.commit === undefined ? 'change' : commitType(episode.commit.commit.subject)
  return type === 'change' || committed === 'change' ? type : committed
}

function conceptsOf(type: ObservationType, reasons: readonly string[]): Concept[] {
  const concepts: Concept[] =
    type === 'bugfix'
      ? ['problem-solution', 'what-changed']
      : type === 'discovery'
        ? ['gotcha', 'problem-solution']
        : ['what-changed']
  if (reasons.some((sentence) => statesDecision(sentence))) concepts.push('trade-off')
  if (reasons.some((sentence) => statesCause(sentence))) concepts.push('why-it-exists')
  return concepts
}
