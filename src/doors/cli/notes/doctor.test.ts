import { describe, expect, it } from 'vitest'
import type { NoteStatus } from '../../../worker/protocol/notes.ts'
import { renderCheck } from './doctor.ts'

const well: NoteStatus = {
  ...{
    root: '/home/me/shop',
    project: 'shop',
    keepsNotes: true,
    backend: 'builtin',
    citations: 'auto',
    extraPaths: [],
  },
  ...{ files: 2, pieces: 5, bytes: 900, watched: true, problems: [], skipped: [] },
}
const healthy = { ignored: [], fixed: undefined }

describe('notes doctor', () => {
  it('says that nothing is wrong', () => {
    expect(renderCheck(well, healthy)).toEqual(['2 notes, 5 pieces in /home/me/shop.', 'Nothing is wrong.'])
  })

  it('says what is, each with its reason', () => {
    const lines = renderCheck(
      {
        ...well,
        watched: false,
        problems: ['settings.json: memory.backend has to be "builtin" or "qmd"; "builtin" stays.'],
        skipped: [{ path: '~/gone', reason: 'missing' }],
      },
      healthy,
    )
    expect(lines).toContain('skipped  ~/gone: there is nothing at this path')
    expect(lines.some((line) => line.startsWith('setting  settings.json: memory.backend'))).toBe(true)
    expect(lines.some((line) => line.startsWith('watch    '))).toBe(true)
    expect(lines).not.toContain('Nothing is wrong.')
  })

  it('names an index of another program as ignored, which is nothing wrong', () => {
    const lines = renderCheck(well, { ...healthy, ignored: ['memory/.memory.sqlite'] })
    expect(lines[1]).toMatch(/^ignored {2}memory\/\.memory\.sqlite: /)
    expect(lines).toContain('Nothing is wrong.')
  })

  it('says what reading everything again changed', () => {
    const fixed = { files: 2, changed: 2, removed: 0, pieces: 0, skipped: [] }
    expect(renderCheck(well, { ...healthy, fixed })[0]).toBe('Read 2 notes again: nothing had changed.')
    expect(renderCheck(well, { ...healthy, fixed: { ...fixed, pieces: 1, removed: 2 } })[0]).toBe(
      'Read 2 notes again: 1 piece new or different, 2 files gone.',
    )
  })
})
