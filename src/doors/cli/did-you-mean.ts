/** The name probably meant by a mistyped one. */
import { editDistance } from '../../memory/likeness.ts'

/** undefined when nothing is close: a wrong guess is worse than none. */
export function nearest(typed: string, names: string[]): string | undefined {
  const most = typed.length <= 3 ? 1 : 2 // a third change would turn most short names into each other
  const [best] = names
    .map((name) => ({ name, distance: name.startsWith(typed) && typed.length > 1 ? 0 : editDistance(typed, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}
