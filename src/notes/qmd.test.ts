import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeQmd, makeFakeQmd } from '../../test/support/fake-qmd.ts'
import { waitFor } from '../../test/support/wait.ts'
import { DEFAULT_NOTE_SETTINGS, type NoteSettings } from './note-settings.ts'
import { makeQmd, type Qmd, type QmdOptions } from './qmd.ts'

let folder: string
let fake: FakeQmd
let settings: NoteSettings['qmd']
let open: Qmd[]
let now: number

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'qmd-')))
  fake = makeFakeQmd(join(folder, 'bin'))
  settings = { ...DEFAULT_NOTE_SETTINGS.qmd, searchMode: 'search' }
  open = []
  now = 0
  note('memory/MEMORY.md', '# Pets\n\nThe dog is called Bruno.\n\nEl camarón es para la cena.\n')
  note('memory/2026-04-11.md', '# Log\n\nReceipts are rounded per line.\n')
})
afterEach(() => {
  for (const qmd of open) qmd.close()
  rmSync(folder, { recursive: true, force: true })
})

const note = (path: string, text: string) => {
  mkdirSync(join(folder, 'work', path, '..'), { recursive: true })
  writeFileSync(join(folder, 'work', path), text)
}
const start = (more: Partial<QmdOptions> = {}) => {
  const work = join(folder, 'work')
  const qmd = makeQmd({
    settings: () => settings,
    folders: () => [{ path: join(work, 'memory') }],
    cite: (file) => (file.startsWith(`${work}/`) ? file.slice(work.length + 1) : undefined),
    dataDir: join(folder, 'data'),
    workspace: work,
    home: join(folder, 'home'),
    searchPath: fake.folder,
    now: () => now,
    ...more,
  })
  open.push(qmd)
  return qmd
}
const commands = () => fake.calls().map(({ args }) => args.filter((arg) => !/^(?:--index|notes)$/.test(arg))[0])
const count = (command: string) => commands().filter((one) => one === command).length

