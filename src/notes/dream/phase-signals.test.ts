import { describe, expect, it } from 'vitest'
import { boostOf, parsePhaseSignals, reinforced } from './phase-signals.ts'
import { parseRecallStore } from './recall-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 3, 12)
const store = (lastRecalledAt: number, recallDays: string[] = ['2026-04-01', '2026-04-12']) =>
  parseRecallStore({
    version: 2,
    entries: {
      k: { firstRecalledAt: '2026-04-01', lastRecalledAt: new Date(lastRecalledAt).toISOString(), recallDays },
    },
  })

describe('phase signals', () => {
  it('do not grow in nights without a new recall', () => {
    const once = reinforced(parsePhaseSignals(undefined), store(NOW))
    let many = once
    for (let night = 0; night < 100; night += 1) many = reinforced(many, store(NOW))
    expect(many).toEqual(once)
  })

  it('are bounded however often something is recalled, and fade', () => {
    let signals = parsePhaseSignals(undefined)
    for (let day = 0; day < 100; day += 1) signals = reinforced(signals, store(NOW + day * DAY_MS))
    const last = NOW + 99 * DAY_MS
    expect(boostOf(signals.signals.k, last)).toBeCloseTo(0.15)
    expect(boostOf(signals.signals.k, last + 14 * DAY_MS)).toBeCloseTo(0.075)
  })

  it('of version 1 are read, kept and bounded', () => {
    const old = parsePhaseSignals({ k: 20.7, gone: 3 })
    expect(boostOf(old.signals.k, 0)).toBeLessThanOrEqual(0.06)
    const next = reinforced(old, store(NOW))
    expect(next.signals.k?.imported).toBe(20.7)
    expect(next.signals.gone?.imported).toBe(3)
  })
})
