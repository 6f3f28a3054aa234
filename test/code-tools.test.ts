/** The code tools through each door: HTTP, MCP and the command line, a real worker behind them, a real project before. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOOLS } from '../src/doors/mcp/tools.ts'
import { estimateTokens } from '../src/memory/token-estimate.ts'
import type { OutlineReply, SymbolsReply, UnfoldReply } from '../src/worker/protocol/code.ts'
import { runCli } from './support/cli.ts'
import { makePlace, PROJECT_ROOT, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { call, startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
const CART = `/** What a customer is about to buy. */
export class Cart {
  private items: number[] = []

  /** In whole cents. */
  total(discount: number): number {
    const sum = this.items.reduce((all, one) => all + one, 0)
    return Math.round(sum * (1 - discount))
  }
}

export class Wishlist {
  total(): number {
    return 0
  }
}

export function parseCart(text: string): Cart {
  return JSON.parse(text)
}
`
const FILES: Record<string, string> = {
  'src/cart.ts': CART,
  'tools/report.py': 'def total_report(day):\n    """Sums of a day."""\n    return day\n',
  'many.ts': Array.from({ length: 800 }, (_, at) => `export function step${at}() {\n  return ${at}\n}`).join('\n'),
  'broken.ts': 'export function fine() {}\nexport class {{{ \nfunction also() {}\n',
  'notes.unknown': 'First\n  second\n',
  'dist/bundle.ts': 'export function totalOfTheBundle() {}\n',
  '.gitignore': 'dist/\n',
}

beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(place.project, path)), { recursive: true })
    writeFileSync(join(place.project, path), text)
  }
  cpSync(join(PROJECT_ROOT, 'grammars'), join(place.root, 'grammars'), { recursive: true }) // beside the program
  execFileSync('git', ['init', '-q'], { cwd: place.project })
  await startWorker(place)
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

const get = <Reply>(route: string, parameters: Record<string, string>) =>
  call<Reply>(place, 'GET', `/api/code/${route}?${new URLSearchParams({ cwd: place.project, ...parameters })}`)

async function tool(name: string, args: object): Promise<string> {
  const found = TOOLS.find((one) => one.name === name)
  if (!found) throw new Error(`there is no tool ${name}`)
  return found.run({ folder: place.data, cwd: place.project, now: Date.now }, args)
}

describe('over HTTP', () => {
  it('an outline has symbols, line ranges, and what it saves', async () => {
    const reply = await get<OutlineReply>('outline', { path: 'src/cart.ts' })
    expect(reply).toMatchObject({
      path: 'src/cart.ts',
      language: 'typescript',
      how: 'syntax',
      broken: false,
      folded: 0,
    })
    expect(reply.file_tokens).toBe(estimateTokens(CART))
    expect(reply.tokens).toBe(estimateTokens(reply.text))
    for (const part of ['Cart', 'total(discount: number)', 'In whole cents', 'parseCart'])
      expect(reply.text).toContain(part)
    expect(reply.text).not.toContain('Math.round')
  })

  it('a file is found from a folder below the root, and by the name of its project', async () => {
    const cwd = join(place.project, 'tools')
    for (const path of ['report.py', '../tools/report.py', 'tools/report.py', join(place.project, 'tools/report.py')])
      expect((await get<OutlineReply>('outline', { path, cwd })).path).toBe('tools/report.py')
    const named = new URLSearchParams({ path: 'tools/report.py', project: place.project })
    expect((await call<OutlineReply>(place, 'GET', `/api/code/outline?${named}`)).language).toBe('python')
    const shared = new URLSearchParams({ path: 'tools/report.py', project: 'shop' })
    await expect(call(place, 'GET', `/api/code/outline?${shared}`)).rejects.toThrow(/400 .*Several projects/)
  })

  it('a long file is folded further, broken syntax and an unknown language still have an outline', async () => {
    const many = await get<OutlineReply>('outline', { path: 'many.ts' })
    expect(many.tokens).toBeLessThanOrEqual(2000)
    expect(many.folded).toBeGreaterThan(500)
    expect(await get<OutlineReply>('outline', { path: 'broken.ts' })).toMatchObject({
      broken: true,
      text: expect.stringContaining('fine'),
    })
    expect(await get<OutlineReply>('outline', { path: 'notes.unknown' })).toMatchObject({
      how: 'shape',
      text: expect.stringContaining('First'),
    })
  })

  it('a symbol comes with its comment and line numbers, and several of one name are listed', async () => {
    const one = await get<UnfoldReply>('unfold', { path: 'src/cart.ts', name: 'Cart.total' })
    expect(one).toMatchObject({ found: 'one', from: 5, to: 9, cut: false })
    expect(one.found === 'one' && one.text).toMatch(/\b5\b.*In whole cents[\s\S]*\b8\b.*Math\.round/)
    const several = await get<UnfoldReply>('unfold', { path: 'src/cart.ts', name: 'total' })
    expect(several).toMatchObject({
      found: 'several',
      candidates: [
        { name: 'Cart.total:5', kind: 'method', from: 5 },
        { name: 'Wishlist.total:13', kind: 'method', from: 13 },
      ],
    })
    await expect(get('unfold', { path: 'src/cart.ts', name: 'totals' })).rejects.toThrow(/404 .*total/)
  })

  it('symbols are found across languages, without what git ignores', async () => {
    const reply = await get<SymbolsReply>('symbols', { query: 'total' })
    expect(reply.symbols.map(({ path, name }) => `${path} ${name}`).sort()).toEqual([
      'src/cart.ts Cart.total',
      'src/cart.ts Wishlist.total',
      'tools/report.py total_report',
    ])
    expect(reply).toMatchObject({ query: 'total', count: 3, complete: true })
    expect((await get<SymbolsReply>('symbols', { query: 'step', limit: '5' })).count).toBe(5)
  })

  it('says what is wrong with a request', async () => {
    await expect(get('outline', {})).rejects.toThrow(/400 .*path/)
    await expect(call(place, 'GET', '/api/code/outline?path=a.ts')).rejects.toThrow(/400 .*`cwd` or `project`/)
    await expect(get('symbols', { query: 'a', limit: '1000' })).rejects.toThrow(/400 .*limit/)
    await expect(get('outline', { path: 'src' })).rejects.toThrow(/400 .*is a folder/)
  })
})

describe('over MCP', () => {
  it('smart_outline, smart_unfold and smart_search answer in text of at most 2,500 tokens', async () => {
    const texts = [
      await tool('smart_outline', { path: 'src/cart.ts' }),
      await tool('smart_outline', { path: 'many.ts' }),
      await tool('smart_unfold', { path: 'src/cart.ts', symbol: 'Cart' }),
      await tool('smart_unfold', { path: 'src/cart.ts', symbol: 'total' }),
      await tool('smart_search', { query: 'step', limit: 100 }),
      await tool('smart_search', { query: 'parseCart' }),
      await tool('smart_search', { query: 'nothingLikeThis' }),
    ]
    for (const text of texts) expect(estimateTokens(text)).toBeLessThanOrEqual(2500)
    const [outline, , unfolded, several, , found, none] = texts
    expect(outline).toContain('parseCart')
    expect(unfolded).toMatch(/^src\/cart\.ts:1-10\n[\s\S]*Math\.round/)
    expect(several).toMatch(/Several symbols.*\nCart\.total:5 \(method\) lines 5-9\nWishlist\.total:13/)
    expect(found).toMatch(/^1 symbol \(\d+ files\):\nsrc\/cart\.ts:18-20 .*parseCart/)
    expect(none).toMatch(/^No symbol called that \(\d+ files\)/)
  })

  it('a wrong call says what to do', async () => {
    await expect(tool('smart_outline', { path: '../elsewhere.ts' })).rejects.toThrow('is not in the project')
    await expect(tool('smart_unfold', { path: 'src/cart.ts' })).rejects.toThrow('symbol')
  })
})

describe('on the command line', () => {
  it('outline, unfold and symbols print for people and for programs', async () => {
    const outline = await runCli(place, ['outline', 'src/cart.ts'])
    expect([outline.code, outline.stderr]).toEqual([0, ''])
    expect(outline.stdout).toContain('parseCart')
    const unfold = await runCli(place, ['unfold', 'src/cart.ts', 'parseCart', '--json'])
    expect(JSON.parse(unfold.stdout)).toMatchObject({ found: 'one', path: 'src/cart.ts', from: 18, to: 20 })
    const several = await runCli(place, ['unfold', 'src/cart.ts', 'total'])
    expect(several.stdout).toMatch(/Several[\s\S]*Wishlist\.total:13 method lines 13-15/)
    const symbols = await runCli(place, ['symbols', 'parseCart'])
    expect(symbols.stdout).toMatch(/^src\/cart\.ts:18 .*parseCart/)
  })

  it.each([
    [['outline'], 2, 'needs FILE'],
    [['outline', '/etc/passwd'], 5, 'is not in the project'],
    [['outline', 'src/none.ts'], 3, 'There is no file'],
    [['unfold', 'src/cart.ts'], 2, 'name of a symbol'],
    [['unfold', 'src/cart.ts', 'nothing'], 3, 'There is no `nothing`'],
    [['symbols'], 2, 'a part of one'],
  ])('%j ends with %i and a sentence', async (args, code, sentence) => {
    const run = await runCli(place, args)
    expect([run.code, run.stdout]).toEqual([code, ''])
    expect(run.stderr).toContain(sentence)
    expect(run.stderr.trim().split('\n').length, 'what is wrong, and what to do').toBe(2)
  })
})
