/** A score as a sum that can be checked: only its summands are in it; other figures of a hit are listed beside it. */

/** `1.354 = words 0.93 + meaning 0.42 + recency 0.004`. Uses rounded parts, so that it adds up as printed. */
export function renderSum(parts: Record<string, number>): string {
  const shown = Object.entries(parts)
    .map(([name, value]) => ({ name, value: rounded(value) }))
    .filter(({ value }) => value !== 0)
  const total = rounded(shown.reduce((sum, { value }) => sum + value, 0))
  const terms = shown.map(({ name, value }, at) => {
    const sign = value < 0 ? '− ' : at === 0 ? '' : '+ '
    return `${sign}${name} ${Math.abs(value)}`
  })
  return terms.length === 0 ? `${total}` : `${total} = ${terms.join(' ')}`
}

/** A search scales scores to its best hit. */
export function renderShare(score: number): string {
  return `${Math.round(score * 100)} % of the best hit`
}

/** Three decimals: small preferences decide between near-equal hits and are about 0.004. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
