/**
 * The changed lines between two short texts, marked like a patch (' ', '-', '+').
 * For hosts that report an edit only as an old and a new string. Bounded: past MAX_CELLS the middle is taken as replaced
 * whole, which costs precision and never time.
 */
// 250,000 cells: about 500 lines against 500, a few milliseconds; longer replacements are rewrites anyway
const MAX_CELLS = 250_000

export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++

  return [
    ...before.slice(0, head).map((line) => ` ${line}`),
    ...diffMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map((line) => ` ${line}`),
  ]
}

function diffMiddle(before: readonly string[], after: readonly string[]): string[] {
  if (before.length * after.length > MAX_CELLS) {
    return [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
  }
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
    }
  }
  const lines: string[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(` ${before[i]}`)
      i++
      j++
    } else if (
      j >= after.length ||
      (i < before.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push(`-${before[i]}`)
      i++
    } else {
      lines.push(`+${after[j]}`)
      j++
    }
  }
  return lines
}
