/** What ends a promoted line. Each line carries its own tests in its comment, so the file says what would end it. */

import { countOf } from '../../memory/count.ts'
import type { Decided } from './decisions.ts'
import type { PromotedLine } from './promoted-line.ts'
import type { RecallStore } from './recall-store.ts'
import { isTold } from './same-subject.ts'
import { areGone, type DreamSources } from './sources.ts'

export interface Ending {
  test: 'source' | 'newer' | 'files' | 'unused'
  reason: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The tests for a line promoted now. */
export function testsFor(by: { hasFiles: boolean; unusedDays: number }): string[] {
  return ['source', 'newer', ...(by.hasFiles ? ['files'] : []), `unused:${by.unusedDays}d`]
}

/** The first test that is met. `at` is the time of the data: a workspace nobody uses loses nothing. */
export async function findEnding(
  promoted: PromotedLine,
  by: { sources: DreamSources; recall: RecallStore; decided: Decided; at: number },
): Promise<Ending | undefined> {
  const { mark, fact } = promoted
  for (const test of mark.until) {
    if (test === 'newer') {
      const newer = await by.sources.newerAbout({ text: fact, createdAt: mark.at, key: mark.key })
      if (newer !== undefined) return { test, reason: `overruled by ${newer.source}` }
    }
    if (test === 'source' && !(await hasSource(promoted, by.sources))) return { test, reason: 'its source was deleted' }
    if (test === 'files' && (await areGone(mark.files, by.sources)))
      return { test, reason: 'the files it speaks of are gone' }
    const days = /^unused:(\d+)d$/.exec(test)?.[1]
    if (days !== undefined && isUnused(promoted, Number(days), by))
      return { test: 'unused', reason: `nobody recalled it for ${countOf(Number(days), 'day')}` }
  }
  return undefined
}

/** An edited chunk has another key: then the fact is searched for in its file. */
async function hasSource({ mark, fact }: PromotedLine, sources: DreamSources): Promise<boolean> {
  if ((await sources.findText(mark.key)) !== undefined) return true
  if (/^(?:observation|summary):/.test(mark.key)) return false
  const text = await sources.noteText(mark.from.replace(/#L\d+-L\d+$/, ''))
  // Its heading was put in front of it, and is in the file too.
  return text !== undefined && isTold(fact, text)
}

/** Only if any recall is known: a deleted store says nothing about use. */
function isUnused(
  { mark }: PromotedLine,
  days: number,
  by: { recall: RecallStore; decided: Decided; at: number },
): boolean {
  const entries = Object.entries(by.recall.entries)
  const found = entries.find(([key, entry]) => key === mark.key || entry.formerKeys?.includes(mark.key))?.[1]
  const known = [
    found?.facts[mark.fact]?.lastRecalledAt ?? found?.lastRecalledAt,
    by.decided.promoted[mark.fact]?.recalledAt,
  ].filter((one) => one !== undefined)
  if (known.length === 0) return false
  const last = Math.max(...known.map((one) => Date.parse(one)))
  return by.at - last > days * DAY_MS
}
