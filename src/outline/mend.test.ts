import { describe, expect, it } from 'vitest'
import { everySymbol } from './every-symbol.ts'
import { outlineText } from './outline.ts'

async function linesOf(path: string, text: string): Promise<string[]> {
  const outline = await outlineText({ path, text })
  expect(outline).toMatchObject({ how: 'syntax', broken: true })
  return everySymbol(outline.symbols).map(({ fullName, symbol }) => `${fullName} ${symbol.from}-${symbol.to}`)
}

describe('a file that the grammar cannot read to its end', () => {
  it('loses nothing but the line whose bracket is never closed', async () => {
    const text = `function one() {
  const list = call({ a: 1 }, () => two
  return list === 'x' ? 1 : 2
}

export const three = class extends Base<{ a: 1 }> {
  run() {}
}

export default async function four() {}
`
    expect(await linesOf('a.ts', text)).toEqual(['one 1-4', 'three 6-8', 'three.run 7-7', 'four 10-10'])
  })

  it('keeps the keys behind a line that is no YAML', async () => {
    expect(await linesOf('a.yml', 'one: 1\nbroken: a: b\ntwo:\n  three: 3\n')).toEqual([
      'one 1-1',
      'two 3-4',
      'two.three 4-4',
    ])
  })

  it('keeps the first reading when another one finds no more', async () => {
    expect(await linesOf('a.js', 'function one(a) {\n  return a * ;\n}\nfunction two() {}\n')).toEqual([
      'one 1-3',
      'two 4-4',
    ])
  })
})
