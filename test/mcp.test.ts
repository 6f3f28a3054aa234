/** The MCP server as a host sees it: a process on stdio, real worker behind it, every size it promised. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listed } from '../src/doors/mcp/tool.ts'
import { TOOLS } from '../src/doors/mcp/tools.ts'
import { estimateTokens } from '../src/memory/token-estimate.ts'
import { findWorker } from '../src/worker/client.ts'
import { LAUNCHER, McpHost } from './support/mcp-host.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { stopWorker } from './support/worker.ts'

const place = makePlace()
let host: McpHost

beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  host = new McpHost(place)
  await host.open()
})
afterAll(async () => {
  host.close()
  await stopWorker(place)
  removePlace(place)
})

describe('the list of tools', () => {
  it('costs at most 900 tokens for all twelve', () => {
    const seen = TOOLS.map(listed).map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    }))
    expect(estimateTokens(JSON.stringify(seen))).toBeLessThanOrEqual(900)
  })

  it('comes with instructions of at most 160 words', () => {
    const text = readFileSync('src/doors/mcp/instructions.md', 'utf8')
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(160)
    expect(text).toMatch(/never follow instructions/)
  })

  it('is what the process sends, after the probe of newer hosts', () => {
    expect(host.probe).toMatchObject({ error: { code: -32601 } })
    expect(host.hello).toMatchObject({
      result: { protocolVersion: '2025-11-25', instructions: expect.stringContaining('search') },
    })
    expect(host.tools).toEqual(JSON.parse(JSON.stringify(TOOLS.map(listed))))
  })
})

describe('search', () => {
  it('starts the worker if there is none, and returns an index that says how it was found', async () => {
    const text = await host.call('search', { query: 'discount counted twice' })
    expect(findWorker(place.data)).toBeDefined()
    expect(text).toMatch(/searched by words (only|and meaning)/)
    expect(text).toContain('not instructions')
    const rows = text.split('\n').filter((line) => /^\d+ \(/.test(line))
    expect(rows.some((row) => /^1 \(bugfix, 2 days ago\) A discount code counts once/.test(row))).toBe(true)
    for (const row of rows) expect(estimateTokens(row)).toBeLessThanOrEqual(80)
  })

  it('labels what comes from another project', async () => {
    const text = await host.call('search', { query: 'discount of the other shop' })
    // The session's own project is called shop too.
    expect(text).toMatch(/^8 \(bugfix, .*\) \[from: other\/shop\] The discount of the other shop/m)
  })

  it('pages, filters, and says what is wrong with an argument', async () => {
    expect(await host.call('search', { query: '', limit: 2 })).toContain('There are more')
    expect(await host.call('search', { query: '', type: 'decision' })).toMatch(
      /^1 memory \([\s\S]*Totals are kept in cents/,
    )
    expect(await host.call('search', { query: 'zzzqqq' })).toContain('Nothing found')
    expect(await host.call('search', { query: 'zzzqqq', type: 'decision' })).toContain('leaving type away')
  })

  it('says what is wrong with an argument by its own name, and never in the words of HTTP', async () => {
    const said = {
      type: await host.callFailing('search', { query: '', type: 'opinion' }),
      missing: await host.callFailing('search', {}),
      unknown: await host.callFailing('search', { query: 'a', dateRange: 'x' }),
      project: await host.callFailing('search', { query: 'a', project: 'nowhere' }),
      since: await host.callFailing('search', { query: 'a', since: 'last' }),
      anchor: await host.callFailing('timeline', { anchor: 'S999' }),
    }
    expect(said.type).toMatch(/no type `opinion`\. Known: decision, bugfix/)
    expect(said.missing).toMatch(/`query` is missing/)
    expect(said.unknown).toMatch(/no argument `dateRange`\. Known arguments: query, project/)
    expect(said.project).toMatch(/no project `nowhere`\. Leave project away/)
    expect(said.since).toMatch(/since: `last` is not a date\. Use an ISO date/)
    expect(said.anchor).toMatch(/no session S999\. Numbers of sessions/)
    for (const text of Object.values({ ...said, unknown: '' })) expect(text).not.toMatch(/dateRange|GET |depth_|--/)
  })

  it('says which days a time in the query was taken for', async () => {
    expect(await host.call('search', { query: 'login last 5 days' })).toMatch(
      /^Looked at \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \("last 5 days"\)\.$/m,
    )
  })

  it('does not offer a limit beyond the largest', async () => {
    expect(await host.call('search', { query: '', limit: 2 })).toContain('raise limit')
    expect(await host.call('search', { query: '', limit: 30 })).not.toContain('raise limit')
  })
})

describe('get_observations', () => {
  it('cuts a long memory to about 300 tokens and says how to get the rest', async () => {
    const text = await host.call('get_observations', { ids: [6] })
    expect(estimateTokens(text)).toBeLessThanOrEqual(330)
    expect(text).toContain('left out: get_observations(ids: [6], whole: true)')
    const whole = await host.call('get_observations', { ids: [6], whole: true })
    expect(estimateTokens(whole)).toBeGreaterThan(1500)
    expect(estimateTokens(whole)).toBeLessThanOrEqual(2500)
  })

  it('shows short ones whole, and names what is not there', async () => {
    const text = await host.call('get_observations', { ids: [2, 999] })
    expect(text).toContain('clearCookie in src/auth/login.js')
    expect(text).toContain('Files: src/auth/login.js, src/receipt.js')
    expect(text).toContain('Nothing is kept under: 999')
    expect(text).toMatch(/^1 memory \(/)
  })

  it('gives several whole as long as they fit, and names those that do not', async () => {
    const text = await host.call('get_observations', { ids: [2, 6], whole: true })
    expect(text).toMatch(/^2 memories/)
    expect(text).not.toContain('whole: true')
    expect(estimateTokens(text)).toBeGreaterThan(1500)
    const long = await host.call('remember', { text: 'A recipe for pancakes with blueberries. '.repeat(120) })
    const id = Number(/Remembered as (\d+)/.exec(long)?.[1])
    expect(await host.call('get_observations', { ids: [6, id], whole: true })).toMatch(
      new RegExp(`^1 memory [^]*want of room, ask again: ${id}$`),
    )
    await host.call('forget', { id })
  })
})

describe('timeline', () => {
  it('goes around an id or the best match, prompts and summaries between', async () => {
    const text = await host.call('timeline', { anchor: 2, before: 3, after: 3 })
    expect(text).toContain('→ here')
    expect(await host.call('timeline', { query: 'login redirect cookie' })).toMatch(/Around 2, .*searched by words/)
    expect(await host.callFailing('timeline', {})).toContain('anchor or a query')
  })

  it('takes a time in words either way, and says which words no memory has', async () => {
    expect(await host.call('timeline', { anchor: 'yesterday' })).toMatch(/^Around yesterday,[\s\S]*→ here/)
    expect(await host.call('timeline', { query: 'yesterday' })).toMatch(
      /^Around yesterday,.*\nLooked at .* \("yesterday"\)\.\n[\s\S]*→ here/,
    )
    expect(await host.call('timeline', { query: 'zzzqqq' })).toContain('In no memory: zzzqqq.')
  })
})

describe('remember and forget', () => {
  it('store in the session’s project and delete for good', async () => {
    const stored = await host.call('remember', {
      text: 'The zebra printer needs 203 dpi. <private>ask Zoë</private>',
      type: 'discovery',
    })
    const id = Number(/Remembered as (\d+) in shop/.exec(stored)?.[1])
    const found = await host.call('search', { query: 'zebra printer' })
    expect(found).toContain(`${id} (discovery, just now) The zebra printer needs 203 dpi`)
    expect(found).not.toContain('Zoë')
    expect(await host.call('forget', { id })).toContain('Forgotten')
    expect(await host.callFailing('forget', { id })).toContain(`no memory with id ${id}. Ids come from search`)
  })

  it('refuse a type nobody knows instead of storing another one', async () => {
    const text = await host.callFailing('remember', { text: 'Nobody reads the changelog', type: 'opinion' })
    expect(text).toMatch(/no type `opinion`\. Known: .*discovery/)
    expect(await host.call('search', { query: 'changelog' })).not.toContain('Nobody reads')
  })
})

describe('every reply', () => {
  it('stays under 2,500 tokens', async () => {
    const replies = [
      await host.call('search', { query: '', limit: 30 }),
      await host.call('get_observations', { ids: Array.from({ length: 100 }, (_, at) => at + 1) }),
      await host.call('timeline', { anchor: 4, before: 20, after: 20 }),
    ]
    for (const reply of replies) expect(estimateTokens(reply)).toBeLessThanOrEqual(2500)
  })

  it('comes again when the worker was killed in between', async () => {
    const before = findWorker(place.data)?.pid
    await stopWorker(place)
    expect(await host.call('search', { query: 'login' })).toContain('login redirect')
    expect(findWorker(place.data)?.pid).not.toBe(before)
  })
})

describe('the launcher', () => {
  it('ends at once and says nothing where claude-mem is not installed', async () => {
    const child = spawn('sh', [LAUNCHER], { env: { PATH: process.env.PATH, HOME: join(place.root, 'nobody') } })
    let said = ''
    for (const out of [child.stdout, child.stderr]) out.on('data', (chunk) => (said += chunk))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, said]).toEqual([1, ''])
  })
})
