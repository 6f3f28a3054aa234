import { describe, expect, it } from 'vitest'
import type { Database } from '../store/database.ts'
import { putNoteFile, putWorkspace } from '../store/notes.ts'
import { memoryDatabase, PROJECT, T0 } from '../store/store.fixture.ts'
import { factsOf, findLastingNotes } from './session-start-notes.ts'

function kept(db: Database, notes: [path: string, text: string, source?: 'memory' | 'host'][]): void {
  const workspace = putWorkspace(db, { root: PROJECT.root, project: PROJECT.id, at: T0 })
  for (const [path, text, source = 'memory'] of notes) {
    const pieces = text.split('\n\n').map((part, at) => ({
      ...{ key: `${path} ${at}`, startLine: at, endLine: at, heading: '', text: part },
    }))
    const file = { path, realPath: `${PROJECT.root}/${path}`, source, sizeBytes: 1, mtimeMs: 1 }
    putNoteFile(db, { workspace, file, chunks: pieces, createdAt: T0 })
  }
}
const told = (db: Database, place: { branch?: string; requests?: string[] } = {}) =>
  findLastingNotes(db, { root: PROJECT.root, branch: place.branch, requests: place.requests ?? [] }).map(
    ({ text }) => text,
  )

describe('what is kept for good', () => {
  it('is told as it stands in MEMORY.md, one fact a line; logs and the host’s own notes are not', () => {
    const db = memoryDatabase()
    kept(db, [
      ['memory/MEMORY.md', '- Taxes round per line.\n- Ana signs releases.'],
      ['memory/2026-04-11.md', '- 10:00 lunch'],
      ['host:MEMORY.md', '- known to the host', 'host'],
    ])
    expect(told(db)).toEqual(['Taxes round per line.', 'Ana signs releases.'])
  })

  it('begins with what fits the branch and the last requests', () => {
    const db = memoryDatabase()
    kept(db, [['memory/MEMORY.md', '- Taxes round per line.\n\n- Checkout needs Node 22.\n\n- Ana signs releases.']])
    expect(told(db, { branch: 'fix/checkout-total' })[0]).toBe('Checkout needs Node 22.')
    expect(told(db, { requests: ['prepare the releases of May'] })[0]).toBe('Ana signs releases.')
  })

  it('is nothing where no notes are kept', () => {
    expect(told(memoryDatabase())).toEqual([])
  })
})

describe('a fact', () => {
  it('is a bullet with what is indented below it, or a paragraph', () => {
    expect(factsOf('# Title\n\nOne paragraph\nof two lines.\n- first\n  goes on\n- second\n\n1. third')).toEqual([
      'One paragraph of two lines.',
      'first goes on',
      'second',
      'third',
    ])
  })

  it('is no code, no rule, no mark of where it came from', () => {
    const promoted =
      '- Taxes round per line. *(from memory/2026-04-11.md#L3-L5, 2026-04-11; score 0.8)* <!-- claude-mem:dream key=a -->'
    expect(factsOf(`\`\`\`sh\nrm -rf x\n\`\`\`\n---\n<!-- note -->\n${promoted}`)).toEqual(['Taxes round per line.'])
  })
})
