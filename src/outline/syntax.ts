/**
 * The symbols of a parsed file. Walks only over nodes named by the language's rules: function bodies are searched for
 * named functions and types, never for variables. It keeps its own stack, so deep nesting cannot overflow ours.
 */
import type { Node } from 'web-tree-sitter'
import { oneLine } from '../memory/one-line.ts'
import type { CodeSymbol, SymbolKind } from './code-symbol.ts'
import { docLine } from './doc-line.ts'
import { childOf, field, type LanguageRules, type SymbolRule } from './rules.ts'

/** More than anybody unfolds; a table of a million constants must not fill the memory. */
const MAX_SYMBOLS = 20_000
/** A node with more children is a table of numbers; listing them would take as long as parsing. */
const MAX_CHILDREN = 100_000
/** Nodes between two checks of the clock. */
const CLOCK_NODES = 500
const NAME_CHARS = 120
const SIGNATURE_CHARS = 180
const VALUE_CHARS = 90

const MEMBERS_OF = new Set<SymbolKind | undefined>(['class', 'interface', 'enum', 'constant', 'block', 'type'])
const FUNCTIONS = new Set<SymbolKind | undefined>(['function', 'method'])
const DETAILS = new Set<SymbolKind>(['variable', 'constant', 'property', 'key'])

/** Sibling nodes, and what was seen while walking them. */
interface Row {
  nodes: Node[]
  at: number
  owner: CodeSymbol | undefined
  depth: number
  /** The owner's column; -1 without one. */
  column: number
  /** Comments and decorators directly before the next symbol. */
  pending: Node[]
  /** The last line of the previous node: a comment that begins there belongs to that node. */
  lastLine: number
  /** Set when these nodes are inside `export …` or a decorated definition with one symbol. */
  outer: Outer | undefined
  within: Node | undefined
}

interface Outer {
  node: Node
  pending: Node[]
}

interface Reading {
  names: string[]
  kind: SymbolKind
  body: Node | undefined
  /** Comments and other parts that the grammar puts before the body, not in it. */
  lead: Node[]
  signature: string | undefined
}

/** undefined when the deadline (of `performance.now()`) passed. */
export function findSymbols(
  root: Node,
  by: { text: string; rules: LanguageRules; deadline: number },
): CodeSymbol[] | undefined {
  const { text, rules } = by
  const top: CodeSymbol[] = []
  const rows: Row[] = [rowOf(childrenOf(root), { owner: undefined, depth: 0, column: -1 })]
  let count = 0
  for (let step = 1; rows.length > 0 && count < MAX_SYMBOLS; step++) {
    if (step % CLOCK_NODES === 0 && performance.now() > by.deadline) return undefined
    const row = rows[rows.length - 1] as Row // not empty
    const node = row.nodes[row.at++]
    if (!node) {
      rows.pop()
      passOnComments(row, rows.at(-1), text)
      continue
    }
    if (isComment(node) || rules.marks?.includes(node.type)) {
      notePending(row, node, text)
      continue
    }
    const reading = readSymbol(node, row, rules)
    if (reading) {
      const symbols = reading.names.map((name) => makeSymbol({ name, node, row, reading, text, rules }))
      ;(row.owner?.children ?? top).push(...symbols)
      count += symbols.length
      if (reading.body && row.depth + 1 < (rules.mostDepth ?? 50)) {
        const { column } = node.startPosition
        const next = rowOf(childrenOf(reading.body), { owner: symbols[0], depth: row.depth + 1, column })
        for (const part of reading.lead) if (isComment(part)) notePending(next, part, text)
        rows.push(next)
      }
    } else if (isHolder(node, row, rules)) {
      rows.push(inside(node, row, rules))
    }
    row.lastLine = lastLine(node, text)
    if (node.isNamed) row.pending = []
  }
  return top
}

function childrenOf(node: Node): Node[] {
  return node.childCount > MAX_CHILDREN ? [] : node.children
}

