/**
 * One symbol of a file with its text and line numbers, so that an edit needs no full read. If several have that name,
 * they are listed; if none has, the nearest names are.
 */
import { estimateTokens } from '../memory/token-estimate.ts'
import type { CodeSymbol, SymbolKind } from './code-symbol.ts'
import { askedName, everySymbol, type NamedSymbol } from './every-symbol.ts'
import { nearNames } from './near-names.ts'
import { numberedText } from './numbered-text.ts'
import type { FileOutline } from './outline.ts'

export type Unfolded =
  | { found: 'one'; symbol: CodeSymbol; text: string; tokens: number; cut: boolean }
  | { found: 'several'; candidates: { name: string; kind: SymbolKind; from: number; to: number }[] }
  | { found: 'none'; near: string[] }

const MAX_TOKENS = 2000

/** `name`: `total`, `Cart.total`, or `Cart.total:40` to choose one of several by one of its lines. */
export function unfoldSymbol(by: { outline: FileOutline; text: string; name: string; mostTokens?: number }): Unfolded {
  const all = everySymbol(by.outline.symbols)
  const found = choose(all, by.name)
  const [only] = found
  if (!only) return { found: 'none', near: nearNames(by.name, [...new Set(all.map((one) => one.fullName))]) }
  if (found.length > 1) {
    const candidates = found.map(({ symbol, fullName }) => ({
      name: `${fullName}:${symbol.from}`,
      kind: symbol.kind,
      from: symbol.from,
      to: symbol.to,
    }))
    return { found: 'several', candidates }
  }
  const { text, cut } = numberedText({
    text: by.text,
    symbol: only.symbol,
    mostTokens: by.mostTokens ?? MAX_TOKENS,
  })
  return { found: 'one', symbol: only.symbol, text, tokens: estimateTokens(text), cut }
}

function choose(all: NamedSymbol[], wanted: string): NamedSymbol[] {
  // A name may itself end in a colon and digits; then the whole text is the better reading.
  const whole = called(all, wanted)
  const [, name, line] = /^(.+):(\d+)$/.exec(wanted) ?? []
  if (whole.length > 0 || name === undefined) return declared(whole)
  const at = Number(line)
  const around = called(all, name).filter(({ symbol }) => symbol.from <= at && at <= symbol.to)
  const starting = around.filter(({ symbol }) => symbol.from === at)
  return (starting.length > 0 ? starting : around).slice(-1)
}

function called(all: NamedSymbol[], wanted: string): NamedSymbol[] {
  const name = askedName(wanted)
  const fits = (have: string, want: string) => have === want || have.endsWith(`.${want}`)
  const exact = all.filter(({ fullName }) => fits(fullName, name) || fits(fullName, wanted))
  if (exact.length > 0) return exact
  return all.filter(({ fullName }) => fits(fullName.toLowerCase(), name.toLowerCase()))
}

/** `Cart` means the type, not each `impl Cart` or `extension Cart` next to it. */
function declared(found: NamedSymbol[]): NamedSymbol[] {
  const declarations = found.filter(({ symbol }) => symbol.kind !== 'block')
  return declarations.length > 0 ? declarations : found
}
