/** Which kind of change edits without a failure or a commit are: by what the patch did, then by what was asked for. */
import type { ObservationType } from '../memory/observation.ts'
import type { FileChange } from './patch-symbols.ts'
import { saysFix } from './sentences.ts'
import { isConfig, isDocument, isTest } from './symbols.ts'

export function changeType(
  changes: readonly FileChange[],
  moves: number,
  said: string,
  prompt: string,
): ObservationType {
  const code = changes.filter((change) => !isDocument(change.file) && !isConfig(change.file))
  if (code.length === 0) return moves > 0 ? 'refactor' : 'change'
  const opening = prompt.slice(0, 300)
  const asksNew =
    /^\W*(?:\w+\s+){0,4}?(?:add|implement|support|create|allow|introduce|build|write|make it possible|feature request|enhancement)\b/i.test(
      opening,
    )
  const moved = moves > 0 || code.some((change) => change.renamed.length > 0) || movedBetween(code)
  if (
    moved ||
    /\b(refactor|rename|clean ?up|de-?duplicat\w*|extract|untangle|simplify|more concise|restructure)\b/i.test(opening)
  )
    return 'refactor'
  if (!asksNew && (saysFix(opening) || saysFix(said))) return 'bugfix'
  if (code.every((change) => isTest(change.file))) return 'change'
  if (asksNew || code.some((change) => change.created || change.added.some((name) => /^[\w.]{3,}$/.test(name))))
    return 'feature'
  const onlyRemoved = code.every((change) => change.added.length === 0 && change.removed.length > 0)
  return onlyRemoved ? 'refactor' : 'change'
}

function movedBetween(changes: readonly FileChange[]): boolean {
  return changes.some((from) =>
    from.removed.some((name) => changes.some((to) => to !== from && to.added.includes(name))),
  )
}
