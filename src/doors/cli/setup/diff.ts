/** What would change in a file, in the form everybody knows: `-` goes, `+` comes, three lines around it. */

const AROUND = 3
const NO_LINE_END = '\\ No newline at end of file'

/** '' when nothing changes. `undefined` is a file that is not there. */
export function renderDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const steps = diffLines(linesOf(before), linesOf(after))
  const shown = steps.map((_, at) =>
    steps.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ mark }) => mark !== ' '),
  )
  const out = [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${after === undefined ? '/dev/null' : path}`]
  let oldLine = 1
  let newLine = 1
  for (const [at, step] of steps.entries()) {
    if (shown[at] && !shown[at - 1]) {
      const end = shown.indexOf(false, at)
      const hunk = steps.slice(at, end < 0 ? undefined : end)
      const count = (mark: string) => hunk.filter((one) => one.mark !== mark && one.line !== NO_LINE_END).length
      out.push(
        `@@ -${before === undefined ? 0 : oldLine},${count('+')} +${after === undefined ? 0 : newLine},${count('-')} @@`,
      )
    }
    if (shown[at]) out.push(step.line === NO_LINE_END ? step.line : step.mark + step.line)
    if (step.mark !== '+') oldLine += 1
    if (step.mark !== '-') newLine += 1
  }
  return out.join('\n')
}

interface Step {
  mark: ' ' | '-' | '+'
  line: string
}

/** A missing line end at the end of the file is shown as git shows it. */
function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  else lines.push(NO_LINE_END)
  return lines
}

/** Longest common subsequence. Settings files have at most some thousand lines, most of them equal at both ends. */
function diffLines(before: string[], after: string[]): Step[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail += 1
  const a = before.slice(head, before.length - tail)
  const b = after.slice(head, after.length - tail)
  const longest = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const row = longest[i]
    if (!row) continue
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const middle: Step[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      middle.push({ mark: ' ', line: a[i] ?? '' })
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      middle.push({ mark: '-', line: a[i++] ?? '' })
    else middle.push({ mark: '+', line: b[j++] ?? '' })
  }
  const same = (lines: string[]): Step[] => lines.map((line) => ({ mark: ' ', line }))
  return [...same(before.slice(0, head)), ...middle, ...same(tail === 0 ? [] : before.slice(-tail))]
}
