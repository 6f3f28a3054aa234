/** JSON, YAML, TOML, CSS and HTML: keys, rules and elements; only a few levels, because data can nest without end. */

import type { Node } from 'web-tree-sitter'
import { countOf } from '../../memory/count.ts'
import { oneLine } from '../../memory/one-line.ts'
import { childOf, field, fieldText, type LanguageRules, type SymbolRule, unquoted } from '../rules.ts'

const VALUE_CHARS = 60

export const json: LanguageRules = {
  symbols: {
    pair: {
      kind: 'key',
      name: (node) => unquoted(fieldText(node, 'key')),
      body: (node) => (field(node, 'value')?.type === 'object' ? field(node, 'value') : undefined),
      signature: (node) => {
        const value = field(node, 'value')
        const members = value?.namedChildren.filter((one) => !['comment', 'ERROR'].includes(one.type)).length ?? 0
        const shown: Record<string, string> = {
          object: `{ ${countOf(members, 'key')} }`,
          array: `[ ${countOf(members, 'item')} ]`,
        }
        const text = value && (value.text.length > VALUE_CHARS ? shown[value.type] : undefined)
        return `${fieldText(node, 'key')}: ${text ?? oneLine(value?.text.slice(0, 200) ?? '', VALUE_CHARS)}`
      },
    },
  },
  through: ['document', 'object', 'array'],
  mostDepth: 3,
}

export const yaml: LanguageRules = {
  symbols: {
    block_mapping_pair: {
      kind: 'key',
      name: (node) => unquoted(fieldText(node, 'key')),
      body: (node) => (field(node, 'value')?.type === 'block_node' ? field(node, 'value') : undefined),
    },
    block_sequence_item: { kind: 'block', name: (node) => firstLine(node), signature: firstLine },
  },
  through: ['document', 'block_node', 'block_mapping', 'block_sequence'],
  mostDepth: 5,
}

const tomlTable: SymbolRule = {
  kind: 'key',
  name: tomlKey,
  body: (node) => node,
  signature: firstLine,
}

export const toml: LanguageRules = {
  symbols: {
    table: tomlTable,
    table_array_element: tomlTable,
    pair: { kind: 'key', name: tomlKey },
  },
  mostDepth: 2,
}

const atRule: SymbolRule = { kind: 'block', name: head, body: ['block', 'keyframe_block_list'] }

export const css: LanguageRules = {
  symbols: {
    rule_set: { kind: 'rule', name: ['selectors'], body: ['block'] },
    media_statement: atRule,
    supports_statement: atRule,
    keyframes_statement: atRule,
    at_rule: atRule,
    declaration: {
      kind: 'property',
      name: (node) => (node.text.startsWith('--') ? childOf(node, 'property_name')?.text : undefined),
    },
  },
  through: ['block'],
  mostDepth: 3,
}

/** Elements a reader looks for: landmarks, headings, anything with an id, custom elements. */
const LANDMARKS =
  /^(html|head|body|title|header|nav|main|section|article|aside|footer|form|table|template|dialog|script|style|svg|h[1-6])$/

const element: SymbolRule = {
  kind: (node) => (/^h[1-6]$/.test(tag(node)) ? 'heading' : 'element'),
  name: (node) => {
    const name = tag(node)
    const id = /\sid\s*=\s*["']?([^"'\s>]+)/i.exec(openingTag(node))?.[1]
    if (/^h[1-6]$|^title$/.test(name)) return oneLine(node.text.slice(0, 400).replace(/<[^>]*>/g, ''), 80) || name
    if (id) return `${name}#${id}`
    return LANDMARKS.test(name) || name.includes('-') ? name : undefined
  },
  body: (node) => node,
  signature: (node) => oneLine(/^<(h[1-6]|title)\b/i.test(node.text) ? node.text.slice(0, 400) : openingTag(node), 120),
}

export const html: LanguageRules = {
  symbols: { element, script_element: element, style_element: element },
  through: ['document'],
  mostDepth: 6,
}

function tomlKey(node: Node): string | undefined {
  const key = childOf(node, 'bare_key', 'dotted_key', 'quoted_key')
  return key?.type === 'quoted_key' ? unquoted(key.text) : key?.text
}

function tag(node: Node): string {
  return /^<([\w:-]+)/.exec(openingTag(node))?.[1]?.toLowerCase() ?? ''
}

function openingTag(node: Node): string {
  return node.firstNamedChild?.text.slice(0, 400) ?? ''
}

function firstLine(node: Node): string {
  return oneLine(node.text.slice(0, 400).split('\n')[0] ?? '', 80)
}

function head(node: Node): string | undefined {
  return oneLine(node.text.slice(0, 400).split(/[{;]/)[0] ?? '', 100)
}
