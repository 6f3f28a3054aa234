/**
 * Did this command succeed, and what did it print? The exit status is not enough: `… | tail` and `|| true` hide it, and
 * a `grep` without matches fails although nothing is wrong.
 */

import type { CommandRun } from './actions.ts'
import { type CommandShape, readShapes } from './command-shape.ts'
import { type ErrorSignature, findError } from './error-signature.ts'
import { findTestResults, type TestResults } from './test-results.ts'

export interface CommandOutcome {
  shapes: CommandShape[]
  failed: boolean
  error: ErrorSignature | undefined
  tests: TestResults | undefined
}

/** undefined for routine commands, which are not worth following, and for commands still running. */
export function readOutcome(call: CommandRun): CommandOutcome | undefined {
  const shapes = readShapes(call.command)
  if (shapes.length === 0 || call.background) return undefined
  const tests = findTestResults(call.output)
  const failed = call.failed || (tests?.failed ?? 0) > 0 || looksFailed(call.output)
  return {
    shapes: failed ? [failingShape(shapes, tests !== undefined)] : shapes,
    failed,
    error: failed ? errorOf(call.output, tests) : undefined,
    tests,
  }
}

const STRONG = [
  /^(?:Command exited with|Exit) code [1-9]\d*/m,
  /\berror TS\d+:/,
  /^error\[E\d+\]:/m,
  /^error: could not compile/m,
  /^npm (?:ERR!|error) /m,
  /^(?:\/bin\/)?(?:ba)?sh: .*(?:syntax error|command not found)/m,
  /^--- FAIL:/m,
  /^FAILED \(/m,
  /^BUILD FAILED/m,
  /^\[ERROR\] .*COMPILATION ERROR/m,
  /^make(?:\[\d+\])?: \*\*\* /m,
]

function looksFailed(output: string): boolean {
  if (STRONG.some((pattern) => pattern.test(output))) return true
  return endsInTraceback(output)
}

/** A traceback in the middle may have been handled; one whose error is in the last lines ended the program. */
function endsInTraceback(output: string): boolean {
  const start = output.lastIndexOf('Traceback (most recent call last)')
  const lines = output.trimEnd().split('\n')
  const lastLines = lines.slice(-4)
  if (start >= 0)
    return lastLines.some((line) => /^[\w.]*[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Warning|Failed)\b/.test(line))
  return (
    lastLines.some((line) => /^Node\.js v\d+/.test(line)) ||
    /^\s*(?:SyntaxError|IndentationError): /.test(lastLines.at(-1) ?? '')
  )
}

function failingShape(shapes: CommandShape[], hasTests: boolean): CommandShape {
  const wanted = hasTests
    ? shapes.findLast((shape) => /test|spec|jest|vitest|mocha|check/.test(shape.program))
    : undefined
  const shape = wanted ?? shapes.at(-1) ?? shapes[0]
  if (shape === undefined) throw new Error('a failing command has at least one shape')
  return shape
}

function errorOf(output: string, tests: TestResults | undefined): ErrorSignature {
  const found = findError(output)
  if (found !== undefined) return found
  const failing = tests?.failing[0]
  if (failing !== undefined) return { kind: '', message: `${failing} fails`, files: [] }
  const lines = output.split('\n').map((text) => text.trim())
  const telling = lines.findLast(
    (text) =>
      /\b(?:error|fail(?:ed|s|ure)?|cannot|could not|not found|invalid|missing|denied|refused|unexpected)\b/i.test(
        text,
      ) && !/^(?:>|npm |Exit code)|[{;]$/.test(text), // nor a line of code that only mentions errors
  )
  // The output does not say what went wrong: an empty message, so that no title claims to know.
  return { kind: '', message: telling?.slice(0, 200) ?? '', files: [] }
}
