import { describe, expect, it } from 'vitest'
import { unrecorded } from './unrecorded.ts'

const HOUR_MS = 3_600_000
const now = 1_000_000 * HOUR_MS
const well = { waitingSince: undefined, refused: 0, lastEventAt: now - HOUR_MS, now }

describe('recording that has not worked for a day', () => {
  it('is told when an event has waited that long', () => {
    expect(unrecorded({ ...well, waitingSince: now - 25 * HOUR_MS })).toContain('waiting for a day')
    expect(unrecorded({ ...well, waitingSince: now - 23 * HOUR_MS })).toBeUndefined()
  })

  it('is told when events come and none is understood', () => {
    expect(unrecorded({ ...well, refused: 3, lastEventAt: now - 25 * HOUR_MS })).toContain('claude-mem doctor')
    expect(unrecorded({ ...well, refused: 3, lastEventAt: undefined })).toBeDefined()
    expect(unrecorded({ ...well, refused: 3 })).toBeUndefined()
  })

  it('is not a day without sessions', () => {
    expect(unrecorded({ ...well, lastEventAt: now - 900 * HOUR_MS })).toBeUndefined()
    expect(unrecorded({ ...well, lastEventAt: undefined })).toBeUndefined()
  })
})
