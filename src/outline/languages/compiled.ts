/** Go, Rust, Java, C#, Swift, Kotlin and Scala. */
import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from '../code-symbol.ts'
import { childOf, dotted, field, fieldText, fieldTexts, type LanguageRules } from '../rules.ts'

export const go: LanguageRules = {
  symbols: {
    function_declaration: 'function',
    method_declaration: { kind: 'method', name: (node) => `${receiver(node)}.${fieldText(node, 'name') ?? ''}` },
    type_spec: {
      kind: (node) => {
        const type = field(node, 'type')?.type
        if (type === 'struct_type') return 'class'
        return type === 'interface_type' ? 'interface' : 'type'
      },
      body: (node) => {
        const type = field(node, 'type')
        return type?.type === 'struct_type' ? childOf(type, 'field_declaration_list') : goInterface(type)
      },
      signature: (node) => {
        const name = `${fieldText(node, 'name')}${fieldText(node, 'type_parameters') ?? ''}`
        return goInterface(field(node, 'type')) ? `type ${name} interface` : undefined
      },
    },
    type_alias: 'type',
    const_spec: { kind: 'constant', name: goNames },
    var_spec: { kind: 'variable', name: goNames },
    // An embedded type has no name of its own: it gets its type's name.
    field_declaration: {
      kind: 'property',
      name: (node) => (field(node, 'name') ? goNames(node) : fieldText(node, 'type')?.split('.').at(-1)),
    },
    method_elem: 'method',
    method_spec: 'method',
  },
  wraps: ['type_declaration', 'const_declaration', 'var_declaration'],
  through: ['var_spec_list'],
}

export const rust: LanguageRules = {
  symbols: {
    // The fields of `struct Meters(f64)` have no names: they stay in the signature.
    struct_item: { kind: 'class', body: ['field_declaration_list'] },
    union_item: 'class',
    enum_item: 'enum',
    enum_variant: { kind: 'constant', body: [] },
    trait_item: 'interface',
    impl_item: { kind: 'block', name: (node) => dotted(fieldText(node, 'type')?.replace(/^&/, '') ?? '') },
    function_item: 'function',
    function_signature_item: 'function',
    const_item: 'constant',
    static_item: 'variable',
    type_item: 'type',
    associated_type: 'type',
    mod_item: 'module',
    macro_definition: { kind: 'function', body: ['macro_rule'] },
    field_declaration: 'property',
  },
  through: ['declaration_list', 'foreign_mod_item'],
  marks: ['attribute_item', 'inner_attribute_item'],
}

export const java: LanguageRules = {
  symbols: {
    class_declaration: 'class',
    record_declaration: 'class',
    interface_declaration: 'interface',
    annotation_type_declaration: 'interface',
    enum_declaration: 'enum',
    enum_constant: 'constant',
    method_declaration: 'method',
    constructor_declaration: 'method',
    compact_constructor_declaration: 'method',
    annotation_type_element_declaration: 'method',
    variable_declarator: { kind: (_, within) => (isJavaConstant(within) ? 'constant' : 'property') },
  },
  wraps: ['field_declaration', 'constant_declaration'],
  through: ['enum_body_declarations'],
  marks: ['annotation', 'marker_annotation'],
}

export const csharp: LanguageRules = {
  symbols: {
    namespace_declaration: 'module',
    file_scoped_namespace_declaration: 'module',
    class_declaration: 'class',
    struct_declaration: 'class',
    record_declaration: 'class',
    interface_declaration: 'interface',
    enum_declaration: 'enum',
    enum_member_declaration: 'constant',
    delegate_declaration: 'type',
    method_declaration: 'method',
    constructor_declaration: 'method',
    destructor_declaration: { kind: 'method', name: (node) => `~${fieldText(node, 'name')}` },
    operator_declaration: { kind: 'method', name: (node) => `operator ${fieldText(node, 'operator') ?? ''}` },
    conversion_operator_declaration: { kind: 'method', name: (node) => `operator ${fieldText(node, 'type') ?? ''}` },
    indexer_declaration: { kind: 'property', name: () => 'this[]', body: 'accessors' },
    local_function_statement: 'function',
    property_declaration: { kind: 'property', body: 'accessors' },
    event_declaration: { kind: 'property', body: 'accessors' },
    variable_declarator: { kind: (_, within) => (isCsharpConstant(within) ? 'constant' : 'property') },
  },
  wraps: ['field_declaration', 'event_field_declaration', 'variable_declaration'],
  through: ['declaration_list', 'preproc_if', 'preproc_else', 'preproc_elif', 'preproc_region', 'global_statement'],
  marks: ['attribute_list'],
}

