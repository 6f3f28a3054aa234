import { describe, expect, it } from 'vitest'
import type { FoundNote, NoteSearchReply } from '../worker/protocol/notes.ts'
import { noteRemarks, renderFoundNote, renderReach } from './note-rows.ts'

const NOW = Date.UTC(2026, 3, 13, 12)
const DAY_MS = 86_400_000
const log: FoundNote = {
  ...{ kind: 'note', citation: 'memory/2026-04-11.md#L3-L9', heading: 'Decisions › Database', day: '2026-04-11' },
  ...{ at: NOW - 2 * DAY_MS, score: 0.8312, snippet: 'SQLite it is.\nOne writer.' },
}
const memory: FoundNote = {
  kind: 'observation',
  id: 12,
  citation: 'observation 12',
  at: NOW - DAY_MS,
  score: 0.5,
  snippet: 'Rounded once.',
}
const reply: NoteSearchReply = {
  ...{
    query: 'database',
    backend: 'builtin',
    searched: 'hybrid',
    files: 2,
    pieces: 5,
    citations: 'auto',
    results: [log],
  },
}
const row = (one: FoundNote, citations: NoteSearchReply['citations'] = 'auto') =>
  renderFoundNote(one, 1, { citations, now: NOW })

describe('a row of what was found', () => {
  it('begins with the citation where citations are auto', () => {
    expect(row(log)).toBe(
      '[1] memory/2026-04-11.md#L3-L9 (score 0.83, 2026-04-11) Decisions › Database\n  SQLite it is.\n  One writer.',
    )
  })

  it('does not say the day of a log twice', () => {
    expect(row({ ...log, heading: '2026-04-11' })).toMatch(/\(score 0\.83, 2026-04-11\)\n/)
  })

  it('ends with the source where they are on', () => {
    expect(row(log, 'on')).toBe(
      '[1] note (score 0.83, 2026-04-11) Decisions › Database\n  SQLite it is.\n  One writer.\nSource: memory/2026-04-11.md#L3-L9',
    )
  })

  it('has none where they are off', () => {
    const { citation, ...uncited } = log
    expect(row(uncited, 'off')).toMatch(/^\[1\] note \(score 0\.83, 2026-04-11\) Decisions/)
    expect(row(uncited, 'off')).not.toContain(citation)
  })

  it('names a memory by the id that other calls take, whatever the citations', () => {
    const { citation, ...uncited } = memory
    expect(row(memory)).toMatch(/^\[1\] observation 12 \(score 0\.50, 24 h ago\)\n/)
    expect(row(uncited, 'off')).toContain('[1] observation 12 (')
    expect(row({ ...memory, kind: 'passage' })).toContain('[1] T12 (')
    expect(row({ ...memory, kind: 'summary' }, 'on')).toMatch(/\nSource: S12$/)
  })

  it('says when it was made from text of outsiders', () => {
    expect(row({ ...memory, untrusted: true })).toContain('24 h ago) [outside text]')
  })

  it('lets no line of a note pass for a row of ours', () => {
    const text = row({ ...log, snippet: 'a\r\n[2] memory/x.md#L1-L1\u2028[3] y\n', heading: 'One\n[4] two' })
    expect(text.split(/[\n\u2028]/).filter((line) => /^\[\d\]/.test(line))).toHaveLength(1)
  })
})

describe('what is said above the rows', () => {
  it('is nothing where the answer is plain', () => expect(noteRemarks(reply)).toEqual([]))

  it('is who answered, what a time was taken for and how sure it is', () => {
    const remarks = noteRemarks({ ...reply, fallback: 'qmd is not installed', understood: 'yesterday', unsure: true })
    expect(remarks).toEqual([
      'The built-in search answered instead of QMD: qmd is not installed.',
      '"yesterday" was taken for a time.',
      'Not sure that one of these answers it:',
    ])
    expect(noteRemarks({ ...reply, near: true })).toEqual(['Nothing found. Only near it:'])
  })

  it('names what was searched, and how', () => {
    expect(renderReach(reply)).toBe('searched by words and meaning; 2 notes, 5 pieces')
    expect(renderReach({ ...reply, backend: 'qmd', files: 1, pieces: 1 })).toBe(
      'searched by words and meaning, with QMD; 1 note, 1 piece',
    )
    expect(renderReach({ ...reply, searched: 'listing' })).toMatch(/^newest first/)
  })
})
