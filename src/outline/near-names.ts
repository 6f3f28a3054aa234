/** Names like the one that was not found, nearest first: by the pairs of letters they share. */
const MOST_NAMES = 5
/** Below this, two names have only common letters in common. */
const LEAST_LIKENESS = 0.3

export function nearNames(wanted: string, names: string[]): string[] {
  const target = pairs(lastPart(wanted))
  return names
    .map((name) => ({ name, likeness: likeness(target, pairs(lastPart(name))) }))
    .filter((one) => one.likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.name.length - b.name.length)
    .slice(0, MOST_NAMES)
    .map((one) => one.name)
}

function lastPart(name: string): string {
  return (name.replace(/:\d+$/, '').split(/[.#:]/).at(-1) || name).toLowerCase()
}

function pairs(word: string): Set<string> {
  return new Set(Array.from({ length: word.length }, (_, at) => ` ${word}`.slice(at, at + 2)))
}

function likeness(a: Set<string>, b: Set<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length
  return (2 * common) / (a.size + b.size || 1)
}