export const swift: LanguageRules = {
  symbols: {
    class_declaration: {
      kind: (node) => {
        const word = field(node, 'declaration_kind')?.type
        if (word === 'enum') return 'enum'
        return word === 'extension' ? 'block' : 'class'
      },
    },
    protocol_declaration: 'interface',
    function_declaration: 'function',
    protocol_function_declaration: 'method',
    init_declaration: { kind: 'method', name: () => 'init' },
    deinit_declaration: { kind: 'method', name: () => 'deinit' },
    subscript_declaration: { kind: 'method', name: () => 'subscript', body: ['computed_property'] },
    property_declaration: { kind: 'variable', body: 'computed_value' },
    protocol_property_declaration: {
      kind: 'property',
      name: (node) => fieldText(node, 'name')?.replace(/^(var|let)\s+/, ''),
    },
    enum_entry: { kind: 'constant', name: (node) => fieldTexts(node, 'name') },
    typealias_declaration: 'type',
    associatedtype_declaration: 'type',
  },
  through: ['statements'],
  marks: ['attribute'],
}

export const kotlin: LanguageRules = {
  symbols: {
    class_declaration: { kind: kotlinKind, body: ['class_body', 'enum_class_body'] },
    object_declaration: { kind: 'class', body: ['class_body'] },
    companion_object: { kind: 'class', name: (node) => fieldText(node, 'name') ?? 'Companion', body: ['class_body'] },
    function_declaration: { kind: 'function', body: ['function_body'] },
    secondary_constructor: { kind: 'method', name: () => 'constructor', body: ['block'] },
    property_declaration: {
      kind: (node) => (/\bconst\b/.test(childOf(node, 'modifiers')?.text ?? '') ? 'constant' : 'variable'),
      name: (node) => childOf(node, 'variable_declaration')?.firstNamedChild?.text,
      body: ['getter', 'setter'],
    },
    enum_entry: { kind: 'constant', name: ['identifier', 'simple_identifier'], body: ['class_body'] },
    type_alias: { kind: 'type', name: 'type' },
  },
  through: ['block', 'statements'],
  marks: ['annotation'],
}

export const scala: LanguageRules = {
  symbols: {
    class_definition: 'class',
    object_definition: 'class',
    package_object: 'module',
    trait_definition: 'interface',
    enum_definition: 'enum',
    simple_enum_case: 'constant',
    full_enum_case: 'constant',
    function_definition: 'function',
    function_declaration: 'function',
    val_definition: { kind: 'variable', name: 'pattern' },
    val_declaration: 'variable',
    var_definition: { kind: 'variable', name: 'pattern' },
    var_declaration: 'variable',
    given_definition: 'constant',
    type_definition: 'type',
    extension_definition: {
      kind: 'block',
      name: (node) => fieldText(node, 'parameters'),
      body: (node) => node,
      signature: (node) =>
        `extension ${fieldText(node, 'type_parameters') ?? ''}${fieldText(node, 'parameters') ?? ''}`,
    },
  },
  through: ['template_body', 'package_clause', 'enum_body', 'enum_case_definitions', 'indented_block', 'block'],
  marks: ['annotation'],
  endWords: ['end'],
}

/** `(c *Cart)` and `(l List[T])`: only the type. */
function receiver(node: Node): string {
  return /(\w+)\s*(\[[^\]]*\])?\s*\)?\s*$/.exec(fieldText(node, 'receiver') ?? '')?.[1] ?? ''
}

/** `_` declares nothing. */
function goNames(node: Node): string[] {
  return fieldTexts(node, 'name').filter((name) => name !== '_')
}

/** An interface's methods are directly in it, after its brace. */
function goInterface(type: Node | undefined): Node | undefined {
  return type?.type === 'interface_type' ? type : undefined
}

function isJavaConstant(declaration: Node | undefined): boolean {
  if (declaration?.type === 'constant_declaration') return true
  const words = declaration && childOf(declaration, 'modifiers')?.children.map((word) => word.type)
  return Boolean(words?.includes('static') && words.includes('final'))
}

function isCsharpConstant(declaration: Node | undefined): boolean {
  return declaration?.parent?.children.some((word) => word.type === 'modifier' && word.text === 'const') ?? false
}

function kotlinKind(node: Node): SymbolKind {
  if (childOf(node, 'enum_class_body')) return 'enum'
  return childOf(node, 'interface') ? 'interface' : 'class'
}
