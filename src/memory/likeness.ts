/** How similar two words look. Pure; for words only, because the cost is the product of the lengths. */

/** 0–1: shared letter pairs (Dice), with the word's beginning counting as one. */
export function likeness(a: string, b: string): number {
  const [one, other] = [pairs(a), pairs(b)]
  const common = [...one].filter((pair) => other.has(pair)).length
  return (2 * common) / (one.size + other.size || 1)
}

function pairs(word: string): Set<string> {
  return new Set(Array.from({ length: word.length }, (_, at) => ` ${word}`.slice(at, at + 2)))
}

/** The number of wrong, extra, missing or swapped neighbouring letters. */
export function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1)]
      if (swapped && i > 1 && j > 1) steps.push(at(before, j - 2) + 1)
      row.push(Math.min(...steps))
    }
    ;[before, last] = [last, row]
  }
  return at(last, b.length)
}

function at(row: number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY
}
