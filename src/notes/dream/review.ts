/**
 * Proposals of dreaming, answered by a person one at a time. A yes is a separate run and can be undone; a no is
 * remembered.
 */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { localDay } from '../../memory/local-day.ts'
import { type Applied, carryOut, finishRuns } from './apply.ts'
import { type Proposal, parseDecided, parseProposals, withDeclined } from './decisions.ts'
import {
  DECIDED,
  type DreamDisk,
  MEMORY_MD,
  PROPOSALS,
  readJson,
  readWhole,
  renderJson,
  writeWhole,
} from './dream-files.ts'
import { hasLine, withoutLine, withRetired } from './memory-file.ts'
import type { FileChange } from './run-record.ts'

/** `stale`: the line in MEMORY.md has changed; the proposal is dropped. */
export type Answered = Applied | { kind: 'declined' } | { kind: 'stale' }

export function listProposals(root: string): Proposal[] {
  return parseProposals(readJson(join(root, PROPOSALS)))
}

export function answerProposal(
  root: string,
  by: { id: string; answer: 'yes' | 'no'; now: number; disk: DreamDisk },
): Promise<Answered> {
  return by.disk.withLock(root, async () => {
    await finishRuns(root, by)
    const proposals = listProposals(root)
    const one = proposals.find(({ id }) => id === by.id)
    if (one === undefined)
      throw new MemoryError('not_found', `There is no proposal ${by.id}.`, { hint: 'See `claude-mem dream review`.' })
    const rest = renderJson({ version: 1, proposals: proposals.filter((other) => other !== one) })
    const memoryMd = readWhole(join(root, MEMORY_MD)) ?? ''
    const isStale = !hasLine(memoryMd, one.line) || (one.keeps !== undefined && !hasLine(memoryMd, one.keeps))
    if (by.answer === 'no' || isStale) {
      if (by.answer === 'no') decline(root, one, by.now)
      writeWhole(join(root, PROPOSALS), rest)
      return { kind: by.answer === 'no' ? 'declined' : 'stale' }
    }
    const run = runOf(by)
    return carryOut(root, {
      disk: by.disk,
      run: {
        version: 1,
        id: run,
        kind: 'review',
        status: 'planned',
        at: new Date(by.now).toISOString(),
        promoted: [],
        removed: [{ line: one.line, reason: one.reason, id: one.id }],
        changes: [
          accepted(memoryMd, one, { run, now: by.now }),
          { path: PROPOSALS, before: readWhole(join(root, PROPOSALS)) ?? null, after: rest },
        ],
      },
    })
  })
}

function accepted(memoryMd: string, one: Proposal, by: { run: string; now: number }): FileChange {
  const date = localDay(by.now)
  const after =
    one.kind === 'merge'
      ? withoutLine(memoryMd, one.line)
      : withRetired(memoryMd, { line: one.line, reason: one.reason, date, run: by.run })
  return { path: MEMORY_MD, before: memoryMd, after }
}

function decline(root: string, { id }: Proposal, now: number): void {
  const path = join(root, DECIDED)
  writeWhole(path, renderJson(withDeclined(parseDecided(readJson(path)), [id], new Date(now).toISOString())))
}

function runOf(by: { id: string; answer: string; now: number }): string {
  const stamp = new Date(by.now).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return `${stamp}-${createHash('sha256').update(`${by.id} ${by.answer} ${by.now}`).digest('hex').slice(0, 6)}`
}
