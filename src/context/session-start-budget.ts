/** Counts what the session start has used so far, so that it never exceeds its budget or the host's limit. */
import { estimateTokens } from '../memory/token-estimate.ts'

/** Measured: 10,000 UTF-16 units pass, 10,001 are replaced by a 2,000 character preview. */
export const HOST_LIMIT_UNITS = 10_000

export class Budget {
  readonly #most: number
  #used: number

  /** `fixed` is always included; `reserved` tokens are kept for what is written last. */
  constructor(by: { tokens: number; fixed: string; reserved: number }) {
    this.#most = Math.min(by.tokens, estimateTokens('x'.repeat(HOST_LIMIT_UNITS)))
    this.#used = estimateTokens(by.fixed) + by.reserved
  }

  /**
   * False, and nothing is spent, when it does not fit into this share of the total; a share leaves room for later
   * parts.
   */
  spend(tokens: number, share: number): boolean {
    if (this.#used + tokens > this.#most * share) return false
    this.#used += tokens
    return true
  }

  /** What is left of this share. */
  left(share: number): number {
    return Math.max(0, this.#most * share - this.#used)
  }

  /** The leading lines that fit. */
  take(lines: readonly string[], share: number): string[] {
    const cut = lines.findIndex((line) => !this.spend(lineTokens(line), share))
    return cut < 0 ? [...lines] : lines.slice(0, cut)
  }
}

/** Including the line break. */
export function lineTokens(line: string): number {
  return estimateTokens(`${line}\n`)
}
