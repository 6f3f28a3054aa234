import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  opendirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../test/support/wait.ts'
import { type FoldersToWatch, watchFolders } from './watch-folders.ts'

/** Longer than every test: what is seen is seen by a watch. */
const NEVER_MS = 1_000_000

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-watch-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function write(path: string, text = 'a note\n'): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Appears in one step, so that it makes one change, however slow the machine is. */
function putWhole(path: string): void {
  const beside = join(makeFolder(), 'whole')
  write(join(beside, basename(path)))
  if (existsSync(dirname(path))) renameSync(join(beside, basename(path)), path)
  else renameSync(beside, dirname(path))
}

async function startWatching(root: string, more: Partial<FoldersToWatch> = {}) {
  const calls: string[] = []
  const watching = watchFolders({
    roots: [root],
    onChange: (of) => calls.push(of),
    debounceMs: 20,
    relistMs: NEVER_MS,
    ...more,
  })
  onTestFinished(() => watching.close())
  await watching.ready
  return {
    watching,
    calls,
    /** The change is told, and everything it sets going has come to rest. */
    async sees(what: string, change: () => void) {
      const before = calls.length
      change()
      await waitFor(what, () => calls.length > before)
      await quiet(calls)
    },
    async missesUntil(change: () => void, then: () => void) {
      const before = calls.length
      change()
      await quiet(calls)
      expect(calls.length).toBe(before)
      then()
      await waitFor('the watch lives', () => calls.length > before)
    },
  }
}

