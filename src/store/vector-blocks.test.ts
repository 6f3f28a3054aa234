import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openVectorFile, putNote, readNote } from './vector-blocks.ts'

let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'vectors-')), 'index.sqlite')
  const db = openVectorFile(path)
  putNote(db, 'kept', 'yes')
  db.close()
})
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }))

function noteAfterOpening(): string | undefined {
  const db = openVectorFile(path)
  const note = readNote(db, 'kept')
  db.close()
  return note
}

describe('the file of the vectors', () => {
  it('is not made anew because somebody else holds it: hours of work are in it', () => {
    const other = new DatabaseSync(path)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(() => openVectorFile(path)).toThrow(/locked/)
    other.close()
    expect(noteAfterOpening()).toBe('yes')
  })

  it.each([
    ['is damaged', () => writeFileSync(path, 'x'.repeat(5000))],
    [
      'has another format',
      () => {
        const other = new DatabaseSync(path)
        other.exec('PRAGMA user_version = 99')
        other.close()
      },
    ],
  ])('is made anew when it %s', (_, spoil) => {
    spoil()
    expect(noteAfterOpening()).toBeUndefined()
  })
})
