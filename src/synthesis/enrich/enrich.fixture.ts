/** A small batch for this folder's tests, and a reader that parses a finished prompt as a careful person would. */
import type { MemoryEvent } from '../../memory/event.ts'
import type { ObservationDraft } from '../../memory/observation.ts'
import { session } from '../fixture-events.ts'
import type { EnrichInput } from './request.ts'

export function someEvents(): MemoryEvent[] {
  return session()
    .prompt('Charges are doubled when the gateway times out. Please fix it.')
    .reads(
      'src/pay/charge.ts',
      'export async function chargeCard(order) {\n  return retry(() => gateway.post(order))\n}',
    )
    .fails('npx vitest run src/pay', 'AssertionError: expected 2 to be 1')
    .edits('src/pay/charge.ts', 'gateway.post(order)', 'gateway.post(order, { idempotencyKey: order.id })')
    .edits('src/pay/charge.test.ts', 'times: 2', 'times: 1')
    .runs('npx vitest run src/pay', 'Tests  14 passed (14)')
    .says('The retry sent no idempotency key, so the gateway booked twice. chargeCard now sends the order id.')
    .stops('The retry sent no idempotency key, so the gateway booked twice. chargeCard now sends the order id.').events
}

export function someDraft(more: Partial<ObservationDraft> = {}): ObservationDraft {
  return {
    key: 's1:toolu_2',
    type: 'bugfix',
    title: 'chargeCard passes idempotencyKey, fixing AssertionError: expected 2 to be 1',
    subtitle: 'For: Charges are doubled when the gateway times out',
    narrative: 'Asked: Charges are doubled when the gateway times out.',
    facts: [
      'src/pay/charge.ts: `gateway.post(order)` became `gateway.post(order, { idempotencyKey: order.id })`',
      'npx vitest run src/pay passes: 14 tests',
    ],
    concepts: ['problem-solution', 'what-changed'],
    filesRead: [],
    filesModified: ['src/pay/charge.ts', 'src/pay/charge.test.ts'],
    discoveryTokens: 900,
    at: 6000,
    eventKeys: ['t:toolu_2', 't:toolu_3', 't:toolu_4', 't:toolu_5'],
    ...more,
  }
}

export function someInput(more: Partial<EnrichInput> = {}): EnrichInput {
  return {
    project: 'shop',
    root: '/repo',
    date: '2026-01-05',
    goal: 'Charges are doubled when the gateway times out. Please fix it.',
    runningSummary: '**Request:** Find out why customers pay twice',
    events: someEvents(),
    turns: [],
    observations: [
      { id: 41, draft: someDraft(), worded: false },
      {
        id: 42,
        worded: false,
        draft: someDraft({
          key: 's1:toolu_1',
          type: 'discovery',
          title: 'retry() in src/pay/retry.ts tries 3 times',
          subtitle: '',
          narrative: '',
          facts: ['retry() waits 200 ms between tries'],
          concepts: ['how-it-works'],
          filesModified: [],
          eventKeys: ['t:toolu_1'],
        }),
      },
    ],
    final: false,
    maxInputTokens: 12_000,
    ...more,
  }
}

export interface Structure {
  headings: string[]
  refs: string[]
  fences: string[]
  /** Everything outside the fences. */
  ours: string
}

/** Only the first line of a fence says what ends it. Throws when a fence stays open. */
export function readStructure(text: string): Structure {
  const found: Structure = { headings: [], refs: [], fences: [], ours: '' }
  const ours: string[] = []
  let code: string | undefined
  let data: string[] = []
  // Every kind of line break counts: no other reader may see more lines than we do.
  for (const line of text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)) {
    if (code !== undefined) {
      if (line === `${code} data>>>`) {
        found.fences.push(data.join('\n'))
        code = undefined
      } else data.push(line)
      continue
    }
    const opened = /^<<<data ([0-9a-f]{8})$/.exec(line)?.[1]
    if (opened !== undefined) {
      code = opened
      data = []
      continue
    }
    ours.push(line)
    if (/^#{1,6} /.test(line)) found.headings.push(line)
    const ref = /^\[([eo]\d+)\]/.exec(line)?.[1]
    if (ref !== undefined) found.refs.push(ref)
  }
  if (code !== undefined) throw new Error('a fence was never closed')
  found.ours = ours.join('\n')
  return found
}
