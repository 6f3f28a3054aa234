import { describe, expect, it } from 'vitest'
import type { ObservationFull } from '../../worker/protocol/rows.ts'
import { keepWithin, renderIndexLine, renderObservation, WHOLE_TOKENS } from './render.ts'

const reader = { now: 0, home: 'shop' }
const memory = (narrative: string): ObservationFull => ({
  ...{ id: 7, type: 'bugfix', title: 'Long', subtitle: '', narrative, facts: [], files: [], files_modified: [] },
  ...{ concepts: [], created_at_epoch: 0, created_at_iso: '1970-01-01T00:00:00.000Z', project: 'shop' },
  ...{ project_id: 'shop', session_db_id: null, session_id: null, source: 'local', model: null, pinned: false },
  discovery_tokens: 0,
})

describe('one memory alone', () => {
  it('fits into a reply, whatever its length', () => {
    for (let length = WHOLE_TOKENS * 3.5 - 80; length < WHOLE_TOKENS * 3.5 + 80; length += 1) {
      const text = renderObservation(memory('x'.repeat(length)), { ...reader, budgetTokens: WHOLE_TOKENS })
      expect(keepWithin([text]).shown, `${length} characters`).toHaveLength(1)
    }
  })
})

describe('a line of an index', () => {
  it('names the memories that stand behind it, and says where it is from', () => {
    const nameOf = () => 'acme/shop'
    expect(renderIndexLine({ ...memory(''), folded: [8, 9] }, { ...reader, home: 'other', nameOf })).toBe(
      '7 (bugfix, just now) [from: acme/shop] (+2: 8 9) Long',
    )
  })

  it('has what was said below it, with the turn to read on in', () => {
    const line = renderIndexLine({ ...memory(''), passage: 'it rounds once', turn: 12 }, { ...reader, home: 'shop' })
    expect(line).toMatch(/Long\n {2}said \(T12\): “it rounds once”$/)
  })
})
