/**
 * The episodes of a session: a failure and the edits that ended it, a commit and the edits it took, edits that belong
 * together. Failures stay open over turns (at most MAX_OPEN_TURNS); everything else begins and ends inside one turn, which
 * is what lets a later run start at `resumeAt` instead of at the beginning.
 */
import { type CommandOutcome, readOutcome } from './command-outcome.ts'
import { type CommandShape, covers } from './command-shape.ts'
import { type Commit, findCommit } from './commit.ts'
import { groupEdits, MAX_FILES } from './edit-groups.ts'
import type { ErrorSignature } from './error-signature.ts'
import { findScratch, isScratchChange } from './scratch.ts'
import { type ChangeStep, fileOf, type Step, type Story } from './steps.ts'
import { isDocument, isTest } from './symbols.ts'
import type { TestResults } from './test-results.ts'
import type { CommandCall, EditCall } from './tool-call.ts'

export const MAX_OPEN_TURNS = 5

export interface Failure {
  agentId: string | undefined
  turn: number
  /** The last turn in which it gained an edit or was resolved: later runs need its turn until then. */
  lastTurn: number
  step: Step
  shape: CommandShape
  error: ErrorSignature
  tests: TestResults | undefined
  /** The error of the last run of the same command, where it changed. */
  latest: ErrorSignature
  edits: ChangeStep[]
  /** Edits of throw-away scripts made meanwhile. */
  support: ChangeStep[]
  rerun: boolean
  /** Installs and the like since it failed: the remedy where no edit was needed. */
  remedies: CommandCall[]
  commit: TakenCommit | undefined
}

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
  /** Nothing but throw-away scripts came of it: the problem was reproduced. */
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
    if (isRemedy(call.command)) for (const failure of ours()) failure.remedies.push(call)
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

export function emptyEpisode(turn: number): Episode {
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

function noteFailure(
  open: Failure[],
  ours: Failure[],
  step: Step,
  outcome: CommandOutcome,
  at: { turn: number; agentId: string | undefined },
) {
  const { error } = outcome
  const shape = outcome.shapes[0]
  if (error === undefined || shape === undefined) return
  const known = ours.find((failure) => covers(shape, failure.shape) || covers(failure.shape, shape))
  if (known !== undefined) {
    known.latest = error
    known.rerun = true
    if (outcome.tests !== undefined) known.tests = outcome.tests
    return
  }
  open.push({
    ...at,
    lastTurn: at.turn,
    step,
    shape,
    error,
    latest: error,
    tests: outcome.tests,
    edits: [],
    support: [],
    rerun: false,
    remedies: [],
    commit: undefined,
  })
}

/** The newest open failure this edit is for: it names the file, ran it, or happened in this very turn. */
function relatedFailure(open: readonly Failure[], edit: EditCall, turn: number): Failure | undefined {
  const named = open.findLast((failure) => isNamed(failure, edit.file))
  if (named !== undefined) return named
  if (isDocument(edit.file)) return undefined
  return open.findLast((failure) => failure.turn === turn)
}

function isNamed(failure: Failure, file: string): boolean {
  const mentioned = [
    ...failure.error.files,
    ...failure.latest.files,
    ...failure.shape.targets,
    ...(failure.tests?.failing ?? []),
  ]
  return mentioned.some((name) => {
    const path = (name.split('::')[0] ?? name).replaceAll('\\', '/')
    return (
      path === file ||
      path.endsWith(`/${file}`) ||
      file.endsWith(`/${path}`) ||
      (isTest(path) && stem(path) === stem(file))
    )
  })
}

function stem(file: string): string {
  return file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replace(/^test_|_test$|[._-](?:test|spec)$|Tests?$/g, '')
    .toLowerCase()
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
  const base = { ...emptyEpisode(turn), failure, passed, tests: passed.outcome.tests }
  if (edits.length > 0) {
    const scripts = pending.filter((edit) => isScratchChange(edit, scratch))
    for (const edit of scripts) taken.add(edit)
    return { episode: { ...base, edits, scratch: [...scripts, ...support] }, taken, returned: others }
  }
  // Only the throw-away script itself was wrong: its edits go back to wait for the change they were made for.
  const remedy = failure.remedies.at(-1)
  if (support.length > 0 || remedy === undefined) return { episode: undefined, taken: new Set(), returned: support }
  return { episode: { ...base, remedy }, taken: new Set(), returned: [] }
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
  const leader =
    groups.toSorted((a, b) => b.edits.length - a.edits.length)[0] ?? from.uncommitted.at(-1) ?? from.attempted.at(-1)
  for (const one of [...groups, ...from.uncommitted, ...from.attempted]) one.commit = { ...made, leads: one === leader }
  for (const failure of from.attempted) failure.lastTurn = from.turn
  return leader === undefined ? [{ ...emptyEpisode(from.turn), commit: { ...made, leads: true } }] : groups
}

function isRemedy(command: string): boolean {
  return /\b(install|add|upgrade|sync|ci|migrate|generate|build|bootstrap|setup|pull|up)\b/.test(command)
}
