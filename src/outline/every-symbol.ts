/** All symbols of an outline in file order, each with its full name: `Cart.total` for `total` in `Cart`. */
import type { CodeSymbol, SymbolKind } from './code-symbol.ts'

export interface NamedSymbol {
  symbol: CodeSymbol
  fullName: string
  depth: number
}

/** What is inside a heading, an element or a function is not named as its member. */
const OWNERS = new Set<SymbolKind>(['class', 'interface', 'type', 'enum', 'module', 'block', 'key'])

export function everySymbol(symbols: CodeSymbol[]): NamedSymbol[] {
  const found: NamedSymbol[] = []
  const stack = named(symbols, '', 0).reverse()
  for (let one = stack.pop(); one; one = stack.pop()) {
    found.push(one)
    const prefix = OWNERS.has(one.symbol.kind) ? `${one.fullName}.` : ''
    for (const child of named(one.symbol.children, prefix, one.depth + 1).reverse()) stack.push(child)
  }
  return found
}

/** Normalises a requested name: `Cart::total()`, `Cart#total` and `cart->total` get a dot. */
export function askedName(text: string): string {
  return text
    .trim()
    .replace(/\(\)$/, '')
    .replace(/::|#(?=\w)|->/g, '.')
}

function named(symbols: CodeSymbol[], prefix: string, depth: number): NamedSymbol[] {
  return symbols.map((symbol) => ({ symbol, fullName: `${prefix}${symbol.name}`, depth }))
}
