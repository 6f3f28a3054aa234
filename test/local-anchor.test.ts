/** A timeline around a day, in a zone that is not UTC. In a process of its own: the machine's zone is looked up once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asker, quietParts } from './support/http-parts.ts'

const zone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'America/New_York'
})
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const ask = asker(quietParts())
const at = async (anchor: string) =>
  (await ask(`/api/search/timeline?${new URLSearchParams({ anchor })}`)).body.anchor_timestamp

it.each([
  ['2026-11-14', '2026-11-14T05:00:00Z'],
  ['2026-07-14T09:30:00', '2026-07-14T13:30:00Z'],
  ['2026-11-14T09:30:00Z', '2026-11-14T09:30:00Z'],
  [String(Date.UTC(2026, 10, 14, 9)), '2026-11-14T09:00:00Z'],
])('the anchor %s is %s where it is five hours earlier in winter', async (anchor, moment) => {
  expect(await at(anchor)).toBe(Date.parse(moment))
})

it('the anchor `today` is the last midnight there', async () => {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  expect(await at('today')).toBe(midnight.getTime())
})
