/**
 * How a language's rules are written: which nodes of its grammar are symbols, where their name and body are, and which
 * nodes only contain symbols. Most rules are one word, the kind; others name a field or child, or inspect the node.
 */
import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from './code-symbol.ts'

export interface SymbolRule {
  /** `within` is the enclosing declaration: `const a = 1` around `a = 1`. */
  kind: SymbolKind | ((node: Node, within: Node | undefined) => SymbolKind)
  /**
   * The field with the name (default 'name'), types of the child with it, or a function of the node. One declaration
   * may give several names, as in `Width, Height int`.
   */
  name?: string | string[] | ((node: Node) => string | string[] | undefined)
  /** What is folded and searched for more symbols: a field (default 'body'), types of a child, or a function. */
  body?: string | string[] | ((node: Node) => Node | undefined)
  /** If the text before the body is not the signature. */
  signature?: (node: Node) => string | undefined
}

export interface LanguageRules {
  /** A node without a name is treated like those in `through`. */
  symbols: Record<string, SymbolKind | SymbolRule>
  /** Outer parts of a declaration, like `export` or a decorator: they belong to the one symbol inside. */
  wraps?: string[]
  /** Nodes that contain symbols but are not symbols. */
  through?: string[]
  /** Of all these, the ones skipped inside a function, where they are details. */
  notInFunctions?: string[]
  /** Decorators and attributes, next to a symbol or at its beginning. */
  marks?: string[]
  /** Parts between a signature and the body. */
  beforeBody?: string[]
  /** Words after a symbol that belong to it, like Scala's `end Cart`. */
  endWords?: string[]
  /** The first string of a body is its doc. */
  docstrings?: boolean
  /** Maximum depth of symbols, for data that nests deeply. */
  mostDepth?: number
}

/** The name at the bottom of nested fields, as C declares: `char *name_of(…)`. */
export function innermost(node: Node, field: string): Node | undefined {
  let at: Node | null = node
  let last: Node | undefined
  while (at) {
    last = at
    // the inner part of `(*callback)` has no field
    at = at.childForFieldName(field) ?? (/^(parenthesized|pointer|reference)_/.test(at.type) ? at.lastNamedChild : null)
  }
  return last === node ? undefined : last
}

export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined
}

/** The text of every field with that name. */
export function fieldTexts(node: Node, name: string): string[] {
  return node.childrenForFieldName(name).flatMap((child) => (child.isNamed ? [child.text] : []))
}

export function childOf(node: Node, ...types: string[]): Node | undefined {
  return node.children.find((child) => types.includes(child.type))
}

export function fieldText(node: Node, name: string): string | undefined {
  return field(node, name)?.text
}

export function unquoted(text: string | undefined): string | undefined {
  return text?.replace(/^(['"`])([\s\S]*)\1$/, '$2')
}

export function constantIfUpperCase(name: string): SymbolKind {
  return /^[A-Z][A-Z0-9_]+$/.test(name) ? 'constant' : 'variable'
}

/** `a::b->c` and `a:b` become `a.b.c`. */
export function dotted(name: string): string {
  return name.replace(/<[^<>]*>/g, '').replace(/\s*(::|->|:)\s*/g, '.')
}
