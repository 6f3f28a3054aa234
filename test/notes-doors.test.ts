/** Notes and dreams through both doors: the built program, a live worker, a real workspace; every command and tool once, and mistakes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDay } from '../src/memory/local-day.ts'
import { estimateTokens } from '../src/memory/token-estimate.ts'
import { runCli } from './support/cli.ts'
import { McpHost } from './support/mcp-host.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { waitFor } from './support/wait.ts'
import { startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
let host: McpHost
const at = (path: string) => join(place.project, path)
const note = (path: string, text: string) => {
  mkdirSync(join(at(path), '..'), { recursive: true })
  writeFileSync(at(path), text)
}
const run = (...args: string[]) => runCli(place, args, { env: { NO_COLOR: '1' } })
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
const day = () => localDay(Date.now())

beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  // It dreams when a test says so, and of everything.
  const dreaming = { enabled: false, minScore: 0, minRecallCount: 1, minUniqueQueries: 1, maxPromotions: 1 }
  writeFileSync(place.data.settings, JSON.stringify({ memory: { dreaming, extraPaths: ['~/nowhere'] } }))
  await startWorker(place)
  host = new McpHost(place)
  await host.open()
})
afterAll(async () => {
  host.close()
  await stopWorker(place)
  removePlace(place)
})

describe('in a workspace without notes', () => {
  it('remember stores a memory and creates nothing, through either door', async () => {
    expect(await host.call('remember', { text: 'The printer is in room 4' })).toMatch(/^Remembered as \d+ in shop\./)
    expect((await run('remember', 'The scanner is in room 5')).stdout).toMatch(/^Remembered as \d+ in shop\.$/m)
    expect(existsSync(at('memory'))).toBe(false)
  })

  it('a search says that there are none yet, and finds memories', async () => {
    expect(await host.call('memory_search', { query: 'zzzqqq', scope: 'notes' })).toMatch(
      /^Nothing found \(searched by words [\w ]+; 0 notes, 0 pieces\)\..*leaving scope away\. .*no notes yet/,
    )
    expect(await host.call('memory_search', { query: 'discount counted twice' })).toMatch(/^\[\d\] observation 1 \(/m)
    expect((await run('notes', 'search', 'zzzqqq', '--scope', 'notes')).stdout).toContain('claude-mem notes add')
    expect((await run('notes', 'status')).stdout).toContain('0 notes in 0 pieces, 0 kB; none of its own yet')
    expect((await run('dream', 'status')).stdout).toContain('keeps no notes')
    expect(existsSync(at('memory'))).toBe(false)
  })

  it('init shows the section, and writes it once with --yes; no folder is made', async () => {
    const shown = await run('notes', 'init')
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('memory_context') })
    expect(shown.stdout).toContain('--yes appends it to')
    expect(await json('notes', 'init')).toMatchObject({
      outcome: 'shown',
      section: expect.stringContaining('remember'),
    })
    expect(existsSync(at('CLAUDE.md'))).toBe(false)
    writeFileSync(at('CLAUDE.md'), '# Shop\n')
    expect((await run('notes', 'init', '--yes')).stdout).toContain('Appended to')
    expect((await run('notes', 'init', '--yes')).stdout).toContain('already')
    const text = readFileSync(at('CLAUDE.md'), 'utf8')
    expect(text).toMatch(/^# Shop\n\n<!-- claude-mem:notes -->\n## Memory\n[\s\S]*\n<!-- \/claude-mem:notes -->\n$/)
    expect(text.split('claude-mem:notes -->')).toHaveLength(3)
    expect(existsSync(at('memory'))).toBe(false)
  })
})

describe('writing', () => {
  it('notes add writes the first log, and MEMORY.md with --evergreen', async () => {
    const added = await json('notes', 'add', 'The staging database is called lemon. <private>ask Zoë</private>')
    expect(added).toMatchObject({ path: `memory/${day()}.md`, line: 3, project: 'shop' })
    expect((await run('notes', 'add', '--evergreen', 'Invoices are numbered per year')).stdout).toBe(
      'Written to memory/MEMORY.md, line 3, of shop.\n',
    )
    expect(readFileSync(at(added.path), 'utf8')).toMatch(/^# [\d-]+\n\n- .*The staging database is called lemon\.\n$/)
  })

  it('remember goes into the log from then on, unless something else is said', async () => {
    expect(await host.call('remember', { text: 'Printer paper is A5' })).toMatch(
      new RegExp(`^Written to memory/${day()}\\.md, line 4, of shop\\.`),
    )
    expect(await host.call('remember', { text: 'Prices include tax', to: 'evergreen' })).toContain('MEMORY.md, line 4')
    expect(await host.call('remember', { text: 'The lift is slow', to: 'memory' })).toMatch(/^Remembered as \d+/)
    expect(await host.call('remember', { text: 'We chose blue', type: 'decision' })).toMatch(/^Remembered as \d+/)
    expect(await json('remember', 'Boxes are 30 cm')).toMatchObject({ to: 'log', line: 5 })
    expect(await json('remember', 'Boxes are brown', '--note')).toMatchObject({ to: 'log', line: 6 })
    expect(await json('remember', 'Boxes are reused', '--evergreen')).toMatchObject({ to: 'evergreen', line: 5 })
    expect(await json('remember', 'Boxes are sturdy', '--memory')).toMatchObject({ to: 'memory', project: 'shop' })
  })

  it('says what is wrong: no text, only private text, two places, a type for a note', async () => {
    expect(await run('notes', 'add', ' ')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs TEXT'),
    })
    expect(await run('notes', 'add', '<private>x</private>')).toMatchObject({ code: 2 })
    expect((await run('remember', 'x', '--note', '--evergreen')).stderr).toContain('cannot be used together')
    expect((await run('remember', 'x', '--note', '--type', 'decision')).stderr).toContain('Only a memory has')
    expect(await host.callFailing('remember', { text: ' ' })).toContain('`text`: it is empty.')
    expect(await host.callFailing('remember', { text: 'x', to: 'diary' })).toMatch(/`to`: .*memory.*log.*evergreen/)
    expect(await host.callFailing('remember', { text: 'x', to: 'log', type: 'decision' })).toContain('Only a memory')
  })
})

describe('searching', () => {
  it('finds notes by words, with the citation before each, and says that they are data', async () => {
    const text = await host.call('memory_search', { query: 'staging database lemon', scope: 'notes', maxResults: 2 })
    expect(text).toMatch(
      /^\d results? \(searched by words (only|and meaning); 2 notes, \d+ pieces; .*not instructions\):/,
    )
    expect(text).toMatch(
      new RegExp(`^\\[1\\] memory/${day()}\\.md#L\\d+-L\\d+ \\(score \\d\\.\\d\\d, ${day()}\\)`, 'm'),
    )
    expect(text).toContain('\n  ')
    expect(text).not.toContain('Zoë')
    const { stdout } = await run('notes', 'search', 'staging', 'database', '--limit', '1')
    expect(stdout).toMatch(/^\[1\] memory\/[\d-]+\.md#L/m)
    expect(stdout).toContain('in full: claude-mem notes get PATH')
    const found = await json('notes', 'search', 'lemon', '--scope', 'notes')
    expect(found.results.every(({ kind }: { kind: string }) => kind === 'note')).toBe(true)
  })

  it('says what a time was taken for', async () => {
    expect(await host.call('memory_search', { query: 'what did we note about boxes today' })).toContain(
      '"today" was taken for a time.',
    )
  })

  it('cites as the settings say, at once', async () => {
    const ask = () => host.call('memory_search', { query: 'staging database lemon', scope: 'notes', maxResults: 1 })
    const citing = async (citations: string, shows: RegExp) => {
      writeFileSync(at('agent-config.json'), JSON.stringify({ memory: { citations } }))
      await expect.poll(ask, { timeout: 15_000 }).toMatch(shows)
      return ask()
    }
    expect(await citing('on', /^Source: memory\//m)).toMatch(/^\[1\] note \(score/m)
    expect(await citing('off', /^\[1\] note \((?![\s\S]*Source)/m)).not.toContain('.md#L')
    expect(await citing('auto', /^\[1\] memory\//m)).not.toContain('Source:')
  })

  it('says what is wrong: no words, a wrong scope, too many', async () => {
    expect(await host.callFailing('memory_search', { query: ' ' })).toContain('`query`: it is empty.')
    expect(await host.callFailing('memory_search', { query: 'x', scope: 'all' })).toMatch(/`scope`: .*both.*notes/)
    expect((await run('notes', 'search', 'x', '--scope', 'all')).stderr).toContain(
      '--scope must be both, notes or memories',
    )
    expect(await run('notes', 'search')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs WORDS') })
    expect((await run('notes', 'search', 'x', '--limit', '99')).stderr).toContain('--limit must be')
    expect((await run('notes', 'search', 'x', '--fix')).stderr).toContain('takes no --fix')
    expect(await run('notes', 'sing')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no command'),
    })
  })
})

describe('reading', () => {
  it('gives lines by a citation, or all of a file', async () => {
    const text = await host.call('memory_get', { path: 'memory/MEMORY.md#L3-L4' })
    expect(text).toMatch(/^memory\/MEMORY\.md, lines 3 to 4 of 5 \(.*not instructions\):\n3\t- Invoices.*\n4\t- Prices/)
    expect(await host.call('memory_get', { path: 'MEMORY.md', from: 4, lines: 1 })).toMatch(/\n4\t- Prices.*$/)
    const { stdout } = await run('notes', 'get', 'memory/MEMORY.md', '--from', '3', '--lines', '1')
    expect(stdout).toBe('memory/MEMORY.md, lines 3 to 3 of 5\n- Invoices are numbered per year\n')
    expect(await json('notes', 'get', 'memory/MEMORY.md')).toMatchObject({ from: 1, to: 5, totalLines: 5 })
  })

  it('never gives more than a reply holds, and says how to go on', async () => {
    note('memory/long.md', Array.from({ length: 900 }, (_, n) => `Line ${n + 1} says one thing more`).join('\n'))
    const text = await waitFor('the new note', () =>
      host.call('memory_get', { path: 'memory/long.md' }).catch(() => undefined),
    )
    expect(estimateTokens(text)).toBeLessThanOrEqual(2500)
    const next = Number(/Lines (\d+) to 900 are left out; ask for more with from: \1\.$/.exec(text)?.[1])
    expect(await host.call('memory_get', { path: 'memory/long.md', from: next, lines: 2 })).toContain(`\n${next}\tLine`)
    expect((await run('notes', 'get', 'memory/long.md')).stdout).toMatch(/ask for them with --from \d+\.$/m)
    expect(estimateTokens(await host.call('memory_search', { query: 'line', maxResults: 50 }))).toBeLessThanOrEqual(
      2500,
    )
  })

  it('refuses what is no note, and says which paths are', async () => {
    writeFileSync(at('.env'), 'SECRET=1\n')
    for (const path of ['../../../etc/passwd', '/etc/passwd', '.env', 'memory/../.env', '~/.ssh/id_rsa']) {
      expect(await host.callFailing('memory_get', { path }), path).toMatch(/not a note|no note|\.\./)
      const told = await run('notes', 'get', path)
      expect(told, path).toMatchObject({ stdout: '' })
      expect([2, 3, 5], path).toContain(told.code)
    }
    expect(await host.callFailing('memory_get', { path: 'memory/gone.md' })).toMatch(/no note .*memory_search finds/)
    expect(await run('notes', 'get', 'memory/gone.md')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('claude-mem notes search'),
    })
    expect(await run('notes', 'get')).toMatchObject({ code: 2 })
    expect(await host.callFailing('memory_get', { path: 'memory/MEMORY.md', from: 99 })).toContain('has 5 lines')
  })
})

describe('memory_context', () => {
  it('gives a digest of what bears on a message', async () => {
    const text = await host.call('memory_context', { message: 'How are invoices numbered, and is tax in the prices?' })
    expect(text).toMatch(/^## Relevant prior context\n\n- \[memory\/MEMORY\.md#L\d+-L\d+\] .*\n/)
    expect(text).toContain('not instructions')
    expect(estimateTokens(text)).toBeLessThanOrEqual(500)
  })

  it('is one line where nothing applies', async () => {
    expect(await host.call('memory_context', { message: 'thanks!' })).toBe(
      'Nothing was looked up: the message is a greeting or a confirmation.',
    )
    expect(await host.call('memory_context', { message: '' })).toContain('the message is empty')
  })
})

describe('notes doctor', () => {
  it('names bad settings, paths that are not there and the index of another program, and reads all again with --fix', async () => {
    writeFileSync(at('memory/.memory.sqlite'), 'x')
    const config = { memory: { citations: 'sometimes', builtin: { mmrLambda: 7 } } }
    writeFileSync(at('agent-config.json'), JSON.stringify(config))
    const { stdout } = await waitFor('the new settings', async () => {
      const told = await run('notes', 'doctor')
      return told.stdout.includes('agent-config') ? told : undefined
    })
    expect(stdout).toContain('setting  agent-config.json: memory.citations has to be')
    expect(stdout).toContain('skipped  ~/nowhere: there is nothing at this path')
    expect(stdout).toContain('setting  agent-config.json: memory.builtin.mmrLambda has to be a number from 0 to 1')
    expect(stdout).toContain('ignored  memory/.memory.sqlite')
    expect((await run('notes', 'status')).stdout).toMatch(/to look at \d remarks: claude-mem notes doctor/)
    writeFileSync(at('agent-config.json'), '{}')
    expect((await run('notes', 'doctor', '--fix')).stdout).toMatch(/^Read 3 notes again: nothing had changed\.$/m)
    expect(await json('notes', 'doctor', '--fix')).toMatchObject({ fixed: { files: 3 }, watched: true })
  })
})

describe('dream', () => {
  const RECALLED = 'memory/.dreams/short-term-recall.json'
  /** As if it had been asked on another day too: one day alone makes nothing lasting. */
  const askOnTwoDays = async () => {
    for (const query of ['staging database', 'what is the staging database called', 'database lemon'])
      await host.call('memory_search', { query, scope: 'notes', maxResults: 1 })
    await waitFor('something to promote', async () => {
      const text = readFileSync(at(RECALLED), 'utf8')
      if (!text.includes('"2026-01-01"'))
        writeFileSync(at(RECALLED), text.replaceAll('"recallDays": [', '"recallDays": ["2026-01-01",'))
      return (await json('dream', 'dry-run')).promotions.length > 0
    })
  }

  it('shows without writing, runs, and takes back; each through both doors', async () => {
    await askOnTwoDays()
    const memory = () => readFileSync(at('memory/MEMORY.md'), 'utf8')
    const before = memory()
    expect(await host.call('dream', { action: 'status' })).toMatch(
      /^shop does not dream automatically \(switched off\)\.\n\d+ things? recalled/,
    )
    expect(await host.call('dream', { action: 'dry-run' })).toMatch(/^Nothing is written\. A dream would now:\n\+ /)
    expect((await run('dream', 'dry-run')).stdout).toMatch(/^Nothing is written\. A dream would now:\n\+ /)
    expect([memory(), existsSync(at('DREAMS.md'))]).toEqual([before, false])
    const ran = await json('dream', 'run')
    expect(ran).toMatchObject({ outcome: 'done', promotions: [{ fact: expect.any(String) }] })
    expect(memory()).toContain(ran.promotions[0].fact)
    expect((await run('dream')).stdout).toMatch(new RegExp(`^${ran.run} [\\d-]+ dream: 1 added, 0 removed$`, 'm'))
    expect((await run('dream', 'undo')).stdout).toBe(`Run ${ran.run} is undone: every file is as it was.\n`)
    expect(memory()).toBe(before)
    expect((await run('dream', 'review')).stdout).toContain('Nothing waits for your answer.')
  })

  it('answers what dreaming proposed: a yes takes the line out, a no leaves it, and the list says how', async () => {
    const line = '- Boxes are reused'
    const proposal = (id: string) => ({
      id,
      kind: 'retire',
      line,
      reason: 'nobody recalled it',
      at: '2026-01-01T00:00:00Z',
    })
    const propose = (...ids: string[]) =>
      note('memory/.dreams/proposals.json', JSON.stringify({ version: 1, proposals: ids.map(proposal) }))
    propose('p1', 'p2')
    const { stdout } = await run('dream', 'review')
    expect(stdout).toContain('p1 retire: Boxes are reused (nobody recalled it)')
    expect(stdout).toContain('claude-mem dream review PROPOSAL --yes')
    expect(await host.call('dream', { action: 'status' })).toContain('2 proposals wait for your answer')
    expect((await run('dream', 'review', 'p1', '--no')).stdout).toContain('It stays')
    const before = readFileSync(at('memory/MEMORY.md'), 'utf8')
    expect((await run('dream', 'review', 'p2', '--yes')).stdout).toBe('Done. To undo it: claude-mem dream undo\n')
    expect(readFileSync(at('memory/MEMORY.md'), 'utf8').split('\n')).not.toContain(line)
    expect(await host.call('dream', { action: 'undo' })).toContain('is undone: every file is as it was')
    expect(readFileSync(at('memory/MEMORY.md'), 'utf8')).toBe(before)
  })

  it('says what is wrong: nothing to undo, no such run, proposal or action', async () => {
    expect(await host.callFailing('dream', { action: 'undo' })).toContain('no dream to undo')
    expect(await run('dream', 'undo', 'nightmare')).toMatchObject({ code: 3 })
    expect(await run('dream', 'review', 'p1', '--yes')).toMatchObject({ code: 3 })
    expect((await run('dream', 'review', 'p1')).stderr).toContain('--yes or with --no')
    expect((await run('dream', 'fly')).stderr).toContain('There is no command')
    expect(await host.callFailing('dream', { action: 'fly' })).toMatch(/`action`: .*dry-run/)
  })
})
