/** The promise `extract` makes about resuming and about order, over sessions nobody wrote for it. */
import { describe, expect, it } from 'vitest'
import { compareEvents, type MemoryEvent } from '../../src/memory/event.ts'
import type { ObservationDraft } from '../../src/memory/observation.ts'
import { extract } from '../../src/synthesis/extract.ts'
import { loadTrajectories, rootOf, toEvents } from '../trajectories/load.ts'
import { generateSession, random } from './generate-session.ts'

const generated = Array.from({ length: 80 }, (_, seed) => ({
  name: `generated ${seed}`,
  events: generateSession(seed),
  by: { sessionId: 'gen', root: '/repo' },
}))
const real = loadTrajectories().runs.map((run) => ({
  name: run.session_id,
  events: toEvents(run),
  by: { sessionId: run.session_id, root: rootOf(run) },
}))

describe('extract over generated and real sessions', () => {
  it('gives the same drafts when run again at every turn from where the last run said', () => {
    for (const { name, events, by } of [...generated, ...real]) {
      expect(runTurnByTurn(events, by), name).toEqual(byKey(extract(events, by).observations))
    }
  })

  it('gives the same drafts for any order of arrival and for copies', () => {
    const next = random(7)
    for (const { name, events, by } of [...generated.slice(0, 40), ...real]) {
      const shuffled = [...events, ...events.filter(() => next() < 0.2)].sort(() => next() - 0.5)
      expect(extract(shuffled, by), name).toEqual(extract(events, by))
    }
  })

  it('never gives two drafts one key', () => {
    for (const { name, events, by } of [...generated, ...real]) {
      const keys = extract(events, by).observations.map((draft) => draft.key)
      expect(new Set(keys).size, name).toBe(keys.length)
    }
  })
})

/** As the worker does it: a run at the end of each turn, over the events since the last `resumeAt`; stale rows go. */
function runTurnByTurn(events: MemoryEvent[], by: { sessionId: string; root: string }): ObservationDraft[] {
  const ordered = [...events].sort(compareEvents)
  const ends = ordered.flatMap((event, index) =>
    event.kind === 'prompt' && !event.machineMade && index > 0 ? [index] : [],
  )
  const rows = new Map<string, ObservationDraft>()
  let from = 0
  for (const end of [...ends, ordered.length]) {
    const window = ordered.slice(0, end).filter((event) => event.at >= from)
    const { observations, resumeAt } = extract(window, by)
    const covered = new Set(window.map((event) => event.key))
    for (const [key, row] of rows) if (row.eventKeys.some((eventKey) => covered.has(eventKey))) rows.delete(key)
    for (const draft of observations) rows.set(draft.key, draft)
    from = resumeAt ?? from
  }
  return byKey([...rows.values()])
}

function byKey(drafts: readonly ObservationDraft[]): ObservationDraft[] {
  return drafts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
