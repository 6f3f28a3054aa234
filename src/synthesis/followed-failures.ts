/**
 * Failed commands and how they ended: an edit, another step or a flag made the same command pass, or it still fails
 * when the session ends. This is the evidence behind "fixed": nothing is called fixed without it.
 */
import type { MemoryEvent, ToolEvent } from '../memory/event.ts'
import { splitSentences } from '../memory/sentences.ts'
import { type CommandRun, type FileEdit, readActions } from './actions.ts'
import { type CommandOutcome, readOutcome } from './command-outcome.ts'
import { type CommandShape, covers, normalCommand } from './command-shape.ts'
import type { ErrorSignature } from './error-signature.ts'
import { neededWords } from './needed-words.ts'
import type { Turn } from './turns.ts'
import { commandFromRoot } from './typed-command.ts'
import { cuesIn } from './words/cues.ts'
import { shareIn, termsOf } from './words/terms.ts'
import { plainMarks } from './words/units.ts'

export interface FollowedFailure {
  /** The turn in which it was last worked on or resolved. */
  turn: number
  failed: CommandRun
  /** The run that proved it gone; undefined while it still fails. */
  passed: CommandRun | undefined
  shape: CommandShape
  error: ErrorSignature
  edits: FileEdit[]
  /** What was added to the command when it passed, if that alone was the fix; else ''. */
  needed: string
  /** What had to run first, if no edit was needed; else ''. */
  step: string
  /** The same program called differently right after the failure; else ''. */
  instead: string
  /** The cause the agent named; '' if none. */
  cause: string
}

// 5 turns: if a command failed longer ago, its passing now can have any reason
const MAX_TURNS = 5

interface Open extends FollowedFailure {
  began: number
  agentId: string | undefined
  latest: ErrorSignature
  failing: string[]
}

export function followFailures(turns: readonly Turn[], root: string | undefined): FollowedFailure[] {
  const open: Open[] = []
  const settled: Open[] = []
  turns.forEach((turn, at) => {
    for (const old of open.filter(({ began }) => at - began > MAX_TURNS)) open.splice(open.indexOf(old), 1)
    for (const event of turn.events) {
      if (event.kind === 'tool') takeCall(event, at)
      else noteCause(event, at)
    }
  })
  return [...settled, ...open]

  function takeCall(event: ToolEvent, at: number): void {
    const ours = open.filter(({ agentId }) => agentId === event.agent?.id)
    for (const call of readActions(event, root)) {
      if (call.kind === 'edit') relate(ours, call, at)
      if (call.kind === 'command') takeCommand(call, ours, at)
    }
  }

  function takeCommand(call: CommandRun, ours: readonly Open[], at: number): void {
    const outcome = readOutcome(call)
    if (outcome === undefined) return
    if (outcome.failed) {
      noteFailure(call, outcome, ours, at)
      return
    }
    for (const failure of ours.filter(({ shape }) => outcome.shapes.some((passed) => covers(passed, shape)))) {
      open.splice(open.indexOf(failure), 1)
      failure.passed = call
      failure.turn = at
      if (failure.edits.length === 0 && failure.step === '')
        Object.assign(failure, remedyOf(failure, call, { outcome, root }))
      settled.push(failure)
    }
    const command = normalCommand(call.command)
    for (const failure of ours) {
      if (isStep(command) && isOther(command, normalCommand(failure.failed.command))) failure.step = command
    }
  }

  function noteFailure(call: CommandRun, outcome: CommandOutcome, ours: readonly Open[], at: number): void {
    const [shape] = outcome.shapes
    const { error } = outcome
    if (shape === undefined || error === undefined) return
    const failing = outcome.tests?.failing ?? []
    const known = ours.find((failure) => covers(shape, failure.shape) || covers(failure.shape, shape))
    if (known !== undefined) {
      known.latest = error
      known.failing = failing
      known.turn = at
      return
    }
    const agentId = call.event.agent?.id
    const begun = {
      began: at,
      turn: at,
      agentId,
      failed: call,
      passed: undefined,
      shape,
      error,
      latest: error,
      failing,
    }
    open.push({ ...begun, edits: [], needed: '', step: '', instead: '', cause: '' })
  }

  function noteCause(event: MemoryEvent, at: number): void {
    if (event.kind !== 'assistant_text' && event.kind !== 'stopped') return
    const recent = open.filter(({ agentId, turn }) => agentId === event.agent?.id && turn === at)
    if (recent.length === 0) return
    const cause = splitSentences(plainMarks(event.text)).find((sentence) => {
      const cues = cuesIn(sentence)
      return cues.cause && !cues.hedge && !cues.announces && sentence.length <= 300
    })
    if (cause !== undefined) for (const failure of recent) failure.cause = cause
  }
}

