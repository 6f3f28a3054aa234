/** What dreaming did, would do or waits for, for both doors. Lines of MEMORY.md are shown without their comments. */

import { countOf } from '../memory/count.ts'
import { localDay } from '../memory/local-day.ts'
import { oneLine } from '../memory/one-line.ts'
import type { DreamProposal, DreamReply, DreamStatus } from '../worker/protocol/dream.ts'

/** This door's commands for undoing a run and answering a proposal. */
export interface DreamWords {
  undo: string
  review: string
}

const LINE_CHARACTERS = 300
const MAX_RUNS = 5

export function renderDreamStatus(status: DreamStatus, words: DreamWords): string[] {
  const { project, enabled, time, recalled, lastDreamAt, memoryTokens, runs, proposals } = status
  if (!status.keepsNotes) return [`${project} keeps no notes, so there is nothing to dream of.`]
  return [
    enabled
      ? `${project} dreams once a day, at ${time} or later.`
      : `${project} does not dream automatically (switched off).`,
    `${countOf(recalled, 'thing', 'things')} recalled so far; last dream: ${lastDreamAt === null ? 'none' : dayOf(lastDreamAt)}; MEMORY.md: ~${memoryTokens} tokens.`,
    ...runs.slice(0, MAX_RUNS).map(renderRun),
    ...(runs.length > MAX_RUNS ? [`and ${countOf(runs.length - MAX_RUNS, 'older run', 'older runs')}`] : []),
    ...(proposals.length === 0
      ? []
      : [`${countOf(proposals.length, 'proposal waits', 'proposals wait')} for your answer (${words.review}):`]),
    ...proposals.map(renderProposal),
  ]
}

export function renderProposal({ id, kind, line, keeps, reason }: DreamProposal): string {
  const other = keeps === undefined ? '' : `\n    stays: ${visible(keeps)}`
  return `${id} ${kind}: ${visible(line)} (${reason})${other}`
}

export function renderDream(reply: DreamReply, words: DreamWords): string[] {
  switch (reply.outcome) {
    case 'planned':
      return hasChanges(reply)
        ? ['Nothing is written. A dream would now:', ...changes(reply)]
        : ['Nothing is written, and a dream would change nothing.', ...leftOut(reply)]
    case 'done':
      return reply.action === 'answer'
        ? [`Done. To undo it: ${words.undo}`]
        : hasChanges(reply)
          ? [`Run ${reply.run}. To undo it: ${words.undo}`, ...changes(reply)]
          : [`Run ${reply.run}: nothing was ready to be promoted; DREAMS.md says more.`, ...leftOut(reply)]
    case 'nothing':
      return ['There was nothing to do.', ...leftOut(reply)]
    case 'changed':
      return ['MEMORY.md was changed meanwhile. Nothing was done; try again.']
    case 'undone':
      return [
        reply.exact
          ? `Run ${reply.run} is undone: every file is as it was.`
          : `Run ${reply.run} is undone. Files were edited since, so only its own lines were removed.`,
        ...(reply.kept ?? []).map((line) => `stays, because it was edited: ${visible(line)}`),
      ]
    case 'declined':
      return ['It stays, and is not proposed again.']
    case 'stale':
      return ['That line is not in MEMORY.md any more; nothing was done.']
  }
}

function hasChanges({ promotions, removals }: DreamReply): boolean {
  return promotions.length + removals.length > 0
}

function changes(reply: DreamReply): string[] {
  const { promotions, removals, tokens } = reply
  return [
    ...promotions.map(({ fact, from, score }) => `+ ${visible(fact)} (${from}, score ${score.toFixed(2)})`),
    ...removals.map(({ kind, line, reason, state }) => {
      const mark = state === 'proposed' ? '?' : '-'
      return `${mark} ${kind}: ${visible(line)} (${reason}${state === 'proposed' ? '; waits for your answer' : ''})`
    }),
    `MEMORY.md: ~${tokens.before} tokens before, ~${tokens.after} after.`,
    ...leftOut(reply),
  ]
}

function leftOut({ skipped }: DreamReply): string[] {
  if (skipped.length === 0) return []
  return [`Left out: ${skipped.map(({ reason, count }) => `${reason} (${count})`).join('; ')}.`]
}

function renderRun({ id, kind, status, at, promoted, removed }: DreamStatus['runs'][number]): string {
  const state = status === 'done' ? '' : ` (${status})`
  return `${id} ${dayOf(at)} ${kind}${state}: ${promoted} added, ${removed} removed`
}

function dayOf(at: string): string {
  return localDay(Date.parse(at))
}

/** Without the comment that records a line's source. */
function visible(line: string): string {
  return oneLine(line.replace(/<!--.*?-->/gs, '').replace(/^\s*[-*+]\s+/, ''), LINE_CHARACTERS)
}
