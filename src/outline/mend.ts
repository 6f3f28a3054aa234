/**
 * An unclosed bracket can make a grammar parse the rest of a file as one error. Without the line where the error
 * begins, the rest often parses: these are the texts worth a second try, with positions unchanged.
 */
import type { Node } from 'web-tree-sitter'

/** Longer files are parsed once: a second try must not double a noticeable wait. */
const MAX_CHARS = 200_000

export function mendedTexts(root: Node, text: string): string[] {
  if (!root.hasError || text.length > MAX_CHARS) return []
  const error = firstError(root)
  const lines = new Set([error.startPosition.row, error.endPosition.row])
  return [...lines].map((line) => withoutLine(text, line))
}

/** A tree that is one error with none inside breaks off where the error is. */
function firstError(root: Node): Node {
  let next: Node | undefined = root
  while (next && (next === root || !(next.isError || next.isMissing))) {
    next = next.children.find((child) => child.hasError || child.isMissing)
  }
  return next ?? root
}

function withoutLine(text: string, line: number): string {
  let start = 0
  for (let row = 0; row < line; row++) start = text.indexOf('\n', start) + 1
  const end = text.indexOf('\n', start)
  const stop = end < 0 ? text.length : end
  return `${text.slice(0, start)}${' '.repeat(stop - start)}${text.slice(stop)}`
}
