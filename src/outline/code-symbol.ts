/** One named thing in a source file: what an outline is made of, whatever the language. */
export type SymbolKind =
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'function'
  | 'method'
  | 'property'
  | 'constant'
  | 'variable'
  | 'module'
  | 'heading'
  | 'key'
  | 'rule'
  | 'element'
  | 'block'

export interface CodeSymbol {
  name: string
  kind: SymbolKind
  /** On one line, body folded. */
  signature: string
  /** First line of its doc comment or docstring, or ''. */
  doc: string
  /** 1-based, inclusive; decorators and doc comment belong to it. */
  from: number
  to: number
  children: CodeSymbol[]
}