const REMEDY = /\b(?:install|add|upgrade|sync|ci|migrate|generate|bootstrap|setup|pull|up)\b/

/** Its program or subcommand installs or fetches something; later words are arguments or a commit message. */
function isStep(command: string): boolean {
  if (command.length > MAX_TYPED || command.includes('<<')) return false
  return command.split(/&&|;/).some((part) => REMEDY.test(part.trim().split(/\s+/, 3).join(' ')))
}

/** The newest failure this edit is for: it names the file, ran it, or happened in this turn. */
function relate(open: readonly Open[], edit: FileEdit, at: number): void {
  const named = open.findLast((failure) => isNamed(failure, edit.file))
  const near = DOCUMENT.test(edit.file) ? undefined : open.findLast(({ turn }) => turn === at)
  const failure = named ?? near
  if (failure === undefined) return
  failure.edits.push(edit)
  failure.turn = at
}

const DOCUMENT = /\.(?:md|mdx|rst|txt|adoc)$/i
const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e)\/|(?:^|\/)test_[^/]+$|[._-](?:test|spec)\.\w+$|_test\.\w+$|Tests?\.\w+$/

function isNamed({ error, latest, shape, failing }: Open, file: string): boolean {
  return [...error.files, ...latest.files, ...shape.targets, ...failing].some((name) => {
    const path = (name.split('::')[0] ?? name).replaceAll('\\', '/')
    const same = path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`)
    return same || (TEST_FILE.test(path) && stem(path) === stem(file))
  })
}

function stem(file: string): string {
  return file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replace(/^test_|_test$|[._-](?:test|spec)$|Tests?$/g, '')
    .toLowerCase()
}

function remedyOf(
  { failed }: Open,
  passed: CommandRun,
  { outcome, root }: { outcome: CommandOutcome; root: string | undefined },
): Pick<FollowedFailure, 'needed' | 'instead'> {
  const typed = ({ command, folder }: CommandRun) =>
    failed.folder === passed.folder ? normalCommand(command) : commandFromRoot({ command, folder }, root)
  const [before, after] = [typed(failed), typed(passed)]
  // A pipe or a second command hides how the first one ended.
  if (outcome.tests === undefined && /\||;/.test(after)) return { needed: '', instead: '' }
  const needed = neededWords(before, after)
  const isAnother = needed === '' && before !== after && passed.event.at - failed.event.at <= SOON_MS
  const simple = !/[|;]/.test(before + after)
  const telling = simple && after.length <= MAX_TYPED && after.split(' ').length >= 3
  return { needed, instead: isAnother && telling && hasSameObject(before, after) ? after : '' }
}

/** Running the same command again is not a fix, nor is installing something else. */
function isOther(step: string, failed: string): boolean {
  const program = (command: string) => command.split(/\s+/, 2).join(' ')
  return step !== failed && (program(step) !== program(failed) || hasSameObject(failed, step))
}

/** `brew install b` does not fix `brew install a`: beyond program and subcommand both must name the same thing. */
function hasSameObject(before: string, after: string): boolean {
  const objects = (command: string) => termsOf(command.split(/\s+/).slice(2).join(' '))
  return shareIn(objects(before), objects(after)) > 0
}

/** Within ten minutes it is the same attempt, typed differently. */
const SOON_MS = 10 * 60 * 1000
/** A plain limit: what fits a line of evidence. */
const MAX_TYPED = 120
