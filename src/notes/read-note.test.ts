import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hostilePaths, layTraps, SECRET } from '../../test/support/hostile-paths.ts'
import { MemoryError } from '../memory/error.ts'
import { listNoteFiles } from './note-files.ts'
import { type NoteToRead, readNote } from './read-note.ts'
import { makeWorkspace } from './workspace.fixture.ts'

const TEN = Array.from({ length: 10 }, (_, n) => `line ${n + 1}`)

function workspace(files: Record<string, string>) {
  const place = makeWorkspace(files)
  onTestFinished(place.remove)
  const { files: notes } = listNoteFiles({ root: place.root, home: place.home, extraPaths: ['~/notes'] })
  const read = (question: NoteToRead | string) =>
    readNote(notes, typeof question === 'string' ? { path: question } : question)
  return { ...place, notes, read }
}

function refusal(read: () => unknown): MemoryError {
  try {
    read()
  } catch (error) {
    if (error instanceof MemoryError) return error
    throw error
  }
  throw new Error('It was read.')
}

describe('a note', () => {
  it('has no private part and no secret, and its lines keep their numbers', () => {
    const text = 'one\n<private>\nhunter2\n</private>\nDB_PASSWORD=hunter2hunter2!\nsix\n'
    const { read } = workspace({ 'shop/memory/MEMORY.md': text })
    expect(read('memory/MEMORY.md').text).not.toContain('hunter2')
    expect(read('memory/MEMORY.md#L6-L6').text).toBe('six')
  })

  it('is read by its citation, without memory/, and by its real path', () => {
    const { read, root } = workspace({ 'shop/memory/MEMORY.md': 'lasting\n', 'home/notes/a.md': 'mine\n' })
    const whole = { path: 'memory/MEMORY.md', from: 1, to: 1, totalLines: 1, text: 'lasting' }
    for (const path of ['memory/MEMORY.md', 'MEMORY.md', join(root, 'memory/MEMORY.md')])
      expect(read(path)).toEqual(whole)
    expect(read('extra:notes/a.md')).toMatchObject({ path: 'extra:notes/a.md', text: 'mine' })
  })
  it('of the root is meant where there are two', () => {
    const { read } = workspace({ 'shop/memory/MEMORY.md': 'inner', 'shop/MEMORY.md': 'outer' })
    expect(read('MEMORY.md').text).toBe('outer')
    expect(read('memory/MEMORY.md').text).toBe('inner')
  })
  it('is read from a line on, and by the lines of a citation', () => {
    const { read } = workspace({ 'shop/memory/a.md': TEN.join('\r\n') })
    expect(read({ path: 'a.md', from: 4, lines: 2 })).toEqual({
      path: 'memory/a.md',
      from: 4,
      to: 5,
      totalLines: 10,
      text: 'line 4\nline 5',
    })
    expect(read('memory/a.md#L3-L4')).toMatchObject({ from: 3, to: 4, text: 'line 3\nline 4' })
    expect(read('memory/a.md#L3-4').text).toBe('line 3\nline 4')
    expect(read('memory/a.md#L9').text).toBe('line 9')
    expect(read({ path: 'memory/a.md#L3-L4', from: 9 })).toMatchObject({ from: 9, to: 10 })
    expect(read({ path: 'memory/a.md#L3-L4', lines: 3 })).toMatchObject({ from: 3, to: 5 })
    expect(read({ path: 'a.md', from: 8, lines: 99 })).toMatchObject({ to: 10 })
    expect(read({ path: 'a.md', from: 8, lines: 99 }).left).toBeUndefined()
  })
  it('may be empty', () => {
    const { read } = workspace({ 'shop/memory/a.md': '' })
    expect(read('a.md')).toEqual({ path: 'memory/a.md', from: 0, to: 0, totalLines: 0, text: '' })
  })
  it('is given up to a bound of lines, and says how to go on', () => {
    const text = Array.from({ length: 1000 }, (_, n) => `line ${n + 1}`).join('\n')
    const { read } = workspace({ 'shop/memory/a.md': text })
    expect(read('a.md')).toMatchObject({ from: 1, to: 400, totalLines: 1000 })
    expect(read('a.md').left).toBe('Lines 401 to 1000 are left out; ask for them with from: 401.')
    expect(read({ path: 'a.md', from: 401 })).toMatchObject({ from: 401, to: 450 })
    expect(read({ path: 'a.md', from: 401 }).left).toContain('from: 451')
    expect(read({ path: 'a.md', from: 401, lines: 10 }).left).toBeUndefined()
    expect(read({ path: 'a.md', from: 2, lines: 900 })).toMatchObject({ to: 401 })
    expect(read({ path: 'a.md', from: 2, lines: 900 }).left).toContain('from: 402')
  })
  it('is given up to a bound of characters, and inside a line only where it must be', () => {
    const { read } = workspace({
      'shop/memory/a.md': `${`${'x'.repeat(9999)}\n`.repeat(4)}${'😀'.repeat(20_000)}\nend`,
    })
    expect(read('a.md')).toMatchObject({ to: 2, left: 'Lines 3 to 6 are left out; ask for them with from: 3.' })
    const { text, left, to } = read({ path: 'a.md', from: 5 })
    expect([text.length, to]).toEqual([24_000, 5])
    expect(left).toBe(
      'Line 5 has 40000 characters; the first 24000 are shown. Line 6 is left out; ask for it with from: 6.',
    )
  })
  it.each([
    [{ path: 'a.md', from: 11 }, /has 10 lines; there is no line 11/],
    [{ path: 'a.md', from: 0 }, /whole numbers/],
    [{ path: 'a.md', from: 1.5 }, /whole numbers/],
    [{ path: 'a.md', lines: -1 }, /whole numbers/],
  ])('has no lines for %j', (question, message) => {
    const { read } = workspace({ 'shop/memory/a.md': TEN.join('\n') })
    expect(refusal(() => read(question))).toMatchObject({ code: 'bad_input', message: expect.stringMatching(message) })
  })
})

