import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHostFile, writeHostFile } from './host-file.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'claude-mem-host-file-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

describe('a file of the host', () => {
  it('keeps its mode and leaves nothing else behind', () => {
    const path = join(place, 'settings.json')
    writeFileSync(path, 'a', { mode: 0o640 })
    writeHostFile(path, 'b')
    expect(readFileSync(path, 'utf8')).toBe('b')
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readdirSync(place)).toEqual(['settings.json'])
  })

  it('that is a link into somebody’s dotfiles stays a link', () => {
    mkdirSync(join(place, 'dotfiles'))
    writeFileSync(join(place, 'dotfiles/settings.json'), 'a')
    const path = join(place, 'settings.json')
    symlinkSync('dotfiles/settings.json', path)
    writeHostFile(path, 'b')
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(place, 'dotfiles/settings.json'), 'utf8')).toBe('b')
  })

  it('is made private, with its folder, where there was none, and removed again', () => {
    const path = join(place, 'deep/settings.json')
    expect(readHostFile(path)).toBeUndefined()
    writeHostFile(path, 'b')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    writeHostFile(path, undefined)
    expect(readHostFile(path)).toBeUndefined()
  })

  it('that is not UTF-8 is refused: it could not be put back byte for byte', () => {
    const path = join(place, 'settings.json')
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]))
    expect(() => readHostFile(path)).toThrow('not UTF-8')
  })
})
