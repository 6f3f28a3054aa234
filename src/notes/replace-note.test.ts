import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { replaceNote } from './replace-note.ts'
import { makeWorkspace } from './workspace.fixture.ts'

function note(text: string): string {
  const place = makeWorkspace({ 'shop/memory/MEMORY.md': text })
  onTestFinished(place.remove)
  return join(place.root, 'memory/MEMORY.md')
}

describe('replacing a note', () => {
  it('writes the whole file anew, with its mode, and leaves nothing beside it', () => {
    const path = note('old\n')
    chmodSync(path, 0o640)
    expect(replaceNote(path, 'old\n', 'new ✓\n')).toEqual({ kind: 'replaced' })
    expect(readFileSync(path, 'utf8')).toBe('new ✓\n')
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readdirSync(dirname(path))).toEqual(['MEMORY.md'])
  })
  it('takes away what a killed writer left beside it, and nothing of anybody else', () => {
    const path = note('old\n')
    const left = (name: string, ageMs: number) => {
      const at = (Date.now() - ageMs) / 1000
      writeFileSync(join(dirname(path), name), 'half')
      utimesSync(join(dirname(path), name), at, at)
    }
    left(`.MEMORY.md.${randomUUID()}.tmp`, 120_000)
    const others = [`.MEMORY.md.${randomUUID()}.tmp`, '.MEMORY.md.mine.tmp', 'MEMORY.md.tmp']
    others.forEach((name, at) => {
      left(name, at === 0 ? 0 : 120_000) // the first is being written just now
    })
    replaceNote(path, 'old\n', 'new\n')
    expect(readdirSync(dirname(path)).sort()).toEqual(['MEMORY.md', ...others].sort())
  })
  it('leaves a file that says something else by now', () => {
    const path = note('somebody’s edit\n')
    expect(replaceNote(path, 'old\n', 'new\n')).toEqual({ kind: 'changed' })
    expect(replaceNote(path, undefined, 'new\n')).toEqual({ kind: 'changed' })
    expect(replaceNote(join(dirname(path), 'gone.md'), 'old\n', 'new\n')).toEqual({ kind: 'changed' })
    expect(readFileSync(path, 'utf8')).toBe('somebody’s edit\n')
    expect(readdirSync(dirname(path))).toEqual(['MEMORY.md'])
  })
  it('makes a file where there was to be none', () => {
    const path = join(dirname(note('')), 'new.md')
    expect(replaceNote(path, undefined, 'first\n')).toEqual({ kind: 'replaced' })
    expect(readFileSync(path, 'utf8')).toBe('first\n')
  })
  it('leaves a file whose bytes are not the text that was read', () => {
    const path = note('')
    writeFileSync(path, Buffer.from([0x61, 0xff, 0x0a]))
    expect(replaceNote(path, readFileSync(path, 'utf8'), 'new\n')).toEqual({ kind: 'changed' })
    expect(readFileSync(path)).toEqual(Buffer.from([0x61, 0xff, 0x0a]))
  })
  it('takes no link and no folder for a note', () => {
    const path = note('old\n')
    symlinkSync('MEMORY.md', join(dirname(path), 'link.md'))
    mkdirSync(join(dirname(path), 'folder.md'))
    for (const name of ['link.md', 'folder.md'])
      expect(() => replaceNote(join(dirname(path), name), 'old\n', 'new\n')).toThrow('not a regular file')
  })
})
