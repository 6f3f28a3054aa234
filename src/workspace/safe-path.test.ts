import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { MemoryError } from '../memory/error.ts'
import { type ProjectPlace, realFolder, resolveInside } from './safe-path.ts'
import { readInside } from './safe-read.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-safe-')))
const root = join(base, 'project')
const data = join(root, '.data')
const socket = createServer()
afterAll(() => {
  socket.close()
  rmSync(base, { recursive: true, force: true })
})

for (const folder of ['project/src/deep', 'project/.git', 'project/.data', 'elsewhere', 'project-two'])
  mkdirSync(join(base, folder), { recursive: true })
for (const [path, text] of Object.entries({
  'project/src/a.ts': 'export const a = 1\n',
  'project/src/deep/b.ts': '\uFEFFexport const b = 2\n',
  'project/..c.ts': 'a name that begins with two dots',
  'project/.git/config': 'SECRET of git',
  'project/.data/token': 'SECRET of ours',
  'project/.env': 'KEY=SECRET',
  'project/large.js': 'x'.repeat(5 * 1024 * 1024 + 1),
  'project/image.png': 'PNG\0\0',
  'elsewhere/secret.ts': 'SECRET',
  'project-two/secret.ts': 'SECRET',
}))
  writeFileSync(join(base, path), text)
for (const [link, target] of [
  ['project/inner-link.ts', 'src/a.ts'],
  ['project/out.ts', '../elsewhere/secret.ts'],
  ['project/out-folder', '../elsewhere'],
  ['project/dangling-out.ts', '../elsewhere/nothing.ts'],
  ['project/dangling-in.ts', 'src/nothing.ts'],
  ['project/loop.ts', 'loop.ts'],
  ['project/chain.ts', 'out.ts'],
  ['project/git-link', '.git'],
  ['project/harmless-name.ts', '.env'],
  ['way-in', 'project'],
] as const)
  symlinkSync(target, join(base, link))
spawnSync('mkfifo', [join(root, 'pipe.ts')])
await new Promise<void>((resolve) => socket.listen(join(root, 'socket.ts'), resolve))

const place: ProjectPlace = { root, closed: [data] }
const read = (path: string, from?: string) => readInside(resolveInside({ ...place, from }, path))

function refusal(path: string, from?: string): MemoryError {
  try {
    read(path, from)
  } catch (error) {
    if (error instanceof MemoryError) return error
    throw error
  }
  throw new Error(`${path} was read`)
}

describe('a path inside the project', () => {
  it.each([
    'src/a.ts',
    './src/../src/a.ts',
    'src/deep/../a.ts',
    join(root, 'src/a.ts'),
    'inner-link.ts',
    join(base, 'way-in/src/a.ts'),
  ])('is read: %s', (path) => expect(read(path)).toBe('export const a = 1\n'))
  it('begins at the folder the caller stands in, and at the root if it is not there', () => {
    expect(read('b.ts', join(root, 'src/deep'))).toBe('export const b = 2\n')
    expect(read('src/a.ts', join(root, 'src/deep'))).toBe('export const a = 1\n')
    expect(read('../a.ts', join(root, 'src/deep'))).toBe('export const a = 1\n')
  })
  it('is named from the root, by its real path', () => {
    expect(resolveInside(place, 'inner-link.ts')).toEqual({ real: join(root, 'src/a.ts'), path: 'src/a.ts' })
  })
  it('may begin with two dots in its name', () => expect(read('..c.ts')).toContain('two dots'))
})

describe('a path that leads out', () => {
  it.each([
    '../elsewhere/secret.ts',
    '../elsewhere/not-there.ts',
    '../project-two/secret.ts',
    'src/../../elsewhere/secret.ts',
    '/etc/passwd',
    '/nowhere/at/all',
    '/dev/zero',
    '/proc/self/environ',
    'out.ts',
    'chain.ts',
    'out-folder/secret.ts',
    'out-folder/not-there.ts',
    'dangling-out.ts',
    'dangling-in.ts',
    'dangling-out.ts/more',
  ])('is refused in the same words, whether or not it exists: %s', (path) => {
    const { code, message, hint } = refusal(path)
    expect({ code, message }).toEqual({ code: 'forbidden', message: `\`${path}\` is not in the project.` })
    expect(hint).toBeDefined()
  })
})

