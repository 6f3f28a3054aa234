/** What an observation tells beside its title: the reason, the story in a few sentences, and the facts one by one. */
import { changeFacts, list } from './change-phrases.ts'
import { clip } from './code-line.ts'
import type { Episode } from './episodes.ts'
import { type ErrorSignature, renderError } from './error-signature.ts'
import type { FileChange } from './patch-symbols.ts'
import { findIntent } from './predicate.ts'
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
import { renderTestResults } from './test-results.ts'
import { capitalOf, shorten, withoutLeadIn } from './titles.ts'

export interface Telling {
  episode: Episode
  changes: readonly FileChange[]
  /** Changes of throw-away scripts. */
  support: readonly FileChange[]
  moves: readonly { from: string; to: string }[]
  title: string
  clause: { text: string; from: string | undefined }
  reasons: readonly string[]
  request: string
}

/** Sentences that say why: causes and decisions first, then what was reported done, then what it was for. At most two. */
export function findReasons(said: readonly string[], told: string | undefined, title: string): string[] {
  const usable = said.filter(
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

/** One line under the title: the reason, else what was asked for. */
export function renderSubtitle({ episode, title, clause, reasons, request }: Telling): string {
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

/** What was asked, what failed, why, what changed and how it was checked; two to five sentences. */
export function renderNarrative(
  { episode, title, clause, reasons, request }: Telling,
  facts: readonly string[],
): string {
  const { failure, passed, commit, remedy } = episode
  const parts: string[] = []
  if (request !== '') parts.push(`Asked: ${request}`)
  if (failure !== undefined) parts.push(`\`${failure.shape.display}\` failed${withError(failure.error, 200)}`)
  for (const reason of reasons) parts.push(showReason(reason))
  if (remedy !== undefined) parts.push(`It passed ${failure?.needed ? 'as' : 'after'} \`${clip(remedy.command, 120)}\``)
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
  // Where nobody said anything, the patch speaks.
  if (parts.length < 2) parts.push(...facts.slice(0, 3 - parts.length))
  return [...new Set(parts)]
    .slice(0, 6)
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ')
}

function withError(error: ErrorSignature, limit: number): string {
  const text = renderError(error, limit)
  return text === '' ? '' : ` with ${text}`
}

export function renderFacts({ episode, changes, support, moves }: Telling): string[] {
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
    facts.push(`Tried with ${script.file}${names}: \`${clip(script.line?.to ?? '', 100)}\``)
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
