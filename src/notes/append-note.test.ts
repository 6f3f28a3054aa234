import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../test/support/wait.ts'
import { appendNote, type NoteToAppend } from './append-note.ts'
import { chunkNote } from './note-chunks.ts'
import { makeWorkspace } from './workspace.fixture.ts'

const DAY = '2026-04-11'

function workspace(files: Record<string, string> = {}) {
  const place = makeWorkspace(files)
  onTestFinished(place.remove)
  const log = join(place.root, `memory/${DAY}.md`)
  return {
    ...place,
    log,
    read: (path = `memory/${DAY}.md`) => readFileSync(join(place.root, path), 'utf8'),
    append: (text: string, more: Partial<NoteToAppend> = {}) =>
      appendNote({ root: place.root, text, day: DAY, evergreen: false, ...more }),
  }
}

describe('a note that is added', () => {
  it('makes folder and file with a heading, and says where it stands', async () => {
    const { append, read, root } = workspace()
    expect(await append('We use pnpm.', { at: '09:05' })).toMatchObject({ path: `memory/${DAY}.md`, line: 3 })
    expect(await append('And Node 24.\nEverywhere.', { at: '09:06' })).toMatchObject({ line: 4 })
    expect(read()).toBe(`# ${DAY}\n\n- 09:05 We use pnpm.\n- 09:06 And Node 24.\n  Everywhere.\n`)
    expect(await append('Ana owns billing.', { evergreen: true, at: '09:07' })).toMatchObject({
      path: 'memory/MEMORY.md',
      line: 3,
    })
    expect(read('memory/MEMORY.md')).toBe('# Memory\n\n- Ana owns billing.\n')
    expect(readdirSync(join(root, 'memory')).sort()).toEqual([`${DAY}.md`, 'MEMORY.md'])
  })

  it.each([
    ['a list', '# Log\n- a\n', '# Log\n- a\n- new\n'],
    ['a last line without an end', '- a', '- a\n- new\n'],
    ['a paragraph', 'words', 'words\n\n- new\n'],
    ['a heading', '## Later\n', '## Later\n\n- new\n'],
    ['the end of a longer bullet', '- a\n  b\n', '- a\n  b\n- new\n'],
    ['an empty line', 'words\n\n', 'words\n\n- new\n'],
    ['Windows line ends', '- a\r\n', '- a\r\n- new\r\n'],
    ['an empty file', '\n', `\n# ${DAY}\n\n- new\n`],
  ])('stands in its own line behind %s', async (_, before, after) => {
    const { append, read } = workspace({ [`shop/memory/${DAY}.md`]: before })
    await append('new')
    expect(read()).toBe(after)
  })

  it.each<[string, Partial<NoteToAppend>]>([
    ['nothing', { text: ' \n\u0000' }],
    ['too much', { text: 'x'.repeat(16_001) }],
    ['no day', { day: '../../etc/x' }],
    ['no day of the calendar', { day: '2026-02-30' }],
    ['no time', { at: '9:5' }],
    ['a time that breaks out', { at: '09:05\n# x' }],
  ])('is refused with %s, and makes no folder', async (_, more) => {
    const { append, root } = workspace()
    await expect(append('text', more)).rejects.toThrow()
    expect(existsSync(join(root, 'memory'))).toBe(false)
  })

  it('follows a link to a MEMORY.md in the root, and none that leads out or to something else', async () => {
    const { append, root, base, read } = workspace({
      'shop/MEMORY.md': '# Ours\n',
      'shop/.bashrc': '',
      'outside/victim.md': 'safe\n',
    })
    mkdirSync(join(root, 'memory'))
    symlinkSync('../MEMORY.md', join(root, 'memory/MEMORY.md'))
    await append('new', { evergreen: true })
    expect(read('MEMORY.md')).toBe('# Ours\n\n- new\n')
    for (const target of ['../../outside/victim.md', '../../outside/none.md', '../.bashrc', '.', '/dev/null']) {
      rmSync(join(root, 'memory/MEMORY.md'))
      symlinkSync(target, join(root, 'memory/MEMORY.md'))
      await expect(append('new', { evergreen: true })).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect(readFileSync(join(base, 'outside/victim.md'), 'utf8')).toBe('safe\n')
    expect(readFileSync(join(root, '.bashrc'), 'utf8')).toBe('')
    expect(readdirSync(join(base, 'outside'))).toEqual(['victim.md'])
  })
})

describe('an editor that saves over it', () => {
  it('a moment later does not lose it', async () => {
    const { append, log, read } = workspace({ [`shop/memory/${DAY}.md`]: '- mine\n' })
    const before = read()
    const { settled } = await append('ours')
    writeFileSync(`${log}~`, `${before}- an edit\n`)
    renameSync(`${log}~`, log)
    expect(await settled).toEqual({ kind: 'kept', writtenAgain: 1 })
    expect(read()).toBe('- mine\n- an edit\n- ours\n')
  })
  it('with other white space is not taken for a loss', async () => {
    const { append, log, read } = workspace()
    const { settled } = await append('ours\nin two lines')
    writeFileSync(log, read().replace('- ours\n  in', '*   ours\r\n    in'))
    expect(await settled).toEqual({ kind: 'kept', writtenAgain: 0 })
  })
  it('is not fought when a person deletes the entry later', async () => {
    const { append, log, read } = workspace()
    const { settled } = await append('ours')
    expect(await settled).toEqual({ kind: 'kept', writtenAgain: 0 })
    writeFileSync(log, '# empty\n')
    await (await append('another')).settled
    expect(read()).toBe('# empty\n\n- another\n')
  })
  it('is not fought when the file, or all of memory/, is deleted', async () => {
    const { append, root } = workspace()
    const { settled } = await append('ours')
    rmSync(join(root, 'memory'), { recursive: true })
    expect(await settled).toEqual({ kind: 'deleted', writtenAgain: 0 })
    expect(existsSync(join(root, 'memory'))).toBe(false)
  })
})

describe('several processes and an editor at once', () => {
  it('lose no line, and leave valid Markdown', { timeout: 60_000 }, async () => {
    const { root, log, read } = workspace({ [`shop/memory/${DAY}.md`]: `# ${DAY}\n\nedits: 0\n` })
    const editor = run(EDITOR, [log])
    await waitFor('the first edit', () => !read().includes('edits: 0'))
    const writers = ['a', 'b', 'c'].map((name) => run(WRITER, [root, name, DAY]))
    const ends = await Promise.all(writers.map((writer) => endOf(writer)))
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await endOf(editor, 'SIGTERM')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+$/) })

    const lines = read().split('\n')
    for (const name of ['a', 'b', 'c']) {
      const ours = lines.filter((line) => line.startsWith(`- 10:00 ${name} `)).map((line) => line.split(' ')[3])
      expect(ours.map(Number).sort((x, y) => x - y)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    }
    // Every entry has its second line and its closed fence behind it, whoever wrote in between.
    expect(read().match(/^- 10:00 [abc] \d+\n {2}```\n {2}# code\n {2}```\n(?=- |\n|$)/gm)?.length).toBe(120)
    expect(new Set(chunkNote(read()).map(({ heading }) => heading))).toEqual(new Set([DAY]))
    expect(read().match(/^edits: \d+$/gm)?.length).toBe(1)
    const again = ends.reduce((sum, { out }) => sum + Number(out), 0)
    expect(again, 'the editor did save over some').toBeGreaterThan(0)
    expect(readdirSync(join(root, 'memory'))).toEqual([`${DAY}.md`])
  })
})

