import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepsNotes, mayHaveNotes } from './may-have-notes.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'claude-mem-has-notes-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), 'text\n')
}

describe('a workspace', () => {
  it('keeps notes when it has a log or a MEMORY.md in memory/', () => {
    expect([mayHaveNotes(root), keepsNotes(root)]).toEqual([false, false])
    write('memory/2026-04-11.md')
    expect([mayHaveNotes(root), keepsNotes(root)]).toEqual([true, true])
  })

  it('may have notes, but does not surely keep them, in a folder of sources or with settings alone', () => {
    for (const path of ['memory/arena.cc', 'memory/README.md', 'MEMORY.md', 'agent-config.json']) {
      write(path)
      expect([path, mayHaveNotes(root), keepsNotes(root)]).toEqual([path, true, false])
    }
  })
})
