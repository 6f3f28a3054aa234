import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from './code-symbol.ts'
import { languageOf, outlineText } from './outline.ts'
import { SAMPLES } from './samples.fixture.ts'

/** `kind name from-to`, children indented: short enough to read a whole file's outline in a test. */
function short(symbols: CodeSymbol[], depth = 0): string[] {
  return symbols.flatMap(({ kind, name, from, to, children }) => [
    `${'  '.repeat(depth)}${kind} ${name} ${from}-${to}`,
    ...short(children, depth + 1),
  ])
}

async function outlineSample(name: string) {
  const sample = SAMPLES[name]
  if (!sample) throw new Error(`no sample ${name}`)
  return outlineText(sample)
}

async function symbolsOf(path: string, text: string): Promise<string[]> {
  return short((await outlineText({ path, text })).symbols)
}

function find(symbols: CodeSymbol[], name: string): CodeSymbol | undefined {
  return symbols.flatMap((one) => [one, find(one.children, name)]).find((one) => one?.name === name)
}

describe('an outline', () => {
  it('of a header is read in no time, however odd its lines are', async () => {
    for (const text of ['\n'.repeat(500_000), 'template\n'.repeat(60_000)]) {
      expect(await outlineText({ path: 'a.h', text })).toMatchObject({ language: 'c' })
    }
  })

  it.each(Object.keys(SAMPLES))('of the %s sample is read by its grammar, without an error', async (name) => {
    const outline = await outlineSample(name)
    expect(outline).toMatchObject({ language: name, how: 'syntax', broken: false })
  })

  it('of TypeScript has nested symbols, their kinds and their lines', async () => {
    expect(short((await outlineSample('typescript')).symbols)).toEqual([
      'constant LIMIT 3-4',
      'constant table 5-7',
      'type Price 8-8',
      '  property amount 8-8',
      'interface Item 10-14',
      '  property price 11-12',
      '  method label 13-13',
      'enum Colour 16-19',
      '  constant Red 17-17',
      '  constant Blue 18-18',
      'class Cart 21-43',
      '  property items 27-27',
      '  method constructor 29-31',
      '  method total 33-38',
      '    function inner 36-36',
      '  method size 40-42',
      'function add 45-50',
      'class Anonymous 52-54',
      '  method run 53-53',
      'function main 56-56',
      'class Shape 57-57',
      '  method area 57-57',
      'module x 58-60',
      '  function f 59-59',
      'module Inner 61-61',
      '  constant y 61-61',
      'function over 62-62',
      'function over 63-63',
      'function over 64-64',
    ])
  })

  it('has one-line signatures with the body folded and without decorators', async () => {
    const { symbols } = await outlineSample('typescript')
    expect(find(symbols, 'Cart')?.signature).toBe('export class Cart extends Base implements Iterable<Item>')
    expect(find(symbols, 'total')?.signature).toBe('async total(items: Item[]): Promise<number>')
    expect(find(symbols, 'add')?.signature).toBe('export const add = async (a: number, b: number): Promise<number>')
    const python = (await outlineSample('python')).symbols
    expect(find(python, 'total')?.signature).toBe('def total(self) -> int')
    expect(find(python, 'hello')?.signature).toBe('async def hello(name: str, *args) -> str')
    const swift = (await outlineSample('swift')).symbols
    expect(find(swift, 'total')?.signature).toBe('func total(of items: [Item], tax: Double = 0) -> Int')
  })

  it.each([
    ['typescript', 'Cart', 'A shopping cart.'],
    ['python', 'Cart', 'A shopping cart.'],
    ['python', 'hello', 'Says hello.'],
    ['go', 'Blue', 'Blue is cold.'],
    ['rust', 'items', 'All of them.'],
    ['java', 'total', 'Adds up.'],
    ['c', 'name_of', 'Adds up.'],
    ['c-sharp', 'Cart', 'A cart.'],
    ['c-sharp', 'Total', 'Adds up.'],
    ['ruby', 'Shop', 'A shop.'],
    ['php', 'Cart', 'A cart.'],
    ['lua', 'M.total', 'Adds up.'],
    ['yaml', 'build', 'Builds it.'],
    ['toml', 'package', 'The package.'],
  ])('of %s shows the first doc line of %s', async (language, name, doc) => {
    expect(find((await outlineSample(language)).symbols, name)?.doc).toBe(doc)
  })

  it('begins a symbol at its doc comment and decorators', async () => {
    expect(find((await outlineSample('python')).symbols, 'total')).toMatchObject({ from: 19, to: 27 })
    expect(find((await outlineSample('rust')).symbols, 'total')).toMatchObject({ from: 24, to: 28 })
    expect(find((await outlineSample('java')).symbols, 'Cart')).toMatchObject({ from: 3, to: 24 })
  })

  it('gives no symbol the comment above a blank line or at the end of another line', async () => {
    const text = '// Licence.\n\nconst a = 1 // about a\nconst b = 2\n'
    const { symbols } = await outlineText({ path: 'a.ts', text })
    expect(symbols.map(({ name, doc, from }) => ({ name, doc, from }))).toEqual([
      { name: 'a', doc: '', from: 3 },
      { name: 'b', doc: '', from: 4 },
    ])
  })

  it('of JavaScript sees exports, prototypes, wrapper functions and tests', async () => {
    expect(short((await outlineSample('javascript')).symbols).slice(5)).toEqual([
      'function Server.close 11-11',
      'function stop 12-12',
      'module module.exports 13-17',
      '  method restart 15-15',
      '  method again 16-16',
      'function old 18-19',
      'function hidden 20-20',
      'block server 22-24',
      '  block starts 23-23',
    ])
  })

  it('of Go names a method after its receiver', async () => {
    expect(short((await outlineSample('go')).symbols).slice(-5)).toEqual([
      'interface Shop 24-26',
      '  method Open 25-25',
      'method Cart.Total 29-32',
      'method List.Len 34-34',
      'function main 36-38',
    ])
  })

  it('of Rust puts methods into the impl block of their type', async () => {
    expect(short((await outlineSample('rust')).symbols).slice(8, 12)).toEqual([
      'block Cart 23-29',
      '  method total 24-28',
      'block Cart 31-35',
      '  method fmt 32-34',
    ])
  })

  it('of C++ has namespaces, and methods defined outside of their class', async () => {
    expect(short((await outlineSample('cpp')).symbols)).toEqual([
      'module shop 2-20',
      '  class Cart 4-15',
      '    method Cart 8-8',
      '    method ~Cart 9-9',
      '    method total 10-10',
      '    method operator== 11-11',
      '    property size_ 14-14',
      '  type Price 17-17',
      '  enum Colour 18-18',
      '    constant Red 18-18',
      '    constant Blue 18-18',
      'method shop.Cart.total 22-25',
      'function biggest 27-27',
      'constant kLimit 28-28',
    ])
  })

  it('of Ruby, PHP, Kotlin, Swift and Scala has their modules, companions and extensions', async () => {
    expect(short((await outlineSample('ruby')).symbols).slice(0, 3)).toEqual([
      'module Shop 3-24',
      '  constant LIMIT 5-5',
      '  class Cart 7-23',
    ])
    expect(short((await outlineSample('php')).symbols)[0]).toBe('module Shop 2-2')
    expect(short((await outlineSample('kotlin')).symbols).slice(3, 6)).toEqual([
      '  class Companion 13-16',
      '    constant LIMIT 14-14',
      '    method build 15-15',
    ])
    expect(short((await outlineSample('swift')).symbols)).toContain('block Cart 32-35')
    expect(short((await outlineSample('scala')).symbols)).toContain('class Cart 19-22')
  })

  it('of data and documents has keys, rules, elements and headings', async () => {
    expect(short((await outlineSample('json')).symbols)).toContain('  key build 4-4')
    expect(short((await outlineSample('yaml')).symbols)).toContain('      block - name: Checkout 11-12')
    expect(short((await outlineSample('toml')).symbols)).toContain('key dependencies.serde 8-9')
    expect(short((await outlineSample('css')).symbols)).toContain('  rule .cart 8-8')
    expect(short((await outlineSample('html')).symbols)).toContain('      heading The cart 9-9')
    expect(short((await outlineSample('markdown')).symbols)).toEqual([
      'heading Cart 4-18',
      '  heading Install 8-16',
      '    heading From source 15-16',
      '  heading Use 17-18',
      'heading Old 19-23',
      '  heading Deeper 22-23',
    ])
  })
})

