import { describe, expect, it } from 'vitest'
import type { ObservationFull } from '../../worker/protocol/rows.ts'
import { readForm, renderForm } from './edit-form.ts'

const memory: ObservationFull = {
  ...{ id: 42, type: 'bugfix', title: 'A code counts once', subtitle: 'in orderTotal', concepts: ['gotcha'] },
  ...{
    created_at_epoch: 1,
    project: 'shop',
    project_id: 'p',
    created_at_iso: '',
    session_db_id: null,
    session_id: null,
  },
  ...{ narrative: '# Not a comment\n- not a fact\n\nThe end.', facts: ['one', 'two'], files: [], files_modified: [] },
  ...{ source: 'local', model: null, pinned: false, discovery_tokens: 0 },
}
const before = renderForm(memory)
const read = (after: string) => readForm({ before, after })

describe('the form of a memory', () => {
  it('saved as it was, or with another line ending, or emptied, changes nothing', () => {
    for (const after of [before, `${before}\n\n`, before.replaceAll('\n', '\r\n'), '', '  \n'])
      expect(read(after)).toBeUndefined()
  })

  it('gives only what was changed', () => {
    expect(read(before.replace('A code counts once', 'It counts once: really'))).toEqual({
      title: 'It counts once: really',
    })
    expect(read(before.replace('two', 'two\nthree'))).toEqual({ facts: ['one', 'two', 'three'] })
    expect(read(before.replace('The end.', 'The\n\nend.'))).toEqual({
      narrative: '# Not a comment\n- not a fact\n\nThe\n\nend.',
    })
    expect(read(before.replace('concepts: gotcha', 'concepts:'))).toEqual({ concepts: [] })
    expect(read(before.replace('type: bugfix', 'type: decision'))).toEqual({ type: 'decision' })
  })

  it('that lost a line says which', () => {
    expect(() => read(before.replace('--- text ---\n', ''))).toThrow('--- text ---')
    expect(() => read(before.replace('subtitle: in orderTotal\n', ''))).toThrow('`subtitle:` is missing')
    expect(() => read(before.replace('subtitle: in orderTotal', 'subtitle: in\norderTotal'))).toThrow('belongs to none')
  })
})