function rowOf(nodes: Node[], by: { owner: CodeSymbol | undefined; depth: number; column: number }): Row {
  return { nodes, at: 0, ...by, pending: [], lastLine: -1, outer: undefined, within: undefined }
}

/** Only contiguous ones: a licence above a blank line is not a doc comment. */
function notePending(row: Row, node: Node, text: string): void {
  if (isComment(node) && (node.startPosition.row === row.lastLine || node.text.startsWith('#!'))) return
  const last = row.pending.at(-1)
  if (last && node.startPosition.row > lastLine(last, text) + 1) row.pending = []
  row.pending.push(node)
}

/**
 * In languages where indentation ends a body, the comment above the next symbol may be the body's last child. It is not
 * indented like the body, and the next symbol follows directly.
 */
function passOnComments(row: Row, parent: Row | undefined, text: string): void {
  const [first] = row.pending
  const last = row.pending.at(-1)
  if (!parent || !row.owner || !first || !last || first.startPosition.column > row.column || row.lastLine < 0) return
  if (parent.owner !== row.owner) {
    const next = parent.nodes[parent.at]?.startPosition.row
    if (next !== lastLine(last, text) + 1 || row.owner.to !== next) return
    row.owner.to = row.lastLine + 1
  }
  parent.pending = row.pending
  parent.lastLine = row.lastLine
}

/** Comments, and from the second line on text the grammar did not understand: not part of the signature. */
function partsBefore(body: Node | undefined, node: Node, rules: LanguageRules): Node[] {
  const children = body && body.id !== node.id ? node.children : []
  const at = children.findIndex((child) => child.id === body?.id)
  const isLost = (child: Node) => child.type === 'ERROR' && child.startPosition.row > node.startPosition.row
  const isPart = (child: Node) => isComment(child) || isLost(child) || rules.beforeBody?.includes(child.type) === true
  const last = children.findLastIndex((child, place) => place < at && !isPart(child))
  return children.slice(last + 1, Math.max(at, last + 1))
}

function isHolder(node: Node, row: Row, rules: LanguageRules): boolean {
  if (node.type === 'ERROR') return true
  const named = rules.wraps?.includes(node.type) || rules.through?.includes(node.type) || node.type in rules.symbols
  return Boolean(named) && !isClosed(node, row, rules)
}

function isClosed(node: Node, row: Row, rules: LanguageRules): boolean {
  return FUNCTIONS.has(row.owner?.kind) && rules.notInFunctions?.includes(node.type) === true
}

function inside(node: Node, row: Row, rules: LanguageRules): Row {
  const nodes = childrenOf(node)
  const { owner, depth, column } = row
  const next = { ...rowOf(nodes, { owner, depth, column }), within: node, pending: row.pending }
  if (!rules.wraps?.includes(node.type)) return next
  const symbols = nodes.filter((child) => child.type in rules.symbols || rules.wraps?.includes(child.type))
  if (symbols.length === 1) next.outer = row.outer ?? { node, pending: row.pending }
  return next
}

function readSymbol(node: Node, row: Row, rules: LanguageRules): Reading | undefined {
  const written = Object.hasOwn(rules.symbols, node.type) ? rules.symbols[node.type] : undefined
  if (written === undefined || isClosed(node, row, rules)) return undefined
  const rule: SymbolRule = typeof written === 'string' ? { kind: written } : written
  const names = [nameOf(node, rule) ?? []].flat().flatMap((name) => oneLine(name, NAME_CHARS) || [])
  if (names.length === 0) return undefined
  const kind = kindIn(row.owner, typeof rule.kind === 'string' ? rule.kind : rule.kind(node, row.within))
  if (FUNCTIONS.has(row.owner?.kind) && DETAILS.has(kind)) return undefined
  const body = bodyOf(node, rule)
  const lead = partsBefore(body, node, rules)
  return { names, kind, body, lead, signature: rule.signature?.(node) }
}

function nameOf(node: Node, rule: SymbolRule): string | string[] | undefined {
  if (typeof rule.name === 'function') return rule.name(node)
  return (Array.isArray(rule.name) ? childOf(node, ...rule.name) : field(node, rule.name ?? 'name'))?.text
}

