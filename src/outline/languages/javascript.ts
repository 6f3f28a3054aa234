/**
 * JavaScript and TypeScript, including common export styles: assignments to `exports`, prototypes, wrapper functions.
 */
import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from '../code-symbol.ts'
import { childOf, field, fieldText, type LanguageRules, type SymbolRule, unquoted } from '../rules.ts'

const FUNCTIONS = ['arrow_function', 'function_expression', 'generator_function', 'function']
/** `forwardRef(function Button() {…})`: the name belongs to the function inside. */
const WRAPPERS = /^(React\.)?(forwardRef|memo|useCallback|observer|debounce|throttle|defineComponent)$/
const TESTS = /^(describe|it|test|suite|context|before|after|beforeEach|afterEach|beforeAll|afterAll|bench)(\.\w+)*$/

const variable: SymbolRule = {
  kind: (node, within) => kindOfValue(node) ?? (within?.firstChild?.type === 'const' ? 'constant' : 'variable'),
  name: (node) => (field(node, 'name')?.type === 'identifier' ? fieldText(node, 'name') : undefined),
  body: (node) => bodyOfValue(node),
}

const member = (name: string): SymbolRule => ({
  kind: (node) => (kindOfValue(node) === 'function' ? 'method' : 'property'),
  name,
  body: (node) => bodyOfValue(node),
})

export const javascript: LanguageRules = {
  symbols: {
    function_declaration: 'function',
    generator_function_declaration: 'function',
    class_declaration: 'class',
    method_definition: 'method',
    field_definition: member('property'),
    variable_declarator: variable,
    pair: { ...member('key'), name: (node) => (kindOfValue(node) ? unquoted(fieldText(node, 'key')) : undefined) },
    assignment_expression: {
      kind: (node) => kindOfValue(node, 'right') ?? 'module',
      name: assignedName,
      body: (node) => bodyOfValue(node, 'right') ?? field(node, 'right'),
    },
    call_expression: {
      kind: 'block',
      name: testTitle,
      body: (node) => bodyOf(callback(node)),
      signature: (node) => {
        const title = testTitle(node)
        const called = fieldText(node, 'function')
        return title === called ? `${called}()` : `${called}('${title}')`
      },
    },
  },
  wraps: ['export_statement', 'lexical_declaration', 'variable_declaration', 'expression_statement'],
  through: [
    'statement_block',
    'if_statement',
    'else_clause',
    'try_statement',
    'parenthesized_expression',
    'unary_expression',
    'arguments',
    ...FUNCTIONS,
  ],
  notInFunctions: ['call_expression', 'assignment_expression', 'unary_expression', 'pair', 'if_statement'],
  marks: ['decorator'],
}

export const typescript: LanguageRules = {
  ...javascript,
  symbols: {
    ...javascript.symbols,
    abstract_class_declaration: 'class',
    interface_declaration: 'interface',
    type_alias_declaration: { kind: 'type', body: (node) => childOf(node, 'object_type') },
    enum_declaration: 'enum',
    enum_assignment: 'constant',
    property_identifier: { kind: 'constant', name: (node) => node.text, body: () => undefined },
    function_signature: 'function',
    method_signature: 'method',
    abstract_method_signature: 'method',
    property_signature: 'property',
    public_field_definition: member('name'),
    internal_module: 'module',
    module: { kind: 'module', name: (node) => unquoted(fieldText(node, 'name')) },
  },
  wraps: [...(javascript.wraps ?? []), 'ambient_declaration'],
}

function value(node: Node, name: string): Node | undefined {
  const found = field(node, name)
  if (found?.type !== 'call_expression') return found
  return WRAPPERS.test(fieldText(found, 'function')?.slice(0, 40) ?? '') ? callback(found) : found
}

function kindOfValue(node: Node, name = 'value'): SymbolKind | undefined {
  const type = value(node, name)?.type ?? ''
  if (FUNCTIONS.includes(type)) return 'function'
  return type === 'class' ? 'class' : undefined
}

function bodyOfValue(node: Node, name = 'value'): Node | undefined {
  return kindOfValue(node, name) ? bodyOf(value(node, name)) : undefined
}

function bodyOf(node: Node | undefined): Node | undefined {
  return node && field(node, 'body')
}

function callback(call: Node): Node | undefined {
  const given = field(call, 'arguments')
  return given?.type === 'arguments' ? given.children.find((one) => FUNCTIONS.includes(one.type)) : undefined
}

/** `exports.stop = function…`, `Server.prototype.close = …`, `module.exports = {…}`. */
function assignedName(node: Node): string | undefined {
  const left = field(node, 'left')
  const right = field(node, 'right')?.type ?? ''
  if (left?.type !== 'member_expression' || left.text.length > 100) return undefined
  const own = left.text.replace(/^(module\.)?exports\.(?=.)/, '').replace('.prototype.', '.')
  if (left.text === 'module.exports') return right === 'object' ? own : undefined
  return kindOfValue(node, 'right') ? own : undefined
}

function testTitle(node: Node): string | undefined {
  if (!TESTS.test(fieldText(node, 'function')?.slice(0, 40) ?? '') || !callback(node)) return undefined
  const title = field(node, 'arguments')?.firstNamedChild
  return title && ['string', 'template_string'].includes(title.type)
    ? unquoted(title.text)
    : fieldText(node, 'function')
}
