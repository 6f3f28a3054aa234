/**
 * Picks the pieces of a memory: the best first, none that repeats another, whole, and in the order in which they were
 * said. A list keeps the line that introduces it.
 */
import { isEmptyLead } from './filler.ts'
import type { Scored } from './salience.ts'
import { isUsers } from './sources.ts'
import { shareIn } from './terms.ts'

export interface Picking {
  /** Characters of the resulting text. */
  room: number
  /** Pieces below this are left out even if there is room. */
  least: number
  /** What is already told elsewhere: pieces that only repeat it are left out. */
  told: readonly ReadonlySet<string>[]
}

// A piece with this share of its terms in one other piece, or in all of them together, adds nothing. Set by hand and
// then tried on the open sessions: a tenth lower or higher keeps .818 to .825 of what readers wrote down (.821), a
// tenth lower more that is untrue (.151 and .137 instead of .110).
const MAX_REPEATED = 0.7
const MAX_COVERED = 0.9

export function pickUnits(all: readonly Scored[], { room, least, told }: Picking): Scored[] {
  const picked: Scored[] = []
  const leads = new Set<string>()
  const known = [...told]
  const covered = new Set(told.flatMap((terms) => [...terms]))
  let left = room
  for (const one of all.toSorted((a, b) => worth(b) - worth(a) || a.place - b.place)) {
    const { unit, terms } = one
    if (one.score < least || unit.kind === 'heading') continue
    const lead = leadOf(one)
    const cost = unit.text.length + 3 + (leads.has(lead) ? 0 : lead.length)
    if (cost > left) continue
    if (known.some((other) => shareIn(terms, other) >= MAX_REPEATED)) continue
    if (shareIn(terms, covered) >= MAX_COVERED) continue
    picked.push(one)
    known.push(terms)
    for (const term of terms) covered.add(term)
    left -= cost
    leads.add(lead)
  }
  return inOrder(picked)
}

/** In the order said, the earlier state last: a reader wants to know the current one. */
export function inOrder(picked: readonly Scored[]): Scored[] {
  return picked.toSorted((a, b) => Number(a.past ?? false) - Number(b.past ?? false) || a.place - b.place)
}

/** Sentences follow each other; items are on their own lines, after the line that introduces them. */
export function renderUnits(picked: readonly Scored[]): string {
  const lines: string[] = []
  let lead = ''
  let before: Scored | undefined
  for (const one of picked) {
    const { unit } = one
    if (one.past && !before?.past) lines.push(BEFORE)
    if (isUsers(one.source)) {
      const said = userLine(one)
      if (before?.source === one.source && one.source.kind !== 'answer')
        lines[lines.length - 1] = `${lines.at(-1)} ${unit.text}`
      else lines.push(said)
      before = one
      continue
    }
    if (unit.kind === 'sentence') {
      lead = unit.text
      const follows =
        before?.unit.kind === 'sentence' &&
        before.source === one.source &&
        before.past === one.past &&
        !/[:：]$/.test(before.unit.text)
      if (follows) lines[lines.length - 1] = `${lines.at(-1)} ${unit.text}`
      else lines.push(unit.text)
    } else {
      const own = leadOf(one)
      if (own !== '' && own !== lead) lines.push(own)
      if (own !== '') lead = own
      lines.push(`- ${unit.text}`)
    }
    before = one
  }
  return lines.join('\n')
}

/** Marked, so that nobody takes the user's words for the agent's. */
function userLine({ unit, source }: Scored): string {
  if (source.kind === 'answer') return `Asked “${source.title}”, the user chose: ${unit.text}`
  return `${source.kind === 'request' ? 'Asked' : 'The user'}: ${unit.text}`
}

export function isUsersLine(line: string): boolean {
  return /^(?:Asked: |The user: |Asked “)/.test(line)
}

const BEFORE = 'How it was before:'

/** What introduces it: the line before its list, else its heading. */
function leadOf({ unit, source }: Scored): string {
  if (unit.kind === 'sentence') return ''
  if (unit.lead !== '') return isEmptyLead(unit.lead) ? '' : unit.lead
  if (unit.heading === '' || source.kind === 'compaction' || unit.heading.length > 60) return ''
  return isEmptyLead(`${unit.heading}:`) ? '' : `${unit.heading}:`
}

/** A long piece must say more than a short one to earn its room. */
function worth({ score, unit }: Scored): number {
  return score / Math.sqrt(40 + unit.text.length)
}
