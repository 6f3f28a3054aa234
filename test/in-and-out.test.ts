/** Export and import as a user runs them: the real command, real workers, files on disk. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileImport } from '../src/worker/protocol/archive.ts'
import { runCli } from './support/cli.ts'
import { hostSession } from './support/host-session.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { call, query, settle, startWorker, stopWorker } from './support/worker.ts'

const WORD = 'zqvornbex'
const place = makePlace()
const others: Place[] = []
const file = (name: string) => join(place.root, name)
const read = (name: string) => readFileSync(file(name), 'utf8')

async function said(at: Place, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(at, args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
const imported = async (at: Place, ...args: string[]) =>
  JSON.parse(await said(at, 'import', ...args, '--json')) as FileImport

function another(): Place {
  const one = makePlace()
  others.push(one)
  return one
}

beforeAll(async () => {
  await startWorker(place)
  const session = hostSession(place, 'importer')
  await session.starts()
  await session.asks(`Why does the ${WORD} importer drop every second row?`)
  await session.edits('src/importer.js', 'step = 2', 'step = 1')
  await session.runs('npm test', '12 passed')
  await session.closes(`Fixed: the ${WORD} importer advanced its cursor twice, so every second row was dropped.`)
  await session.asks('Now let the nightly job fill the cache of prices.')
  await session.edits('src/prices.js', 'fill()', 'nightly(fill)')
  await session.closes('The cache of prices was filled by every request. The nightly job fills it now.')
  await session.ends()
  await said(place, 'remember', 'We release on Fridays 🚀, never on Mondays.')
  const [one] = query<{ id: number }>(place, `SELECT id FROM observations WHERE source = 'local' ORDER BY id`)
  await said(place, 'pin', String(one?.id))
  await said(place, 'projects', 'rename', 'shop', 'web shop')
  await settle(place)
}, 120_000)
afterAll(async () => {
  for (const one of [place, ...others]) {
    await stopWorker(one)
    removePlace(one)
  }
})

describe('export', { timeout: 120_000 }, () => {
  it('writes a whole file for its owner alone, and replaces none unless told to', async () => {
    const done = JSON.parse(await said(place, 'export', file('a.jsonl'), '--json')) as { rows: number; bytes: number }
    expect(statSync(file('a.jsonl'))).toMatchObject({ mode: 0o100600, size: done.bytes })
    const lines = read('a.jsonl').trimEnd().split('\n')
    expect(lines.length).toBe(done.rows + 2)
    expect([lines[0], lines.at(-1)].map((line) => JSON.parse(line ?? '').kind)).toEqual(['claude-mem export', 'end'])
    writeFileSync(file('mine.txt'), 'mine')
    const { code, stderr } = await runCli(place, ['export', file('mine.txt')])
    expect([code, stderr]).toEqual([1, expect.stringContaining('--force')])
    expect(read('mine.txt')).toBe('mine')
    await said(place, 'export', file('mine.txt'), '--force')
    expect(read('mine.txt')).toBe(read('a.jsonl'))
    expect(await said(place, 'export'), 'on stdout').toBe(read('a.jsonl'))
  })

  it('says what to do about a place it cannot write to, and leaves nothing there', async () => {
    const folder = file('folder')
    mkdirSync(folder)
    const whole = await runCli(place, ['export', folder, '--force'])
    expect([whole.code, whole.stderr]).toEqual([2, expect.stringContaining(join(folder, 'memory.jsonl'))])
    const missing = await runCli(place, ['export', join(folder, 'no/such.jsonl')])
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining(`mkdir -p ${join(folder, 'no')}`)])
    expect(await runCli(place, ['export', join(folder, 'x'), '--project', 'nobody'])).toMatchObject({ code: 3 })
    expect(existsSync(join(folder, 'x'))).toBe(false)
    rmSync(folder, { recursive: true })
  })

  it('as Markdown reads by project and day', async () => {
    await said(place, 'export', file('a.md'), '--format', 'markdown')
    const text = read('a.md')
    expect(text).toMatch(/^# Memories\n\n# web shop\n\n`.*shop`\n\n## \d{4}-\d\d-\d\d\n/)
    expect(text).toContain('We release on Fridays 🚀')
    expect(text).toContain('### Session S1: ')
    expect(text).toMatch(/#\d+ · \w+ · \d\d:\d\d · pinned/)
    expect(statSync(file('a.md')).mode).toBe(0o100600)
    expect(await said(place, 'export', '--format', 'markdown', '--since', '2999-01-01')).toBe('# Memories\n')
  })
})

describe('import of an export', { timeout: 120_000 }, () => {
  it('into an empty folder makes the same memory: exported again it is the same file', async () => {
    const there = another()
    const dry = await imported(there, file('a.jsonl'), '--dry-run')
    expect(query(there, 'SELECT 1 FROM observations')).toEqual([])
    const done = await imported(there, file('a.jsonl'))
    expect(done).toMatchObject({ added: dry.added, known: 0, forgotten: 0, renumbered: 0, skipped: 0, cutOff: false })
    await settle(there)
    await said(there, 'export', file('b.jsonl'))
    expect(read('b.jsonl')).toBe(read('a.jsonl'))
    expect(await said(there, 'search', WORD)).toContain(WORD)
    expect(await imported(there, file('a.jsonl'))).toMatchObject({ added: { memories: 0, events: 0 }, skipped: 0 })
    await said(there, 'export', file('c.jsonl'))
    expect(read('c.jsonl')).toBe(read('a.jsonl'))
  })

  it('passes over damaged lines by name, says that a file was cut off, and refuses what is no export', async () => {
    const lines = read('a.jsonl').trimEnd().split('\n')
    const at = lines.findIndex((line) => line.startsWith('{"kind":"prompt"'))
    writeFileSync(
      file('damaged.jsonl'),
      lines
        .with(at, lines[at]?.slice(0, 40) ?? '')
        .slice(0, -1)
        .join('\n'),
    )
    const there = another()
    const done = await imported(there, file('damaged.jsonl'))
    expect(done).toMatchObject({ skipped: 1, cutOff: true, firstSkipped: [{ place: `line ${at + 1}` }] })
    const again = await said(there, 'import', file('damaged.jsonl'))
    expect(again).toContain(`line ${at + 1}: it is not JSON`)
    expect(again).toContain('it was cut off')
    const foreign = {
      'empty.jsonl': '',
      'other.jsonl': '{"type":"user"}\n',
      'newer.jsonl': lines[0]?.replace('"format":1', '"format":2') ?? '',
    }
    for (const [name, text] of Object.entries(foreign)) {
      writeFileSync(file(name), text)
      const { code, stderr } = await runCli(there, ['import', file(name)])
      expect([name, code]).toEqual([name, name === 'newer.jsonl' ? 6 : 2])
      expect(stderr).toContain('Nothing was changed')
    }
    expect(await runCli(there, ['import', file('nowhere.jsonl')])).toMatchObject({ code: 3 })
    expect((await runCli(there, ['import', 'transcrips'])).stderr).toContain(
      'Did you mean `claude-mem import transcripts`',
    )
  })

  it('brings back nothing that was forgotten, and makes a backup of what it brought', async () => {
    const there = another()
    await imported(there, file('a.jsonl'))
    const { stdout } = await runCli(there, ['forget', '--query', WORD, '--yes'])
    expect(stdout).toContain('Forgotten')
    const again = await imported(there, file('a.jsonl'))
    expect(again.forgotten).toBeGreaterThan(0)
    expect(await said(there, 'export')).not.toContain(WORD)
    await settle(there)
    expect(await said(there, 'export')).not.toContain(WORD)
  })

  it('is read again by a recovery while it is in no backup', async () => {
    const there = another()
    mkdirSync(join(there.data.root, 'journal'), { mode: 0o700 })
    const entry = { op: 'import', asked: { path: file('a.jsonl'), dryRun: false } }
    writeFileSync(join(there.data.root, 'journal/00000000000001.jsonl'), `\n${JSON.stringify(entry)}\n`)
    await startWorker(there)
    await settle(there)
    expect(await said(there, 'search', WORD)).toContain(WORD)
    const { notices } = await call<{ notices: string[] }>(there, 'GET', '/api/status')
    expect(notices.join()).toContain('created again')
  })
})

describe('import of a workspace', { timeout: 120_000 }, () => {
  it('makes its notes known where they are, and copies nothing', async () => {
    const there = another()
    const folder = join(there.root, 'assistant')
    expect(await runCli(there, ['import', 'workspace', there.project])).toMatchObject({ code: 3 })
    mkdirSync(join(folder, 'memory/.dreams'), { recursive: true })
    writeFileSync(join(folder, 'memory/MEMORY.md'), '# Facts\n\nThe boat is called Zephyrine.\n')
    writeFileSync(join(folder, 'memory/2026-03-01.md'), '# A day\n\nPainted the fence.\n')
    writeFileSync(join(folder, 'memory/.memory.sqlite'), 'an index of another program')
    expect(await said(there, 'import', 'workspace', folder, '--dry-run')).toContain('2 notes')
    expect(query(there, 'SELECT 1 FROM note_workspaces'), 'a dry run leaves no trace').toEqual([])
    expect(await said(there, 'import', 'workspace', folder)).toContain('2 notes')
    expect(query(there, 'SELECT root FROM note_workspaces')).toEqual([{ root: folder }])
    expect(await said(there, 'search', 'Zephyrine')).toContain('Zephyrine')
    expect(query(there, 'SELECT 1 FROM observations')).toEqual([])
    expect(readFileSync(join(folder, 'memory/.memory.sqlite'), 'utf8')).toBe('an index of another program')
  })
})

describe('import of a published database', { timeout: 120_000 }, () => {
  it('is found at its usual place, mapped by flags, and told with its projects', async () => {
    const there = another()
    expect((await runCli(there, ['import', 'database'])).stderr).toContain('There is no database')
    const path = join(there.root, 'old.db')
    const old = new DatabaseSync(path)
    old.exec(`CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT, memory_session_id TEXT, project TEXT, started_at_epoch INTEGER);
      CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, type TEXT, title TEXT, created_at_epoch INTEGER);
      INSERT INTO sdk_sessions VALUES (1, 'host-1', 'own-1', 'api', 1772366400000);
      INSERT INTO observations VALUES (42, 'own-1', 'api', 'bugfix', 'The ${WORD} feed is compressed', 1772366400000);`)
    old.close()
    const dry = await said(there, 'import', path, '--dry-run')
    expect(dry).toContain('Would bring in 1 memory')
    expect(dry).toContain('Project api: api')
    expect((await runCli(there, ['import', path, '--map', 'api'])).stderr).toContain('OLD=NEW')
    expect((await runCli(there, ['import', path, '--map', 'web=x'])).stderr).toContain('no project `web`')
    expect(await said(there, 'import', 'database', path, '--map', 'api=.')).toContain('Brought in 1 memory')
    expect(await said(there, 'show', '42')).toContain(WORD)
    expect(query(there, 'SELECT project FROM observations')).toEqual([{ project: there.project }])
  })
})
