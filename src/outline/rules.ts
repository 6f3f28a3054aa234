/**
 * How a language's rules are written: which nodes of its grammar are symbols, where their name and body are, and which
 * nodes only hold symbols. Most rules are one word, the kind; the rest name a field or a child, or look at the node.
 */
import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from './code-symbol.ts'

export interface SymbolRule {
  /** `within` is the declaration around it: `const a = 1` around `a = 1`. */
  kind: SymbolKind | ((node: Node, within: Node | undefined) => SymbolKind)
  /**
   * The field that holds the name ('name' unless said), types of the child that does, or a look at the node. One
   * declaration may give several names, as `Width, Height int` does.
   */
  name?: string | string[] | ((node: Node) => string | string[] | undefined)
  /** What is folded, and searched for more symbols: a field ('body' unless said), types of a child, or a look. */
  body?: string | string[] | ((node: Node) => Node | undefined)
  /** Where the text before the body would not say it. */
  signature?: (node: Node) => string | undefined
}

export interface LanguageRules {
  /** A node that has no name after all is looked through like those in `through`. */
  symbols: Record<string, SymbolKind | SymbolRule>
  /** A declaration's outer parts, like `export` or a decorator: they belong to the one symbol inside. */
  wraps?: string[]
  /** Nodes that hold symbols and are none. */
  through?: string[]
  /** Of all these, the ones not looked at inside a function: what is there is a detail. */
  notInFunctions?: string[]
  /** Decorators and attributes, beside a symbol or at its beginning. */
  marks?: string[]
  /** Parts between a signature and the body. */
  beforeBody?: string[]
  /** Words behind a symbol that belong to it, like Scala's `end Cart`. */
  endWords?: string[]
  /** The first string of a body is the doc. */
  docstrings?: boolean
  /** Levels of symbols, where data nests deeper than anybody wants to see. */
  mostDepth?: number
}

/** The name at the bottom of nested fields, as C declares: `char *name_of(…)`. */
export function innermost(node: Node, field: string): Node | undefined {
  let at: Node | null = node
  let last: Node | undefined
  while (at) {
    last = at
    // `(*callback)` has its inner part without a field
    at = at.childForFieldName(field) ?? (/^(parenthesized|pointer|reference)_/.test(at.type) ? at.lastNamedChild : null)
  }
  return last === node ? undefined : last
}

export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined
}

/** What each of the fields of that name says. */
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

/** `a::b->c` and `a:b` as `a.b.c`: one way to say "of". */
export function dotted(name: string): string {
  return name.replace(/<[^<>]*>/g, '').replace(/\s*(::|->|:)\s*/g, '.')
}
