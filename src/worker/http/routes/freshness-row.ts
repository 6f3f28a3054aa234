/** Freshness in a reply: everything known in the full size, only doubts about the memory in the index size. */
import { type Freshness, freshnessLabel, isFresh } from '../../../memory/freshness.ts'
import type { FreshnessRow } from '../../protocol/rows.ts'

export function freshnessRow(freshness: Freshness | undefined, size: 'index' | 'full'): { freshness?: FreshnessRow } {
  if (!freshness) return {}
  const label = freshnessLabel(freshness)
  const { branch } = freshness
  const files = freshness.files.filter(({ state }) => size === 'full' || state === 'changed' || state === 'gone')
  const says = size === 'full' ? files.some(({ state }) => state !== 'unknown') : !isFresh(freshness)
  if (label === '' && !says) return {}
  return { freshness: { label, files, ...(branch === undefined ? {} : { branch }) } }
}
