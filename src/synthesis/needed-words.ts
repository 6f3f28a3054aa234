/**
 * What a command needed to pass that it lacked when it failed. '' for words other than flags, variables, a runner or a
 * folder, and for those that only change the output or which part is run.
 */
export function neededWords(failed: string, passed: string): string {
  const before = failed.split(' ')
  const added: string[] = []
  let at = 0
  for (const word of passed.split(' ')) {
    if (word === before[at]) at++
    else added.push(word)
  }
  const words = added.filter((word) => word !== '--')
  if (at < before.length || words.length === 0 || words.length > MAX_WORDS) return ''
  const fits = words.every((word, index) => isAddition(word, words[index - 1]))
  return fits ? words.join(' ').replace(/ &&$/, '') : ''
}

// 6: a variable, a flag or two with their values; more is another command
const MAX_WORDS = 6
/** Fewer tests, more or less output, version or help. */
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
