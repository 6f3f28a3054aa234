/** Which kind of change edits without a failure or a commit are: by what the patch did, then by what was asked for. */
import type { ObservationType } from '../memory/observation.ts'
import type { FileChange } from './patch-symbols.ts'
import { saysFix } from './sentences.ts'
import { isConfig, isDocument, isTest } from './symbols.ts'

export function changeType(
  changes: readonly FileChange[],
  by: { moves: number; said: string; prompt: string },
): ObservationType {
  const code = changes.filter((change) => !isDocument(change.file) && !isConfig(change.file))
  if (code.length === 0) return by.moves > 0 ? 'refactor' : 'change'
  if (code.every((change) => isTest(change.file))) return 'change'
  const moved = by.moves > 0 || code.some((change) => change.renamed.length > 0) || movedBetween(code)
  if (moved) return 'refactor'
  // 300 characters: the request; what follows are logs and examples
  const opening = by.prompt.slice(0, 300)
  const asksNew = ASKS_NEW.test(opening)
  if (!asksNew && ASKS_ORDER.test(opening)) return 'refactor'
  if (!asksNew && (saysFix(opening) || saysFix(by.said))) return 'bugfix'
  if (asksNew || code.some((change) => change.created || change.defines.length > 0)) return 'feature'
  const onlyRemoved = code.every((change) => change.added.length === 0 && change.removed.length > 0)
  return onlyRemoved ? 'refactor' : 'change'
}

const ASKS_NEW =
  /^\W*(?:\w+\s+){0,4}?(?:add|implement|support|create|allow|introduce|build|write|make it possible|feature request|enhancement)\b/i
const ASKS_ORDER =
  /\b(refactor\w*|rename|clean ?up|de-?duplicat\w*|untangle|extract|more concise|restructure|reorgani[sz]e)\b/i

function movedBetween(changes: readonly FileChange[]): boolean {
  return changes.some((from) =>
    from.removed.some((name) => changes.some((to) => to !== from && to.added.includes(name))),
  )
}
