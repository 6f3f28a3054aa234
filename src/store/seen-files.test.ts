import { describe, expect, it } from 'vitest'
import { findBranchState, putBranchState } from './branch-states.ts'
import type { Database } from './database.ts'
import { mergeObservations, rewordObservation } from './enrichment.ts'
import { putObservation } from './observations.ts'
import { findCitedFiles, findLastSeen, putHead, putSeenFiles } from './seen-files.ts'
import { draft, memoryDatabase, PROJECT, T0 } from './store.fixture.ts'

const seen = (path: string, blob = `blob of ${path}`) => ({ path, blob, size: 10, mtimeMs: T0 + 0.25 })

function put(db: Database, key: string, more: Parameters<typeof draft>[1] = {}): number {
  const one = draft(key, { title: `Memory ${key}`, ...more })
  return putObservation(db, { draft: one, session: undefined, project: PROJECT.id, source: 'local' })?.id ?? 0
}

const blobs = (db: Database, id: number) =>
  Object.fromEntries(findCitedFiles(db, [id]).flatMap((one) => one.files.map((file) => [file.path, file.seen?.blob])))

describe('what was seen of a file', () => {
  it('stays when the memory is stored again or reworded, and goes with a file it no longer cites', () => {
    const db = memoryDatabase()
    const id = put(db, 'a', { filesRead: ['r.js'], filesModified: ['m.js'] })
    putSeenFiles(db, id, [seen('r.js'), seen('m.js'), seen('never-cited.js')])
    expect(blobs(db, id)).toEqual({ 'r.js': 'blob of r.js', 'm.js': 'blob of m.js' })
    put(db, 'a', { filesRead: ['n.js'], filesModified: ['m.js'] })
    expect(blobs(db, id)).toEqual({ 'n.js': undefined, 'm.js': 'blob of m.js' })
    const { type, title, subtitle, narrative, facts, concepts } = draft('a')
    const words = { type, title, subtitle, narrative, facts, concepts }
    rewordObservation(db, { id, words, origin: 'session', model: 'm', promptVersion: '1' })
    expect(blobs(db, id)).toEqual({ 'n.js': undefined, 'm.js': 'blob of m.js' })
  })

  it('goes into the memory it is merged into; of one file the newest memory knows best', () => {
    const db = memoryDatabase()
    const into = put(db, 'a', { filesRead: ['own.js'], filesModified: ['both.js'] })
    const from = put(db, 'b', { filesRead: ['theirs.js'], filesModified: ['both.js'], at: T0 + 60_000 })
    putSeenFiles(db, into, [seen('own.js'), seen('both.js', 'older')])
    putSeenFiles(db, from, [seen('theirs.js'), seen('both.js', 'newer')])
    putHead(db, { observation: from, head: 'c'.repeat(40), branch: 'side' })
    mergeObservations(db, [into, from])
    expect(blobs(db, into)).toEqual({
      'own.js': 'blob of own.js',
      'theirs.js': 'blob of theirs.js',
      'both.js': 'newer',
    })
    expect(findCitedFiles(db, [into])).toMatchObject([{ head: 'c'.repeat(40), branch: 'side' }])
  })

  it('of one path is that of the newest memory that knows', () => {
    const db = memoryDatabase()
    const first = put(db, 'a', { filesModified: ['m.js'] })
    put(db, 'b', { filesModified: ['m.js'], at: T0 + 1000 })
    const by = { project: PROJECT.id, path: 'm.js' }
    expect(findLastSeen(db, by)).toBeUndefined()
    putSeenFiles(db, first, [seen('m.js', 'first')])
    expect(findLastSeen(db, by)).toEqual(seen('m.js', 'first'))
  })
})

describe('where the work lay', () => {
  it('is kept as first seen', () => {
    const db = memoryDatabase()
    const id = put(db, 'a')
    putHead(db, { observation: id, head: 'a'.repeat(40), branch: 'one' })
    putHead(db, { observation: id, head: 'b'.repeat(40), branch: 'two' })
    expect(findCitedFiles(db, [id])).toMatchObject([{ head: 'a'.repeat(40), branch: 'one' }])
  })
})

describe('git’s answer', () => {
  it('follows history, and what equal contents told stays', () => {
    const db = memoryDatabase()
    const key = { repository: '/r/.git', branch: 'x', head: 'h', intoBranch: 'main' }
    const put = (reach: 'none' | 'head' | 'work', squashed: boolean, tip: string | null) => {
      putBranchState(db, { ...key, tip, intoHead: 'i', reach, squashed })
      return findBranchState(db, key)
    }
    expect(put('work', false, 't1')).toMatchObject({ reach: 'work', tip: 't1' })
    expect(put('none', false, 't1'), 'the merge was undone').toMatchObject({ reach: 'none' })
    expect(put('work', true, 't2')).toMatchObject({ reach: 'work' })
    expect(put('none', false, null)).toMatchObject({ reach: 'work', tip: null, lastTip: 't2' })
  })
})
