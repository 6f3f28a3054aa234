/** Sizes of a memory on a command line and in a table: 8k, 100k, 1M. */

/** `8k,100k,1m` or `8000,100000`. */
export function readSizes(text: string): number[] {
  return text.split(',').map((part) => {
    const [, number = '', unit = ''] = /^(\d+)([km]?)$/i.exec(part.trim()) ?? []
    const count = Number(number) * ({ k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1)
    if (count > 0) return count
    throw new Error(`--sizes takes numbers such as 8k,100k,1m, not ${part}`)
  })
}

export function sizeName(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`
}