describe('what is no text file of the project', () => {
  it.each([
    ['', 'bad_input', /path of a file/],
    ['  ', 'bad_input', /path of a file/],
    ['.', 'bad_input', /folder/],
    ['src', 'bad_input', /folder/],
    ['src/a.ts\0.png', 'bad_input', /NUL/],
    ['x'.repeat(256), 'bad_input', /too long/],
    ['x/'.repeat(2100), 'bad_input', /too long/],
    ['loop.ts', 'bad_input', /goes round/],
    ['pipe.ts', 'bad_input', /not a regular file/],
    ['socket.ts', 'bad_input', /not a regular file/],
    ['image.png', 'bad_input', /not a text file/],
    ['large.js', 'too_large', /larger than 5 MB/],
    ['src/gone.ts', 'not_found', /no file/],
    ['src/a.ts/more', 'not_found', /no file/],
    ['.git/config', 'forbidden', /Git/],
    ['.git/gone', 'not_found', /no file/],
    ['git-link/config', 'forbidden', /Git/],
    ['.data/token', 'forbidden', /own data/],
    ['.env', 'forbidden', /secrets/],
    ['harmless-name.ts', 'forbidden', /secrets/],
  ])('is refused: %.40j', (path, code, message) => {
    const refused = refusal(path)
    expect(refused.code).toBe(code)
    expect(refused.message).toMatch(message)
  })
  it('is shown on one line without control characters', () => {
    expect(refusal(`src/\u001b[2J\n${'long'.repeat(60)}`).message).toMatch(
      /^There is no file `src\/\?\[2J\?[long]{190,}…`/,
    )
  })
})

describe('a file that is exchanged between look and reading', () => {
  it('is not read when its folder became a link that leads out', () => {
    mkdirSync(join(root, 'swap'))
    writeFileSync(join(root, 'swap/secret.ts'), 'harmless')
    const found = resolveInside(place, 'swap/secret.ts')
    renameSync(join(root, 'swap'), join(root, 'swapped-away'))
    symlinkSync('../elsewhere', join(root, 'swap'))
    expect(() => readInside(found)).toThrow('not in the project')
  })
  it('is not read when it became a link itself, or is gone', () => {
    writeFileSync(join(root, 'soon.ts'), 'harmless')
    const found = resolveInside(place, 'soon.ts')
    rmSync(join(root, 'soon.ts'))
    expect(() => readInside(found)).toThrow('no file')
    symlinkSync('../elsewhere/secret.ts', join(root, 'soon.ts'))
    expect(() => readInside(found)).toThrow('not a regular file')
  })
})

describe('a folder that becomes a link and a folder again while it is read', () => {
  it('never gives what lies outside', async () => {
    mkdirSync(join(root, 'spot'))
    writeFileSync(join(root, 'spot/secret.ts'), 'harmless')
    symlinkSync('../elsewhere', join(root, 'spot-link'))
    const swapping = startSwapping()
    onTestFinished(() => void swapping.kill())
    const seen = { harmless: 0, refused: 0 }
    await new Promise((resolve) => swapping.stdout.once('data', resolve))
    for (let n = 0; n < 5000; n++) {
      try {
        expect(read('spot/secret.ts')).toBe('harmless')
        seen.harmless += 1
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error
        seen.refused += 1
      }
    }
    expect(seen.harmless * seen.refused, JSON.stringify(seen)).toBeGreaterThan(0)
  })

  function startSwapping() {
    const script = `
      const { renameSync } = require('node:fs')
      process.stdout.write('begun')
      for (;;) {
        renameSync('spot', 'spot-folder'); renameSync('spot-link', 'spot')
        renameSync('spot', 'spot-link'); renameSync('spot-folder', 'spot')
      }`
    return spawn(process.execPath, ['-e', script], { cwd: root })
  }
})

describe('realFolder', () => {
  it('follows links', () => expect(realFolder(join(base, 'way-in'))).toBe(root))
  it.each(['', 'src', join(root, 'src/a.ts'), join(root, 'nothing'), '/', '/..', `${root}\0`])('refuses %j', (path) =>
    expect(() => realFolder(path)).toThrow(MemoryError),
  )
})
