/** An episode as an observation: type, title, subtitle, narrative and facts, every word of them traceable to an event. */
import type { MemoryEvent } from '../memory/event.ts'
import type { Concept, ObservationDraft, ObservationType } from '../memory/observation.ts'
import { baseName, changeFacts, list } from './change-phrases.ts'
import { changeType } from './change-type.ts'
import { clip } from './code-line.ts'
import { commitTitle, commitType } from './commit.ts'
import { type ChangeStep, type Episode, fileOf } from './episodes.ts'
import { type ErrorSignature, renderError } from './error-signature.ts'
import { describeEdits, type FileChange } from './patch-symbols.ts'
import { findIntent } from './predicate.ts'
import { condenseRequest } from './request.ts'
import {
  isAboutTheWork,
  isConcrete,
  isHedged,
  isPlan,
  plain,
  reportsDone,
  statesCause,
  statesDecision,
} from './sentences.ts'
import type { Said } from './steps.ts'
import { renderTestResults } from './test-results.ts'
import { capitalOf, changeClause, fixTitle, MAX_TITLE, shorten, withoutLeadIn } from './titles.ts'
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
  if (title === '') return undefined

  const reasons = findReasons([...said.before, ...said.after], clause.from, title)
  const files = [
    ...new Set([...episode.edits, ...episode.scratch].map(fileOf)),
    ...(episode.edits.length === 0 ? (episode.commit?.commit.files ?? []) : []),
  ]
  const type = typeOf(episode, changes, moves.length, `${request} ${reasons.join(' ')}`, context.prompt)
  const steps = [
    episode.failure?.step,
    ...episode.edits,
    ...episode.scratch,
    episode.passed?.step,
    episode.commit?.step,
  ].filter((step) => step !== undefined)
  const events: MemoryEvent[] = steps.map((step) => step.call.event).sort((a, b) => a.at - b.at)
  const first = episode.failure?.step.call.event ?? events[0]
  const last = events.at(-1)
  if (first === undefined || last === undefined || !('toolUseId' in first)) return undefined
  const spoken = [...said.before, ...said.after].filter(
    ({ sentence }) => sentence === clause.from || reasons.includes(sentence),
  )

  const draft: ObservationDraft = {
    key: `${context.sessionId}:${first.toolUseId}`,
    type,
    title,
    subtitle: shorten(subtitleOf(episode, title, clause, reasons, request), 160),
    narrative: narrativeOf(episode, title, clause, reasons, request),
    facts: factsOf(episode, changes, support, moves),
    concepts: conceptsOf(type, reasons),
    filesRead: [...new Set(context.reads.map((read) => read.file))].filter((file) => !files.includes(file)).slice(0, 8),
    filesModified: files,
    discoveryTokens: context.tokensBetween(first, last),
    at: last.at,
    eventKeys: [...new Set([...events, ...spoken.map(({ event }) => event)].map((event) => event.key))],
  }
  if (context.agentId !== undefined) draft.agentId = context.agentId
  return { draft, used: new Set(spoken.map(sentenceOf)) }
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

function spokenAround(episode: Episode): { before: Said[]; after: Said[] } {
  const edits = [...episode.edits, ...(episode.edits.length === 0 ? episode.scratch : [])]
  const before = [...(episode.failure?.step.after ?? []), ...edits.flatMap((step) => step.before)]
  const after = [
    ...edits.flatMap((step) => step.after),
    ...(episode.passed?.step.before ?? []),
    ...(episode.passed?.step.after ?? []),
  ]
  return {
    before: [...new Set(before)],
    after: [...new Set(after)].filter((one) => !before.includes(one) || reportsDone(one.sentence)),
  }
}

function titleOf(episode: Episode, clause: string, changes: readonly FileChange[], request: string): string {
  const { commit, failure, passed, remedy } = episode
  if (commit?.leads) return shorten(commitTitle(commit.commit.subject), MAX_TITLE)
  const script = changes.find((change) => change.created)
  if (episode.reproduction && request !== '' && script !== undefined) {
    return shorten(`${baseName(script.file)} reproduces: ${request}`, MAX_TITLE)
  }
  if (remedy !== undefined && failure !== undefined) {
    return shorten(
      `${failure.shape.display} needs ${clip(remedy.command.replace(/^cd \S+ && /, ''), 50)}, else ${renderError(failure.error, 50)}`,
      MAX_TITLE,
    )
  }
  if (failure !== undefined && passed !== undefined && clause !== '')
    return fixTitle(clause, failure.error, failure.shape.display)
  return clause
}

/** Sentences that say why: causes and decisions first, then what was reported done, then what it was for. At most two. */
function findReasons(said: readonly Said[], told: string | undefined, title: string): string[] {
  const usable = said
    .map(sentenceOf)
    .filter(
      (sentence) =>
        sentence !== told &&
        withoutLeadIn(plain(sentence)) !== title &&
        sentence.length > 30 &&
        !isAboutTheWork(sentence) &&
        !/\?$/.test(sentence),
    )
  const firm = usable.filter((sentence) => !isHedged(sentence) && !isPlan(sentence))
  const causes = firm.filter((sentence) => statesCause(sentence) || statesDecision(sentence))
  const done = firm.filter((sentence) => reportsDone(sentence))
  const purposes = usable.filter(
    (sentence) => !firm.includes(sentence) && isConcrete(sentence) && findIntent(sentence) !== undefined,
  )
  return [...new Set([...causes, ...done, ...purposes])].slice(0, 2)
}