describe('a difficult file', () => {
  it('with broken syntax still yields what parses, and says that it is broken', async () => {
    const outline = await outlineText({
      path: 'a.ts',
      text: 'function one() {}\nclass {{{ ]]\nfunction two(a: number) { return }\n',
    })
    expect(outline).toMatchObject({ how: 'syntax', broken: true })
    expect(outline.symbols.map((one) => one.name)).toEqual(['one', 'two'])
  })

  it('in a language without a grammar shows its shape, marked as such', async () => {
    const outline = await outlineText({ path: 'a.zig', text: 'pub fn main() void {\n    one();\n}\n\nother\n' })
    expect(outline).toMatchObject({ language: 'zig', how: 'shape', broken: false, lines: 5 })
    expect(short(outline.symbols)).toEqual(['block pub fn main() void 1-3'])
  })

  it('without a single symbol shows its shape', async () => {
    const outline = await outlineText({ path: 'a.sh', text: 'echo one\necho two\n\necho three\n' })
    expect(outline.how).toBe('shape')
    expect(short(outline.symbols)).toEqual(['block echo one 1-2', 'block echo three 4-4'])
  })

  it('that is empty has no symbols', async () => {
    expect(await outlineText({ path: 'a.py', text: '' })).toMatchObject({ lines: 0, symbols: [] })
  })

  it('over 2 MB is not parsed', async () => {
    const outline = await outlineText({ path: 'a.ts', text: 'function a() {\n  b()\n}\n'.repeat(100_000) })
    expect(outline.how).toBe('shape')
    expect(outline.symbols.length).toBeGreaterThan(0)
  })

  it('that is minified is one block, not thousands of symbols on one line', async () => {
    const outline = await outlineText({ path: 'a.js', text: 'function a(b,c){return b+c};'.repeat(1000) })
    expect(outline.how).toBe('shape')
    expect(short(outline.symbols)).toHaveLength(1)
  })

  it('nested ten thousand levels deep does not exhaust the stack', async () => {
    const deep = await outlineText({ path: 'a.js', text: 'function a(){'.repeat(10_000).replaceAll('{', '{\n') })
    expect(deep.lines).toBe(10_000)
    const arrays = await outlineText({ path: 'a.json', text: `${'{"a":['.repeat(20_000)}` })
    expect(arrays.lines).toBe(1)
  })

  it('with NUL bytes, CRLF, a byte order mark, tabs and replaced bytes keeps its line numbers', async () => {
    const text = '\uFEFFclass A:\r\n\tdef one(self):\r\n\t\tpass\r\n\tdef two(self):\r\n\t\treturn "\u0000\uFFFD"\r\n'
    expect(await symbolsOf('a.py', text)).toEqual(['class A 1-5', '  method one 2-3', '  method two 4-5'])
  })
})

describe('the language', () => {
  it('is known by the extension or the name of a file', () => {
    expect(languageOf('src/a.TSX')).toBe('tsx')
    expect(languageOf('Rakefile')).toBe('ruby')
    expect(languageOf('a.unknown')).toBeUndefined()
    expect(languageOf('Makefile')).toBeUndefined()
  })

  it('of a script is known by its first line', async () => {
    expect(await outlineText({ path: 'bin/run', text: '#!/usr/bin/env python3\ndef a():\n    pass\n' })).toMatchObject({
      language: 'python',
      how: 'syntax',
    })
  })

  it('of a header is C++ when it has classes, and C otherwise', async () => {
    expect((await outlineText({ path: 'a.h', text: 'class A {\n};\n' })).language).toBe('cpp')
    expect((await outlineText({ path: 'a.h', text: 'struct a {\n  int b;\n};\n' })).language).toBe('c')
  })
})
