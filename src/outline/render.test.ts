import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../memory/token-estimate.ts'
import { outlineText } from './outline.ts'
import { renderOutline } from './render.ts'

const CART = `/** A cart. */
export class Cart {
  size = 1
  /** Adds up. */
  total(items: Item[]): number {
    return 0
  }
}
function main() {}
`

async function rendered(path: string, text: string, mostTokens?: number) {
  return renderOutline(await outlineText({ path, text }), { path, ...(mostTokens ? { mostTokens } : {}) })
}

describe('a rendered outline', () => {
  it('has the cost of itself and of the file, then nested lines with ranges, signatures and docs', async () => {
    const { text, tokens, folded } = await rendered('src/cart.ts', CART)
    const [head, ...lines] = text.trimEnd().split('\n')
    expect(head).toMatch(/^src\/cart\.ts · typescript · 9 lines · this outline ~\d+ tokens, the whole file ~\d+$/)
    expect(lines).toEqual([
      '1-8 export class Cart — A cart.',
      '  3 property size = 1',
      '  4-7 method total(items: Item[]): number — Adds up.',
      '9 function main()',
    ])
    expect(tokens).toBe(estimateTokens(text))
    expect(folded).toBe(0)
  })

  it('says when it shows only the shape, and when the file has syntax errors', async () => {
    expect((await rendered('a.xyz', 'one\n  two\n')).text).toContain('shape only')
    expect((await rendered('a.ts', 'function a() {}\nclass {{{\n')).text).toContain('syntax errors')
    expect((await rendered('a.ts', '')).text).toContain('empty file')
  })

  it('folds members before methods, and says how many', async () => {
    const members = Array.from({ length: 100 }, (_, at) => `  field${at}: string = 'x'`).join('\n')
    const { text, tokens, folded } = await rendered('a.ts', `class A {\n${members}\n  run(): void {}\n}\n`, 500)
    expect(folded).toBe(100)
    expect(text).toContain('(100 symbols more folded')
    expect(text).toContain('method run(): void')
    expect(tokens).toBeLessThanOrEqual(500)
  })

  it.each([300, 1000, 2000])('of ten thousand functions stays below %i tokens', (most) => {
    const symbols = Array.from({ length: 10_000 }, (_, at) => ({
      name: `run${at}`,
      kind: 'function' as const,
      signature: `function run${at}(a: number)`,
      doc: 'Runs.',
      from: at + 1,
      to: at + 1,
      children: [],
    }))
    const outline = {
      language: 'typescript',
      how: 'syntax' as const,
      broken: false,
      lines: 10_000,
      fileTokens: 9,
      symbols,
    }
    const shown = renderOutline(outline, { path: 'a.ts', mostTokens: most })
    expect(shown.tokens).toBeLessThanOrEqual(most)
    expect(shown.folded).toBeGreaterThan(9000)
    expect(shown.text).toContain('function run0(a: number)')
  })
})
