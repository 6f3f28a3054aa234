import { describe, expect, it } from 'vitest'
import { changeFacts, renderChange } from './change-phrases.ts'
import { session } from './fixture-events.ts'
import { describeEdits } from './patch-symbols.ts'
import { findDefinition } from './symbols.ts'
import { type EditCall, type ReadCall, readCalls } from './tool-call.ts'

function change(file: string, before: string, after: string, read?: string) {
  const writer = session().edits(file, before, after)
  if (read !== undefined) writer.reads(file, read)
  const calls = writer.events.flatMap((event) => (event.kind === 'tool' ? readCalls(event, '/repo') : []))
  return describeEdits(
    calls.filter((call): call is EditCall => call.kind === 'edit'),
    calls.filter((call): call is ReadCall => call.kind === 'read'),
  )
}

describe('findDefinition', () => {
  it.each([
    ['a.py', '    async def load(self):', 'load'],
    ['a.py', 'class Cart(Base):', 'Cart'],
    ['a.ts', 'export const sum = (a: number) => a', 'sum'],
    ['a.ts', '  private async flush(): Promise<void> {', 'flush'],
    ['a.ts', 'export interface Cart {', 'Cart'],
    ['a.go', 'func (c *Client) Do(req Request) error {', 'Do'],
    ['a.rs', '    pub fn open(path: &str) -> Result<Self> {', 'open'],
    ['A.java', '    public static int total(List<Item> items) {', 'total'],
    ['a.rb', '  def self.build(x)', 'build'],
    ['a.php', '    public function render($x)', 'render'],
    ['a.sql', 'CREATE TABLE IF NOT EXISTS orders (', 'orders'],
    ['a.css', '  --surface: #fff;', '--surface'],
    ['a.md', '## Custom themes', 'Custom themes'],
    ['a.json', '  "darkMode": "media",', 'darkMode'],
    ['a.sh', 'deploy() {', 'deploy'],
  ])('in %s reads %s', (file, line, name) => expect(findDefinition(line, file)?.name).toBe(name))
  it('takes no control flow for a definition', () => {
    for (const line of ['  if (a) {', '  for (const x of y) {', '  return foo(bar)', '  } else {'])
      expect(findDefinition(line, 'a.ts')).toBeUndefined()
  })
})

describe('describeEdits', () => {
  it('names what was added and the class it was added to', () => {
    const found = change(
      'src/cart.ts',
      'class Cart {\n  a() {\n  }\n}',
      'class Cart {\n  a() {\n  }\n  total(): number {\n    return 1\n  }\n}',
    )
    expect(found.added).toEqual(['total'])
    expect(renderChange(found)).toContain('total')
  })
  it('names the function around a changed line', () => {
    const found = change(
      'app/a.py',
      'def total(items):\n    x = 1\n    return x',
      'def total(items):\n    x = 1\n    return x or 0',
    )
    expect(found.touched).toEqual(['total'])
    expect(renderChange(found)).toBe('total now returns x or 0')
  })
  it('finds the function in what was read when the patch does not show it', () => {
    const found = change(
      'app/a.py',
      '        if key in self.rows:',
      '        if self.rows.get(key):',
      'class Table:\n    def find(self, key):\n        if key in self.rows:\n            return 1',
    )
    expect(found.touched).toEqual(['Table.find'])
  })
  it('sees a rename', () => {
    const found = change('src/a.ts', 'export function loadAll(by: Query) {', 'export function findAll(by: Query) {')
    expect(renderChange(found)).toBe('loadAll is now findAll in a.ts')
  })
  it('sees a value become another', () => {
    const found = change('theme.json', '  "dim": "#444444",', '  "dim": "#585858",')
    expect(renderChange(found)).toBe('dim is "#585858" (was "#444444") in theme.json')
    expect(changeFacts(found)).toContain('dim: "#444444" → "#585858" (theme.json)')
  })
  it('sees what is gone', () => {
    expect(renderChange(change('src/a.ts', 'export function old() {}\nconst a = 1', 'const a = 1'))).toBe(
      'old is gone from a.ts',
    )
  })
  it('names the folder of a file whose name says nothing', () => {
    expect(renderChange(change('src/mail/index.ts', 'let a = 1', 'let a = 1\nexport function send() {}'))).toBe(
      'mail/index.ts has send',
    )
  })
})
