/**
 * Lines of MEMORY.md to remove: they are no longer true, or another line says the same. A line that dreaming wrote is
 * removed automatically after being proposed for a while; a line that a person wrote or edited waits for a yes.
 */
import { type Decided, type Proposal, proposalId } from './decisions.ts'
import { type Bullet, bulletsOf } from './memory-file.ts'
import type { RecallStore } from './recall-store.ts'
import { findEnding } from './retirement.ts'
import { isSameFact } from './same-subject.ts'
import type { DreamSettings } from './settings.ts'
import type { DreamSources } from './sources.ts'

export interface LineChange {
  /** '' for a line removed to make room, which nobody is asked about. */
  id: string
  kind: 'retire' | 'merge'
  line: string
  /** The line that says the same and stays. */
  keeps?: string
  reason: string
  state: 'proposed' | 'applied'
}

interface Known {
  memoryMd: string
  decided: Decided
  proposals: readonly Proposal[]
  settings: DreamSettings
  now: number
}

const DAY_MS = 24 * 60 * 60 * 1000
// Comparing every pair of more lines is not worth a dream's time.
const MAX_COMPARED = 400

export async function findEndings(
  by: Known & { sources: DreamSources; recall: RecallStore; at: number },
): Promise<LineChange[]> {
  const changes: LineChange[] = []
  for (const { line, promoted } of bulletsOf(by.memoryMd)) {
    const ending = promoted && (await findEnding(promoted, by))
    if (ending === undefined || promoted === undefined) continue
    const id = proposalId({ kind: 'retire', line, because: ending.test })
    if (id in by.decided.declined) continue
    // A contradicted line is wrong; missing files may come back with the next branch.
    const grace = ending.test === 'newer' ? 1 : by.settings.graceDays
    const since = by.proposals.find((one) => one.id === id)?.at
    const waited = since !== undefined && by.now - Date.parse(since) >= grace * DAY_MS - HOUR_MS
    const state = waited && !promoted.edited ? 'applied' : 'proposed'
    changes.push({ id, kind: 'retire', line, reason: ending.reason, state })
  }
  return changes
}

/** The next night's dream is a day later, give or take. */
const HOUR_MS = 60 * 60 * 1000

/** Of two lines that say the same the person's stays, else the newer one. */
export function findMerges(by: Known, leaving: ReadonlySet<string>): LineChange[] {
  const all = bulletsOf(by.memoryMd).slice(0, MAX_COMPARED)
  const bullets = all.filter(({ line }) => !leaving.has(line))
  const gone = new Set<Bullet>()
  const changes: LineChange[] = []
  for (const [at, one] of bullets.entries()) {
    for (const other of bullets.slice(at + 1)) {
      if (gone.has(one) || gone.has(other) || !isSameFact(one.text, other.text)) continue
      const [keeps, goes] = inOrder(one, other)
      const id = proposalId({ kind: 'merge', line: goes.line, because: keeps.line })
      if (id in by.decided.declined) continue
      const state = isOurs(goes) ? 'applied' : 'proposed'
      changes.push({
        id,
        kind: 'merge',
        line: goes.line,
        keeps: keeps.line,
        reason: 'another line says the same',
        state,
      })
      gone.add(goes)
    }
  }
  return changes
}

function inOrder(one: Bullet, other: Bullet): [keeps: Bullet, goes: Bullet] {
  if (isOurs(one) !== isOurs(other)) return isOurs(one) ? [other, one] : [one, other]
  return (other.promoted?.mark.at ?? 0) > (one.promoted?.mark.at ?? 0) ? [other, one] : [one, other]
}

function isOurs({ promoted }: Bullet): boolean {
  return promoted !== undefined && !promoted.edited
}
