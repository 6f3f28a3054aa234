/** C and C++: the name is at the bottom of nested declarators. */
import type { Node } from 'web-tree-sitter'
import { dotted, field, fieldText, innermost, type LanguageRules, type SymbolRule } from '../rules.ts'

const declared: SymbolRule = {
  kind: (node) => {
    if (isFunction(node)) return 'function'
    return node.children.some((child) => child.type === 'type_qualifier' && /^const(expr)?$/.test(child.text))
      ? 'constant'
      : 'variable'
  },
  name: declaredNames,
  body: typeBody,
  signature: foldedType,
}

export const c: LanguageRules = {
  symbols: {
    // `Cart::total` is defined outside its class
    function_definition: {
      kind: (node) => (declaredName(node)?.includes('.') ? 'method' : 'function'),
      name: declaredName,
    },
    declaration: declared,
    field_declaration: { ...declared, kind: (node) => (isFunction(node) ? 'method' : 'property') },
    type_definition: { ...declared, kind: 'type' },
    struct_specifier: { kind: 'class', name: nameOfWhole },
    union_specifier: { kind: 'class', name: nameOfWhole },
    enum_specifier: { kind: 'enum', name: nameOfWhole },
    enumerator: 'constant',
    preproc_def: 'constant',
    preproc_function_def: { kind: 'function', body: 'value' },
  },
  through: [
    'preproc_ifdef',
    'preproc_if',
    'preproc_else',
    'preproc_elif',
    'linkage_specification',
    'declaration_list',
    'field_declaration_list',
    'enumerator_list',
  ],
}

export const cpp: LanguageRules = {
  symbols: {
    ...c.symbols,
    class_specifier: { kind: 'class', name: nameOfWhole },
    namespace_definition: { kind: 'module', name: (node) => dotted(fieldText(node, 'name') ?? '(anonymous)') },
    alias_declaration: 'type',
    concept_definition: 'type',
    // `struct x { … } y;` and `class EXPORT Name { … };` are parsed as a declaration around the class
    friend_declaration: { kind: 'block', name: () => undefined },
    expression_statement: { kind: 'method', name: defaultedDestructor },
  },
  wraps: ['template_declaration'],
  through: [...(c.through ?? []), 'export_declaration'],
  beforeBody: ['field_initializer_list'],
}

function declaredName(node: Node): string | undefined {
  return nameIn(node, innermost(node, 'declarator'))
}

/** `int head, *tail;` */
function declaredNames(node: Node): string[] {
  const declarators = node.childrenForFieldName('declarator')
  return declarators.flatMap((one) => nameIn(node, innermost(one, 'declarator') ?? one) ?? [])
}

function nameIn(node: Node, found: Node | undefined): string | undefined {
  // A declarator that is not a name is text the grammar did not understand.
  if (!found || !/identifier|name$|operator|type$/.test(found.type)) return undefined
  // `GUARDED_BY(mutex_)` after a declaration is a macro, parsed as another declaration without a type.
  return !field(node, 'type') && /^[A-Z][A-Z0-9_]+$/.test(found.text) ? undefined : dotted(found.text)
}

/** `struct cart *next` mentions a struct but does not declare it. */
function nameOfWhole(node: Node): string | undefined {
  return field(node, 'body') ? dotted(fieldText(node, 'name') ?? '(anonymous)') : undefined
}

function isFunction(node: Node): boolean {
  let at = field(node, 'declarator')
  while (at && at.type !== 'function_declarator') at = field(at, 'declarator')
  // `int (*callback)(int)` is a variable
  return at !== undefined && field(at, 'declarator')?.type !== 'parenthesized_declarator'
}

/** `typedef struct { … } point_t;` without the content of the braces. */
function foldedType(node: Node): string | undefined {
  const body = typeBody(node)
  if (!body) return undefined
  const head = node.text.slice(0, body.startIndex - node.startIndex).trim()
  const names = node.text
    .slice(body.endIndex - node.startIndex)
    .replace(/;\s*$/, '')
    .trim()
  // Anything but names after the braces is text the grammar did not understand.
  return /^[\w\s*,[\]]+$/.test(names) ? `${head} ${names}` : undefined
}

/** `Cart::~Cart() = default;` outside its class is parsed as an assignment. */
function defaultedDestructor(node: Node): string | undefined {
  const call = node.firstNamedChild?.type === 'assignment_expression' && field(node.firstNamedChild, 'left')
  const name = call && call.type === 'call_expression' ? fieldText(call, 'function') : undefined
  return name?.includes('::~') ? dotted(name) : undefined
}

function typeBody(node: Node): Node | undefined {
  const type = field(node, 'type')
  return type && field(type, 'body')
}