/** A reason as it is shown: an announcement without its "Let's" and "we need to". */
function showReason(sentence: string): string {
  const bare = withoutLeadIn(plain(sentence))
  if (!isPlan(sentence)) return bare
  return capitalOf(
    bare.replace(
      /^.*?\b(?:let(?:'|’)?s|we(?:'|’)?(?:ll)? (?:need|have|want) to|we should|i(?:'|’)?ll|we(?:'|’)?ll|i will|we will|i need to|need to)\s+(?:proceed to |also |now )?/i,
      '',
    ),
  )
}

function typeOf(
  episode: Episode,
  changes: readonly FileChange[],
  moves: number,
  said: string,
  prompt: string,
): ObservationType {
  if (episode.remedy !== undefined || episode.reproduction) return 'discovery'
  if (episode.failure !== undefined && episode.passed !== undefined) return 'bugfix'
  if (episode.commit?.leads) return commitType(episode.commit.commit.subject)
  return changeType(changes, { moves, said, prompt })
}

function subtitleOf(
  episode: Episode,
  title: string,
  clause: { text: string; from: string | undefined },
  reasons: readonly string[],
  request: string,
): string {
  const reason = reasons[0] === undefined ? '' : showReason(reasons[0])
  if (reason !== '' && reason !== title) return reason
  if (episode.commit?.leads && clause.text !== '') return clause.text
  const shown = episode.reproduction ? renderRun(episode) : ''
  if (shown !== '') return shown
  if (request !== '') return `For: ${request}`
  if (episode.commit !== undefined && !episode.commit.leads) return `Part of: ${episode.commit.commit.subject}`
  const tests = episode.tests
  return tests === undefined ? '' : `${renderTestResults(tests)}`
}

function narrativeOf(
  episode: Episode,
  title: string,
  clause: { text: string; from: string | undefined },
  reasons: readonly string[],
  request: string,
): string {
  const { failure, passed, commit, remedy } = episode
  const parts: string[] = []
  if (request !== '') parts.push(`Asked: ${request}`)
  if (failure !== undefined) parts.push(`\`${failure.shape.display}\` failed${withError(failure.error, 200)}`)
  for (const reason of reasons) parts.push(showReason(reason))
  if (remedy !== undefined) parts.push(`It passed after \`${clip(remedy.command, 120)}\``)
  else if (clause.text !== '' && clause.text !== title) parts.push(capitalOf(clause.text))
  if (clause.from !== undefined && reasons.length === 0) parts.push(showReason(clause.from))
  if (commit?.leads && commit.commit.body !== '')
    parts.push(shorten(plain(commit.commit.body.replace(/\n+/g, ' ')), 400))
  if (commit !== undefined && !commit.leads) parts.push(`Committed as "${commit.commit.subject}"`)
  if (passed !== undefined)
    parts.push(
      `\`${failure?.shape.display ?? ''}\` passes now${passed.outcome.tests === undefined ? '' : ` (${renderTestResults(passed.outcome.tests)})`}`,
    )
  else if (failure?.rerun) parts.push(`The last run still failed${withError(failure.latest, 160)}`)
  return [...new Set(parts)]
    .slice(0, 6)
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ')
}

function withError(error: ErrorSignature, limit: number): string {
  const text = renderError(error, limit)
  return text === '' ? '' : ` with ${text}`
}

function factsOf(
  episode: Episode,
  changes: readonly FileChange[],
  support: readonly FileChange[],
  moves: readonly { from: string; to: string }[],
): string[] {
  const { failure, commit, tests } = episode
  const perFile = changes.length > 2 ? 2 : 4
  const facts = changes.flatMap((change) => changeFacts(change).slice(0, perFile))
  for (const move of moves.slice(0, 6)) facts.push(`${move.from} moved to ${move.to}`)
  if (failure !== undefined) {
    const error = renderError(failure.error, 200)
    if (error !== '')
      facts.push(
        episode.passed === undefined
          ? `Not verified: ${failure.shape.display} failed with ${renderError(failure.latest, 160)}`
          : `Error: ${error}`,
      )
    const place = failure.error.files[0]
    if (place !== undefined && !changes.some((change) => place.endsWith(change.file))) facts.push(`Raised in ${place}`)
    const failing = failure.tests?.failing ?? []
    if (failing.length > 0) facts.push(`Failing before: ${list(failing, 4)}`)
  }
  const shown = episode.reproduction ? renderRun(episode) : ''
  if (shown !== '') facts.push(shown)
  if (tests !== undefined) facts.push(`Tests: ${renderTestResults(tests)}`)
  for (const script of support) {
    const names = script.added.length > 0 ? ` (${list(script.added, 4)})` : ''
    facts.push(`Reproduced by ${script.file}${names}: \`${clip(script.line?.to ?? '', 100)}\``)
  }
  if (commit?.commit.hash !== undefined) facts.push(`Commit ${commit.commit.hash}`)
  return [...new Set(facts)].slice(0, 14)
}

/** What the script showed when it ran: the error, else the last thing it printed. */
function renderRun(episode: Episode): string {
  const { run } = episode
  if (run === undefined) return ''
  if (run.outcome.error !== undefined) return `${run.display} fails${withError(run.outcome.error, 120)}`
  const lines = run.output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/no errors|completed successfully|Warning:/i.test(line))
  return lines.length === 0 ? '' : `${run.display} prints ${clip(lines.slice(-2).join(' / '), 140)}`
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
