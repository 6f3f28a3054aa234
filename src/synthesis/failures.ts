/**
 * Failures that are still open: a command that failed and has not passed since. Each turn that changes one is noted in
 * `lastTurn`, because a later run has to begin early enough to know it.
 */
import type { CommandOutcome } from './command-outcome.ts'
import { type CommandShape, covers } from './command-shape.ts'
import type { TakenCommit } from './episodes.ts'
import type { ErrorSignature } from './error-signature.ts'
import { statesCause } from './sentences.ts'
import type { ChangeStep, Said, Step } from './steps.ts'
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
  /** What the assistant said its cause is, in the turn it happened in. */
  causes: Said[]
  commit: TakenCommit | undefined
}

export function noteFailure(
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
    causes: [],
    commit: undefined,
  })
}

/** The newest open failure this edit is for: it names the file, ran it, or happened in this very turn. */
export function relatedFailure(open: readonly Failure[], edit: EditCall, turn: number): Failure | undefined {
  const named = open.findLast((failure) => isNamed(failure, edit.file))
  if (named !== undefined) return named
  if (isDocument(edit.file)) return undefined
  return open.findLast((failure) => failure.turn === turn)
}

export function isNamed(failure: Failure, file: string): boolean {
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

/** A cause given in the failure's own turn is kept for the day it is fixed. */
export function noteCauses(open: readonly Failure[], step: Step, turn: number): void {
  const causes = step.after.filter(({ sentence }) => statesCause(sentence))
  for (const failure of open.filter((one) => one.turn === turn)) failure.causes.push(...causes)
}

export function isRemedy(command: string): boolean {
  return /\b(install|add|upgrade|sync|ci|migrate|generate|bootstrap|setup|pull|up)\b/.test(command)
}