/** Adds 40 entries, and ends when all are settled; prints how many it had to write again. */
const WRITER = `
  import { appendNote } from ${JSON.stringify(import.meta.resolve('./append-note.ts'))}
  const [root, name, day] = process.argv.slice(1)
  const settled = []
  for (let n = 0; n < 40; n++) {
    const text = name + ' ' + n + '\\n\`\`\`\\n# code'
    settled.push((await appendNote({ root, text, day, evergreen: false, at: '10:00' })).settled)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const ends = await Promise.all(settled)
  if (ends.some(({ kind }) => kind !== 'kept')) process.exit(1)
  console.log(ends.reduce((sum, { writtenAgain }) => sum + writtenAgain, 0))
`

/** Reads, changes a line, and saves by rename, again and again until it is told to end. */
const EDITOR = `
  import { readFileSync, renameSync, writeFileSync } from 'node:fs'
  const [log] = process.argv.slice(1)
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  let edits = 0
  let ending = false
  process.on('SIGTERM', () => { ending = true })
  while (!ending) {
    const text = readFileSync(log, 'utf8').replace(/^edits: \\d+$/m, 'edits: ' + ++edits)
    await pause(5)
    writeFileSync(log + '.tmp', text)
    renameSync(log + '.tmp', log)
    await pause(25)
  }
  console.log(edits)
`

function run(script: string, args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function endOf(child: ChildProcess, signal?: NodeJS.Signals): Promise<{ code: number | null; out: string }> {
  let out = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (signal) child.kill(signal)
  return { code: await ended, out: out.trim() }
}
