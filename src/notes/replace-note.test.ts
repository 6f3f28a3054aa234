import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
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
