/** Common figures of all benches: quantiles of times, rounded numbers, tables. */

export interface Spread {
  p50: number
  p95: number
}

/** In milliseconds, to the hundredth. */
export function spread(times: readonly number[]): Spread {
  return { p50: round(quantile(times, 0.5), 2), p95: round(quantile(times, 0.95), 2) }
}

/** NaN for an empty list, which meets no requirement. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Markdown, padded so that it can be read in a terminal too. The first column is text, the others are numbers. */
export function renderTable(head: string[], rows: string[][]): string {
  const widths = head.map((_, at) => Math.max(4, ...[head, ...rows].map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: string[]) =>
    `| ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join(' | ')} |`
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
