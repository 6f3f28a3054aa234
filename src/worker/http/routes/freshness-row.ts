/** Freshness as answers show it: all that is known in full, only what speaks against the memory in an index. */
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
