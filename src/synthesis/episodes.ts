/**
 * The episodes of a session: a failure and the edits that ended it, a commit and the edits it took, edits that belong
 * together. Failures stay open over turns (at most MAX_OPEN_TURNS); everything else begins and ends inside one turn, which
 * is what lets a later run start at `resumeAt` instead of at the beginning.
 */
import { type CommandOutcome, readOutcome } from './command-outcome.ts'
import { covers } from './command-shape.ts'
import { type Commit, commitType, findCommit } from './commit.ts'
import { groupEdits, isImportOnly, MAX_FILES } from './edit-groups.ts'
import { type Failure, isNamed, isRemedy, neededToPass, noteCauses, noteFailure, relatedFailure } from './failures.ts'
import { findScratch, isScratchChange } from './scratch.ts'
import { type ChangeStep, fileOf, type Step, type Story } from './steps.ts'
import { isDocument } from './symbols.ts'
import type { TestResults } from './test-results.ts'
import type { CommandCall } from './tool-call.ts'

export interface TakenCommit {
  step: Step
  commit: Commit
  /** The one episode that carries the commit's message as its title. */
  leads: boolean
}

export interface Episode {
  turn: number
  edits: ChangeStep[]
  /** Throw-away scripts of the episode; told as support, never as its subject. */
  scratch: ChangeStep[]
  /** Nothing but throw-away scripts came of it: somebody tried to see the problem. */
  reproduction: boolean
  /** The last run of a throw-away script. */
  run: { display: string; output: string; outcome: CommandOutcome } | undefined
  failure: Failure | undefined
  /** The run that showed the failure gone. */
  passed: { step: Step; outcome: CommandOutcome } | undefined
  remedy: CommandCall | undefined
  commit: TakenCommit | undefined
  tests: TestResults | undefined
}

/** Walks one lane of one turn. `open` is changed: failures are added, gain edits, and leave when resolved. */
export function walkLane(story: Story, open: Failure[], at: { turn: number; agentId: string | undefined }): Episode[] {
  const episodes: Episode[] = []
  let pending: ChangeStep[] = []
  let uncommitted: Episode[] = []
  let lastTests: TestResults | undefined
  let lastRun: Episode['run']
  const scratch = findScratch(story)
  const ours = () => open.filter((failure) => failure.agentId === at.agentId)

  for (const step of story.steps) {
    const { call } = step
    if (call.kind !== 'command') noteCauses(ours(), step, at.turn)
    if (call.kind === 'read') continue
    if (call.kind !== 'command') {
      const change = { ...step, call }
      const failure = call.kind === 'edit' ? relatedFailure(ours(), call, at.turn) : undefined
      if (failure === undefined) pending.push(change)
      else {
        const kept = isScratchChange(change, scratch) ? failure.support : failure.edits
        kept.push(change)
        failure.lastTurn = at.turn
      }
      continue
    }
    const outcome = readOutcome(call)
    if (outcome?.tests !== undefined) lastTests = outcome.tests
    const script = outcome?.shapes.find((shape) => shape.targets.some((target) => scratch.has(target)))
    if (outcome !== undefined && script !== undefined)
      lastRun = { display: script.display, output: call.output, outcome }
    if (outcome?.failed) noteFailure(open, ours(), step, outcome, at)
    if (outcome !== undefined && !outcome.failed) settle(step, outcome)
    noteCauses(ours(), step, at.turn)
    const commit = findCommit(call)
    if (commit === undefined) continue
    const attempted = ours().filter((failure) => failure.edits.length > 0 && failure.commit === undefined)
    episodes.push(...commitEpisodes({ step, commit }, { pending, uncommitted, attempted, scratch, turn: at.turn }))
    pending = []
    uncommitted = []
  }
  // A script edited for a failure that nothing else was edited for waits with the other changes.
  for (const failure of ours().filter((one) => one.edits.length === 0)) pending.push(...failure.support.splice(0))
  for (const edits of groupEdits(pending, scratch)) {
    episodes.push({ ...emptyEpisode(at.turn), ...edits, tests: lastTests, run: lastRun })
  }
  return episodes

  function settle(step: Step, outcome: CommandOutcome): void {
    const { call } = step
    if (call.kind !== 'command') return
    for (const failure of ours().filter((one) => outcome.shapes.some((shape) => covers(shape, one.shape)))) {
      open.splice(open.indexOf(failure), 1)
      failure.lastTurn = at.turn
      const fix = resolve(failure, pending, { step, outcome }, scratch, at.turn)
      pending = pending.filter((edit) => !fix.taken.has(edit))
      pending.push(...fix.returned)
      if (fix.episode === undefined) continue
      episodes.push(fix.episode)
      uncommitted.push(fix.episode)
    }
    if (isRemedy(call.command)) for (const failure of ours()) failure.remedies.push(call)
  }
}

