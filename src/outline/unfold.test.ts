import { describe, expect, it } from 'vitest'
import { outlineText } from './outline.ts'
import { unfoldSymbol } from './unfold.ts'

const CART = `/** A cart. */
@sealed
class Cart {
  // Adds up.
  @memo
  total(): number {
    return 0
  }
}
class Order {
  total(): number {
    return 1
  }
}
`

async function unfold(path: string, text: string, name: string, mostTokens?: number) {
  const outline = await outlineText({ path, text })
  return unfoldSymbol({ outline, text, name, ...(mostTokens ? { mostTokens } : {}) })
}

describe('unfolding', () => {
  it('shows one symbol with its comment, decorators and line numbers', async () => {
    const found = await unfold('a.ts', CART, 'Cart.total')
    expect(found).toMatchObject({ found: 'one', cut: false, symbol: { name: 'total', from: 4, to: 8 } })
    expect(found.found === 'one' && found.text).toBe(
      '4\t  // Adds up.\n5\t  @memo\n6\t  total(): number {\n7\t    return 0\n8\t  }',
    )
  })

  it('lists several of the same name, each with a name that means only it', async () => {
    const found = await unfold('a.ts', CART, 'total')
    expect(found).toEqual({
      found: 'several',
      candidates: [
        { name: 'Cart.total:4', kind: 'method', from: 4, to: 8 },
        { name: 'Order.total:11', kind: 'method', from: 11, to: 13 },
      ],
    })
    expect(await unfold('a.ts', CART, 'Order.total:11')).toMatchObject({ found: 'one', symbol: { from: 11 } })
    expect(await unfold('a.ts', CART, 'total:12')).toMatchObject({ found: 'one', symbol: { from: 11 } })
  })

  it('finds the nearest names for one that is not there', async () => {
    expect(await unfold('a.ts', CART, 'Cart.totals')).toEqual({ found: 'none', near: ['Cart.total', 'Order.total'] })
    expect(await unfold('a.ts', CART, 'zzz')).toEqual({ found: 'none', near: [] })
  })

  it('takes the spelling of other languages, and any case when nothing fits exactly', async () => {
    for (const name of ['Cart::total', 'Cart#total', 'cart.TOTAL', 'Cart.total()']) {
      expect(await unfold('a.ts', CART, name)).toMatchObject({ found: 'one', symbol: { from: 4 } })
    }
  })

  it('takes a type before its impl blocks', async () => {
    const rust = 'struct Cart {\n}\nimpl Cart {\n    fn total() {}\n}\n'
    expect(await unfold('a.rs', rust, 'Cart')).toMatchObject({ found: 'one', symbol: { kind: 'class' } })
    expect(await unfold('a.rs', rust, 'Cart:3')).toMatchObject({ found: 'one', symbol: { kind: 'block' } })
    expect(await unfold('a.rs', rust, 'Cart.total')).toMatchObject({ found: 'one', symbol: { from: 4 } })
  })

  it('folds the largest inner symbols of a long class into a line each', async () => {
    const long = Array.from({ length: 200 }, (_, at) => `    call(${at})`).join('\n')
    const text = `class A {\n  small() {\n    return 1\n  }\n  large(x: number) {\n${long}\n  }\n}\n`
    const found = await unfold('a.ts', text, 'A', 400)
    expect(found).toMatchObject({ found: 'one', cut: true })
    expect(found.found === 'one' && found.text.split('\n')).toEqual([
      '1\tclass A {',
      '2\t  small() {',
      '3\t    return 1',
      '4\t  }',
      '… lines 5–206 folded: large(x: number)',
      '207\t}',
    ])
  })

  it('leaves out the middle of a long function, says which lines, and stays in its budget', async () => {
    const text = `function a() {\n${'  call()\n'.repeat(2000)}  return 7\n}\n`
    const found = await unfold('a.ts', text, 'a', 500)
    if (found.found !== 'one') throw new Error('not found')
    expect(found.tokens).toBeLessThanOrEqual(500)
    expect(found.text).toMatch(/^1\tfunction a\(\) \{\n2\t/)
    expect(found.text).toMatch(/… lines \d+–\d+ folded: read the file from line \d+ to see them/)
    expect(found.text).toMatch(/2002\t {2}return 7\n2003\t\}$/)
  })

  it('shows the beginning of an endless line', async () => {
    const found = await unfold('a.ts', `const a = '${'x'.repeat(50_000)}'\n`, 'a')
    expect(found).toMatchObject({ found: 'one', cut: true })
    expect(found.found === 'one' && found.tokens).toBeLessThan(1000)
  })

  it('is whole whatever the code itself says of cutting', async () => {
    const text = "function note(line: string) {\n  return line + 'characters cut'\n}\n"
    expect(await unfold('a.ts', text, 'note')).toMatchObject({ found: 'one', cut: false })
  })
})
