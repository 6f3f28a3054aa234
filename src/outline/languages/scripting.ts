/** Python, Ruby, PHP, Lua and Bash. */
import type { Node } from 'web-tree-sitter'
import { childOf, constantIfUpperCase, dotted, field, fieldText, type LanguageRules } from '../rules.ts'

export const python: LanguageRules = {
  symbols: {
    class_definition: 'class',
    function_definition: 'function',
    assignment: {
      kind: (node) => constantIfUpperCase(fieldText(node, 'left') ?? ''),
      name: (node) => (field(node, 'left')?.type === 'identifier' ? fieldText(node, 'left') : undefined),
    },
    type_alias_statement: { kind: 'type', name: (node) => fieldText(node, 'left')?.replace(/\[.*/s, '') },
  },
  wraps: ['decorated_definition', 'expression_statement'],
  through: [
    'block',
    'if_statement',
    'elif_clause',
    'else_clause',
    'try_statement',
    'except_clause',
    'finally_clause',
    'with_statement',
  ],
  marks: ['decorator'],
  docstrings: true,
}

export const ruby: LanguageRules = {
  symbols: {
    module: { kind: 'module', name: (node) => dotted(fieldText(node, 'name') ?? '') },
    class: { kind: 'class', name: (node) => dotted(fieldText(node, 'name') ?? '') },
    method: 'method',
    singleton_method: 'method',
    assignment: {
      kind: (node) => (rubyClassBody(node) ? 'class' : 'constant'),
      name: (node) => (field(node, 'left')?.type === 'constant' ? fieldText(node, 'left') : undefined),
      body: rubyClassBody,
    },
    call: {
      kind: (node) => (/^attr_/.test(fieldText(node, 'method') ?? '') ? 'property' : 'block'),
      name: rubyCall,
      body: (node) => {
        const block = field(node, 'block')
        return block && field(block, 'body')
      },
    },
  },
  through: ['body_statement', 'singleton_class', 'begin', 'if', 'unless', 'then', 'else', 'argument_list'],
  notInFunctions: ['call', 'if', 'unless', 'argument_list'],
}

export const php: LanguageRules = {
  symbols: {
    namespace_definition: 'module',
    class_declaration: 'class',
    interface_declaration: 'interface',
    trait_declaration: 'class',
    enum_declaration: 'enum',
    enum_case: 'constant',
    function_definition: 'function',
    method_declaration: 'method',
    const_element: { kind: 'constant', name: ['name'] },
    property_element: { kind: 'property', name: (node) => fieldText(node, 'name')?.replace('$', '') },
  },
  wraps: ['const_declaration', 'property_declaration'],
  through: ['declaration_list', 'compound_statement', 'if_statement', 'else_clause'],
  marks: ['attribute_list'],
}

export const lua: LanguageRules = {
  symbols: {
    function_declaration: { kind: 'function', name: (node) => dotted(fieldText(node, 'name') ?? '') },
    assignment_statement: {
      kind: (node) => {
        if (luaValue(node)?.type === 'function_definition') return 'function'
        return constantIfUpperCase(luaName(node)?.split('.').at(-1) ?? '')
      },
      name: luaName,
      body: (node) => {
        const value = luaValue(node)
        return value?.type === 'function_definition' ? field(value, 'body') : undefined
      },
    },
  },
  wraps: ['variable_declaration'],
  through: ['block', 'if_statement', 'elseif_statement', 'else_statement', 'do_statement'],
}

export const bash: LanguageRules = {
  symbols: {
    function_definition: 'function',
    variable_assignment: {
      kind: (node) => constantIfUpperCase(fieldText(node, 'name') ?? ''),
      // Option parsing sets variables that are declared elsewhere.
      name: (node) => (node.parent?.type === 'case_item' ? undefined : fieldText(node, 'name')),
    },
  },
  wraps: ['declaration_command'],
  through: ['if_statement', 'else_clause', 'elif_clause', 'case_statement', 'case_item', 'compound_statement', 'list'],
}

/** `attr_reader :owner, :size`; in specs `describe 'cart' do … end`; in Rakefiles `task :build do … end`. */
function rubyCall(node: Node): string | string[] | undefined {
  const method = fieldText(node, 'method') ?? ''
  const given = field(node, 'arguments')
  if (/^attr_/.test(method)) return given?.namedChildren.map((one) => one.text.replace(/^:/, ''))
  if (!/^(describe|context|it|specify|feature|scenario|task|namespace)$/.test(method)) return undefined
  return given?.firstNamedChild?.text.replace(/^['":]|['"]$/g, '')
}

/** `Money = Struct.new(:cents) do … end` is a class in all but its first word. */
function rubyClassBody(node: Node): Node | undefined {
  const call = field(node, 'right')
  const made = call?.type === 'call' ? `${fieldText(call, 'receiver')}.${fieldText(call, 'method')}` : ''
  const block = /^(Struct|Class|Module)\.new$|^Data\.define$/.test(made) ? field(call as Node, 'block') : undefined
  return block && field(block, 'body')
}

/** Only one name and one value: other forms say too little. */
function luaName(node: Node): string | undefined {
  const names =
    childOf(node, 'variable_list')
      ?.childrenForFieldName('name')
      .filter((one) => one.isNamed) ?? []
  const [name] = names
  return names.length === 1 && name && name.type !== 'bracket_index_expression' ? dotted(name.text) : undefined
}

function luaValue(node: Node): Node | undefined {
  return childOf(node, 'expression_list')?.firstNamedChild ?? undefined
}