/** An unresolved failure is worth telling only with the edits made for it. */
export function unresolvedEpisode(failure: Failure): Episode | undefined {
  if (failure.edits.length === 0) return undefined
  return {
    ...emptyEpisode(failure.lastTurn),
    edits: failure.edits,
    scratch: failure.support,
    failure,
    commit: failure.commit,
  }
}

function emptyEpisode(turn: number): Episode {
  return {
    turn,
    edits: [],
    scratch: [],
    reproduction: false,
    run: undefined,
    failure: undefined,
    passed: undefined,
    remedy: undefined,
    commit: undefined,
    tests: undefined,
  }
}

function resolve(
  failure: Failure,
  pending: readonly ChangeStep[],
  passed: { step: Step; outcome: CommandOutcome },
  scratch: ReadonlySet<string>,
  turn: number,
): { episode: Episode | undefined; taken: Set<ChangeStep>; returned: ChangeStep[] } {
  const own = failure.edits
  const taken = new Set(
    own.length > 0 ? [] : pending.filter((edit) => !isScratchChange(edit, scratch) && !isDocument(fileOf(edit))),
  )
  const [edits, others] = nearest(failure, own.length > 0 ? own : [...taken])
  const { support } = failure
  // A forgotten import in work that is still going on is part of that work.
  const fresh = failure.turn === turn && pending.some((edit) => edits.some((fix) => fileOf(fix) === fileOf(edit)))
  if (fresh && isImportOnly(edits))
    return { episode: undefined, taken: new Set(), returned: [...edits, ...others, ...support] }
  const base = { ...emptyEpisode(turn), failure, passed, tests: passed.outcome.tests }
  if (edits.length > 0) {
    const scripts = pending.filter((edit) => isScratchChange(edit, scratch))
    for (const edit of scripts) taken.add(edit)
    return { episode: { ...base, edits, scratch: [...scripts, ...support] }, taken, returned: others }
  }
  // Only the throw-away script itself was wrong: its edits go back to wait for the change they were made for.
  failure.needed = failure.remedies.length === 0 ? neededToPass(failure, passed) : ''
  const remedy = failure.needed === '' ? failure.remedies.at(-1) : commandOf(passed.step)
  if (support.length > 0 || remedy === undefined) return { episode: undefined, taken: new Set(), returned: support }
  return { episode: { ...base, remedy }, taken: new Set(), returned: [] }
}

function commandOf({ call }: Step): CommandCall | undefined {
  return call.kind === 'command' ? call : undefined
}

/** At most MAX_FILES files, those the failure names first; the rest are work of their own. */
function nearest(failure: Failure, edits: readonly ChangeStep[]): [ChangeStep[], ChangeStep[]] {
  const files = [...new Set(edits.map(fileOf))]
  if (files.length <= MAX_FILES) return [[...edits], []]
  const named = files.filter((file) => isNamed(failure, file))
  const near = new Set([...named, ...files.filter((file) => !named.includes(file))].slice(0, MAX_FILES))
  return [edits.filter((edit) => near.has(fileOf(edit))), edits.filter((edit) => !near.has(fileOf(edit)))]
}

/** One observation takes the commit's message; a commit of many files leaves the rest as groups of their own. */
function commitEpisodes(
  made: { step: Step; commit: Commit },
  from: {
    pending: readonly ChangeStep[]
    uncommitted: readonly Episode[]
    attempted: readonly Failure[]
    scratch: ReadonlySet<string>
    turn: number
  },
): Episode[] {
  const groups = groupEdits(from.pending, from.scratch).map((group) => ({ ...emptyEpisode(from.turn), ...group }))
  const largest = groups.toSorted((a, b) => b.edits.length - a.edits.length)[0]
  const fix = from.uncommitted.at(-1) ?? from.attempted.at(-1)
  // A message that speaks of a fix belongs to the fix.
  const leader = commitType(made.commit.subject) === 'bugfix' ? (fix ?? largest) : (largest ?? fix)
  for (const one of [...groups, ...from.uncommitted, ...from.attempted]) one.commit = { ...made, leads: one === leader }
  for (const failure of from.attempted) failure.lastTurn = from.turn
  return leader === undefined ? [{ ...emptyEpisode(from.turn), commit: { ...made, leads: true } }] : groups
}