describe('QMD', () => {
  it('is not the program of that name that came with the workspace', async () => {
    const bin = join(folder, 'work/node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    symlinkSync(join(fake.folder, 'qmd'), join(bin, 'qmd'))
    expect(await start({ searchPath: bin }).search('Bruno')).toEqual({ unavailable: 'There is no program “qmd”.' })
  })

  it('answers with notes as they are cited, the line that fits, and a score', async () => {
    expect(await start().search('Bruno')).toEqual({
      hits: [
        {
          path: 'memory/MEMORY.md',
          line: 3,
          lines: { from: 2, to: 5 },
          snippet: '\nThe dog is called Bruno.\n\nEl camarón es para la cena.',
          score: 0.005,
        },
      ],
    })
  })
  it('gets the keywords of a question, with their accents', async () => {
    const qmd = start()
    expect(await qmd.search('¿Qué hay sobre el "camarón" -y la cena?')).toMatchObject({ hits: [{ line: 5 }] })
    expect(fake.calls().at(-1)?.args.at(-1)).toBe('camarón cena')
  })
  it.each(['--all Bruno', '-c other', '--', '-h', '--version Bruno'])(
    'takes %j for words, never for a flag',
    async (query) => {
      expect(await start().search(query)).toHaveProperty('hits')
      const search = fake.calls().findLast(({ args }) => args.includes('search'))
      expect(search?.args.at(-2) ?? '--').toBe('--')
    },
  )
  it('is asked as often as needed and no more: probed once, listed once, read anew when something changed', async () => {
    const qmd = start()
    await qmd.search('Bruno')
    await qmd.search('receipts')
    expect(commands()).toEqual(['--version', '--help', 'collection', 'update', 'search', 'search'])
    note('memory/2026-04-12.md', 'Zoltan came for lunch.\n')
    expect(await qmd.search('Zoltan')).toEqual({ hits: [] })
    qmd.changed()
    expect(await qmd.search('Zoltan')).toMatchObject({ hits: [{ path: 'memory/2026-04-12.md', line: 1 }] })
    expect(count('collection')).toBe(1)
  })
  it('keeps everything in a private place of the workspace, and gets nothing else of ours', async () => {
    await start().search('Bruno')
    await start({ workspace: '/another' }).search('Bruno')
    const places = new Set(fake.calls().map(({ cwd }) => cwd))
    expect(places.size).toBe(2)
    for (const { cwd, env } of fake.calls()) {
      expect(cwd.startsWith(join(folder, 'data', 'qmd'))).toBe(true)
      expect(env).toMatchObject({ XDG_CONFIG_HOME: join(cwd, 'config'), XDG_CACHE_HOME: join(cwd, 'cache') })
      expect(
        Object.keys(env).filter((key) => !/^(?:HOME|PATH|PWD|XDG_\w+|NO_COLOR|_|SHLVL|OLDPWD)$/.test(key)),
      ).toEqual([])
    }
    expect(existsSync(join(folder, 'work', '.qmd'))).toBe(false)
  })
  it('follows a folder that is added, and one that is taken away', async () => {
    note('extra/Zoltan.md', 'Zoltan likes tea.\n')
    let extra = [{ path: join(folder, 'work', 'extra') }]
    const qmd = start({ folders: () => [{ path: join(folder, 'work', 'memory') }, ...extra] })
    expect(await qmd.search('Zoltan')).toMatchObject({ hits: [{ path: 'extra/Zoltan.md' }] })
    extra = []
    expect(await qmd.search('Zoltan')).toEqual({ hits: [] })
    expect(fake.calls().filter(({ args }) => args.includes('remove'))).toHaveLength(1)
  })
  it('knows a single file by its name', async () => {
    note('MEMORY.md', 'Zoltan likes tea.\n')
    note('OTHER.md', 'Zoltan likes coffee.\n')
    const qmd = start({ folders: () => [{ path: join(folder, 'work'), mask: 'MEMORY.md' }] })
    expect(await qmd.search('Zoltan')).toMatchObject({ hits: [{ path: 'MEMORY.md' }] })
  })
  it('makes its place anew when it does not agree with our list of it', async () => {
    await start().search('Bruno')
    const place = fake.calls()[0]?.cwd ?? ''
    rmSync(join(place, 'collections.json'))
    expect(await start().search('Bruno')).toMatchObject({ hits: [{ path: 'memory/MEMORY.md' }] })
    rmSync(join(place, 'cache'), { recursive: true })
    writeFileSync(join(place, 'collections.json'), '[{"na')
    expect(await start().search('Bruno')).toMatchObject({ hits: [{ path: 'memory/MEMORY.md' }] })
  })
  it('finds nothing where there are no notes yet, without being asked', async () => {
    expect(await start({ folders: () => [{ path: join(folder, 'nowhere') }] }).search('Bruno')).toEqual({ hits: [] })
    expect(count('search')).toBe(0)
  })
  it('shows no file that is not one of the notes', async () => {
    expect(await start({ cite: () => undefined }).search('Bruno')).toEqual({ hits: [] })
  })
  it('may name files its own way', async () => {
    fake.be({ help: 'qmd search <query>\nqmd collection add\nqmd update\n--index <name>\n-n <num>\n--json' })
    expect(await start().search('Bruno')).toMatchObject({ hits: [{ path: 'memory/MEMORY.md' }] })
  })
  it('may print something before its answer', async () => {
    const row = { file: join(folder, 'work', 'memory', 'MEMORY.md'), score: 1.7, snippet: 'Bruno' }
    fake.be({ says: `ggml: found 1 device\n${JSON.stringify([row])}` })
    expect(await start().search('Bruno')).toEqual({
      hits: [{ path: 'memory/MEMORY.md', line: 1, lines: { from: 1, to: 1 }, snippet: 'Bruno', score: 1 }],
    })
  })
  it('embeds after reading, where vectors are asked for and the user has the models', async () => {
    mkdirSync(join(folder, 'home', '.cache', 'qmd', 'models'), { recursive: true })
    writeFileSync(join(folder, 'home', '.cache', 'qmd', 'models', 'embedding.gguf'), 'GGUF')
    const qmd = start()
    await qmd.search('Bruno')
    expect(count('embed')).toBe(0)
    settings = { ...settings, searchMode: 'query' }
    expect(await qmd.search('lex: Bruno')).toMatchObject({ hits: [{ path: 'memory/MEMORY.md' }] })
    await waitFor('embed', () => count('embed') === 1)
    expect(
      fake
        .calls()
        .find(({ args }) => args.includes('query'))
        ?.args.at(-1),
    ).toBe('Bruno')
    const { cwd = '' } = fake.calls()[0] ?? {}
    expect(readFileSync(join(cwd, 'cache', 'qmd', 'models', 'embedding.gguf'), 'utf8')).toBe('GGUF')
  })
})

describe('QMD is unavailable, with a reason,', () => {
  const reason = async (qmd: Qmd, query = 'Bruno') => {
    const answer = await qmd.search(query)
    return 'unavailable' in answer ? answer.unavailable : 'it answered'
  }

  it('where there is no such program', async () => {
    settings = { ...settings, command: 'qmd-of-nobody' }
    expect(await reason(start())).toBe('There is no program “qmd-of-nobody”.')
    settings = { ...settings, command: join(folder, 'work', 'memory', 'MEMORY.md') }
    expect(await reason(start())).toMatch(/^There is no program/)
  })
  it.each(['qmd 3.0.0', 'qmd 0.9.0', 'QMD, the query machine', ''])(
    'in a version we do not know: %j',
    async (version) => {
      fake.be({ version })
      expect(await reason(start())).toMatch(/version/)
    },
  )
  it('if it lacks what is needed', async () => {
    fake.be({ help: 'qmd search <query>\nqmd update' })
    expect(await reason(start())).toBe('QMD 2.8.3 does not have “qmd collection add”, which is needed.')
  })
  it('if it lacks the search that is set, or the models for it', async () => {
    settings = { ...settings, searchMode: 'vsearch' }
    expect(await reason(start())).toMatch(/has no models on this machine: run `qmd pull`/)
    fake.be({ help: 'qmd search <query>\nqmd collection add\nqmd update\n--index <name>\n-n <num>\n--json' })
    expect(await reason(start())).toBe('QMD 2.8.3 has no “vsearch”.')
  })
  it.each(['', 'No results found.', '{"hits": []}', '[{"file": 3}]', '[{"file": "a.md"'])(
    'if it answers %j',
    async (says) => {
      fake.be({ says })
      expect(await reason(start())).toBe('QMD 2.8.3 answered in a form we do not know.')
    },
  )
  it.each(['collection', 'update', 'search'])('if %s fails', async (fails) => {
    fake.be({ fails })
    expect(await reason(start())).toContain(`it ended with 1: ${fails} is broken and says more`)
  })
  it('if it says too much', async () => {
    fake.be({ says: 'x'.repeat(5_000_000) })
    expect(await reason(start())).toContain('it said more than')
  })
  it('if it takes too long, and nothing of it is left running', async () => {
    const qmd = start()
    await qmd.search('Bruno')
    fake.be({ hangs: 'search' })
    settings = { ...settings, limits: { ...settings.limits, timeoutMs: 1500 } }
    expect(await reason(qmd)).toMatch(/longer than \d+ ms/)
    const pids = await waitFor('the pids', () => existsSync(join(fake.folder, 'hanging')) && hanging())
    await waitFor('both to be gone', () => pids.every((pid) => !isRunning(pid)))
  })
  it('while it is still reading, which goes on until it is closed', async () => {
    fake.be({ hangs: 'update' })
    settings = { ...settings, limits: { ...settings.limits, timeoutMs: 500 } }
    const qmd = start()
    expect(await reason(qmd)).toBe('QMD is still reading the notes.')
    const pids = await waitFor('the pids', () => existsSync(join(fake.folder, 'hanging')) && hanging())
    qmd.close()
    await waitFor('both to be gone', () => pids.every((pid) => !isRunning(pid)))
    expect(await reason(qmd)).toContain('it was closed')
  })
  it('for a minute after a failure, unless the settings change', async () => {
    fake.be({ fails: 'search' })
    const qmd = start()
    await qmd.search('Bruno')
    fake.be({})
    expect(await reason(qmd)).toContain('search is broken')
    expect(count('search')).toBe(1)
    now = 60_000
    expect(await reason(qmd)).toBe('it answered')
    fake.be({ fails: 'search' })
    await qmd.search('Bruno')
    fake.be({})
    settings = { ...settings, limits: { ...settings.limits, maxResults: 3 } }
    expect(await reason(qmd)).toBe('it answered')
  })
  it('if there is no place for its index', async () => {
    writeFileSync(join(folder, 'data'), 'a file')
    expect(await reason(start())).toMatch(/^QMD has no place for its index/)
  })

  const hanging = () => readFileSync(join(fake.folder, 'hanging'), 'utf8').split(' ').map(Number)
})

const REAL = process.env.CLAUDE_MEM_TEST_QMD
if (REAL === undefined) console.log('The real QMD is left out: CLAUDE_MEM_TEST_QMD names no program.')

describe.skipIf(REAL === undefined)('the real QMD', () => {
  it('finds a note by its words, reads it anew, and forgets a folder', async () => {
    let extra = [{ path: join(folder, 'work', 'extra') }]
    note('extra/Zoltan.md', 'Zoltan likes tea.\n')
    settings = { ...settings, command: REAL ?? '' }
    const qmd = start({
      searchPath: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      folders: () => [{ path: join(folder, 'work', 'memory') }, ...extra],
    })
    expect(await qmd.search('--all -Bruno: what is the "dog called?')).toEqual({
      hits: [
        {
          path: 'memory/MEMORY.md',
          line: 3,
          lines: { from: 2, to: 5 },
          snippet: '\nThe dog is called Bruno.\n\nEl camarón es para la cena.',
          score: expect.any(Number),
        },
      ],
    })
    expect(await qmd.search('Bruno likes tea')).toEqual({ hits: [] })
    expect(await qmd.search('camaron cena')).toMatchObject({ hits: [{ path: 'memory/MEMORY.md' }] })
    note('memory/2026-04-12.md', 'Wilma came for lunch.\n')
    qmd.changed()
    expect(await qmd.search('Wilma')).toMatchObject({ hits: [{ path: 'memory/2026-04-12.md', line: 1 }] })
    expect(await qmd.search('Zoltan')).toMatchObject({ hits: [{ path: 'extra/Zoltan.md' }] })
    extra = []
    expect(await qmd.search('Zoltan')).toEqual({ hits: [] })
    expect(existsSync(join(folder, 'home'))).toBe(false)
  }, 60_000)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
