/**
 * What kind of work a memory is about. A commit or a pull request says so itself. Else the title does, if it begins with
 * what was done; else the plan, the request, or how the answer begins.
 */
import type { ObservationType } from '../memory/observation.ts'

const BY_PREFIX: [RegExp, ObservationType][] = [
  [/^feat(ure)?\b/i, 'feature'],
  [/^(bug)?fix(es|ed)?\b|^hotfix\b/i, 'bugfix'],
  [
    /^refactor(ed|s)?\b|^(rename|move|extract|simplif|clean(?:ed)? ?up|dedupe|deduplicate|consolidate|split|inline|reorganize|restructure|untangle)\w*\b/i,
    'refactor',
  ],
  [/^(docs?|chore|build|ci|style|test|tests|perf|revert|release|bump|config|deps)\b/i, 'change'],
]
const BY_WORD: [RegExp, ObservationType][] = [
  [/\b(fix|fixes|fixed|bug|crash|regression|prevent|prevents|correct(s|ly)?|handle missing|no longer)\b/i, 'bugfix'],
  [/\b(refactor|rename|move|extract|simplify|cleanup|clean up|remove duplicat|consolidate)\w*\b/i, 'refactor'],
  [/\b(add|adds|added|implement|introduce|support|create|allow|enable)\w*\b/i, 'feature'],
]

/** Of a commit: by the conventional prefix, else by the first verb; anything else is a change. */
export function commitType(subject: string): ObservationType {
  for (const [pattern, type] of BY_PREFIX) if (pattern.test(subject)) return type
  const words = subject.replace(/^[\w./-]+(\([^)]*\))?!?:\s*/, '')
  for (const [pattern, type] of [...BY_PREFIX, ...BY_WORD]) if (pattern.test(words)) return type
  return 'change'
}

/** What a sentence begins with when it says what was done. */
const BY_OPENING: [RegExp, ObservationType][] = [
  ...BY_PREFIX,
  [/^(?:add|implement|introduc|creat|enabl)\w*\b/i, 'feature'],
  [/^(?:remov|delet|updat|upgrad|replac|revert)\w*\b/i, 'change'],
]

/** Of a memory of work whose title is a sentence. */
export function typeOfTitle(title: string): ObservationType | undefined {
  return BY_OPENING.find(([pattern]) => pattern.test(title))?.[1]
}

/** Of work that was not committed: the first of these that says more than that something changed. */
export function workType(said: readonly string[]): ObservationType {
  for (const text of said) {
    const type = commitType(text)
    if (type !== 'change') return type
  }
  return 'change'
}