function bodyOf(node: Node, rule: SymbolRule): Node | undefined {
  if (typeof rule.body === 'function') return rule.body(node)
  return Array.isArray(rule.body) ? childOf(node, ...rule.body) : field(node, rule.body ?? 'body')
}

/** A function in a class is its method, a variable its property. */
function kindIn(owner: CodeSymbol | undefined, kind: SymbolKind): SymbolKind {
  if (!MEMBERS_OF.has(owner?.kind)) return kind
  if (kind === 'function') return 'method'
  return kind === 'variable' ? 'property' : kind
}

function makeSymbol(by: {
  name: string
  node: Node
  row: Row
  reading: Reading
  text: string
  rules: LanguageRules
}): CodeSymbol {
  const { name, node, row, reading, text, rules } = by
  const whole = row.outer?.node ?? node
  const lead = [...(row.outer?.pending ?? []), ...row.pending].filter((one) => one.startIndex < whole.startIndex)
  const attached = lead.length > 0 && whole.startPosition.row <= lastLine(lead.at(-1) as Node, text) + 1 ? lead : []
  const comment = attached.filter(isComment).map((one) => one.text)
  return {
    name,
    kind: reading.kind,
    signature: oneLine(reading.signature ?? signatureOf({ whole, node, reading, text, rules }), SIGNATURE_CHARS),
    doc: (rules.docstrings && docstring(reading.body)) || docLine(comment.join('\n')),
    from: Math.min(whole.startPosition.row, attached[0]?.startPosition.row ?? Number.POSITIVE_INFINITY) + 1,
    to: Math.max(whole.startPosition.row, lastLine(endWord(whole, rules) ?? whole, text)) + 1,
    children: [],
  }
}

/** The text before the body, without decorators and the token that opens the body. */
function signatureOf(by: { whole: Node; node: Node; reading: Reading; text: string; rules: LanguageRules }): string {
  const { whole, node, reading, text, rules } = by
  const start = afterMarks(whole, rules)
  const stop = (reading.lead[0] ?? reading.body ?? commentAtEnd(node))?.startIndex ?? -1
  const end = stop > start ? stop : Math.max(node.endIndex, start)
  // Enough for any signature; a value may be megabytes.
  const flat = oneLine(text.slice(start, Math.min(end, start + 2000)), 2000)
  const bare = flat
    .replace(/\s*(=>|[{=:;,\\]|\bdo|\bthen|[\s;]+end)$/, '')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
  return DETAILS.has(reading.kind) ? oneLine(bare, VALUE_CHARS) : bare
}

function commentAtEnd(node: Node): Node | undefined {
  return node.lastChild && isComment(node.lastChild) ? node.lastChild : undefined
}

function endWord(node: Node, rules: LanguageRules): Node | undefined {
  const next = rules.endWords && node.nextSibling
  return next && rules.endWords?.includes(next.type) ? next : undefined
}

/** Where decorators, attributes and annotations at the beginning of a node end. */
function afterMarks(node: Node, rules: LanguageRules): number {
  if (!rules.marks) return node.startIndex
  const parts = node.children.flatMap((child) => (child.type === 'modifiers' ? child.children : [child]))
  const isMark = (part: Node) => rules.marks?.includes(part.type) || isComment(part)
  return parts.find((part) => !isMark(part))?.startIndex ?? node.startIndex
}

function docstring(body: Node | undefined): string {
  const first = body?.firstNamedChild
  const text = first?.type === 'expression_statement' ? first.firstNamedChild : undefined
  return text?.type === 'string' ? docLine(text.text) : ''
}

function isComment(node: Node): boolean {
  return node.type.endsWith('comment')
}

/** The last line with text: a node may include line breaks, blank lines and the next line's indentation. */
function lastLine(node: Node, text: string): number {
  let { row } = node.endPosition
  for (let at = node.endIndex - 1; at > node.startIndex && /\s/.test(text[at] ?? ''); at--) {
    if (text[at] === '\n') row--
  }
  return row
}
