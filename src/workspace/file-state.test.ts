import { describe, expect, it } from 'vitest'
import { blobHash, type Disk, type HashBudget, knowDisk, MAX_HASHED_BYTES } from './file-state.ts'

const budget = (more: Partial<HashBudget> = {}): HashBudget => ({
  files: 10,
  bytes: 10_000_000,
  until: 100,
  now: () => 0,
  ...more,
})

function countingDisk(content = 'hello\n') {
  const reads: string[] = []
  const disk: Disk = {
    stat: () => undefined,
    read(path) {
      reads.push(path)
      if (path === '/unreadable') throw new Error('EACCES')
      return Buffer.from(content)
    },
  }
  return { reads, disk }
}

const stat = { size: 6, mtimeMs: 1.5, ino: 7 }

describe('a file’s hash', () => {
  it('is the one git gives', () => {
    expect(blobHash(Buffer.from('hello\n'))).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
    expect(blobHash(Buffer.from(''))).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391')
  })

  it('is made once while size, time and inode stay, and again when one of them changes', () => {
    const { disk, reads } = countingDisk()
    const known = knowDisk(disk)
    for (let times = 0; times < 3; times++) known.blob('/a', stat, budget())
    expect(reads).toEqual(['/a'])
    for (const more of [{ size: 5 }, { mtimeMs: 2 }, { ino: 8 }]) known.blob('/a', { ...stat, ...more }, budget())
    expect(reads).toHaveLength(4)
  })

  it('is not made beyond the budget of files, bytes or time, nor for a large file; what is known costs nothing', () => {
    const { disk, reads } = countingDisk()
    const known = knowDisk(disk)
    known.blob('/known', stat, budget())
    const none = [budget({ files: 0 }), budget({ bytes: 5 }), budget({ now: () => 100 })]
    for (const spent of none) {
      expect(known.blob('/a', stat, spent)).toBeUndefined()
      expect(known.blob('/known', stat, spent)).toBeDefined()
    }
    expect(known.blob('/a', { ...stat, size: MAX_HASHED_BYTES + 1 }, budget())).toBeUndefined()
    expect(reads).toEqual(['/known'])
  })

  it('is unknown for a file that cannot be read', () => {
    expect(knowDisk(countingDisk().disk).blob('/unreadable', stat, budget())).toBeUndefined()
  })
})
