import { describe, expect, it } from 'vitest'
import { searchSymbols } from './symbols.ts'

const FILES = [
  { path: 'a.ts', text: 'export function readGateEntry() {}\nexport function gate() {}\n' },
  { path: 'b.ts', text: 'class Cart {\n  total() {}\n}\nclass Order {\n  total() {}\n}\n' },
  { path: 'c.py', text: 'def read_gate():\n    pass\n\nsurrogates = 1\nGATEWAY = 1\n' },
]
const LATER = Number.MAX_SAFE_INTEGER

async function names(query: string, limit = 10): Promise<string[]> {
  const { symbols } = await searchSymbols({ files: FILES, query, limit, deadline: LATER })
  return symbols.map((one) => one.name)
}

describe('a search for symbols', () => {
  it('puts exact names first, then beginnings, then beginnings of words, then the rest', async () => {
    expect(await names('gate')).toEqual(['gate', 'GATEWAY', 'read_gate', 'readGateEntry', 'surrogates'])
  })

  it('makes no difference between upper and lower case, dashes and camel case', async () => {
    expect(await names('readgate')).toEqual(['read_gate', 'readGateEntry'])
    expect(await names('READ_GATE')).toEqual(['read_gate', 'readGateEntry'])
  })

  it('takes the class along when it is named', async () => {
    expect(await names('Cart.total')).toEqual(['Cart.total'])
    expect(await names('total')).toEqual(['Cart.total', 'Order.total'])
  })

  it('says where each is, and how many files were looked at', async () => {
    const found = await searchSymbols({ files: FILES, query: 'Cart', limit: 10, deadline: LATER })
    expect(found).toEqual({
      symbols: [{ path: 'b.ts', name: 'Cart', kind: 'class', signature: 'class Cart', from: 1, to: 3 }],
      files: 3,
      complete: true,
    })
  })

  it('stops at its limit and its deadline, and says that it is not complete', async () => {
    expect(await names('total', 1)).toEqual(['Cart.total'])
    const late = await searchSymbols({ files: FILES, query: 'total', limit: 10, deadline: 0 })
    expect(late).toEqual({ symbols: [], files: 0, complete: false })
  })

  it('finds nothing for an empty question', async () => {
    expect(await names(' ')).toEqual([])
  })
})