describe('what is no note', () => {
  it.each([
    ['../../../etc/passwd', 'forbidden'],
    ['memory/../../../etc/passwd', 'forbidden'],
    ['/etc/passwd', 'forbidden'],
    ['~/notes/a.md', 'forbidden'],
    ['.env', 'forbidden'],
    ['memory/.env', 'forbidden'],
    ['memory/.dreams/hidden.md', 'forbidden'],
    ['./memory/a.md', 'forbidden'],
    ['server.pem', 'forbidden'],
    ['agent-config.json', 'not_found'],
    ['README.md', 'not_found'],
    ['memory/nothing.md', 'not_found'],
    ['memory', 'not_found'],
    ['extra:other/a.md', 'not_found'],
    ['', 'bad_input'],
    ['memory/a.md\0', 'bad_input'],
    ['x'.repeat(5000), 'bad_input'],
    [`memory/${'x'.repeat(300)}.md`, 'bad_input'],
  ])('is refused, though it may be there: %j', (path, code) => {
    const { read } = workspace({
      'shop/memory/a.md': 'a',
      'shop/memory/.dreams/hidden.md': SECRET,
      'shop/.env': SECRET,
      'shop/agent-config.json': SECRET,
      'shop/README.md': SECRET,
      'shop/server.pem': SECRET,
    })
    expect(refusal(() => read(path)).code).toBe(code)
  })

  it('is refused a thousand times, and nothing of it is shown', () => {
    const { read, base, root, home, notes } = workspace({ 'shop/memory/good.md': 'good\n' })
    const traps = { around: base, project: root, data: join(home, '.claude-mem') }
    layTraps(traps)
    const paths = hostilePaths({ ...traps, count: 1000 })
    const more = paths.flatMap((path) => [`memory/${path}`, `extra:notes/${path}`, `${path}#L1-L9`])
    for (const path of [...paths, ...more]) {
      const { message, hint } = refusal(() => read({ path, from: 1 }))
      expect(`${message} ${hint}`).not.toContain(SECRET)
    }
    expect(read('good.md').text).toBe('good')
    expect(notes.length).toBe(1)
  })
})

describe('a note that was exchanged since it was listed', () => {
  const files = { 'shop/memory/sub/a.md': 'harmless', 'outside/a.md': SECRET, 'outside/sub/a.md': SECRET }

  it('is not read where it became a link', () => {
    const { read, root, base } = workspace(files)
    rmSync(join(root, 'memory/sub/a.md'))
    symlinkSync(join(base, 'outside/a.md'), join(root, 'memory/sub/a.md'))
    expect(refusal(() => read('sub/a.md'))).toBeInstanceOf(MemoryError)
  })
  it('is not read where a folder above it became one', () => {
    const { read, root, base } = workspace(files)
    renameSync(join(root, 'memory'), join(root, 'away'))
    symlinkSync(join(base, 'outside'), join(root, 'memory'))
    expect(refusal(() => read('sub/a.md'))).toMatchObject({ code: 'forbidden' })
    expect(refusal(() => read('sub/a.md')).message).toBe('`memory/sub/a.md` is not where it was.')
  })
  it('is not read where it is gone, or a folder by now', () => {
    const { read, root } = workspace(files)
    rmSync(join(root, 'memory/sub/a.md'))
    expect(refusal(() => read('sub/a.md')).code).toBe('not_found')
    mkdirSync(join(root, 'memory/sub/a.md'))
    expect(refusal(() => read('sub/a.md')).code).toBe('bad_input')
  })
  it('is read where an editor saved another in its place', () => {
    const { read, root } = workspace(files)
    writeFileSync(join(root, 'memory/new'), 'newer')
    renameSync(join(root, 'memory/new'), join(root, 'memory/sub/a.md'))
    expect(read('sub/a.md').text).toBe('newer')
  })
})
