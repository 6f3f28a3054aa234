/** Names similar to the one that was not found, nearest first. */
import { likeness } from '../memory/likeness.ts'

const MAX_NAMES = 5
/** Below this, two names share only common letters. */
const LEAST_LIKENESS = 0.3

export function nearNames(wanted: string, names: string[]): string[] {
  const target = lastPart(wanted)
  return names
    .map((name) => ({ name, like: likeness(target, lastPart(name)) }))
    .filter((one) => one.like >= LEAST_LIKENESS)
    .sort((a, b) => b.like - a.like || a.name.length - b.name.length)
    .slice(0, MAX_NAMES)
    .map((one) => one.name)
}

function lastPart(name: string): string {
  return (name.replace(/:\d+$/, '').split(/[.#:]/).at(-1) || name).toLowerCase()
}