/** Ten quiet times without a call. */
async function quiet(calls: string[]): Promise<void> {
  let last = -1
  while (last !== calls.length) {
    last = calls.length
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

describe('a watched folder', () => {
  it.each<[string, (root: string) => void]>([
    ['a file that is written', (root) => write(join(root, 'new.md'))],
    ['a line at the end of a file', (root) => appendFileSync(join(root, 'a.md'), 'more\n')],
    ['a file three folders down', (root) => appendFileSync(join(root, 'x/y/z/deep.md'), 'more\n')],
    ['a file that is deleted', (root) => unlinkSync(join(root, 'x/y/z/deep.md'))],
    ['a file that gets another name', (root) => renameSync(join(root, 'a.md'), join(root, 'b.md'))],
    ['a file that is no note any more', (root) => renameSync(join(root, 'a.md'), join(root, 'a.txt'))],
    [
      'an editor that writes beside and renames',
      (root) => {
        write(join(root, 'x/.a.md.swp'), 'new')
        renameSync(join(root, 'x/.a.md.swp'), join(root, 'x/y/z/deep.md'))
      },
    ],
    ['a folder that gets another name', (root) => renameSync(join(root, 'x'), join(root, 'w'))],
    ['a folder that is deleted', (root) => rmSync(join(root, 'x'), { recursive: true })],
    ['new folders with a file in the last', (root) => write(join(root, 'n/e/s/t/new.md'))],
    ['a folder that is moved in', (root) => renameSync(`${root}-beside`, join(root, 'moved'))],
    ['a link to a folder', (root) => symlinkSync(`${root}-beside`, join(root, 'link'))],
    ['the end of it all', (root) => rmSync(root, { recursive: true })],
  ])('tells of %s', async (what, change) => {
    const root = join(makeFolder(), 'memory')
    write(join(root, 'a.md'))
    write(join(root, 'x/y/z/deep.md'))
    write(`${root}-beside/inside/one.md`)
    const { sees, calls } = await startWatching(root)
    await sees(what, () => change(root))
    expect(new Set(calls)).toEqual(new Set([root]))
  })

  it('goes on with folders that came, moved, or came back', async () => {
    const root = makeFolder()
    write(join(root, 'x/y/deep.md'))
    const { sees, watching } = await startWatching(root)
    await sees('a new folder', () => write(join(root, 'n/e/w.md')))
    await sees('a write in it', () => appendFileSync(join(root, 'n/e/w.md'), 'more'))
    await sees('its move', () => renameSync(join(root, 'n'), join(root, 'm')))
    await sees('a write in what moved', () => appendFileSync(join(root, 'm/e/w.md'), 'more'))
    await sees('a new folder in what moved', () => write(join(root, 'm/e/f/g.md')))
    await sees('another folder under the old name', () => write(join(root, 'n/e/w.md')))
    await sees('a write in that', () => appendFileSync(join(root, 'n/e/w.md'), 'more'))
    await sees('a folder made again at once', () => {
      rmSync(join(root, 'x'), { recursive: true })
      write(join(root, 'x/y/deep.md'), 'other')
    })
    await sees('a write in it', () => appendFileSync(join(root, 'x/y/deep.md'), 'more'))
    expect(watching.watches(), 'the root, x, x/y, m, m/e, m/e/f, n, n/e').toBe(8)
    await sees('the end of a folder', () => rmSync(join(root, 'm'), { recursive: true }))
    expect(watching.watches()).toBe(5)
  })

  it('goes on with a folder made again while somebody still stands in the old one', async () => {
    const root = makeFolder()
    write(join(root, 'x/a.md'))
    const { sees } = await startWatching(root)
    const held = opendirSync(join(root, 'x')) // Linux does not tell the end of a folder that is open
    onTestFinished(() => held.closeSync())
    await sees('the other folder', () => {
      rmSync(join(root, 'x'), { recursive: true })
      write(join(root, 'x/b.md'))
    })
    await sees('a write in it', () => appendFileSync(join(root, 'x/b.md'), 'more'))
  })

  it('keeps still for what is no note', async () => {
    const root = makeFolder()
    write(join(root, '.dreams/signals.md'))
    write(join(root, 'node_modules/thing/README.md'))
    const { missesUntil, watching } = await startWatching(root)
    expect(watching.watches()).toBe(1)
    await missesUntil(
      () => {
        write(join(root, 'log.txt'))
        write(join(root, '.lock'))
        write(join(root, '.hidden.md'))
        write(join(root, '.dreams/signals.md'), 'other')
        write(join(root, 'node_modules/thing/README.md'), 'other')
        mkdirSync(join(root, 'empty'))
      },
      () => write(join(root, 'empty/no-more.md')),
    )
  })

  it('makes one call of many writes, and does not wait for the end of endless ones', async () => {
    const root = makeFolder()
    const { calls } = await startWatching(root, { debounceMs: 150 })
    for (let n = 0; n < 50; n++) write(join(root, `${n}.md`))
    await waitFor('a call', () => calls.length > 0)
    await quiet(calls)
    expect(calls.length).toBe(1)
    const writing = setInterval(() => write(join(root, 'busy.md'), String(Math.random())), 10)
    onTestFinished(() => clearInterval(writing))
    await waitFor('a call while somebody writes', () => calls.length > 1)
  })

  it('follows links by what they lead to, once, and where it may', async () => {
    const base = makeFolder()
    const root = join(base, 'memory')
    write(join(root, 'sub/a.md'))
    write(join(base, 'far/deep/b.md'))
    write(join(base, 'closed/c.md'))
    symlinkSync('..', join(root, 'sub/up'))
    symlinkSync('../far', join(root, 'far'))
    symlinkSync('../../far/deep', join(root, 'sub/far-too'))
    symlinkSync('../closed', join(root, 'closed'))
    const { sees, missesUntil, watching } = await startWatching(root, { mayFollow: (real) => !real.endsWith('closed') })
    expect(watching.watches(), 'memory, sub, far, far/deep').toBe(4)
    await sees('a write behind a link', () => appendFileSync(join(base, 'far/deep/b.md'), 'more'))
    await missesUntil(
      () => appendFileSync(join(base, 'closed/c.md'), 'more'),
      () => unlinkSync(join(root, 'far')),
    )
    await waitFor('the way is gone', () => watching.watches() === 3) // far/deep has another one
  })
})

describe('a root that is not there', () => {
  it('is seen when it comes, goes and comes again, with the folders above it', async () => {
    const base = makeFolder()
    const root = join(base, 'project/notes/memory')
    const { sees, watching } = await startWatching(root)
    expect(watching.watches(), 'the nearest folder above').toBe(1)
    await sees('its first file', () => write(join(root, 'a.md')))
    await sees('a write', () => appendFileSync(join(root, 'a.md'), 'more'))
    await sees('its end', () => rmSync(join(base, 'project'), { recursive: true }))
    await sees('its return', () => write(join(root, 'b.md')))
    await sees('a write', () => appendFileSync(join(root, 'b.md'), 'more'))
    await sees('its end and return at once', () => {
      rmSync(root, { recursive: true })
      write(join(root, 'c.md'))
    })
    await sees('a write', () => appendFileSync(join(root, 'c.md'), 'more'))
  })

  it('may be a single file, and an editor may replace it', async () => {
    const file = join(makeFolder(), 'todo.md')
    const { sees, missesUntil } = await startWatching(file)
    await sees('its coming', () => write(file))
    await sees('a write', () => appendFileSync(file, 'more'))
    await sees('another in its place', () => {
      write(`${file}.tmp`, 'other')
      renameSync(`${file}.tmp`, file)
    })
    await missesUntil(
      () => write(join(dirname(file), 'other.md')),
      () => appendFileSync(file, 'more'),
    )
    await sees('its end', () => unlinkSync(file))
  })
})

describe('the listing behind the watches', () => {
  const dead: FoldersToWatch['watch'] = () => ({ on: () => undefined, close: () => undefined })

  it('finds what a watch lost, and nothing a second time', async () => {
    const root = makeFolder()
    write(join(root, 'x/a.md'))
    const { sees, calls } = await startWatching(root, { watch: dead, relistMs: 30 })
    await sees('a new file', () => putWhole(join(root, 'x/b.md')))
    await sees('a write', () => appendFileSync(join(root, 'x/a.md'), 'more'))
    await sees('a folder', () => putWhole(join(root, 'new/c.md')))
    await sees('a deletion', () => unlinkSync(join(root, 'x/a.md')))
    expect(calls.length).toBe(4)
  })

  it('does not repeat what a watch told', async () => {
    const root = makeFolder()
    write(join(root, 'x/a.md'))
    const { sees, calls } = await startWatching(root, { relistMs: 50 })
    await sees('a write', () => appendFileSync(join(root, 'x/a.md'), 'more'))
    await sees('a new file', () => putWhole(join(root, 'x/b.md')))
    expect(calls.length).toBe(2)
  })

  it('takes over, and says so once, when the system has no watches left', async () => {
    const root = makeFolder()
    for (const name of ['a', 'b', 'c', 'd']) write(join(root, name, 'note.md'))
    let free = 2
    const reasons: string[] = []
    const { sees, watching } = await startWatching(root, {
      watch: (...given) => {
        if (free === 0) throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' })
        free -= 1
        return watch(...given)
      },
      relistMs: 100, // shorter than the 2 s of the real thing
      onLost: ({ message }) => reasons.push(message),
    })
    expect(watching.watches()).toBe(2)
    await sees('a write in an unwatched folder', () => appendFileSync(join(root, 'd/note.md'), 'more'))
    expect(reasons).toEqual(['no watches left'])
    free = 10
    await waitFor('all are watched', () => watching.watches() === 5)
  })

  it('stops at a bound of folders, and says so', async () => {
    const root = makeFolder()
    for (let n = 0; n < 20; n++) write(join(root, `${n}/note.md`))
    const reasons: string[] = []
    const { watching } = await startWatching(root, { mostFolders: 10, onLost: ({ message }) => reasons.push(message) })
    expect(watching.watches()).toBe(10)
    expect(reasons).toEqual([`More than 10 folders below ${root}.`])
  })
})

describe('one watch for all below', () => {
  it('tells of files and folders at any depth', async () => {
    const root = join(makeFolder(), 'memory')
    write(join(root, 'x/y/deep.md'))
    const { sees } = await startWatching(root, { recursive: true })
    await sees('a write', () => appendFileSync(join(root, 'x/y/deep.md'), 'more'))
    await sees('a new file', () => write(join(root, 'x/new.md')))
    await sees('its end', () => rmSync(root, { recursive: true }))
    await sees('its return', () => write(join(root, 'again.md')))
  })
})

describe('a closed watch', () => {
  it('holds nothing, says nothing, and lets the process end', async () => {
    const root = makeFolder()
    write(join(root, 'x/a.md'))
    const { watching, calls } = await startWatching(root)
    appendFileSync(join(root, 'x/a.md'), 'more')
    watching.close()
    expect(watching.watches()).toBe(0)
    await quiet(calls)
    expect(calls).toEqual([])
    // In its own process: it ends although its watch is open.
    const module = JSON.stringify(import.meta.resolve('./watch-folders.ts'))
    const script = `import { watchFolders } from ${module}
      await watchFolders({ roots: [${JSON.stringify(root)}], onChange: () => {} }).ready; console.log('ready')`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 10_000,
      encoding: 'utf8',
    })
    expect([run.stdout, run.status]).toEqual(['ready\n', 0])
  })
})
