/**
 * Failures that are still open: a command that failed and has not passed since. Each turn that changes one is noted in
 * `lastTurn`, because a later run has to begin early enough to know it.
 */
import type { CommandOutcome } from './command-outcome.ts'
import { type CommandShape, covers, normalCommand } from './command-shape.ts'
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
  /** What was typed beside the command that failed when it passed, where that alone was the remedy; else ''. */
  needed: string
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
    needed: '',
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

/** What the passing run was given beside the failing one, if that was all; '' if not, or where a pipe hides its end. */
export function neededToPass(failure: Failure, passed: { step: Step; outcome: CommandOutcome }): string {
  const [failed, later] = [failure.step.call, passed.step.call]
  if (failed.kind !== 'command' || later.kind !== 'command') return ''
  const command = normalCommand(later.command)
  const hidden = passed.outcome.tests === undefined && /\||;/.test(command)
  return hidden ? '' : neededWords(normalCommand(failed.command), command)
}

/** '' for words other than flags, variables, a runner or a folder, and for those that change only what is shown or run. */
export function neededWords(failed: string, passed: string): string {
  const before = failed.split(' ')
  const added: string[] = []
  let at = 0
  for (const word of passed.split(' ')) {
    if (word === before[at]) at++
    else added.push(word)
  }
  const words = added.filter((word) => word !== '--')
  if (at < before.length || words.length === 0 || words.length > MOST_WORDS) return ''
  const fits = words.every((word, index) => isAddition(word, words[index - 1]))
  return fits ? words.join(' ').replace(/ &&$/, '') : ''
}

// 6: a variable, a flag or two with their values; more is another command
const MOST_WORDS = 6
/** Fewer tests, more or less output, a look at the program itself. */
const NO_REMEDY =
  /^(?:-[vqsxkthl]+|-r\w+|--(?:verbose|quiet|silent|tb|colou?rs?|no-colou?r|reporters?|ignore|deselect|exclude|skip|grep|filter|only|testNamePattern|testPath\w+|passWithNoTests|dry-run|help|version|collect-only|co|lf|ff|last-failed|maxfail|exitfirst|bail|no-header|no-summary|showlocals|durations|no-verify|nocapture|show-output|stat|list|json|format|output)\b.*)$/
const RUNNER = /^(?:sudo|npx|bunx|uvx|uv|poetry|pipenv|bundle|pnpm|yarn|exec|run|env|xvfb-run|python3?|cd|&&)$/

function isAddition(word: string, previous: string | undefined): boolean {
  if (NO_REMEDY.test(word)) return false
  if (word === '-m') return previous !== undefined && /^python3?$/.test(previous)
  const isValue = previous !== undefined && (previous === 'cd' || /^--?[\w-]+$/.test(previous))
  return (
    /^-/.test(word) || /^[A-Z_][A-Z0-9_]*=/.test(word) || RUNNER.test(word) || (isValue && /^[\w./:=,@-]+$/.test(word))
  )
}
