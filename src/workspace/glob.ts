/**
 * Shell-like patterns: `*` and `?` stay within one path segment, `**` crosses them. Everything else is literal. All
 * ways a pattern can match are followed at once, character by character: no text takes more than its length times the
 * pattern's.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  return fits(parsePattern(pattern), text).whole
}

/** The text matches the pattern, or is below a match. */
export function coversGlob(pattern: string, text: string): boolean {
  const { whole, above } = fits(parsePattern(pattern), text)
  return whole || above
}

/** `some`: `*`. `any`: `**`. `**` with its slash is two steps: it matches nothing, or everything up to some slash. */
type Step = { kind: 'one' | 'some' | 'any' | 'maybe folders' | 'folders' } | { kind: 'literal'; character: string }

function parsePattern(pattern: string): Step[] {
  return (pattern.match(/\*\*\/|\*+|[\s\S]/gu) ?? []).flatMap((part): Step[] => {
    if (part === '**/') return [{ kind: 'maybe folders' }, { kind: 'folders' }]
    if (part === '*') return [{ kind: 'some' }]
    if (part.startsWith('*')) return [{ kind: 'any' }]
    return [part === '?' ? { kind: 'one' } : { kind: 'literal', character: part }]
  })
}

/** `above`: the whole pattern matched before a `/`. */
function fits(steps: Step[], text: string): { whole: boolean; above: boolean } {
  let places = withSkips(steps, new Set([0]))
  let above = false
  for (const character of text) {
    above ||= character === '/' && places.has(steps.length)
    places = withSkips(steps, advance(steps, places, character))
    if (places.size === 0) break
  }
  return { whole: places.has(steps.length), above }
}

/** Adds the steps after those that may match nothing. A set that grows during iteration is iterated to its end. */
function withSkips(steps: Step[], places: Set<number>): Set<number> {
  for (const at of places) {
    const kind = steps[at]?.kind
    if (kind === 'some' || kind === 'any') places.add(at + 1)
    if (kind === 'maybe folders') places.add(at + 1).add(at + 2)
  }
  return places
}

function advance(steps: Step[], places: Set<number>, character: string): Set<number> {
  const next = new Set<number>()
  for (const at of places) {
    const step = steps[at]
    if (step === undefined || step.kind === 'maybe folders') continue
    if (step.kind === 'literal') {
      if (step.character === character) next.add(at + 1)
    } else if (step.kind === 'any') next.add(at)
    else if (step.kind === 'folders') {
      next.add(at)
      if (character === '/') next.add(at + 1)
    } else if (character !== '/') next.add(step.kind === 'one' ? at + 1 : at)
  }
  return next
}
